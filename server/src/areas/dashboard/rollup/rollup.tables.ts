import { bigint, date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

const fen = () => bigint({ mode: 'number' }).notNull().default(0)
const count = () => integer().notNull().default(0)

/** What a time brought (docs/figures.md, Hours and days); storeId is 0 for delivery. */
const metrics = {
  /** Orders placed; paid. */
  orderNum: count(),
  payOrderNum: count(),
  salesFen: fen(),
  postageFen: fen(),
  /** Refunds that succeeded. */
  refundNum: count(),
  refundFen: fen(),
  refundPostageFen: fen(),
  /** Cost of the units paid; of refunded units that came back to stock. */
  costFen: fen(),
  costBackFen: fen(),
  weixinFen: fen(),
  alipayFen: fen(),
  yueFen: fen(),
  offlineFen: fen(),
}

/** Closed hours. */
export const statHours = pgTable(
  'stat_hour',
  { hour: moment().notNull(), storeId: rowId().notNull(), ...metrics, updatedAt: standardColumns.updatedAt },
  (row) => [primaryKey({ columns: [row.hour, row.storeId] })],
)

/** Days, in Shanghai. */
export const statDays = pgTable(
  'stat_day',
  {
    day: date({ mode: 'string' }).notNull(),
    storeId: rowId().notNull(),
    ...metrics,
    /** Distinct payers of the day. */
    payUserNum: count(),
    updatedAt: standardColumns.updatedAt,
  },
  (row) => [primaryKey({ columns: [row.day, row.storeId] })],
)
