import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { depts } from './dept.tables.ts'

export type DeptRow = typeof depts.$inferSelect

/** The departments the caller sees, in display order and unpaged: an organisation has few. */
export function list(ctx: Ctx, filter: { enabled?: boolean; from?: Date; to?: Date }): Promise<DeptRow[]> {
  return ctx.db
    .select()
    .from(depts)
    .where(
      and(
        inScope(ctx),
        filter.enabled === undefined ? undefined : eq(depts.enabled, filter.enabled),
        filter.from && gte(depts.createdAt, filter.from),
        filter.to && lte(depts.createdAt, filter.to),
      ),
    )
    .orderBy(depts.sort, depts.id)
}

export async function find({ db }: Ctx, id: number): Promise<DeptRow | undefined> {
  const [row] = await db.select().from(depts).where(eq(depts.id, id))
  return row
}

/** Whether the caller sees the department; it is locked for the rest of the transaction. */
export async function lock(ctx: Ctx, id: number): Promise<boolean> {
  const mine = and(eq(depts.id, id), inScope(ctx))
  const [row] = await ctx.db.select({ id: depts.id }).from(depts).where(mine).for('key share')
  return Boolean(row)
}

/** Stores a department. Returns undefined when a sibling has the name. */
export async function insert({ db, actor, now }: Ctx, dept: typeof depts.$inferInsert) {
  const [saved] = await db
    .insert(depts)
    .values({ ...dept, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: depts.id, version: depts.version })
  return saved
}

/** Changes a department if it still has the version; any version when none is given. */
export async function update({ db, actor, now }: Ctx, id: number, version: number | undefined, dept: Partial<DeptRow>) {
  const [saved] = await db
    .update(depts)
    .set({ ...dept, version: sql`${depts.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(depts.id, id), version === undefined ? undefined : eq(depts.version, version)))
    .returning({ id: depts.id, version: depts.version })
  return saved
}

/** The given departments and their descendants, locked. */
export async function lockSubtrees({ db }: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive below as (
      select id from dept where id = any(${sql.param([...ids])}::bigint[])
      union select dept.id from dept join below on dept.pid = below.id
    )
    select id from dept where id in (select id from below) order by id for update`)
  return rows.map(({ id }) => id)
}

/** Whether a user or a post belongs to one of the departments. */
export async function isInUse({ db }: Ctx, ids: readonly number[]): Promise<boolean> {
  const list = sql`any(${sql.param([...ids])}::bigint[])`
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists(select from admin_user where dept_id = ${list} and deleted_at is null)
      or exists(select from post where dept_id = ${list}) as used`)
  return rows[0]?.used ?? false
}

/** Removes deleted users from departments about to be deleted. */
export async function detachDeletedUsers({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    update admin_user set dept_id = null where deleted_at is not null and dept_id = any(${sql.param([...ids])}::bigint[])`)
}

export async function remove({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.delete(depts).where(sql`${depts.id} = any(${sql.param([...ids])}::bigint[])`)
}

export async function countTops({ db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*) as count from dept where pid = 0`)
  return rows[0]?.count ?? 0
}

/** The departments of the caller's scope. */
function inScope({ actor: { scope } }: Ctx) {
  return scope.all ? undefined : sql`${depts.id} = any(${sql.param([...scope.deptIds])}::bigint[])`
}
