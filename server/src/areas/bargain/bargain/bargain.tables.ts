import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { rowId } from '../../../platform/data/columns.ts'
import { activities } from '../../promotion/activity/activity.tables.ts'

/** What a bargain has besides what all activities have. Its price and its lowest price are those of its one activity SKU. */
export const bargains = pgTable(
  'bargain',
  {
    activityId: rowId()
      .primaryKey()
      .references(() => activities.id),
    /** Cuts in all, the owner's own included. */
    peopleNum: integer().notNull(),
    /** Sessions of others that one buyer may help, and sessions that one buyer may start. */
    bargainNum: integer().notNull(),
    num: integer().notNull(),
    /** What one cut is at least and at most; null: a fen, and all of it. */
    cutMinFen: bigint({ mode: 'number' }),
    cutMaxFen: bigint({ mode: 'number' }),
    rule: text().notNull().default(''),
    isHot: boolean().notNull().default(false),
  },
  () => [
    check('bargain_people', sql`people_num between 2 and 9999`),
    check('bargain_limits', sql`bargain_num >= 1 and num >= 1`),
  ],
)
