import * as activities from './activity.repository.ts'

// What the areas of the kinds read of the rows that all kinds share.

export type { ActivityRecord, ListedSku } from './activity.repository.ts'
export const findActivity = activities.find
export const listActivities = activities.list
export const listActivityUses = activities.listUses
export const moveTemplate = activities.moveTemplate
