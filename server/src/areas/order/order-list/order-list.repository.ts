import { type OrderTab, orderTabs } from '@zhanggui/domain/order/order-state.ts'
import type { ParcelFacts } from '@zhanggui/domain/order/shipment.ts'
import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { wordsOf } from '@zhanggui/domain/product/product-search.ts'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { prepared, preparedAs } from '../../../platform/data/prepared.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { stores } from '../../store/store/store.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isOpen } from '../after-sales/after-sales.parts.ts'
import { cashOf, firstName, fulfilColumns } from '../order/order.parts.ts'
import { storeOrders } from '../order/order.tables.ts'
import { MAX_WALKED } from '../order-keyword/order-meaning.repository.ts'
import { clerkName, spreader } from './order-export.repository.ts'
import {
  canCombine,
  isRefundFailed,
  type OrderFilter,
  type OrderSort,
  pageOf,
  pickupState,
  walkOf,
} from './order-filter.repository.ts'

/** Orders are counted up to this number where no count is kept. */
const MAX_COUNTED = 10_000
/** How long it is cached that there are more. */
const REMEMBERED_SECONDS = 60
/** Counts above `FEW`, and those that took looking at many orders, may be this many seconds old (decision 0015). */
const FEW = 200
const SHORT_SECONDS = 5
/** How long the kept counts are cached while so many moves wait to be folded. */
const TABS_SECONDS = 1
const MANY_MOVES = 1000
/** Sums add up at most this many orders. */
const MAX_SUMMED = 10_000
/** Orders to one phone are counted within half a day before and after, up to this. */
const SAME_PHONE_HOURS = 12
const MAX_SAME_PHONE = 99
/** So many orders of a customer are looked at for refunds. */
const MAX_LOOKED = 50
/** Page sizes of the desk. */
const usualLimits = [10, 20, 40, 60, 80]

export type Line = { storeName: string; image: string; sku: string; num: number; unitPriceFen: number }

const firstLines = sql<Line[]>`(
  select coalesce(json_agg(json_build_object('storeName', store_name, 'image', image, 'sku', sku, 'num', num,
    'unitPriceFen', unit_price_fen) order by line_no), '[]')
  from (select * from order_line where order_id = store_order.id order by line_no limit 2) as line)`

/** Orders of the stores that whoever looks is limited to; of all without a limit. */
const own = sql.placeholder('storeIds')
const isOwn = (order: SQL) =>
  sql`(${own}::bigint[] is null or ${order}.shipping_type = 2 and ${order}.store_id = any(${own}::bigint[]))`

const firstAmong = (those: SQL) =>
  sql<boolean>`not exists (select from store_order as earlier where earlier.uid = store_order.uid
  and (earlier.created_at, earlier.id) < (store_order.created_at, store_order.id) and earlier.close_type = 0 and ${those})`
export const isFirst = firstAmong(isOwn(sql`earlier`))
export const isFirstOfAll = firstAmong(sql`true`)

/** As `isTraceOdd` of the domain decides of one parcel. */
export const isTraceOdd = sql<boolean>`(store_order.sent_num > 0 and store_order.status < 2 and exists (
  select from shipment where order_id = store_order.id and state = 0
    and (trace_state in (5, 6) or trace_state is null and trace_time >= ship_time + interval '72 hours')))`

/** What the customer asked for in the case that is open. */
export const openCase = sql<{ reason: string; explain: string; images: string[]; createdAt: string } | null>`(
  case when store_order.refund_status = 1 then (
    select json_build_object('reason', reason, 'explain', explain, 'images', images, 'createdAt', created_at)
    from after_sales where order_id = store_order.id and ${isOpen}) end)`

/** The last parcel of an order that was not withdrawn. */
export const lastParcel = sql<ParcelFacts | null>`(
  case when store_order.sent_num > 0 and store_order.shipping_type = 1 then (
    select json_build_object('deliveryType', delivery_type, 'by', coalesce(nullif(express_name, ''), deliverer_name),
      'number', express_no, 'traceState', trace_state)
    from shipment where order_id = store_order.id and state <> 2 order by id desc limit 1) end)`

/** Whether the customer got money back at least three times within ninety days; of those with very many orders, the newest count. */
export const oftenRefunded = sql<boolean>`(select count(*) >= 3 from (
  select from (
    select id from store_order as theirs where theirs.uid = store_order.uid and ${isOwn(sql`theirs`)}
    order by theirs.created_at desc, theirs.id desc limit ${sql.raw(String(MAX_LOOKED))}
  ) as newest join refund on refund.order_id = newest.id and refund.state = 1 and not refund.surplus
    and refund.finish_time > now() - interval '90 days'
  limit 3) as lately)`

const half = sql.raw(`interval '${SAME_PHONE_HOURS} hours'`)
export const samePhone = sql<number>`(select count(*) from (
  select from store_order as same where same.user_phone = store_order.user_phone
    and same.created_at between store_order.created_at - ${half} and store_order.created_at + ${half}
    and ${isOwn(sql`same`)}
  limit ${sql.raw(String(MAX_SAME_PHONE))}) as seen)`

const { id, version, orderNo, uid, type, channel, realName, userPhone } = storeOrders
const { province, city, district, totalNum, lineCount, payPriceFen, beforePayPriceFen } = storeOrders
const { payTime, payType, payDeadline, refundPriceFen } = storeOrders
const { mark, remark, tagIds, printTime, printStale, isRemind, tab, createdAt, storeId } = storeOrders
const { priceChanges } = storeOrders
const { verifyCode, verifyTime, clerkId, spreadUid } = { ...storeOrders, spreadUid: shopUsers.spreadUid }

const listColumns = {
  id,
  version,
  orderNo,
  uid,
  type,
  channel,
  realName,
  userPhone,
  province,
  city,
  district,
  totalNum,
  lineCount,
  payPriceFen,
  beforePayPriceFen,
  payTime,
  payType,
  payDeadline,
  refundPriceFen,
  priceChanges,
  mark,
  remark,
  tagIds,
  printTime,
  printStale,
  isRemind,
  tab,
  createdAt,
  storeId,
  verifyCode,
  verifyTime,
  clerkId,
  spreadUid,
  nickname: shopUsers.nickname,
  avatar: shopUsers.avatar,
  storeName: stores.name,
  lines: firstLines,
  isFirst,
  samePhone,
  openCase,
  lastParcel,
  oftenRefunded,
  canCombine: sql<boolean>`${canCombine}`,
  isRefundFailed,
  ...fulfilColumns,
  isTraceOdd,
}

/** Orders of a page with what the list shows of them: joins and labels are read for these rows alone. */
function selectListed(db: Db) {
  return db
    .select(listColumns)
    .from(storeOrders)
    .innerJoin(shopUsers, eq(shopUsers.id, storeOrders.uid))
    .leftJoin(stores, eq(stores.id, storeOrders.storeId))
}
export type ListedOrder = Awaited<ReturnType<typeof selectListed>>[number]

/** Rows of a page that was found, in the order of their ids. To build and plan this took longer than to run it. */
const rowsById = prepared('order-list-rows', (db) => {
  const ids = sql`${sql.placeholder('ids')}::bigint[]`
  return selectListed(db)
    .where(sql`${storeOrders.id} = any(${ids})`)
    .orderBy(sql`array_position(${ids}, ${storeOrders.id})`)
})

/** A page of orders. */
export async function listPage(
  ctx: Ctx,
  filter: OrderFilter,
  sort: OrderSort | undefined,
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<ListedOrder[]> {
  if (isPlain(filter) && !sort && !page.offset && usualLimits.includes(page.limit))
    return firstPage(ctx.db, filter.tab, page.limit).execute({ storeIds: null })
  // Planned with its values, as no plan fits all of them.
  const { rows } = await ctx.db.execute<{ id: number }>(pageOf(filter, sort, page).ids)
  const storeIds = filter.storeIds ? [...filter.storeIds] : null
  return rows.length ? rowsById(ctx.db).execute({ ids: rows.map((row) => row.id), storeIds }) : []
}

/** Orders by their ids, in the order of these, with what the list shows of them. */
export function listRows({ db, caller }: Ctx, ids: readonly number[]): Promise<ListedOrder[]> {
  const storeIds = caller?.scope.storeIds
  return rowsById(db).execute({ ids: [...ids], storeIds: storeIds ? [...storeIds] : null })
}

/** The first line that was searched for in each order of a page: by product, by words of its name, or by a code. */
export async function findNamedLines(
  { db }: Ctx,
  { productId, meanings = [] }: OrderFilter,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Line>> {
  const named = [
    ...(productId === undefined ? [] : [sql`product_id = ${productId}`]),
    ...meanings.flat().flatMap((meaning) => {
      if (meaning.kind === 'code')
        return [
          sql`bar_code = ${meaning.code} or sku_id = any(array(select id from product_sku
            where lower(sku_no) = lower(${meaning.code}) and sku_no <> '' and not is_del))`,
        ]
      if (meaning.kind !== 'text' || !meaning.keyword) return []
      const patterns = wordsOf(meaning.keyword).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
      return [sql`lower(store_name || ' ' || sku) like all (${sql.param(patterns)}::text[])`]
    }),
  ]
  if (!named.length || !ids.length) return new Map()
  const { rows } = await db.execute<Line & { orderId: number }>(sql`
    select distinct on (order_id) order_id as "orderId", store_name as "storeName", image, sku, num,
      unit_price_fen as "unitPriceFen"
    from order_line where order_id = any(${sql.param([...ids])}::bigint[]) and (${sql.join(named, sql` or `)})
    order by order_id, line_no`)
  return new Map(
    rows.map(({ orderId, ...line }) => [Number(orderId), { ...line, unitPriceFen: Number(line.unitPriceFen) }]),
  )
}

/** Whether a filter is a tab alone. */
function isPlain({ tab: _, ...filter }: OrderFilter): boolean {
  return Object.values(filter).every((value) => value === undefined)
}

/** The first page of a tab, planned once per connection: tab and limit are part of the statement. */
function firstPage(db: Db, wanted: OrderFilter['tab'], limit: number) {
  return preparedAs(db, `order-list-${wanted ?? 'all'}-${limit}`, (on) => {
    const { ids, order } = pageOf({ tab: wanted }, undefined, { limit, offset: 0 })
    return selectListed(on).where(sql`${storeOrders.id} = any(array(${ids}))`).orderBy(order)
  })
}

/** Orders that were deleted and leave no gap among the few that the search box shows. */
const SPARE = 10

/** The first orders of a filter, with what distinguishes them, for the search box. */
export function listFirst({ db }: Ctx, filter: OrderFilter, limit: number) {
  const { ids, order } = pageOf({ mostMeant: limit + SPARE, ...filter }, undefined, { limit, offset: 0 })
  return db
    .select({
      id,
      orderNo,
      uid,
      realName,
      userPhone,
      payPriceFen,
      tab,
      firstName,
      ...fulfilColumns,
    })
    .from(storeOrders)
    .where(sql`${storeOrders.id} = any(array(${ids}))`)
    .orderBy(order)
}

export type Counted = {
  total: number
  totalIsLowerBound?: true
  /** The time of the last order that was looked at, when there were more. */
  searchedTo?: Date
}

/**
 * The number of orders that match: kept for tabs, else counted up to 10,000 among those looked at.
 * @param most how many are looked at, where no index answers the filter
 */
export async function count(ctx: Ctx, filter: OrderFilter, most = MAX_WALKED): Promise<Counted> {
  if (isKept(filter)) {
    const kept = await countKept(ctx, filter)
    const wanted = filter.tab
    return { total: wanted === undefined ? sumOf([...kept.values()]) : (kept.get(wanted) ?? 0) }
  }
  return remembered(ctx, 'order-count', filter, async () => {
    const { walk, whole, matches, reached, isExact } = walkOf(filter, most)
    if (isExact) {
      const { rows } = await ctx.db.execute<{ total: number }>(
        sql`select count(*) as total from (${whole ?? sql`select from ${walk}`} limit ${MAX_COUNTED + 1}) as counted`,
      )
      return { value: bounded(rows[0]?.total ?? 0), walked: 0 }
    }
    const { rows } = await ctx.db.execute<{ total: number; walked: number; reached: string | null }>(sql`
      select count(*) filter (where ${matches}) as total, count(*) as walked, ${reached} as reached from ${walk}`)
    const { total = 0, walked = 0, reached: last = null } = rows[0] ?? {}
    if (walked < most || !last) return { value: bounded(total), walked }
    return { value: { ...bounded(total), totalIsLowerBound: true, searchedTo: new Date(last) }, walked }
  })
}

function bounded(total: number): Counted {
  return total > MAX_COUNTED ? { total: MAX_COUNTED, totalIsLowerBound: true } : { total }
}

/** The number of orders in each tab that match the rest of the filter. */
export async function countTabs(ctx: Ctx, { tab: _, ...filter }: OrderFilter): Promise<Map<OrderTab, number>> {
  if (isKept(filter)) return countKept(ctx, filter)
  const counts = await remembered(ctx, 'order-tabs', filter, async () => {
    const { walk, matches } = walkOf(filter)
    const { rows } = await ctx.db.execute<{ tab: OrderTab; total: number }>(sql`
      select tab, count(*) as total from ${walk} where ${matches} and tab > 0 group by tab`)
    const each = rows.map((row) => [row.tab, row.total] as const)
    const total = sumOf(each.map(([, number]) => number))
    return { value: { total, each }, walked: total }
  })
  return new Map(counts.each)
}

export type Sums = {
  count: number
  amount: number
  weixin: number
  yue: number
  alipay: number
  offline: number
  /** What an edit took off an order and put to goods it added: part of the sums, but no money that came. */
  netted: number
}

/**
 * What the paid orders that match came to, of at most 10,000, and the payments of these orders and of their edits by way; both
 * add up to the same.
 */
export async function sumPaid(ctx: Ctx, filter: OrderFilter): Promise<Sums & { isLowerBound: boolean }> {
  return await remembered(ctx, 'order-sums', filter, async () => {
    const { walk, matches } = walkOf(filter)
    const paidBy = (payTypeName: PayType) =>
      sql`coalesce(sum(fen) filter (where pay_type = ${payTypeName} and provider <> 'edit'), 0)::bigint`
    const isMoney = sql`payment.state = 1 and not surplus`
    const { rows } = await ctx.db.execute<Sums & { places: number }>(sql`
        with found as materialized (
          select id, pay_price_fen from ${walk} where ${matches} and paid and source <> 'reship' limit ${MAX_SUMMED + 1}
        ), counted as materialized (select * from found limit ${MAX_SUMMED}), money as (
          select amount_fen as fen, pay_type, provider from counted
          join payment on biz_type = 'order' and biz_id = counted.id and ${isMoney}
          union all select amount_fen, pay_type, provider from counted join order_edit on order_edit.order_id = counted.id
          join payment on biz_type = 'edit' and biz_id = order_edit.id and ${isMoney}
        )
        select (select count(*) from found) as places, (select count(*) from counted) as count,
          (select coalesce(sum(pay_price_fen), 0)::bigint from counted) as amount,
          ${paidBy('weixin')} as weixin, ${paidBy('yue')} as yue, ${paidBy('alipay')} as alipay, ${paidBy('offline')} as offline,
          coalesce(sum(fen) filter (where provider = 'edit'), 0)::bigint as netted from money`)
    const { places = 0, ...sums } = rows[0] ?? noSums
    return { value: { total: places, ...sums, isLowerBound: places > MAX_SUMMED }, walked: places }
  })
}

const noSums = { places: 0, count: 0, amount: 0, weixin: 0, yue: 0, alipay: 0, offline: 0, netted: 0 }

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

/**
 * Caches what was counted by a filter: what was bounded for a minute, what was much for seconds, the rest never, as a recent
 * change would be noticed in it (decision 0015).
 */
async function remembered<Value extends { total: number; totalIsLowerBound?: true }>(
  ctx: Ctx,
  name: string,
  filter: OrderFilter,
  work: () => Promise<{ value: Value; walked: number }>,
): Promise<Value> {
  const key = JSON.stringify(filter)
  const many = ctx.platform.caches.named<{ value: Value; walked: number }>(name, { ttlSeconds: REMEMBERED_SECONDS })
  const some = ctx.platform.caches.named<{ value: Value; walked: number }>(`${name}-short`, {
    ttlSeconds: SHORT_SECONDS,
  })
  const { value, walked } = await many.get(key, () => some.get(key, work))
  if (!value.totalIsLowerBound) many.dropHere(key)
  if (value.total <= FEW && walked < MAX_COUNTED) some.dropHere(key)
  return value
}

/** Whether the kept counts answer a filter: by tab, source and pick-up stores alone. */
function isKept({ tab: _, type: __, storeIds: ___, ...filter }: OrderFilter): boolean {
  return Object.values(filter).every((value) => value === undefined)
}

type Kept = { type: number; storeId: number; tab: OrderTab; count: number }

/** The kept counts by tab, of all orders or of some stores' pick-ups. */
async function countKept(ctx: Ctx, { type: wanted, storeIds }: OrderFilter): Promise<Map<OrderTab, number>> {
  const cache = ctx.platform.caches.named<{ kept: Kept[]; moves: number }>('order-kept', { ttlSeconds: TABS_SECONDS })
  const { kept, moves } = await cache.get('all', () => readKept(ctx))
  // A quick read is not cached: staff who changed an order see the current counts.
  if (moves < MANY_MOVES) cache.dropHere('all')
  const counts = new Map<OrderTab, number>()
  for (const row of kept) {
    if (wanted !== undefined && row.type !== wanted) continue
    if (storeIds && !(row.storeId && storeIds.includes(row.storeId))) continue
    counts.set(row.tab, (counts.get(row.tab) ?? 0) + row.count)
  }
  return counts
}

async function readKept({ db }: Ctx) {
  const { rows } = await db.execute<{
    type: number
    store_id: number
    tab: OrderTab
    count: number
    moves: number
  }>(sql`
    select type, store_id, tab, sum(count)::bigint as count, sum(move)::int as moves from (
      select type, store_id, tab, count, 0 as move from order_tab_count
      union all select type, store_id, tab, change, 1 from order_tab_delta
    ) as parts group by type, store_id, tab`)
  const kept = rows.map(({ type: of, store_id, tab: inTab, count: number }) => {
    return { type: of, storeId: store_id, tab: inTab, count: number }
  })
  return { kept, moves: rows.reduce((sum, { moves }) => sum + moves, 0) }
}

/** Adds recorded moves between tabs to the counts. Returns the number of rows folded. */
export async function foldTabs({ db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with taken as (
      delete from order_tab_delta where id = any(array(select id from order_tab_delta limit 10000 for update skip locked))
      returning type, store_id, tab, change
    ), sums as (
      select type, store_id, tab, sum(change) as change from taken group by type, store_id, tab
    ), counted as (
      insert into order_tab_count as kept (type, store_id, tab, count) select type, store_id, tab, change from sums
      order by type, store_id, tab
      on conflict (type, store_id, tab) do update set count = kept.count + excluded.count
    )
    select count(*) as folded from taken`)
  return rows[0]?.folded ?? 0
}

/** The tabs by their keys. */
export const tabOf = (key: string): OrderFilter['tab'] =>
  Object.entries(orderTabs).find(([name]) => name === key)?.[1].tab

/** What the orders in one state at the counter came to. */
export type PickupPart = {
  state: string
  orders: number
  /** What these orders cost, whether it is paid already or to be collected. */
  amountFen: number
  refunds: number
  refundFen: number
  /** Cash taken for them, less what was handed back. */
  collectedFen: number
}

/** What the orders of the counter came to, by their state there. */
export function sumPickups(ctx: Ctx, filter: OrderFilter) {
  return remembered(ctx, 'order-pickups', filter, async () => {
    const { walk, matches } = walkOf(filter)
    const sum = (amount: SQL, condition: SQL) => sql`coalesce(sum(${amount}) filter (where ${condition}), 0)::bigint`
    const { rows } = await ctx.db.execute<PickupPart & { walked: number }>(sql`
      select ${pickupState} as state, count(*) filter (where ${matches}) as orders, count(*) as walked,
        ${sum(sql`pay_price_fen`, matches)} as "amountFen",
        count(*) filter (where ${matches} and refund_price_fen > 0) as refunds,
        ${sum(sql`refund_price_fen`, matches)} as "refundFen",
        ${sum(cashOf(sql`store_order.id`), sql`${matches} and paid`)} as "collectedFen"
      from ${walk} group by 1`)
    const walked = sumOf(rows.map((row) => row.walked))
    const total = sumOf(rows.map(({ orders }) => orders))
    return { value: { parts: rows as PickupPart[], total, isLowerBound: walked >= MAX_WALKED }, walked }
  })
}

/** Who verified these orders, and who brought their customers. */
export async function namesAtCounter({ db }: Ctx, ids: readonly number[]) {
  if (!ids.length) return new Map<number, { clerkName: string; spreader: string }>()
  const rows = await db
    .select({ id, clerkName, spreader })
    .from(storeOrders)
    .innerJoin(shopUsers, eq(shopUsers.id, storeOrders.uid))
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}
