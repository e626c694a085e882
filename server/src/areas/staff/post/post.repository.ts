import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { depts } from '../dept/dept.tables.ts'
import { posts } from './post.tables.ts'

export type PostFilter = { name?: string; enabled?: boolean; deptId?: number; from?: Date; to?: Date }
export type PostRow = NonNullable<Awaited<ReturnType<typeof find>>>

const above = alias(depts, 'above')

/** A page of the posts of departments the caller sees, in display order, and how many there are in all. */
export async function list(ctx: Ctx, filter: PostFilter, { limit, offset }: Page) {
  const where = and(
    inScope(ctx),
    filter.name ? contains(posts.name, filter.name) : undefined,
    filter.enabled === undefined ? undefined : eq(posts.enabled, filter.enabled),
    filter.deptId ? eq(posts.deptId, filter.deptId) : undefined,
    filter.from && gte(posts.createdAt, filter.from),
    filter.to && lte(posts.createdAt, filter.to),
  )
  const rows = await select(ctx).where(where).orderBy(asc(posts.sort), desc(posts.id)).limit(limit).offset(offset)
  return { rows, total: await ctx.db.$count(posts, where) }
}

/** A post of a department the caller sees. */
export async function find(ctx: Ctx, id: number) {
  const [row] = await select(ctx).where(and(eq(posts.id, id), inScope(ctx)))
  return row
}

/** The posts that exist in departments the caller sees, locked against change. */
export async function lock(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(anyOf(ids), inScope(ctx)))
    .orderBy(posts.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Stores a post. Returns undefined when its department has one of that name. */
export async function insert({ db, actor, now }: Ctx, post: typeof posts.$inferInsert) {
  const [saved] = await db
    .insert(posts)
    .values({ ...post, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: posts.id, version: posts.version })
  return saved
}

/** Changes a post where it still has the version, or whatever version it has when none is given. */
export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  post: Partial<typeof posts.$inferInsert>,
) {
  const [saved] = await db
    .update(posts)
    .set({ ...post, version: sql`${posts.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(posts.id, id), version === undefined ? undefined : eq(posts.version, version)))
    .returning({ id: posts.id, version: posts.version })
  return saved
}

/** Whether a user holds one of the posts. */
export async function isInUse({ db }: Ctx, ids: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists(select from admin_user where job_id = any(${sql.param([...ids])}::bigint[]) and deleted_at is null) as used`)
  return rows[0]?.used ?? false
}

/** Takes posts that go from deleted users. */
export async function detachDeletedUsers({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    update admin_user set job_id = null where deleted_at is not null and job_id = any(${sql.param([...ids])}::bigint[])`)
}

export async function remove({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.delete(posts).where(anyOf(ids))
}

function select({ db }: Ctx) {
  return db
    .select({ post: posts, deptName: depts.name, deptSuperiorName: above.name })
    .from(posts)
    .innerJoin(depts, eq(depts.id, posts.deptId))
    .leftJoin(above, eq(above.id, depts.pid))
}

/** A post is seen by who sees its department (AU-64). */
function inScope({ actor: { scope } }: Ctx) {
  return scope.all ? undefined : sql`${posts.deptId} = any(${sql.param([...scope.deptIds])}::bigint[])`
}

function anyOf(ids: readonly number[]) {
  return sql`${posts.id} = any(${sql.param([...ids])}::bigint[])`
}
