import type { Area } from '../../platform/area.ts'

/** Points beside the ledger of customers: the log, their expiry, and signing in each day. */
export const points: Area = { name: 'points', routes: [] }
