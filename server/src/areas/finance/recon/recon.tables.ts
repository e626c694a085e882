import type { RootKind } from '@zhanggui/domain/finance/recon.ts'
import { bigint, boolean, index, integer, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

const { id, createdAt } = standardColumns

/** How far the nightly look is: a row for each kind of object. */
export const reconPasses = pgTable('recon_pass', {
  kind: varchar({ length: 12 }).$type<RootKind>().primaryKey(),
  /** The first id that the next night looks at. */
  nextId: rowId().notNull().default(1),
})

/** The nights in which all equations were looked at. */
export const reconNights = pgTable(
  'recon_night',
  {
    id,
    createdAt,
    /** Up to when changes were looked at: when it began, or when the last one began that came to its end. */
    startedAt: moment().notNull(),
    finishedAt: moment().notNull(),
    tookMs: integer().notNull(),
    /** The last entry of the orders' log that was known when it began: what came behind it is new to the next. */
    logId: bigint({ mode: 'number' }).notNull(),
    /** How many objects of each kind were looked at. */
    looked: jsonb().$type<Partial<Record<RootKind, number>>>().notNull(),
    opened: integer().notNull(),
    gone: integer().notNull(),
    /** Whether it came to its end before its time was over. */
    isWhole: boolean().notNull(),
  },
  (night) => [index('recon_night_finished').on(night.finishedAt)],
)
