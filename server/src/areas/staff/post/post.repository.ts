import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { post } from '@zhanggui/contract/staff/post.ts'
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { allRead, among, has, is, within } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { depts } from '../dept/dept.tables.ts'
import { posts } from './post.tables.ts'

export type PostFilter = FilterOf<RouteInput<typeof post.list>['query']> & { ids?: number[] }
export type PostRow = Awaited<ReturnType<typeof lockAll>>[number]

const above = alias(depts, 'above')
const store = rows(posts)

/** A page of the posts of departments the caller sees, in display order, and the total. */
export async function list(
  ctx: Ctx,
  { name, enabled, deptId, createTime, ids, ...left }: PostFilter,
  { limit, offset }: Omit<Page, 'page'>,
) {
  const where = and(
    allRead(left),
    inScope(ctx),
    among(posts.id, ids),
    has(posts.name, name),
    is(posts.enabled, enabled),
    deptId ? eq(posts.deptId, deptId) : undefined,
    within(posts.createdAt, createTime, ctx),
  )
  const found = await select(ctx).where(where).orderBy(asc(posts.sort), desc(posts.id)).limit(limit).offset(offset)
  return { rows: found, total: await ctx.db.$count(posts, where) }
}

/** A post of a department the caller sees. */
export async function find(ctx: Ctx, id: number): Promise<PostRow | undefined> {
  const [row] = await select(ctx).where(and(eq(posts.id, id), inScope(ctx)))
  return row
}

/** The same, locked. */
export async function lock(ctx: Ctx, id: number): Promise<PostRow | undefined> {
  const [row] = await lockAll(ctx, [id])
  return row
}

/** The given posts that exist in departments the caller sees, locked. */
export function lockAll(ctx: Ctx, ids: readonly number[]) {
  return select(ctx)
    .where(and(anyOf(ids), inScope(ctx)))
    .orderBy(posts.id)
    .for('update', { of: posts })
}

export const { insert, update } = store

/** Whether a user holds one of the posts. */
export async function isInUse({ db }: Ctx, ids: readonly number[]): Promise<boolean> {
  const { rows: found } = await db.execute<{ used: boolean }>(sql`
    select exists(select from admin_user where job_id = any(${sql.param([...ids])}::bigint[]) and deleted_at is null) as used`)
  return found[0]?.used ?? false
}

/** Removes deleted users from posts about to be deleted. */
export async function detachDeletedUsers({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    update admin_user set job_id = null where deleted_at is not null and job_id = any(${sql.param([...ids])}::bigint[])`)
}

/** Deletes posts. Returns those that existed. */
export async function remove(ctx: Ctx, ids: readonly number[]): Promise<PostRow[]> {
  const gone = await lockAll(ctx, ids)
  await store.remove(ctx, ids)
  return gone
}

function select({ db }: Ctx) {
  return db
    .select({ ...getTableColumns(posts), deptName: depts.name, deptSuperiorName: above.name })
    .from(posts)
    .innerJoin(depts, eq(depts.id, posts.deptId))
    .leftJoin(above, eq(above.id, depts.pid))
}

/** The posts of the departments the caller sees. */
function inScope({ actor: { scope } }: Ctx) {
  return scope.all ? undefined : sql`${posts.deptId} = any(${sql.param([...scope.deptIds])}::bigint[])`
}

function anyOf(ids: readonly number[]) {
  return sql`${posts.id} = any(${sql.param([...ids])}::bigint[])`
}
