import type { ApprovalQuery } from '@zhanggui/contract/work/approval.ts'
import type { ApprovalKind, ApprovalState } from '@zhanggui/domain/work/approval.ts'
import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { allRead, is } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { approvals } from './approval.tables.ts'

export type ApprovalRow = typeof approvals.$inferSelect
export type FoundApproval = Awaited<ReturnType<typeof list>>['rows'][number]

const reviewers = alias(adminUsers, 'reviewer')
const nameOf = (user: typeof adminUsers | typeof reviewers) =>
  sql<string>`coalesce(nullif(${user.nickName}, ''), ${user.username}, '')`

/** What the caller may decide: by the acts' routes, and the permissions held; undefined for all of them. */
export type Decidable = { routes: readonly string[]; permissions: readonly string[] | undefined }

/** A page of approvals, the newest first; of those that wait, the first to expire. @param decidable what others asked for and waits is of these */
export async function list(ctx: Ctx, query: ApprovalQuery, decidable: Decidable, { limit, offset }: Page) {
  const where = matching(ctx, query, decidable)
  const rows = await ctx.db
    .select({
      ...getTableColumns(approvals),
      applicantName: nameOf(adminUsers),
      applicantRoles: sql<
        string[]
      >`coalesce((select json_agg(role.name order by role.level, role.id) from admin_user_role as held
        join role on role.id = held.role_id where held.user_id = ${approvals.applicantId}), '[]')`,
      reviewerName: nameOf(reviewers),
    })
    .from(approvals)
    .innerJoin(adminUsers, eq(adminUsers.id, approvals.applicantId))
    .leftJoin(reviewers, eq(reviewers.id, approvals.reviewerId))
    .where(where)
    .orderBy(...(query.done === false ? [asc(approvals.expireTime), asc(approvals.id)] : [desc(approvals.id)]))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(ctx.db, approvals, where)) }
}

function matching(
  ctx: Ctx,
  { id, kind, state, mine, done, ...left }: ApprovalQuery,
  decidable: Decidable,
): SQL | undefined {
  const own = eq(approvals.applicantId, ctx.actor.userId)
  return and(
    allRead(left),
    seenBy(ctx),
    is(approvals.id, id),
    is(approvals.kind, kind),
    state === undefined ? undefined : stands(ctx, state),
    mine === undefined ? undefined : mine ? own : ne(approvals.applicantId, ctx.actor.userId),
    done === undefined ? undefined : done ? sql`not ${stands(ctx, 0)}` : stands(ctx, 0),
    mine === false && done === false ? among(decidable) : undefined,
  )
}

/** Those that the caller has the right to decide. */
function among({ routes, permissions }: Decidable): SQL | undefined {
  if (!routes.length) return sql`false`
  const held = permissions && sql`${approvals.needs} <@ ${JSON.stringify(permissions)}::jsonb`
  return and(inArray(approvals.route, [...routes]), held)
}

/** They are about the whole shop: accounts that see their stores alone see what they asked for themselves. */
function seenBy({ actor }: Ctx): SQL | undefined {
  return actor.scope.storeIds ? eq(approvals.applicantId, actor.userId) : undefined
}

/** The state by the clock: the job that stores that one has expired may come later. */
function stands({ now }: Ctx, state: ApprovalState): SQL | undefined {
  const { state: stored, expireTime } = approvals
  if (state === 0) return sql`(${and(eq(stored, 0), gt(expireTime, now()))})`
  if (state === 3) return or(eq(stored, 3), and(eq(stored, 0), lte(expireTime, now())))
  return eq(stored, state)
}

/** How many wait for the caller, wait that the caller asked for, and wait no longer; when the first expires. */
export async function count(ctx: Ctx, decidable: Decidable) {
  const { actor } = ctx
  const own = eq(approvals.applicantId, actor.userId)
  const others = and(seenBy(ctx), stands(ctx, 0), ne(approvals.applicantId, actor.userId), among(decidable))
  const [waiting, mine, done, first] = await Promise.all([
    ctx.db.$count(approvals, others),
    ctx.db.$count(approvals, and(own, stands(ctx, 0))),
    ctx.db.$count(approvals, and(seenBy(ctx), sql`not ${stands(ctx, 0)}`)),
    ctx.db
      .select({ soonest: sql<Date | null>`min(${approvals.expireTime})`.mapWith(approvals.expireTime) })
      .from(approvals)
      .where(others),
  ])
  return { waiting, mine, done, soonest: first[0]?.soonest ?? null }
}

/** How many wait for the caller. */
export const countWaiting = (ctx: Ctx, decidable: Decidable): Promise<number> =>
  ctx.actor.scope.storeIds
    ? Promise.resolve(0)
    : ctx.db.$count(approvals, and(stands(ctx, 0), ne(approvals.applicantId, ctx.actor.userId), among(decidable)))

export type ApprovalKey = { kind: ApprovalKind; objectType: string; objectId: string }

/** The one that waits for an object. Locks nothing: whoever asks may hold the object, which the reviewer of that one waits for. */
export async function findWaiting({ db }: Ctx, { kind, objectType, objectId }: ApprovalKey) {
  const [row] = await db
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.kind, kind),
        eq(approvals.objectType, objectType),
        eq(approvals.objectId, objectId),
        eq(approvals.state, 0),
      ),
    )
  return row
}

/** Ends one whose time is over, unless it is being decided. Returns whether it did. */
export async function expire({ db, now }: Ctx, id: number): Promise<boolean> {
  const rows = await db
    .update(approvals)
    .set({ state: 3, updatedAt: now() })
    .where(sql`${approvals.id} = (select id from approval where id = ${id} and state = 0
      and expire_time <= ${now().toISOString()}::timestamptz for update skip locked)`)
    .returning({ id: approvals.id })
  return rows.length > 0
}

/** Stores one. Returns undefined when another waits for its object. */
export async function insert({ db }: Ctx, row: typeof approvals.$inferInsert): Promise<ApprovalRow | undefined> {
  const [saved] = await db.insert(approvals).values(row).onConflictDoNothing().returning()
  return saved
}

/** Locks an approval the caller sees until the transaction ends. */
export async function lock(ctx: Ctx, id: number): Promise<ApprovalRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(approvals)
    .where(and(eq(approvals.id, id), seenBy(ctx)))
    .for('update')
  return row
}

/** Ends one that waits. Returns undefined for one that does not any more. */
export async function settle(
  { db, now }: Ctx,
  id: number,
  set: Partial<ApprovalRow> & { state: Exclude<ApprovalState, 0> },
): Promise<ApprovalRow | undefined> {
  const [row] = await db
    .update(approvals)
    .set({ ...set, updatedAt: now() })
    .where(and(eq(approvals.id, id), eq(approvals.state, 0)))
    .returning()
  return row
}

/** The next ones whose time is over. */
export async function listExpired({ db, now }: Ctx, limit: number): Promise<ApprovalRow[]> {
  return db
    .select()
    .from(approvals)
    .where(and(eq(approvals.state, 0), lte(approvals.expireTime, now())))
    .orderBy(approvals.expireTime)
    .limit(limit)
    .for('update', { skipLocked: true })
}
