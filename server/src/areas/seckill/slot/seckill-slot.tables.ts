import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, smallint, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

/** Hours of the day in which flash sales run; the database lets no two of them share an hour (`seckill_slot_hours`). */
export const seckillSlots = pgTable(
  'seckill_slot',
  {
    ...editableColumns,
    name: varchar({ length: 64 }).notNull(),
    startHour: smallint().notNull(),
    /** Up to 24; not in it. */
    endHour: smallint().notNull(),
    img: varchar({ length: 512 }).notNull().default(''),
    sliderImgs: varchar({ length: 512 }).array().notNull(),
    sort: integer().notNull().default(0),
    status: boolean().notNull().default(true),
    isDel: boolean().notNull().default(false),
  },
  () => [check('seckill_slot_range', sql`start_hour >= 0 and start_hour < end_hour and end_hour <= 24`)],
)
