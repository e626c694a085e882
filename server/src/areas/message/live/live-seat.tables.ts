import { pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'

/** Sockets that accounts have open, in whichever process: at most ten rows each, which later ones take over. */
export const liveSeats = pgTable(
  'live_seat',
  {
    userId: rowId().notNull(),
    seat: smallint().notNull(),
    /** The process whose socket it is. */
    holder: uuid().notNull(),
    /** A process that died gives its seats up by this. */
    until: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.seat] })],
)
