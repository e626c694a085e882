import type { TraceStep } from '@zhanggui/domain/promotion/price-trace.ts'
import { sql } from 'drizzle-orm'
import { givenJson, insertGiven, newRows, type RowOf, withId } from '../../../platform/data/given-rows.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { emitIn, type OutboxEvent, storingEvents } from '../../../platform/work/outbox.ts'
import { type SessionTake, sessionIsTaken, takingSession } from '../../bargain/session/bargain-session.parts.ts'
import { type BookedBudget, bookedBudgets, budgetsSpent, spendingBudgets } from '../../coupon/budget/budget.parts.ts'
import { type CopyUse, copyIsUsed, usingCopy } from '../../coupon/copy/coupon-copy.parts.ts'
import { noteJson, type StockMove, takenSkus, takingStock } from '../../product/stock/product-stock.parts.ts'
import { quotaLeft, reservingQuota } from '../../promotion/activity/activity.parts.ts'
import type { QuotaMove } from '../../promotion/activity/quota.service.ts'
import { type BasketRead, basketColumns, readingGoods } from '../../promotion/quote/quote.parts.ts'
import { keepingTrace } from '../../promotion/trace/price-trace.parts.ts'
import { keepingStore, keptStore, type PickupStore } from '../../store/store/store.parts.ts'
import { type OrderAddress, ownAddress, ownCity, readingAddress } from '../../user/address/buyer-address.parts.ts'
import { bookingPoints, type PointsMove, pointsBooked, pointsJson } from '../../user/ledger/ledger.parts.ts'
import {
  insertingLines,
  insertingLogs,
  linesJson,
  logEntry,
  logsJson,
  type NewLine,
  type OrderNote,
} from '../order/order.parts.ts'
import { laterOrderColumns, storeOrders } from '../order/order.tables.ts'

// The two statements of an order besides the claim of its checkout (decision 0032): what it is decided by, and all that is
// stored of it. Each area has its part in them; what is decided, and in which words it is refused, is the service's.

const { placeholder } = sql

/** What an order is decided by. */
export type Opening = BasketRead & {
  /** The order's id, and the value its number is made of. */
  id: number
  drawn: number
  /** How many orders of the buyer wait for their money. */
  unpaid: number
  address: OrderAddress | null
  store: PickupStore | null
}

type Wish = {
  uid: number
  skuIds: readonly number[]
  delivered: boolean
  addressId: number
  storeId: number
  couponUserId: number
  /** The SKU of an activity, null for none; the first moment of the day. */
  activitySkuId: number | null
  /** The team to join, null for none. */
  teamId: number | null
  /** The bargain that is ordered, null for none. */
  sessionId: number | null
  today: Date
}

const readOpening = preparedSql<Opening>('order_open', () => {
  const [uid, skuIds] = [sql`${placeholder('uid')}::bigint`, sql`${placeholder('skuIds')}::jsonb`]
  const delivered = sql`${placeholder('delivered')}::boolean`
  const activitySkuId = sql`${placeholder('activitySkuId')}::bigint`
  const teamId = sql`${placeholder('teamId')}::bigint`
  const sessionId = sql`${placeholder('sessionId')}::bigint`
  const today = sql`${placeholder('today')}::timestamptz`
  return sql`
    with ${readingAddress({ uid, id: sql`${placeholder('addressId')}::bigint` })},
    ${keepingStore(sql`${placeholder('storeId')}::bigint`)}, ${readingGoods({ skuIds, activitySkuId, teamId, sessionId, uid, today })}
    select nextval(pg_get_serial_sequence('store_order', 'id')) as id, nextval('document_number') as drawn,
      (select count(*)::int from store_order where uid = ${uid} and tab = 1) as unpaid,
      ${ownAddress} as address, ${keptStore} as store,
      ${basketColumns({ uid, delivered, cityId: ownCity, couponUserId: sql`${placeholder('couponUserId')}::bigint` })}`
})

/**
 * Reads what an order is decided by, at a moment after its checkout was claimed; a store is kept from deletion.
 * @param wish 0 for no address, store or coupon
 */
export async function open({ db }: Ctx, wish: Wish): Promise<Opening> {
  const [row] = await readOpening(db, {
    ...wish,
    skuIds: JSON.stringify(wish.skuIds),
    today: wish.today.toISOString(),
  })
  if (!row) throw new Error('an order was not opened')
  return row
}

const newOrders = withId(newRows(storeOrders, laterOrderColumns))

/** A new order. */
export type NewOrder = Omit<RowOf<typeof newOrders>, 'fromCouponId' | 'createdAt' | 'updatedAt'>

/** What is stored with an order. */
export type Creation = {
  lines: readonly NewLine[]
  note: OrderNote
  /** The lines of the cart that it was made of. */
  cartIds: readonly number[]
  /** The points spent on it, if any. */
  points: PointsMove | undefined
  /** The copy of a coupon that is used with it, if any. */
  copy: CopyUse | undefined
  /** Why it costs what it does; none of what was not priced. */
  trace: readonly TraceStep[] | undefined
  /** The quota it takes of an activity, if any. */
  quota: QuotaMove | undefined
  /** The won bargain that it is made of, if any, whose unit is held already. */
  session: SessionTake | undefined
  stock: StockMove
  /** Also goods that are off the shelf. */
  anyShelf: boolean
  events: readonly OutboxEvent[]
}

/**
 * What was taken for an order: the SKUs; whether the points were spent, the copy was used and the bargain was taken, if any were asked
 * for; the budgets that what it is given off was to be booked in, null for none; what is left of the quota, null where none was taken.
 */
type Taken = {
  taken: number[]
  spent: boolean
  used: boolean
  isSessionTaken: boolean
  budgets: BookedBudget[] | null
  quotaLeft: number | null
}

const write = preparedSql<Taken>('order_create', () => {
  const [id, uid] = [sql`${placeholder('id')}::bigint`, sql`${placeholder('uid')}::bigint`]
  const [items, note] = [sql`${placeholder('items')}::jsonb`, sql`${placeholder('stockNote')}::jsonb`]
  const [copyId, at] = [sql`${placeholder('copyId')}::bigint`, sql`${placeholder('at')}::timestamptz`]
  const activitySkuId = sql`${placeholder('activitySkuId')}::bigint`
  const budgets = {
    activityId: sql`${placeholder('activityId')}::bigint`,
    activityFen: sql`${placeholder('activityFen')}::bigint`,
    couponId: sql`${placeholder('fromCouponId')}::bigint`,
    couponFen: sql`${placeholder('couponFen')}::bigint`,
    first: sql`exists (select from made_order) and ${copyIsUsed(copyId)}`,
  }
  const quota = {
    id: activitySkuId,
    num: sql`${placeholder('quotaNum')}::int`,
    priceFen: sql`${placeholder('quotaPriceFen')}::bigint`,
    at,
    first: sql`${budgets.first} and ${budgetsSpent}`,
  }
  const sessionId = sql`${placeholder('sessionId')}::bigint`
  const session = { id: sessionId, uid, orderId: id, priceFen: sql`${placeholder('sessionPriceFen')}::bigint`, at }
  // Who finds no quota never waits for the SKU, where everybody else does.
  const first = sql`${quota.first} and ${sessionIsTaken(sessionId)} and (${activitySkuId} is null or ${quotaLeft} is not null)`
  return sql`
    with ${bookingPoints(sql`${placeholder('points')}`)},
    made_order as (${insertGiven(newOrders, sql`${placeholder('order')}`)} returning id),
    made_lines as (${insertingLines(sql`${placeholder('lines')}`)}),
    made_log as (${insertingLogs(sql`${placeholder('log')}`)}),
    ${takingSession(session)}, ${usingCopy({ copyId, uid, orderId: id, at })},
    ${keepingTrace({ orderId: id, trace: sql`${placeholder('trace')}::jsonb`, at })},
    used as (update pre_order set order_id = ${id} where pre_order_no = ${placeholder('preOrderNo')}),
    taken_out as (delete from cart_line where uid = ${uid} and id = any(${placeholder('cartIds')}::bigint[])),
    told as (${storingEvents(sql`${placeholder('events')}`)}),
    ${spendingBudgets(budgets)}, ${reservingQuota(quota)},
    ${takingStock({ items, note, anyShelf: sql`${placeholder('anyShelf')}::boolean`, first })}
    select ${takenSkus} as taken, not exists (select from given_points) or ${pointsBooked} as spent,
      ${copyIsUsed(copyId)} as used, ${sessionIsTaken(sessionId)} as "isSessionTaken", ${bookedBudgets} as budgets,
      ${quotaLeft} as "quotaLeft"`
})

/**
 * Stores an order whose id was drawn, with its lines and the first entry of its log; says what became of its checkout and cart;
 * spends points, uses the coupon's copy, keeps the trace, books budgets, and takes an activity's quota and then the stock last.
 * @returns what was taken; unless all was, nothing may be committed
 */
export async function create(ctx: Ctx, order: NewOrder, creation: Creation): Promise<Taken> {
  const { lines, note, cartIds, points, copy, trace, quota, session, stock, anyShelf, events } = creation
  const { id, uid, preOrderNo } = order
  const createdAt = ctx.now()
  const fromCouponId = trace?.find(({ rule, applied }) => rule === 'coupon' && applied)?.about?.id ?? 0
  const operator = operatorOf(ctx)
  const log = logEntry(ctx, id, note)
  const [row] = await write(ctx.db, {
    id,
    uid,
    preOrderNo,
    cartIds,
    anyShelf,
    order: givenJson(newOrders, [{ ...order, fromCouponId, createdAt, updatedAt: createdAt }]),
    lines: linesJson(lines.map((line) => ({ ...line, orderId: id, createdAt }))),
    log: logsJson([log]),
    points: pointsJson(ctx, points),
    copyId: copy?.copyId ?? null,
    activityId: order.activityId,
    activityFen: order.activityId ? lines.reduce((sum, { activityDiscountFen }) => sum + activityDiscountFen, 0) : 0,
    fromCouponId,
    couponFen: fromCouponId ? order.couponPriceFen : 0,
    activitySkuId: quota?.activitySkuId ?? null,
    quotaNum: quota?.num ?? null,
    quotaPriceFen: quota?.priceFen ?? null,
    sessionId: session?.sessionId ?? null,
    sessionPriceFen: session?.priceFen ?? null,
    trace: trace ? JSON.stringify(trace) : null,
    at: createdAt,
    events: emitIn(ctx, events),
    items: JSON.stringify(stock.items),
    stockNote: noteJson(ctx, operator, stock.note),
  })
  if (!row) throw new Error('an order was not stored')
  return row
}
