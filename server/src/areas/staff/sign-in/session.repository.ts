import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import type { SessionSeeing } from '../see-as/session-seeing.ts'
import { type RevokeReason, sessions } from './session.tables.ts'

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

/** Which of the sessions are open. */
export async function listOpen(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(sql`${sessions.id} = any(${sql.param([...ids])}::uuid[])`, isLive(ctx)))
  return rows.map(({ id }) => id)
}

/** Neither revoked nor expired. */
export function isLive({ now }: Ctx) {
  const at = now().toISOString()
  return and(
    isNull(sessions.revokedAt),
    gt(sessions.absoluteExpiresAt, now()),
    sql`${sessions.lastActiveAt} + ${sessions.idleSeconds} * interval '1 second' > ${at}::timestamptz`,
  )
}

/** The open sessions of a user, most recently active first. */
export function listLive(ctx: Ctx, userId: number) {
  return ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(ctx)))
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
