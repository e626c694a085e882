import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { storeStaff as staffRoutes } from '@zhanggui/contract/store/store-staff.ts'
import { and, asc, desc, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { contains, containsPhone } from '../../../platform/data/contains.ts'
import { allRead, is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { inOwnStores } from '../store/store.repository.ts'
import { stores } from '../store/store.tables.ts'
import { storeStaff } from './store-staff.tables.ts'

export type StoreStaffRow = typeof storeStaff.$inferSelect
export type StoreStaffFilter = FilterOf<RouteInput<typeof staffRoutes.list>['query']>

const own = rows(storeStaff)
export const { insert, update } = own

/** Staff rows with the customer, store and account they name. */
const described = ({ db }: Ctx) =>
  db
    .select({
      row: storeStaff,
      store: { id: stores.id, name: stores.name },
      user: { uid: shopUsers.id, nickname: shopUsers.nickname, avatar: shopUsers.avatar, phone: shopUsers.phone },
      admin: { id: adminUsers.id, username: adminUsers.username },
    })
    .from(storeStaff)
    .innerJoin(stores, eq(stores.id, storeStaff.storeId))
    .leftJoin(shopUsers, eq(shopUsers.id, storeStaff.uid))
    .leftJoin(adminUsers, eq(adminUsers.id, storeStaff.adminId))
    .$dynamic()
export type Described = Awaited<ReturnType<typeof list>>['rows'][number]

/** What the caller sees: not deleted, in a store of theirs. */
const seen = (ctx: Ctx): SQL | undefined =>
  and(eq(storeStaff.isDel, false), inOwnStores(ctx, sql`${storeStaff.storeId}`))

/** A page of staff, those at work first. */
export async function list(ctx: Ctx, filter: StoreStaffFilter, { limit, offset }: Pick<Page, 'limit' | 'offset'>) {
  const { storeId, keywords, status, ...left } = filter
  const where = and(
    allRead(left),
    seen(ctx),
    storeId ? is(storeStaff.storeId, storeId) : undefined,
    is(storeStaff.status, status),
    keywords ? or(contains(storeStaff.staffName, keywords), containsPhone(storeStaff.phone, keywords)) : undefined,
  )
  const found = await described(ctx)
    .where(where)
    .orderBy(desc(storeStaff.status), asc(storeStaff.storeId), desc(storeStaff.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await ctx.db.$count(storeStaff, where) }
}

export async function find(ctx: Ctx, id: number): Promise<Described | undefined> {
  const [found] = await described(ctx).where(and(eq(storeStaff.id, id), seen(ctx)))
  return found
}

/** Locks somebody the caller sees against changes until the transaction ends. */
export async function lock(ctx: Ctx, id: number): Promise<StoreStaffRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(storeStaff)
    .where(and(eq(storeStaff.id, id), seen(ctx)))
    .for('no key update')
  return row
}

/** Which of the two is somebody of the staff already: the customer anywhere, the account in that store. */
export async function findTaken(
  { db }: Ctx,
  { uid, adminId, storeId }: { uid: number | null; adminId: number | null; storeId: number },
  except: number,
) {
  const [taken] = await db
    .select({ uid: storeStaff.uid })
    .from(storeStaff)
    .where(
      and(
        eq(storeStaff.isDel, false),
        ne(storeStaff.id, except),
        sql`(${storeStaff.uid} = ${uid} or (${storeStaff.storeId} = ${storeId} and ${storeStaff.adminId} = ${adminId}))`,
      ),
    )
    .limit(1)
  if (!taken) return undefined
  return taken.uid !== null && taken.uid === uid ? 'uid' : 'adminId'
}

/** The rows by which an account or a customer works in stores now, the longest there first, with the stores' names. */
export function listAtWork({ db }: Ctx, who: { adminId: number } | { uid: number }) {
  const own = 'uid' in who ? eq(storeStaff.uid, who.uid) : eq(storeStaff.adminId, who.adminId)
  return db
    .select({ ...getTableColumns(storeStaff), storeName: stores.name })
    .from(storeStaff)
    .innerJoin(stores, eq(stores.id, storeStaff.storeId))
    .where(and(own, eq(storeStaff.isDel, false), eq(storeStaff.status, true)))
    .orderBy(storeStaff.id)
}

/** The condition that a customer is somebody of the staff. */
export function isStoreStaff(uid: SQL): SQL {
  return sql`exists (select from store_staff where store_staff.uid = ${uid} and not is_del)`
}

/** A customer, locked against deletion until the transaction ends. */
export async function keepUser({ db }: Ctx, uid: number) {
  const [user] = await db
    .select({ avatar: shopUsers.avatar })
    .from(shopUsers)
    .where(eq(shopUsers.id, uid))
    .for('key share')
  return user
}

/** Those at work in a store, locked. */
export function lockAtWork({ db }: Ctx, storeId: number): Promise<StoreStaffRow[]> {
  return db
    .select()
    .from(storeStaff)
    .where(and(eq(storeStaff.storeId, storeId), eq(storeStaff.isDel, false), eq(storeStaff.status, true)))
    .orderBy(storeStaff.id)
    .for('no key update')
}

/** Switches all of them off. */
export async function switchOff({ db, actor, now }: Ctx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  await db
    .update(storeStaff)
    .set({ status: false, version: sql`${storeStaff.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(inArray(storeStaff.id, [...ids]))
}
