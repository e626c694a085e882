import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { store } from '@zhanggui/contract/store/store.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { stores } from './store.tables.ts'

export type StoreRow = typeof stores.$inferSelect
export type StoreFilter = FilterOf<RouteInput<typeof store.list>['query']>

const own = rows(stores)
export const { insert, update, remove } = own

/** The stores the caller is limited to; undefined without a limit. */
export function ownStores({ caller }: Ctx): readonly number[] | undefined {
  return caller?.scope.storeIds
}

/** The condition that a column names a store the caller sees. */
export function inOwnStores(ctx: Ctx, column: typeof stores.id | SQL): SQL | undefined {
  const ids = ownStores(ctx)
  return ids && sql`${column} = any(${sql.param([...ids])}::bigint[])`
}

/** A store the caller sees, the recycle bin included. */
export async function find(ctx: Ctx, id: number): Promise<StoreRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(stores)
    .where(and(eq(stores.id, id), inOwnStores(ctx, stores.id)))
  return row
}

/** The same, locked against changes and deletion; rows may still refer to it. */
export async function lock(ctx: Ctx, id: number): Promise<StoreRow | undefined> {
  return (await find(ctx, id)) && own.lock(ctx, id)
}

/** Waits for orders and rows that are about to name a locked store, and keeps further ones from it until the transaction ends. */
export async function lockAlone({ db }: Ctx, id: number): Promise<void> {
  await db.select({ id: stores.id }).from(stores).where(eq(stores.id, id)).for('update')
}

/** Locks a store that a row is about to name against deletion. Undefined when it is not there, or in the bin. */
export async function keep(ctx: Ctx, id: number): Promise<StoreRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(stores)
    .where(and(eq(stores.id, id), eq(stores.isDel, false), inOwnStores(ctx, stores.id)))
    .for('key share')
  return row
}

/** A page of stores, newest change first. */
export const list = pages(stores, {
  where: ({ keywords, status = 1, ...left }: StoreFilter, ctx) => [
    allRead(left),
    matches(keywords),
    is(stores.isDel, status === 2),
    status === 1 || status === 0 ? is(stores.isShow, status === 1) : undefined,
    inOwnStores(ctx, stores.id),
  ],
  order: [desc(stores.updatedAt), desc(stores.id)],
  more: {
    staffNum: sql<number>`(select count(*)::int from store_staff where store_id = store.id and not is_del)`,
  },
})

/** The first stores outside the recycle bin with a text in name, phone or address; there are few stores. */
export function listFirst(ctx: Ctx, keywords: string, limit: number): Promise<StoreRow[]> {
  return ctx.db
    .select()
    .from(stores)
    .where(and(matches(keywords), eq(stores.isDel, false), inOwnStores(ctx, stores.id)))
    .orderBy(desc(stores.updatedAt), desc(stores.id))
    .limit(limit)
}

function matches(keywords: string | undefined): SQL | undefined {
  const found = [stores.name, stores.phone, stores.detailedAddress].map((column) => has(column, keywords))
  return keywords ? sql`(${sql.join(found as SQL[], sql` or `)})` : undefined
}

export async function count(ctx: Ctx, keywords: string | undefined) {
  const [counts] = await ctx.db
    .select({
      show: sql<number>`(count(*) filter (where not is_del and is_show))::int`,
      hide: sql<number>`(count(*) filter (where not is_del and not is_show))::int`,
      recycle: sql<number>`(count(*) filter (where is_del))::int`,
    })
    .from(stores)
    .where(and(matches(keywords), inOwnStores(ctx, stores.id)))
  return counts ?? { show: 0, hide: 0, recycle: 0 }
}

/** Stores that lie in a place or below it. */
export function listInPlace({ db }: Ctx, cityId: number): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(sql`${cityId} = any(${stores.cityIds})`)
    .orderBy(stores.id)
    .limit(20)
}

/** The names of stores, by id. */
export async function listNames({ db }: Ctx, ids: readonly number[]) {
  return db
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(inArray(stores.id, [...ids]))
}
