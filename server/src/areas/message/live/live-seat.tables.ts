import { pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'

/** Open sockets of accounts, in any process: at most ten rows each, which are reused. */
export const liveSeats = pgTable(
  'live_seat',
  {
    userId: rowId().notNull(),
    seat: smallint().notNull(),
    /** The process that holds the socket. */
    holder: uuid().notNull(),
    /** When the seat becomes free if its process has died. */
    until: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.seat] })],
)
