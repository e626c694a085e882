import { desc } from 'drizzle-orm'
import { index, integer, pgTable, smallint, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Failed sign-ins of an account from one network or device, from everywhere, or of an address (decision 0026). */
export const loginGuards = pgTable(
  'login_guard',
  {
    /** What is counted, as `login-guard.ts` names it. */
    key: varchar({ length: 160 }).primaryKey(),
    /** The account; without one for unknown names and addresses. */
    userId: rowId(),
    fails: integer().notNull().default(0),
    windowStart: moment().notNull(),
    lockedUntil: moment(),
    /** Number of locks within 24 hours; each doubles the next. */
    lockLevel: smallint().notNull().default(0),
    lastLockAt: moment(),
  },
  (guard) => [index('login_guard_user').on(guard.userId)],
)

/** A captcha that awaits its answer; one use, 120 seconds. */
export const captchas = pgTable(
  'captcha',
  {
    uuid: varchar({ length: 32 }).primaryKey(),
    answer: varchar({ length: 10 }).notNull(),
    expiresAt: moment().notNull(),
  },
  (captcha) => [index('captcha_expires').on(captcha.expiresAt)],
)

/** Results of an attempt to sign in. */
export type LoginReason = 'ok' | 'captcha' | 'password' | 'disabled' | 'locked' | 'ip' | 'mfa' | 'logout' | 'kicked'

export const loginLogs = pgTable(
  'login_log',
  {
    ...standardColumns,
    username: loggedText(100).notNull(),
    uid: rowId(),
    /** 1 success, 0 failure. */
    result: smallint().notNull(),
    reason: varchar({ length: 10 }).$type<LoginReason>().notNull(),
    ip: loggedText(64).notNull(),
    address: loggedText(100).notNull().default(''),
    browser: loggedText(60).notNull().default(''),
    os: loggedText(60).notNull().default(''),
    deviceId: loggedText(43).notNull().default(''),
    sessionId: uuid(),
  },
  (log) => [
    index('login_log_uid').on(log.uid, log.id),
    index('login_log_created').on(desc(log.createdAt), desc(log.id)),
    index('login_log_reason').on(log.reason, desc(log.createdAt), desc(log.id)),
    index('login_log_username').on(log.username),
    index('login_log_ip').on(log.ip),
    index('login_log_words').using('gin', log.username.op('gin_trgm_ops'), log.ip.op('gin_trgm_ops')),
  ],
)

/** The hash of the token that can set up the shop while it has no administrator. At most one row. */
export const setupTokens = pgTable('setup_token', {
  tokenHash: varchar({ length: 43 }).primaryKey(),
  expiresAt: moment().notNull(),
})
