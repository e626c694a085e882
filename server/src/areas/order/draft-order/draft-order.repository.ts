import type { DraftFilter, draftStates } from '@zhanggui/contract/order/draft-order.ts'
import { tidyKeyword } from '@zhanggui/domain/keyword.ts'
import { and, desc, eq, getTableColumns, inArray, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import type { NewRow, WhoAndWhen } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, MAX_COUNTED, type Page } from '../../../platform/http/paging.ts'
import { productSkus, products } from '../../product/product/product.tables.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { keepingStore, keptStore, type PickupStore } from '../../store/store/store.parts.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isPickedUpAt } from '../order/order.parts.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'
import { draftOrders } from './draft-order.tables.ts'

export type DraftRow = typeof draftOrders.$inferSelect
export type NewDraft = NewRow<typeof draftOrders, WhoAndWhen | 'version' | 'state' | 'orderId' | 'orderNo'>
export type DraftSet = Partial<Omit<typeof draftOrders.$inferInsert, 'id' | 'version'>>

export async function insert({ db, caller, now }: Ctx, row: NewDraft): Promise<{ id: number; version: number }> {
  const by = caller?.userId ?? null
  const [saved] = await db
    .insert(draftOrders)
    .values({ ...row, createdBy: by, updatedBy: by, createdAt: now(), updatedAt: now() })
    .returning({ id: draftOrders.id, version: draftOrders.version })
  if (!saved) throw new Error('the draft was not stored')
  return saved
}

/** Changes a locked draft. Returns its new version. */
export async function change({ db, caller, now }: Ctx, id: number, set: DraftSet) {
  const [saved] = await db
    .update(draftOrders)
    .set({ ...set, version: sql`${draftOrders.version} + 1`, updatedBy: caller?.userId ?? null, updatedAt: now() })
    .where(eq(draftOrders.id, id))
    .returning({ id: draftOrders.id, version: draftOrders.version })
  if (!saved) throw new Error(`draft ${id} is gone`)
  return saved
}

/** Moves the draft of an order that was paid or closed: 2 completed, 3 expired, 4 cancelled. The order is locked. */
export async function moveDraftOf({ db, now }: Ctx, orderId: number, state: 2 | 3 | 4): Promise<void> {
  await db
    .update(draftOrders)
    .set({ state, version: sql`${draftOrders.version} + 1`, updatedAt: now() })
    .where(and(eq(draftOrders.orderId, orderId), eq(draftOrders.state, 1)))
}

/** Drafts within the caller's stores: of those limited to stores, what is picked up there. */
function inOwnStores({ caller }: Ctx): SQL | undefined {
  const own = caller?.scope.storeIds
  return own && and(eq(draftOrders.shippingType, 2), inArray(draftOrders.storeId, [...own]))
}

export async function find(ctx: Ctx, id: number): Promise<DraftRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(draftOrders)
    .where(and(eq(draftOrders.id, id), inOwnStores(ctx)))
  return row
}

export async function lock(ctx: Ctx, id: number): Promise<DraftRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(draftOrders)
    .where(and(eq(draftOrders.id, id), inOwnStores(ctx)))
    .for('update')
  return row
}

const firstSku = sql`(${draftOrders.items} -> 0 ->> 'skuId')::bigint`
const described = (ctx: Ctx) =>
  ctx.db
    .select({
      ...getTableColumns(draftOrders),
      nickname: shopUsers.nickname,
      avatar: shopUsers.avatar,
      customerPhone: shopUsers.phone,
      isKnown: isKnownTo(ctx, shopUsers.id),
      storeName: products.storeName,
      productImage: products.image,
      skuImage: productSkus.image,
      creator: adminUsers.username,
      creatorNick: adminUsers.nickName,
    })
    .from(draftOrders)
    .innerJoin(shopUsers, eq(shopUsers.id, draftOrders.uid))
    .leftJoin(productSkus, eq(productSkus.id, firstSku))
    .leftJoin(products, eq(products.id, productSkus.productId))
    .leftJoin(adminUsers, eq(adminUsers.id, draftOrders.creatorId))
    .$dynamic()
export type DescribedDraft = Awaited<ReturnType<typeof list>>['rows'][number]

const matching = (ctx: Ctx, { state, keywords, uid, ...left }: DraftFilter) =>
  and(
    allRead(left),
    inOwnStores(ctx),
    state === undefined ? undefined : eq(draftOrders.state, state as 0),
    uid ? eq(draftOrders.uid, uid) : undefined,
    keywords ? namedBy(ctx, keywords) : undefined,
  )

/** A page of drafts, newest first. */
export async function list(ctx: Ctx, filter: DraftFilter, { limit, offset }: Page) {
  const where = matching(ctx, filter)
  const rows = await described(ctx)
    .where(where)
    .orderBy(desc(draftOrders.createdAt), desc(draftOrders.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(ctx.db, draftOrders, where)) }
}

/** How many drafts stand in each of these states, each up to 10,000; in the order given. */
export async function countStates(
  ctx: Ctx,
  filter: DraftFilter,
  states: readonly (typeof draftStates)[number][],
): Promise<number[]> {
  const counts = states.map((state) => {
    const some = sql`select 1 from draft_order where ${matching(ctx, { ...filter, state })} limit ${MAX_COUNTED}`
    return sql`(select count(*)::int from (${some}) as found) as ${sql.identifier(`of${state}`)}`
  })
  const { rows } = await ctx.db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  return states.map((state) => rows[0]?.[`of${state}`] ?? 0)
}

/** By number, phone, or the beginning of a name that the caller may know. */
function namedBy(ctx: Ctx, typed: string): SQL | undefined {
  const beginning = `${typed.replace(/[\\%_]/g, '\\$&')}%`
  const isKnown = isKnownTo(ctx, sql`shop_user.id`)
  const number = tidyKeyword(typed)
  const customers = sql`(
    select id from shop_user where phone = ${number} or (nickname like ${beginning} and ${isKnown}) limit 500)`
  return or(
    eq(draftOrders.draftNo, number.toUpperCase()),
    eq(draftOrders.orderNo, number),
    eq(draftOrders.phone, number),
    sql`${draftOrders.realName} like ${beginning}`,
    sql`${draftOrders.uid} in ${customers}`,
  )
}

export async function findDescribed(ctx: Ctx, id: number): Promise<DescribedDraft | undefined> {
  const [row] = await described(ctx).where(and(eq(draftOrders.id, id), inOwnStores(ctx)))
  return row
}

/**
 * Whether the caller may know a customer: those limited to stores only customers who ordered there themselves, which no clerk
 * can do in their name.
 */
function isKnownTo({ caller }: Ctx, uid: SQLWrapper): SQL<boolean> {
  const own = caller?.scope.storeIds
  if (!own) return sql<boolean>`true`
  return sql<boolean>`exists (
    select from store_order where uid = ${uid} and source = 'front' and ${isPickedUpAt(own)})`
}

/** A customer as whoever composes an order for them sees one; those limited to stores name whom they know or have drafts for. */
export async function findCustomer(ctx: Ctx, by: { uid: number } | { phone: string }) {
  const { id } = shopUsers
  const isKnown = isKnownTo(ctx, id)
  const drafted = ctx.db.select({ uid: draftOrders.uid }).from(draftOrders).where(inOwnStores(ctx))
  const [row] = await ctx.db
    .select({
      uid: shopUsers.id,
      nickname: shopUsers.nickname,
      avatar: shopUsers.avatar,
      phone: shopUsers.phone,
      nowMoneyFen: shopUsers.nowMoneyFen,
      integral: shopUsers.integral,
      status: shopUsers.status,
      levelName: userLevels.name,
      isKnown,
    })
    .from(shopUsers)
    .leftJoin(userLevels, and(eq(userLevels.id, shopUsers.level), eq(userLevels.isShow, true)))
    .where('uid' in by ? and(eq(id, by.uid), or(isKnown, inArray(id, drafted))) : eq(shopUsers.phone, by.phone))
  return row
}

/** Whether the caller may spend what a customer has: of those whom the caller may know. */
export async function maySpendOf(ctx: Ctx, uid: number): Promise<boolean> {
  const known = isKnownTo(ctx, sql`${uid}`)
  const { rows } = await ctx.db.execute<{ isKnown: boolean }>(sql`select ${known} as "isKnown"`)
  return rows[0]?.isKnown === true
}

export type Opened = {
  id: number
  drawn: number
  unpaid: number
  /** Whether the account may buy; null for none. */
  isEnabled: boolean | null
  store: PickupStore | null
}

/** Draws an order's id and number and locks its customer; a store is kept from deletion. */
export async function open({ db }: Ctx, uid: number, storeId: number): Promise<Opened> {
  const { rows } = await db.execute<Opened>(sql`
    with owner as materialized (select status from shop_user where id = ${uid} for no key update),
    ${keepingStore(sql`${storeId}::bigint`)}
    select nextval(pg_get_serial_sequence('store_order', 'id')) as id, nextval('document_number') as drawn,
      (select status from owner) as "isEnabled", ${keptStore} as store,
      (select count(*)::int from store_order where uid = ${uid} and tab = 1) as unpaid`)
  const [row] = rows
  if (!row) throw new Error('an order was not opened')
  return { ...row, id: Number(row.id), drawn: Number(row.drawn) }
}

/** Units that a reship sent, or will: `num` without those that were refunded since, `leftNum` with them. */
export type Reshipped = { orderNo: string; productId: number; priceFen: number; num: number; leftNum: number }

/** What the reships of an order that were not closed hold, by line; the order is locked. */
export async function listReshipped({ db }: Ctx, orderNo: string): Promise<Reshipped[]> {
  const { productId, priceFen, num, refundNum, cutNum } = orderLines
  return db
    .select({
      orderNo: storeOrders.orderNo,
      productId,
      priceFen,
      num: sql<number>`${num} - ${refundNum}`,
      leftNum: sql<number>`${num} - ${cutNum}`,
    })
    .from(orderLines)
    .innerJoin(storeOrders, eq(storeOrders.id, orderLines.orderId))
    .where(and(eq(storeOrders.fromOrderNo, orderNo), sql`from_order_no <> ''`, eq(storeOrders.closeType, 0)))
}

/** Drafts that were never sent and whose time is over. */
export async function listOver({ db, now }: Ctx, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: draftOrders.id })
    .from(draftOrders)
    .where(over(now()))
    .orderBy(draftOrders.expireTime)
    .limit(limit)
  return rows.map(({ id }) => id)
}

const over = (at: Date) => and(sql`state < 2`, eq(draftOrders.state, 0), lt(draftOrders.expireTime, at))

/** Ends such a draft unless it changed meanwhile. */
export async function expire({ db, now }: Ctx, ids: readonly number[]): Promise<number> {
  const at = now()
  const { rowCount } = await db
    .update(draftOrders)
    .set({ state: 3, version: sql`${draftOrders.version} + 1`, updatedAt: at })
    .where(and(inArray(draftOrders.id, [...ids]), over(at)))
  return rowCount ?? 0
}
