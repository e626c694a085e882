import { type OrderTab, orderTabs } from '@zhanggui/domain/order/order-state.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { type TodoCounter, todoChanged } from '../../message/live/todo.service.ts'
import * as lists from './order-list.repository.ts'

/** What makes an order wait for staff, or ends that. */
const MOVES = [
  'order.paid',
  'order.cod',
  'order.shipped',
  'order.verified',
  'order.closed',
  'order.refunded',
  'refund.applied',
]

/** The orders that wait to be shipped, on bell and menu. */
export const ordersToShip: TodoCounter = {
  name: 'ordersToShip',
  page: 'order/order-list',
  permission: 'admin:order:list',
  count: (ctx) => countIn(ctx, orderTabs.notShipped.tab),
}

/** The orders that wait to be picked up: of the caller's stores alone. */
export const ordersToVerify: TodoCounter = {
  name: 'ordersToVerify',
  page: 'store/verify-desk',
  permission: 'admin:order:write:confirm',
  count: (ctx) => countIn(ctx, orderTabs.toBeWrittenOff.tab),
}

async function countIn(ctx: Ctx, tab: OrderTab): Promise<number> {
  const { storeIds } = ctx.actor.scope
  const counts = await lists.countTabs(ctx, storeIds ? { storeIds } : {})
  return Math.max(0, counts.get(tab) ?? 0)
}

/** Pushes the counters after the commit: no order waits for it. */
export function registerOrderTodo({ outbox }: Platform): void {
  outbox.consume('order-todo', MOVES, todoChanged)
}
