import { MAX_SHARED, MAX_VIEWS } from '@zhanggui/contract/setting/saved-view.ts'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { rows, type Saved } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { savedViews } from './saved-view.tables.ts'

export type View = typeof savedViews.$inferSelect

export const { lock, update, remove } = rows(savedViews)

const listed = { view: savedViews, ownerName: adminUsers.nickName }

/** The caller's views of a list in their order, then the newest that others share. */
export async function list({ db, actor }: Ctx, page: string) {
  const all = () => db.select(listed).from(savedViews).leftJoin(adminUsers, eq(adminUsers.id, savedViews.ownerId))
  const own = await all()
    .where(and(eq(savedViews.page, page), eq(savedViews.ownerId, actor.userId)))
    .orderBy(asc(savedViews.seq), asc(savedViews.id))
  const others = await all()
    .where(and(eq(savedViews.page, page), savedViews.shared, ne(savedViews.ownerId, actor.userId)))
    .orderBy(desc(savedViews.id))
    .limit(MAX_SHARED)
  return [...own, ...others]
}

/** Those of some views that the caller owns or that are shared. */
export function findSeen({ db, actor }: Ctx, ids: readonly number[]): Promise<View[]> {
  const seen = sql`(${savedViews.shared} or ${savedViews.ownerId} = ${actor.userId})`
  return db
    .select()
    .from(savedViews)
    .where(and(inArray(savedViews.id, [...ids]), seen))
}

type Draft = Pick<View, 'page' | 'name' | 'query' | 'columns' | 'sort' | 'shared'> & { seq?: number | undefined }

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
      ...{ seq: draft.seq ?? kept?.next ?? 1, ownerId: userId, createdBy: userId, updatedBy: userId },
      ...{ createdAt: now(), updatedAt: now() },
    })
    .onConflictDoNothing()
    .returning({ id: savedViews.id, version: savedViews.version })
  return saved ?? 'taken'
}
