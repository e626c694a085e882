import type { TaskQuery } from '@zhanggui/contract/work/task.ts'
import { and, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { type TaskStatus, tasks } from '../../../platform/work/task.tables.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'

export type TaskFilter = FilterOf<TaskQuery, 'createTime'> & { from?: Date; to?: Date }
export type TaskRow = NonNullable<Awaited<ReturnType<typeof find>>>

export const SEE_ALL = 'admin:system:task:list'

/** A page of the tasks the caller sees, newest first, and their total. */
export async function list(ctx: Ctx, filter: TaskFilter, { limit, offset }: Page) {
  const where = matching(ctx, filter)
  const rows = await select(ctx).where(where).orderBy(desc(tasks.createdAt), desc(tasks.id)).limit(limit).offset(offset)
  return { rows, total: await ctx.db.$count(tasks, where) }
}

/** The number of tasks that {@link list} finds. */
export const count = (ctx: Ctx, filter: TaskFilter): Promise<number> => ctx.db.$count(tasks, matching(ctx, filter))

function matching(ctx: Ctx, { mine, type, status, createBy, from, to, ...left }: TaskFilter): SQL | undefined {
  return and(
    allRead(left),
    isSeen(ctx),
    mine ? eq(tasks.createdBy, ctx.actor.userId) : undefined,
    type ? eq(tasks.type, type) : undefined,
    status ? eq(tasks.status, status) : undefined,
    createBy ? eq(tasks.createdBy, createBy) : undefined,
    from && gte(tasks.createdAt, from),
    to && lte(tasks.createdAt, to),
  )
}

/** A task the caller sees. */
export async function find(ctx: Ctx, id: string) {
  const [row] = await select(ctx).where(and(eq(tasks.id, id), isSeen(ctx)))
  return row
}

/** Resets an ended task. Returns it; undefined when it is in another state. */
export async function restart({ db, now }: Ctx, id: string) {
  const [task] = await db
    .update(tasks)
    .set({
      status: 'pending',
      progress: 0,
      processed: 0,
      failed: 0,
      attempts: 0,
      message: '',
      cancelAsked: false,
      startTime: null,
      finishTime: null,
      createdAt: now(),
    })
    .where(and(eq(tasks.id, id), inArray(tasks.status, ['failed', 'cancelled'])))
    .returning()
  return task
}

/** Deletes an ended task. Returns it; undefined when it is still running. */
export async function remove({ db }: Ctx, id: string) {
  const ended: TaskStatus[] = ['success', 'failed', 'cancelled', 'expired']
  const [task] = await db
    .delete(tasks)
    .where(and(eq(tasks.id, id), inArray(tasks.status, ended)))
    .returning()
  return task
}

/** Tasks with expired results. */
export function listExpired({ db, now }: Ctx, max: number) {
  return db
    .select()
    .from(tasks)
    .where(and(inArray(tasks.status, ['success', 'failed']), lt(tasks.expireTime, now())))
    .limit(max)
}

export async function markExpired({ db }: Ctx, id: string): Promise<void> {
  await db.update(tasks).set({ status: 'expired', resultFile: null, errorFile: null }).where(eq(tasks.id, id))
}

/** Deletes tasks that ended before then. Returns how many. */
export async function removeOld({ db }: Ctx, before: Date): Promise<number> {
  const { rowCount } = await db
    .delete(tasks)
    .where(
      and(
        inArray(tasks.status, ['success', 'failed', 'cancelled', 'expired']),
        lt(tasks.createdAt, before),
        sql`${tasks.resultFile} is null`,
      ),
    )
  return rowCount ?? 0
}

function select({ db }: Ctx) {
  return db
    .select({ task: tasks, createName: adminUsers.nickName })
    .from(tasks)
    .leftJoin(adminUsers, eq(adminUsers.id, tasks.createdBy))
}

/** The caller's tasks; with the permission also those of users in their data scope. */
function isSeen({ actor }: Ctx): SQL | undefined {
  const own = eq(tasks.createdBy, actor.userId)
  if (!holds(actor, SEE_ALL)) return own
  if (actor.scope.all) return undefined
  const inDepts = sql`${tasks.createdBy} in (select id from admin_user
    where dept_id = any(${sql.param([...actor.scope.deptIds])}::bigint[]))`
  return or(own, inDepts)
}
