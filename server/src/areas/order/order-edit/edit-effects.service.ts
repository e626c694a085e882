import type { OrderEffects } from '../order/order-effects.service.ts'
import { endWaitingEdit } from './order-edit.service.ts'

/** An edit that waits for its money ends when money of its order goes back: what it was reckoned from is no longer so. */
export const editEffects: OrderEffects = { place: 'edit', refunding: endWaitingEdit }
