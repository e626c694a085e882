import { index, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'
import type { BuyerChannel } from '../../../platform/http/context.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

/** Why a session ended before its time. */
export type BuyerRevokeReason = 'logout' | 'kicked' | 'password' | 'phone' | 'disabled' | 'limit'

/** The signed-in devices of buyers. */
export const buyerSessions = pgTable(
  'buyer_session',
  {
    id: uuid().primaryKey().defaultRandom(),
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    /** SHA-256 of the token, base64url; the token itself is stored nowhere. */
    tokenHash: varchar({ length: 43 }).notNull(),
    channel: varchar({ length: 8 }).$type<BuyerChannel>().notNull(),
    ip: varchar({ length: 64 }).notNull(),
    address: varchar({ length: 100 }).notNull().default(''),
    browser: varchar({ length: 60 }).notNull().default(''),
    os: varchar({ length: 60 }).notNull().default(''),
    loginTime: moment().notNull(),
    /** Moved at most once a day, with the end. */
    lastActiveAt: moment().notNull(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    revokeReason: varchar({ length: 8 }).$type<BuyerRevokeReason>(),
  },
  (session) => [
    uniqueIndex('buyer_session_token').on(session.tokenHash),
    index('buyer_session_uid').on(session.uid, session.lastActiveAt),
    index('buyer_session_active').on(session.lastActiveAt, session.id),
    index('buyer_session_expires').on(session.expiresAt),
  ],
)
