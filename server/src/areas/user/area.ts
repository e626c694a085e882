import type { Area } from '../../platform/area.ts'

/** Customers with their ledgers, groups, tags, levels and segments. */
export const user: Area = { name: 'user', routes: [] }
