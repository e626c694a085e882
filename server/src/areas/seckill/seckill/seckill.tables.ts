import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import { rowId } from '../../../platform/data/columns.ts'
import { activities } from '../../promotion/activity/activity.tables.ts'
import { seckillSlots } from '../slot/seckill-slot.tables.ts'

/** What a flash sale has besides what all activities have. */
export const seckills = pgTable(
  'seckill',
  {
    activityId: rowId()
      .primaryKey()
      .references(() => activities.id),
    timeId: rowId()
      .notNull()
      .references(() => seckillSlots.id),
    /** Orders that one buyer may place a day. */
    num: integer().notNull(),
    /** Units an order, and units a buyer in the whole activity; 0 without a limit. */
    onceNum: integer().notNull().default(0),
    totalNum: integer().notNull().default(0),
  },
  (row) => [index('seckill_time').on(row.timeId)],
)
