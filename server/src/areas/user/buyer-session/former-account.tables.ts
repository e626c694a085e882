import { index, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'

/** The phone and WeChat names of accounts that their owners ended, as keyed digests: they say who comes again, and nothing else. */
export const endedIdentities = pgTable(
  'ended_identity',
  {
    /** Keyed digest of kind and name. */
    digest: varchar({ length: 43 }).notNull(),
    /** The account that had it. */
    uid: rowId().notNull(),
    endedAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.digest, row.uid] }), index('ended_identity_ended').on(row.endedAt)],
)

/** The accounts that a customer had and ended before this one. */
export const formerAccounts = pgTable(
  'former_account',
  { uid: rowId().notNull(), formerUid: rowId().notNull() },
  (row) => [primaryKey({ columns: [row.uid, row.formerUid] }), index('former_account_former').on(row.formerUid)],
)
