import type { PickupState } from '@zhanggui/contract/order/pickup-order.ts'
import type { OrderChannel, OrderKind, OrderSource, OrderTab } from '@zhanggui/domain/order/order-state.ts'
import { oldestFirst, orderTabs } from '@zhanggui/domain/order/order-state.ts'
import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { type SQL, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import { isPickedUpAt, isReadyToShip } from '../order/order.parts.ts'
import { findMeant, MAX_MEANT, MAX_WALKED, type Meaning } from '../order-keyword/order-meaning.repository.ts'

/** Another order than the natural one sorts this many matches. */
const MAX_SORTED = 10_000

export type TimeField = 'create' | 'pay' | 'ship' | 'finish'
export type OrderSort = { by: 'createTime' | 'payTime' | 'payPrice' | 'verifyTime'; isUp: boolean }

/** Conditions on orders, read from a query. */
export type OrderFilter = {
  /** Undefined for every order that is listed at all. */
  tab?: Exclude<OrderTab, 0> | undefined
  /** What keywords may mean: an order has to be found by a meaning of each. */
  meanings?: readonly (readonly Meaning[])[] | undefined
  /** How many each meaning finds; undefined for as many as a list may show. */
  mostMeant?: number | undefined
  orderNos?: readonly string[] | undefined
  time?: { field: TimeField; from: Date; to: Date } | undefined
  /** Pick-up orders of these stores alone; undefined for all orders. */
  storeIds?: readonly number[] | undefined
  uid?: number | undefined
  productId?: number | undefined
  tagId?: number | undefined
  /** Orders that used a copy of this coupon. */
  couponId?: number | undefined
  isRemind?: boolean | undefined
  hold?: boolean | undefined
  cod?: boolean | undefined
  partShipped?: boolean | undefined
  refunded?: boolean | undefined
  /** The newest refund failed. */
  refundFailed?: boolean | undefined
  type?: number | undefined
  orderKind?: OrderKind | undefined
  payType?: PayType | undefined
  channel?: OrderChannel | undefined
  shippingType?: number | undefined
  minFen?: number | undefined
  maxFen?: number | undefined
  source?: OrderSource | undefined
  printed?: number | undefined
  combine?: boolean | undefined
  /** Orders that were paid before this should have been shipped. */
  lateBefore?: Date | undefined
  /** Orders that wait for payment and close by themselves before this. */
  closesBefore?: Date | undefined
  /** Orders of the counter: any of these tabs, a state there, verified by an account or within a time. */
  tabs?: readonly OrderTab[] | undefined
  pickup?: PickupState | undefined
  clerkId?: number | undefined
  /** Verified by somebody of the stores' staff. */
  staffId?: number | undefined
  verifiedIn?: { from: Date; to: Date } | undefined
  /** A parcel of the order left within this time. */
  parcelSentIn?: { from: Date; to: Date } | undefined
  /** Only orders that are paid. */
  paid?: boolean | undefined
}

/** The conditions of the small indexes, word for word: otherwise they are not used. */
const queues = {
  hold: sql`store_order.hold`,
  isRemind: sql`store_order.is_remind`,
  cod: sql`store_order.cod`,
  partShipped: sql`store_order.status = 0 and store_order.sent_num > 0 and store_order.close_type = 0
    and store_order.refund_status <> 2`,
  refunded: sql`store_order.refund_price_fen > 0 and store_order.refund_status <> 2`,
} as const
const queueNames = Object.keys(queues) as (keyof typeof queues)[]

const times = {
  create: { column: sql.raw('store_order.created_at'), where: sql`true` },
  pay: { column: sql.raw('store_order.pay_time'), where: sql`store_order.paid` },
  ship: { column: sql.raw('store_order.ship_time'), where: sql`store_order.ship_time is not null` },
  finish: { column: sql.raw('store_order.complete_time'), where: sql`store_order.complete_time is not null` },
} as const

const ids = (values: readonly number[]) => sql`${sql.param([...values])}::bigint[]`
const and = (conditions: readonly SQL[]): SQL => (conditions.length ? sql.join([...conditions], sql` and `) : sql`true`)

/** Orders that wait for something, of one tab each and with a small index of their own. */
function waitingConditions(filter: OrderFilter): SQL[] {
  const { lateBefore, closesBefore } = filter
  return [
    ...(lateBefore ? [sql`coalesce(store_order.pay_time, store_order.created_at) < ${lateBefore}`] : []),
    ...(closesBefore ? [sql`store_order.pay_deadline < ${closesBefore}`] : []),
    ...(isStaleToShip(filter) ? [sql`store_order.print_stale`] : []),
  ]
}

/** What was printed and changed of the orders to ship alone: later nobody needs the paper. */
const isStaleToShip = ({ tab, printed }: OrderFilter) => printed === 2 && tab === orderTabs.notShipped.tab

/** What an order's tab is limited to; overdue orders and those to combine all wait to be shipped, those that close for payment. */
function tabCondition({ tab, tabs, combine, lateBefore, closesBefore }: OrderFilter): SQL[] {
  if (tabs) return [sql`store_order.tab = any(${sql.param([...tabs])}::smallint[])`]
  const waiting = [
    ...(combine || lateBefore ? [orderTabs.notShipped.tab] : []),
    ...(closesBefore ? [orderTabs.unPaid.tab] : []),
  ]
  const wanted = [...new Set(tab === undefined ? waiting : [tab, ...waiting])]
  if (wanted.length > 1) return [sql`false`]
  const [only] = wanted
  return [only === undefined ? sql`not store_order.is_system_del` : sql`store_order.tab = ${sql.raw(String(only))}`]
}

function timeCondition({ time }: OrderFilter): SQL[] {
  if (!time) return []
  const { column, where } = times[time.field]
  return [...(time.field === 'create' ? [] : [where]), sql`${column} >= ${time.from} and ${column} <= ${time.to}`]
}

function storeCondition({ storeIds }: OrderFilter): SQL[] {
  return storeIds ? [isPickedUpAt(storeIds)] : []
}

function queueConditions(filter: OrderFilter): SQL[] {
  return queueNames.flatMap((name) => (filter[name] ? [queues[name]] : []))
}

function tagCondition({ tagId }: OrderFilter): SQL[] {
  if (tagId === undefined) return []
  // Ids of tags fit in an integer; larger ones are on no order.
  const tag = Math.min(tagId, 2_147_483_647)
  return [sql`store_order.tag_ids @> array[${tag}]::integer[] and store_order.tag_ids <> '{}'`]
}

function couponCondition({ couponId }: OrderFilter): SQL[] {
  return couponId === undefined
    ? []
    : [sql`store_order.from_coupon_id = ${couponId} and store_order.from_coupon_id > 0`]
}

/** Conditions with a small index of their own; of lists, counts and exports alike. */
function indexedConditions(filter: OrderFilter): SQL[] {
  return [
    ...[...queueConditions(filter), ...waitingConditions(filter)],
    ...[...tagCondition(filter), ...couponCondition(filter)],
  ]
}

/** What the functions above read, and those that choose the plan. */
type Indexed =
  | (keyof typeof queues | 'meanings' | 'mostMeant' | 'orderNos' | 'productId' | 'uid' | 'time' | 'storeIds')
  | ('tab' | 'tabs' | 'lateBefore' | 'closesBefore' | 'tagId' | 'couponId')

/** The conditions without an index: all others. */
function otherConditions(filter: OrderFilter): SQL[] {
  const { type, orderKind, payType, channel, shippingType, minFen, maxFen, source, printed, combine, ...rest } = filter
  const { clerkId, staffId, verifiedIn, parcelSentIn, pickup, paid, refundFailed, ...indexed } = rest
  allRead<Omit<typeof indexed, Indexed>>(indexed)
  const is = (column: string, value: unknown) =>
    value === undefined ? [] : [sql`${sql.raw(`store_order.${column}`)} = ${value}`]
  return [
    ...is('type', type),
    ...is('order_kind', orderKind),
    ...is('pay_type', payType),
    ...is('channel', channel),
    ...is('shipping_type', shippingType),
    ...is('source', source),
    ...(minFen === undefined ? [] : [sql`store_order.pay_price_fen >= ${minFen}`]),
    ...(maxFen === undefined ? [] : [sql`store_order.pay_price_fen <= ${maxFen}`]),
    ...(printed === undefined || isStaleToShip(filter)
      ? []
      : [
          [sql`store_order.print_time is null`, sql`store_order.print_time is not null`, sql`store_order.print_stale`][
            printed
          ] ?? sql`false`,
        ]),
    ...(combine === undefined ? [] : [combine ? canCombine : sql`not ${canCombine}`]),
    ...(clerkId === undefined ? [] : [sql`store_order.clerk_id = ${clerkId}`]),
    ...is('verify_staff_id', staffId),
    ...(verifiedIn ? [sql`store_order.verify_time between ${verifiedIn.from} and ${verifiedIn.to}`] : []),
    ...(parcelSentIn
      ? [
          // None leaves before its order was placed.
          sql`store_order.created_at <= ${parcelSentIn.to} and store_order.id in (select order_id from shipment
            where state <> 2 and ship_time between ${parcelSentIn.from} and ${parcelSentIn.to})`,
        ]
      : []),
    ...(pickup ? [isAtCounter] : []),
    ...(pickup && pickup !== 'all' ? [sql`${pickupState} = ${pickup}`] : []),
    ...(paid ? [sql`store_order.paid`] : []),
    ...(refundFailed === false ? [sql`not ${isRefundFailed}`] : []),
    ...queueNames.flatMap((name) => (filter[name] === false ? [sql`not (${queues[name]})`] : [])),
  ]
}

/** Where an order stands at the counter. */
export const pickupState = sql`(case when store_order.refund_status in (1, 3)
  or store_order.refund_status = 0 and store_order.paid and store_order.pink_status = 3 then 'refunding'
  when store_order.refund_status = 2 then 'refunded' when store_order.verify_time is not null then 'writtenOff'
  when store_order.tab = 4 then 'toBeWrittenOff' else 'other' end)`
const isAtCounter = sql`(store_order.close_type = 0 and (store_order.paid or store_order.cod))`

/** Whether another order to ship goes to the same receiver. */
export const canCombine = sql`(store_order.tab = 2 and not store_order.hold and exists (select from store_order as other
  where ${isReadyToShip(sql`other`)} and other.address_key = store_order.address_key and other.id <> store_order.id))`

/** Whether the newest refund of an order failed, or a part of it did; it waits for staff. */
export const isRefundFailed = sql<boolean>`coalesce((
  select refund.state = 2 or refund.state = 0 and refund.parts @> '[{"state":2}]' from refund
  where refund.order_id = store_order.id order by refund.id desc limit 1), false)`
/** The orders it may be true of. */
const haveFailedRefunds = sql`store_order.id = any(array(
  (select order_id from refund where state = 2 order by created_at desc, id desc limit ${sql.raw(String(MAX_MEANT))})
  union select order_id from refund where state = 0 and parts @> '[{"state":2}]'))`

/** Where a list of orders comes from, in which order, and what is left to check row by row. */
type Plan = {
  /** The same with what is left already checked, where each part of a merge can stop as soon as it has enough. */
  found?(limit: number): SQL
  /** The first candidates, sorted, as a query with the columns of `store_order`. */
  walk(limit: number): SQL
  /** The candidates unsorted, where they come from one index: to count them. */
  whole?: SQL
  order: SQL
  /** The time the orders are sorted by. */
  time: SQL
  /** Conditions that no index answers; with any, the walk is bounded. */
  rest: SQL[]
}

/**
 * Chooses how to find the orders of a filter: one index leads, and what it does not answer is looked for among the first
 * {@link MAX_WALKED} orders it yields.
 * @param isUp oldest first
 */
function planOf(filter: OrderFilter, isUp: boolean): Plan {
  const { meanings, orderNos, refundFailed, productId, uid, time, storeIds, tab } = filter
  const direction = isUp ? sql`asc` : sql`desc`
  const tabs = tabCondition(filter)
  const lasting = timeCondition(filter)
  const isCreated = time === undefined || time.field === 'create'
  const others = otherConditions(filter)
  const queued = indexedConditions(filter)
  const created = times.create.column
  const byCreation = sql`store_order.created_at ${direction}, store_order.id ${direction}`
  const from = (where: readonly SQL[], rest: SQL[], order = byCreation, by: SQL = created): Plan => ({
    walk: (limit) => sql`select store_order.* from store_order where ${and(where)} order by ${order} limit ${limit}`,
    whole: sql`select from store_order where ${and(where)}`,
    order,
    time: by,
    rest,
  })
  const containing = productId === undefined ? [] : [hasProduct(productId)]
  if (meanings || orderNos || refundFailed) {
    const where = [...namedCondition(filter), ...containing, ...belongs(filter)]
    return from([...where, ...tabs, ...lasting, ...storeCondition(filter), ...queued, ...others], [])
  }
  if (productId !== undefined) {
    const order = sql`store_order.id ${direction}`
    const rest = [...belongs(filter), ...tabs, ...lasting, ...storeCondition(filter), ...queued, ...others]
    // One by one along the index of lines: sorting the newest thousand took a hundred times as long. `offset 0` keeps the
    // planner from joining the other way around.
    const bought = sql`(
      select distinct order_id from order_line where product_id = ${productId}
      order by order_id ${direction} limit ${MAX_WALKED}
    ) as bought cross join lateral (
      select * from store_order where store_order.id = bought.order_id offset 0
    ) as store_order`
    return {
      walk: () => sql`select store_order.* from ${bought}`,
      found: (limit) =>
        sql`select store_order.* from ${bought} where ${and(rest)} order by bought.order_id ${direction} limit ${limit}`,
      order,
      time: created,
      rest,
    }
  }
  const since = isCreated ? lasting : []
  const later = isCreated ? [] : lasting
  if (uid !== undefined)
    return from([...belongs(filter), ...tabs, ...since, ...storeCondition(filter), ...queued], [...later, ...others])
  if (queued.length) return from([...queued, ...tabs, ...since, ...storeCondition(filter)], [...later, ...others])
  if (!isCreated) {
    const { column } = times[time.field]
    const order = sql`${column} ${direction}, store_order.id ${direction}`
    return from(lasting, [...tabs, ...storeCondition(filter), ...others], order, column)
  }
  if (!storeIds && filter.shippingType !== 2) return from([...tabs, ...since], others)
  const own = storeIds ? sql`unnest(${ids(storeIds)}) as own(store_id)` : sql`(select id as store_id from store) as own`
  // A merge over stores and tabs: each pair is the head of the index, while all tabs of a store are not.
  const eachTab = filter.tabs
    ? [...filter.tabs]
    : tab === undefined
      ? Object.values(orderTabs).map((each) => each.tab)
      : [tab]
  const merge = (limit: number, part: SQL) => sql`
    select store_order.* from ${own}
    cross join unnest(${sql.param(eachTab)}::smallint[]) as each(tab)
    cross join lateral (${part}) as store_order order by ${byCreation} limit ${limit}`
  const partOf = (limit: number) => sql`
    select store_order.* from store_order where store_order.shipping_type = 2
      and store_order.store_id = own.store_id and store_order.tab = each.tab and ${and(since)}
    order by ${byCreation} limit ${limit}`
  const waiting = filter.combine ? tabs : []
  // That they are pick-ups is in the parts.
  const rest = [
    ...waiting,
    ...otherConditions({ ...filter, ...(filter.shippingType === 2 && { shippingType: undefined }) }),
  ]
  return {
    walk: (limit) => merge(limit, partOf(limit)),
    found: (limit) =>
      merge(
        limit,
        sql`select * from (${partOf(MAX_WALKED)}) as store_order where ${and(rest)} order by ${byCreation} limit ${limit}`,
      ),
    order: byCreation,
    time: created,
    rest,
  }
}

/** The orders that keywords and numbers name. */
function namedCondition(filter: OrderFilter): SQL[] {
  const { meanings = [], orderNos, refundFailed } = filter
  return [
    ...meanings.map(
      (each) =>
        sql`store_order.id = any(array(select id from (${findMeant(each, filter.storeIds, filter.mostMeant)}) as meant))`,
    ),
    ...(orderNos ? [sql`store_order.order_no = any(${sql.param([...orderNos])}::text[])`] : []),
    ...(refundFailed ? [haveFailedRefunds, isRefundFailed] : []),
  ]
}

function belongs({ uid }: OrderFilter): SQL[] {
  return uid === undefined ? [] : [sql`store_order.uid = ${uid}`]
}

const hasProduct = (productId: number) =>
  sql`exists (select from order_line where order_line.product_id = ${productId} and order_line.order_id = store_order.id)`

/** The sort of a list: to ship and refunding wait the longest first, unless another sort is asked for. */
function sortOf({ tab, time }: OrderFilter, sort: OrderSort | undefined): { isUp: boolean; by: SQL | undefined } {
  if (sort?.by === 'payPrice') return { isUp: sort.isUp, by: sql`store_order.pay_price_fen` }
  if (sort?.by === 'verifyTime') return { isUp: sort.isUp, by: sql`store_order.verify_time` }
  if (sort) return { isUp: sort.isUp, by: times[sort.by === 'payTime' ? 'pay' : 'create'].column }
  const isUp = oldestFirst.some((key) => orderTabs[key].tab === tab)
  return { isUp, by: time && time.field !== 'create' ? times[time.field].column : undefined }
}

/** The ids of a page of orders, as a query, and the order of the page's rows. */
export function pageOf(filter: OrderFilter, sort: OrderSort | undefined, page: { limit: number; offset: number }) {
  const { isUp, by } = sortOf(filter, sort)
  const own = planOf(filter, isUp)
  // Where more match than can be sorted by something else, the newest are sorted.
  const plan = isUp && by !== undefined && by !== own.time ? planOf(filter, false) : own
  const limit = sql`${page.limit} offset ${page.offset}`
  // The same column object where the plan sorts by it already.
  const isNatural = by === undefined || by === plan.time
  const end = isNatural ? page.limit + page.offset : MAX_SORTED
  const walked = !plan.rest.length
    ? plan.walk(end)
    : (plan.found?.(end) ??
      sql`select * from (${plan.walk(MAX_WALKED)}) as store_order where ${and(plan.rest)} order by ${plan.order} limit ${end}`)
  const direction = isUp ? sql`asc` : sql`desc`
  const order = isNatural ? plan.order : sql`${by} ${direction} nulls last, store_order.id ${direction}`
  return { ids: sql`select id from (${walked}) as store_order order by ${order} limit ${limit}`, order }
}

/** All orders of a filter without a bound, as conditions, for exports that read by keyset. */
export function conditionOf(filter: OrderFilter): SQL {
  const { productId } = filter
  return and([
    ...namedCondition(filter),
    ...(productId === undefined
      ? []
      : [sql`store_order.id in (select order_id from order_line where product_id = ${productId})`]),
    ...[...belongs(filter), ...tabCondition(filter), ...timeCondition(filter), ...storeCondition(filter)],
    ...[...indexedConditions(filter), ...otherConditions(filter)],
  ])
}

/** The orders that counts and sums look at, as a query, and the condition that decides about each. */
export function walkOf(filter: OrderFilter, limit = MAX_WALKED) {
  const { isUp } = sortOf(filter, undefined)
  const plan = planOf(filter, isUp)
  const walk = sql`(${plan.walk(limit)}) as store_order`
  const reached = isUp ? sql`max(${plan.time})` : sql`min(${plan.time})`
  const isExact = !plan.rest.length
  return { walk, matches: and(plan.rest), reached, isExact, ...(isExact && plan.whole && { whole: plan.whole }) }
}
