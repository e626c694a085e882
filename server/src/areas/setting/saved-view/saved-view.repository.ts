import { MAX_SHARED, MAX_VIEWS } from '@zhanggui/contract/setting/saved-view.ts'
import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { rows, type Saved } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { roles } from '../../staff/role/role.tables.ts'
import { savedViews } from './saved-view.tables.ts'

export type View = typeof savedViews.$inferSelect

export const { lock, update, remove } = rows(savedViews)

/** What is shared with the caller: with all, or with a role that they have. */
function received({ actor }: Ctx) {
  const codes = sql.param([...actor.roles])
  return sql`(saved_view.shared and (saved_view.role_ids = '{}' or exists (
    select from ${roles} where ${roles.id} = any(saved_view.role_ids) and ${roles.permission} = any(${codes}::text[]))))`
}

const listed = { view: savedViews, ownerName: adminUsers.nickName }

/** The caller's views of a list in their order, then the newest that others share with them. */
export async function list(ctx: Ctx, page: string) {
  const { db, actor } = ctx
  const all = () => db.select(listed).from(savedViews).leftJoin(adminUsers, eq(adminUsers.id, savedViews.ownerId))
  const own = await all()
    .where(and(eq(savedViews.page, page), eq(savedViews.ownerId, actor.userId)))
    .orderBy(asc(savedViews.seq), asc(savedViews.id))
  const others = await all()
    .where(and(eq(savedViews.page, page), received(ctx), ne(savedViews.ownerId, actor.userId)))
    .orderBy(desc(savedViews.id))
    .limit(MAX_SHARED)
  return [...own, ...others]
}

/** Those of some views that the caller owns or receives. */
export function findSeen(ctx: Ctx, ids: readonly number[]): Promise<View[]> {
  const seen = or(received(ctx), eq(savedViews.ownerId, ctx.actor.userId))
  return ctx.db
    .select()
    .from(savedViews)
    .where(and(inArray(savedViews.id, [...ids]), seen))
}

/** All roles that are in use, or those of some ids, in the order of their names. */
export function findRoles({ db }: Ctx, ids?: readonly number[]): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .where(ids ? inArray(roles.id, [...ids]) : eq(roles.status, true))
    .orderBy(asc(roles.name))
}

/** Puts the caller's own views of a list in the order of these ids. Returns how many of them there are. */
export async function sort({ db, actor }: Ctx, page: string, ids: readonly number[]): Promise<number> {
  const moved = await db
    .update(savedViews)
    .set({ seq: sql`array_position(${sql.param([...ids])}::bigint[], saved_view.id)` })
    .where(and(inArray(savedViews.id, [...ids]), eq(savedViews.page, page), eq(savedViews.ownerId, actor.userId)))
    .returning({ id: savedViews.id })
  return moved.length
}

type Draft = Pick<View, 'page' | 'name' | 'query' | 'columns' | 'sort' | 'limit' | 'shared' | 'roleIds'> & {
  seq?: number | undefined
}

/**
 * Adds a view of the caller, the last if no place is given: decided under the lock of the account, so that views saved at once
 * are counted one after the other.
 * @returns what stands in its way instead
 */
export async function add({ db, actor, now }: Ctx, draft: Draft): Promise<Saved | 'many' | 'taken'> {
  const { userId } = actor
  await db.select({ id: adminUsers.id }).from(adminUsers).where(eq(adminUsers.id, userId)).for('no key update')
  const own = and(eq(savedViews.ownerId, userId), eq(savedViews.page, draft.page))
  const [kept] = await db
    .select({ count: sql<number>`count(*)`, next: sql<number>`coalesce(max(${savedViews.seq}), 0) + 1` })
    .from(savedViews)
    .where(own)
  if ((kept?.count ?? 0) >= MAX_VIEWS) return 'many'
  const [saved] = await db
    .insert(savedViews)
    .values({
      ...draft,
      seq: draft.seq ?? kept?.next ?? 1,
      ownerId: userId,
      createdBy: userId,
      updatedBy: userId,
      createdAt: now(),
      updatedAt: now(),
    })
    .onConflictDoNothing()
    .returning({ id: savedViews.id, version: savedViews.version })
  return saved ?? 'taken'
}
