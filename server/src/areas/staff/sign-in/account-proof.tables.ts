import { index, pgTable, smallint, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'

const owner = () =>
  rowId()
    .notNull()
    .references(() => adminUsers.id, { onDelete: 'cascade' })

/** A mailed link that sets a new password, once and within thirty minutes. */
export const resetTokens = pgTable(
  'reset_token',
  {
    /** SHA-256 of the token, base64url. */
    tokenHash: varchar({ length: 43 }).primaryKey(),
    userId: owner(),
    expiresAt: moment().notNull(),
  },
  (token) => [index('reset_token_user').on(token.userId)],
)

/** A code mailed to a user's new address; only the newest counts, for five minutes and five tries. */
export const emailCodes = pgTable('email_code', {
  userId: owner().primaryKey(),
  email: varchar({ length: 100 }).notNull(),
  /** Keyed digest of user, address and code. */
  digest: varchar({ length: 43 }).notNull(),
  tries: smallint().notNull().default(0),
  expiresAt: moment().notNull(),
})
