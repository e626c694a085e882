import { boolean, index, integer, jsonb, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import type { SessionSeeing } from '../see-as/session-seeing.ts'

/** Why a session ended before its time. */
export type RevokeReason = 'logout' | 'kicked' | 'password' | 'disabled' | 'limit'

export const sessions = pgTable(
  'session',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: rowId()
      .notNull()
      .references(() => adminUsers.id),
    /** SHA-256 of the token, base64url; the token itself is stored nowhere. */
    tokenHash: varchar({ length: 43 }).notNull(),
    kind: varchar({ length: 10 }).$type<'web' | 'mobile'>().notNull().default('web'),
    remember: boolean().notNull().default(false),
    ip: varchar({ length: 64 }).notNull(),
    address: varchar({ length: 100 }).notNull().default(''),
    userAgent: varchar({ length: 512 }).notNull().default(''),
    browser: varchar({ length: 60 }).notNull().default(''),
    os: varchar({ length: 60 }).notNull().default(''),
    /** Browser, system and network, hashed: identifies a device. */
    deviceId: varchar({ length: 43 }).notNull().default(''),
    loginTime: moment().notNull(),
    lastActiveAt: moment().notNull(),
    idleSeconds: integer().notNull(),
    absoluteExpiresAt: moment().notNull(),
    reauthAt: moment().notNull(),
    /** Opened with the second factor. */
    mfa: boolean().notNull().default(false),
    /** As whom its user looks at the console; the session changes nothing then. */
    seeing: jsonb().$type<SessionSeeing>(),
    revokedAt: moment(),
    revokeReason: varchar({ length: 10 }).$type<RevokeReason>(),
  },
  (session) => [
    uniqueIndex('session_token').on(session.tokenHash),
    index('session_user').on(session.userId, session.lastActiveAt),
  ],
)
