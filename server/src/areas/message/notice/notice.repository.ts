import type { NoticeQuery, NoticeStatus } from '@zhanggui/contract/message/notice.ts'
import { and, desc, eq, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { adminUserRoles } from '../../staff/admin-user/admin-user.tables.ts'
import { noticeReads, notices } from './notice.tables.ts'

export type NoticeRow = typeof notices.$inferSelect

type Filter = FilterOf<NoticeQuery, 'createTime'> & { from?: Date; to?: Date }

/** Whether an announcement is addressed to a user; the statement must provide both as `notice` and `u`. */
const isTarget = sql`(notice.targets = 'all'
  or (notice.targets = 'users' and u.id = any(notice.target_ids))
  or (notice.targets = 'roles' and exists (
    select from admin_user_role l where l.user_id = u.id and l.role_id = any(notice.target_ids))))`

/** The users an announcement is addressed to. */
const audience = sql`admin_user u where u.deleted_at is null and u.enabled and ${isTarget}`

/** A page of announcements, pinned ones first, then newest first, with the numbers of targets and readers. */
export async function list({ db }: Ctx, { title, status, level, from, to, ...left }: Filter, { limit, offset }: Page) {
  const where = and(
    allRead(left),
    title ? contains(notices.title, title) : undefined,
    status && eq(notices.status, status),
    level && eq(notices.level, level),
    from && gte(notices.createdAt, from),
    to && lte(notices.createdAt, to),
  )
  const rows = await db
    .select({
      notice: notices,
      targetCount: sql<number>`(select count(*) from ${audience})`.mapWith(Number),
      readCount: sql<number>`(select count(*) from notice_read r where r.notice_id = notice.id)`.mapWith(Number),
    })
    .from(notices)
    .where(where)
    .orderBy(desc(notices.pinned), desc(notices.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(notices, where) }
}

export async function find({ db }: Ctx, id: number): Promise<NoticeRow | undefined> {
  const [row] = await db.select().from(notices).where(eq(notices.id, id))
  return row
}

export async function insert({ db, actor, now }: Ctx, notice: Omit<typeof notices.$inferInsert, 'createdAt'>) {
  const [saved] = await db
    .insert(notices)
    .values({ ...notice, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .returning({ id: notices.id, version: notices.version })
  if (!saved) throw new Error('an announcement was not stored')
  return saved
}

/** Changes an announcement if it has the given version, if any, and a state that allows the change. */
export async function update(
  { db, actor, now }: Ctx,
  id: number,
  { version, not }: { version?: number; not: NoticeStatus },
  change: Partial<typeof notices.$inferInsert>,
) {
  const [saved] = await db
    .update(notices)
    .set({ ...change, version: sql`${notices.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(
      and(
        eq(notices.id, id),
        ne(notices.status, not),
        version === undefined ? undefined : eq(notices.version, version),
      ),
    )
    .returning({ id: notices.id, version: notices.version })
  return saved
}

/** Forgets the readers of an announcement that is being published again. */
export async function forgetReads({ db }: Ctx, id: number): Promise<void> {
  await db.delete(noticeReads).where(eq(noticeReads.noticeId, id))
}

/** Deletes announcements; returns how many existed. */
export async function remove({ db }: Ctx, ids: readonly number[]): Promise<number> {
  const { rowCount } = await db.delete(notices).where(inArray(notices.id, [...ids]))
  return rowCount ?? 0
}

type Reader = { id: number; username: string; nick_name: string; read_at: string | null }

/** A page of the users an announcement is addressed to, readers first. */
export async function listReaders({ db }: Ctx, id: number, read: boolean | undefined, { limit, offset }: Page) {
  const state = read === undefined ? sql`true` : read ? sql`r.read_at is not null` : sql`r.read_at is null`
  const from = sql`from notice cross join admin_user u
    left join notice_read r on r.notice_id = notice.id and r.user_id = u.id
    where notice.id = ${id} and u.deleted_at is null and u.enabled and ${isTarget} and ${state}`
  const { rows } = await db.execute<Reader>(sql`
    select u.id, u.username, u.nick_name, r.read_at ${from}
    order by r.read_at desc nulls last, u.id limit ${limit} offset ${offset}`)
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** A page of the announcements visible to the caller, pinned ones first, and whether the caller has read them. */
export async function listOwn(ctx: Ctx, read: boolean | undefined, { limit, offset }: Page) {
  const where = and(isVisible(ctx), read === undefined ? undefined : read ? hasRead(ctx) : sql`not ${hasRead(ctx)}`)
  const rows = await ctx.db
    .select({ notice: notices, read: sql<boolean>`${hasRead(ctx)}` })
    .from(notices)
    .where(where)
    .orderBy(desc(notices.pinned), desc(notices.publishedAt), desc(notices.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await ctx.db.$count(notices, where) }
}

/** The number of visible announcements the caller has not read. */
export function countUnread(ctx: Ctx): Promise<number> {
  return ctx.db.$count(notices, and(isVisible(ctx), sql`not ${hasRead(ctx)}`))
}

/** Marks an announcement as read by the caller. Returns false if the caller cannot see it. */
export async function markRead(ctx: Ctx, id: number): Promise<boolean> {
  const seen = await ctx.db.$count(notices, and(eq(notices.id, id), isVisible(ctx)))
  if (!seen) return false
  await ctx.db
    .insert(noticeReads)
    .values({ noticeId: id, userId: ctx.actor.userId, readAt: ctx.now() })
    .onConflictDoNothing()
  return true
}

/** The number of these ids of roles or users that exist. */
export async function countTargets({ db }: Ctx, targets: 'roles' | 'users', ids: readonly number[]): Promise<number> {
  const table = targets === 'roles' ? sql`role where true` : sql`admin_user where deleted_at is null`
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${table} and id = any(${sql.param([...ids])}::bigint[])`,
  )
  return rows[0]?.count ?? 0
}

/** Published, within its period, and addressed to the caller. */
function isVisible({ actor, now }: Ctx): SQL {
  const at = sql`${now().toISOString()}::timestamptz`
  return sql`(notice.status = 'published'
    and (notice.start_time is null or notice.start_time <= ${at})
    and (notice.end_time is null or notice.end_time > ${at})
    and exists (select from admin_user u where u.id = ${actor.userId} and ${isTarget}))`
}

function hasRead({ actor }: Ctx): SQL {
  return sql`exists (select from notice_read r where r.notice_id = notice.id and r.user_id = ${actor.userId})`
}

/** Users with one of the roles, enabled or not. */
export async function listHolders({ db }: Ctx, roleIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ userId: adminUserRoles.userId })
    .from(adminUserRoles)
    .where(inArray(adminUserRoles.roleId, [...roleIds]))
  return rows.map(({ userId }) => userId)
}
