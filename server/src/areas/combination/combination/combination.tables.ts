import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core'
import { rowId } from '../../../platform/data/columns.ts'
import { activities } from '../../promotion/activity/activity.tables.ts'

/** What a team product has besides what all activities have. */
export const combinations = pgTable(
  'combination',
  {
    activityId: rowId()
      .primaryKey()
      .references(() => activities.id),
    /** How many make a team. */
    people: integer().notNull(),
    /** How long a team may take. */
    effectiveHours: integer().notNull(),
    /** Units a buyer in the whole activity, and units an order. */
    num: integer().notNull(),
    onceNum: integer().notNull(),
    /** How many places the system may fill when the time of a team is over. */
    virtualRation: integer().notNull().default(0),
    isHot: boolean().notNull().default(false),
  },
  () => [
    check('combination_people', sql`people between 2 and 1000 and virtual_ration between 0 and people - 1`),
    check('combination_units', sql`once_num between 1 and num and effective_hours between 1 and 720`),
  ],
)
