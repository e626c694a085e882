import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import { captchas, loginLogs } from './login.tables.ts'

/** At most this many captchas await an answer. */
const MAX_CAPTCHAS = 10_000

/** The account of a user name, phone or e-mail (case-insensitive), unless deleted. */
export async function findAccount({ db }: Ctx, name: string) {
  const lower = name.toLowerCase()
  const [user] = await db
    .select()
    .from(adminUsers)
    .where(
      and(
        sql`${adminUsers.deletedAt} is null`,
        or(
          sql`lower(${adminUsers.username}) = ${lower}`,
          eq(adminUsers.phone, name),
          sql`lower(${adminUsers.email}) = ${lower}`,
        ),
      ),
    )
    .orderBy(sql`lower(${adminUsers.username}) = ${lower} desc`)
    .limit(1)
  return user
}

/**
 * Notes a sign-in on the account, provided that it is unchanged since the check: not disabled or deleted, and with the
 * same password.
 * @returns whether it was noted
 */
export async function recordLogin(
  { db, now, origin }: Ctx,
  user: { id: number; passwordHash: string },
): Promise<boolean> {
  const [noted] = await db
    .update(adminUsers)
    .set({
      lastLoginTime: now(),
      lastLoginIp: origin.ip,
      loginCount: sql`${adminUsers.loginCount} + 1`,
    })
    .where(
      and(
        eq(adminUsers.id, user.id),
        eq(adminUsers.enabled, true),
        isNull(adminUsers.deletedAt),
        eq(adminUsers.passwordHash, user.passwordHash),
      ),
    )
    .returning({ id: adminUsers.id })
  return Boolean(noted)
}

/** Stores a new hash of the same password unless the password has changed. Returns whether it was stored. */
export async function replaceHash(
  { db }: Ctx,
  user: { id: number; passwordHash: string },
  rehashed: string,
): Promise<boolean> {
  const replaced = await db
    .update(adminUsers)
    .set({ passwordHash: rehashed })
    .where(and(eq(adminUsers.id, user.id), eq(adminUsers.passwordHash, user.passwordHash)))
    .returning({ id: adminUsers.id })
  return replaced.length > 0
}

/** Whether the user has signed in on the device since then. */
export async function hasUsedDevice({ db }: Ctx, uid: number, deviceId: string, since: Date): Promise<boolean> {
  const used = await db.$count(
    loginLogs,
    and(
      eq(loginLogs.uid, uid),
      eq(loginLogs.reason, 'ok'),
      eq(loginLogs.deviceId, deviceId),
      gte(loginLogs.createdAt, since),
    ),
  )
  return used > 0
}

export async function insertLog({ db, now }: Ctx, log: Omit<typeof loginLogs.$inferInsert, 'createdAt'>) {
  await db.insert(loginLogs).values({ ...log, createdAt: now() })
}

/** Stores a captcha, and deletes those that have expired or exceed the maximum. */
export async function insertCaptcha({ db, now }: Ctx, captcha: typeof captchas.$inferInsert): Promise<void> {
  await db.insert(captchas).values(captcha)
  if (captcha.uuid.startsWith('0')) {
    await db.delete(captchas).where(lt(captchas.expiresAt, now()))
    await db.execute(
      sql`delete from captcha where uuid in (select uuid from captcha order by expires_at desc offset ${MAX_CAPTCHAS})`,
    )
  }
}

/** Consumes a captcha and returns its answer if still valid: of two tries, one gets it. */
export async function takeCaptcha({ db, now }: Ctx, uuid: string): Promise<string | undefined> {
  const [taken] = await db
    .delete(captchas)
    .where(eq(captchas.uuid, uuid))
    .returning({ answer: captchas.answer, expiresAt: captchas.expiresAt })
  return taken && taken.expiresAt > now() ? taken.answer : undefined
}

/** Number of failed sign-ins of the key since then. */
export async function countFailures({ db }: Ctx, key: string, since: Date): Promise<number> {
  const { rows } = await db.execute<{ fails: number }>(
    sql`select fails from login_guard where key = ${key} and window_start > ${since.toISOString()}`,
  )
  return rows[0]?.fails ?? 0
}

/** The end of the key's lock, if it is locked. */
export async function findLock({ db, now }: Ctx, key: string): Promise<Date | undefined> {
  const { rows } = await db.execute<{ locked_until: Date }>(
    sql`select locked_until from login_guard where key = ${key} and locked_until > ${now().toISOString()}`,
  )
  return rows[0] && new Date(rows[0].locked_until)
}

/** What failures are counted under, and the account it belongs to. */
export type GuardKey = { key: string; userId?: number | undefined }

/** How many failures within which time lock, and for how long. */
export type GuardRule = { fails: number; windowMs: number; lockMs: number; maxLockMs: number; levelMs: number }

/**
 * Counts a failure in one statement, without a transaction; the one that reaches the limit locks. Each further
 * lock within `levelMs` doubles, up to `maxLockMs`.
 * @returns whether it was counted, which it is not while the key is locked, and whether it locked the key
 */
export async function countFailure({ platform, now }: Ctx, { key, userId }: GuardKey, rule: GuardRule) {
  const at = now()
  const iso = sql`${at.toISOString()}::timestamptz`
  const fresh = sql`${new Date(at.getTime() - rule.windowMs).toISOString()}::timestamptz`
  const recent = sql`${new Date(at.getTime() - rule.levelMs).toISOString()}::timestamptz`
  const count = sql`case when g.window_start > ${fresh} then g.fails + 1 else 1 end`
  const level = sql`case when g.last_lock_at > ${recent} then g.lock_level else 0 end`
  const locks = sql`(${count}) >= ${rule.fails}::int`
  const length = sql`least(${rule.lockMs}::float8 * power(2, ${level}), ${rule.maxLockMs}::float8) * interval '1 millisecond'`
  const { rows } = await platform.db.execute<{ locked_until: string | null }>(sql`
    insert into login_guard as g (key, user_id, fails, window_start) values (${key}, ${userId ?? null}, 1, ${iso})
    on conflict (key) do update set
      fails = case when ${locks} then 0 else ${count} end,
      window_start = case when g.window_start > ${fresh} then g.window_start else ${iso} end,
      locked_until = case when ${locks} then ${iso} + ${length} else g.locked_until end,
      lock_level = case when ${locks} then least(${level} + 1, 20) else g.lock_level end,
      last_lock_at = case when ${locks} then ${iso} else g.last_lock_at end
      where g.locked_until is null or g.locked_until <= ${iso}
    returning locked_until`)
  const [row] = rows
  return { counted: Boolean(row), locks: Boolean(row?.locked_until) && new Date(row?.locked_until ?? 0) > at }
}

/** Clears all failures and locks of an account. */
export async function clearGuards({ db }: Ctx, userId: number): Promise<void> {
  await db.execute(sql`delete from login_guard where user_id = ${userId}`)
}

/** Counts a try that never locks, in one statement without a transaction. @returns the tries of its window */
export async function countTry({ platform, now }: Ctx, { key, userId }: GuardKey, windowMs: number) {
  const at = now()
  const iso = sql`${at.toISOString()}::timestamptz`
  const fresh = sql`g.window_start > ${new Date(at.getTime() - windowMs).toISOString()}::timestamptz`
  const { rows } = await platform.db.execute<{ fails: number }>(sql`
    insert into login_guard as g (key, user_id, fails, window_start) values (${key}, ${userId ?? null}, 1, ${iso})
    on conflict (key) do update set
      fails = case when ${fresh} then g.fails + 1 else 1 end,
      window_start = case when ${fresh} then g.window_start else ${iso} end
    returning fails`)
  return rows[0]?.fails ?? 0
}

/** Takes back a counted try that was right after all, or was no try. */
export async function uncountTry({ platform }: Ctx, key: string): Promise<void> {
  await platform.db.execute(sql`update login_guard set fails = greatest(0, fails - 1) where key = ${key}`)
}

/**
 * Restarts the count after a success; earlier locks are remembered for 24 hours.
 * @param locked whether the successful attempt had set the lock
 */
export async function forgiveFailures({ platform }: Ctx, key: string, locked: boolean): Promise<void> {
  await platform.db.execute(sql`
    update login_guard set fails = 0, locked_until = null, lock_level = greatest(0, lock_level - ${locked ? 1 : 0}::int)
    where key = ${key}`)
}
