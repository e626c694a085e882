import { boolean, index, pgTable, primaryKey, smallint, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'

const owner = () =>
  rowId()
    .notNull()
    .references(() => adminUsers.id, { onDelete: 'cascade' })

/** A secret that awaits its first code; one per user, ten minutes. */
export const totpSetups = pgTable('totp_setup', {
  userId: owner().primaryKey(),
  secret: varchar({ length: 200 }).notNull(),
  expiresAt: moment().notNull(),
})

/** Codes that replace a lost second factor; each is deleted when used. */
export const recoveryCodes = pgTable(
  'recovery_code',
  {
    userId: owner(),
    /** Keyed digest. */
    digest: varchar({ length: 43 }).notNull(),
  },
  (code) => [primaryKey({ columns: [code.userId, code.digest] })],
)

/** A browser that may skip the second factor for seven days. */
export const trustedDevices = pgTable(
  'trusted_device',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    /** SHA-256 of the cookie, base64url. */
    tokenHash: varchar({ length: 43 }).notNull().unique(),
    browser: varchar({ length: 60 }).notNull().default(''),
    os: varchar({ length: 60 }).notNull().default(''),
    ip: varchar({ length: 64 }).notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (device) => [index('trusted_device_user').on(device.userId)],
)

/** A sign-in whose password was right and which awaits the second factor: five tries, five minutes. */
export const mfaChallenges = pgTable(
  'mfa_challenge',
  {
    tokenHash: varchar({ length: 43 }).primaryKey(),
    userId: owner(),
    /** The user name as typed, for the log. */
    username: varchar({ length: 100 }).notNull(),
    rememberMe: boolean().notNull(),
    /** The hash the password was checked against: a changed password voids the challenge. */
    passwordHash: varchar({ length: 200 }).notNull(),
    tries: smallint().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (challenge) => [index('mfa_challenge_user').on(challenge.userId)],
)
