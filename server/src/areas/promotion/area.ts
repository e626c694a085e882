import type { Area } from '../../platform/area.ts'

/** What a basket costs and why: quotes, the simulator, the calendar and the reports of activities. */
export const promotion: Area = { name: 'promotion', routes: [] }
