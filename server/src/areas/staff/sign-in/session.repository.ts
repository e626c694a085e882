import { and, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import { type RevokeReason, type SessionSeeing, sessions } from './session.tables.ts'

const byToken = prepared('session_by_token', (db) =>
  selectWithUser(db).where(eq(sessions.tokenHash, sql.placeholder('tokenHash'))),
)

function selectWithUser(db: Db) {
  return db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      lastActiveAt: sessions.lastActiveAt,
      idleSeconds: sessions.idleSeconds,
      absoluteExpiresAt: sessions.absoluteExpiresAt,
      reauthAt: sessions.reauthAt,
      seeing: sessions.seeing,
      revokedAt: sessions.revokedAt,
      revokeReason: sessions.revokeReason,
      username: adminUsers.username,
      name: adminUsers.nickName,
      deptId: adminUsers.deptId,
      permVersion: adminUsers.permVersion,
      mustChangePassword: adminUsers.mustChangePassword,
      passwordTime: adminUsers.passwordTime,
      hasFactor: sql<boolean>`${adminUsers.totpSecret} is not null`,
    })
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.userId))
}

/** A session with the fields of its user that every call needs. */
export type SessionRow = NonNullable<Awaited<ReturnType<typeof findByToken>>>

/** A session by its token's hash, with the fields of its user that every call needs; one indexed statement. */
export async function findByToken({ db }: Pick<Ctx, 'db'>, tokenHash: string) {
  const [row] = await byToken(db).execute({ tokenHash })
  return row
}

/** The same session by its id. */
export async function findById({ db }: Pick<Ctx, 'db'>, id: string) {
  const [row] = await selectWithUser(db).where(eq(sessions.id, id))
  return row
}

export async function insert({ db }: Ctx, session: typeof sessions.$inferInsert) {
  const [saved] = await db.insert(sessions).values(session).returning()
  if (!saved) throw new Error('a session was not stored')
  return saved
}

/** Extends the idle limit. When two processes do so, the later time stays. */
export async function touch({ db }: Pick<Ctx, 'db'>, id: string, at: Date): Promise<void> {
  await db.execute(
    sql`update session set last_active_at = greatest(last_active_at, ${at.toISOString()}) where id = ${id}`,
  )
}

export async function setReauthAt({ db }: Ctx, id: string, at: Date): Promise<void> {
  await db.update(sessions).set({ reauthAt: at }).where(eq(sessions.id, id))
}

/** Sessions of a user that are neither revoked nor expired, most recently active first. */
export function listLive({ db, now }: Ctx, userId: number) {
  const idle = sql`${sessions.lastActiveAt} + ${sessions.idleSeconds} * interval '1 second' > ${now().toISOString()}`
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.absoluteExpiresAt, now()), idle))
    .orderBy(desc(sessions.lastActiveAt), desc(sessions.loginTime))
}

/** Which sessions a revocation affects. */
export type Revocation = { userId: number; only?: string[]; except?: string }

/** Revokes sessions that are not revoked yet. Returns them, with whom they were seeing as. */
export async function revoke(
  { db, now }: Ctx,
  { userId, only, except }: Revocation,
  reason: RevokeReason,
): Promise<{ id: string; seeing: SessionSeeing | null }[]> {
  return db
    .update(sessions)
    .set({ revokedAt: now(), revokeReason: reason })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        only && sql`${sessions.id} in ${only}`,
        except ? ne(sessions.id, except) : undefined,
      ),
    )
    .returning({ id: sessions.id, seeing: sessions.seeing })
}

/** Begins or ends looking at the console as somebody else. Returns whether there was something to begin or end. */
export async function setSeeing({ db }: Ctx, id: string, seeing: SessionSeeing | null): Promise<boolean> {
  const state = seeing ? isNull(sessions.seeing) : isNotNull(sessions.seeing)
  const rows = await db
    .update(sessions)
    .set({ seeing })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt), state))
    .returning({ id: sessions.id })
  return rows.length > 0
}
