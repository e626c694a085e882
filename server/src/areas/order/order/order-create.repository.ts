import type { TraceStep } from '@zhanggui/domain/promotion/quote.ts'
import { sql } from 'drizzle-orm'
import { type Given, insertGiven } from '../../../platform/data/given-rows.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { emitIn, type OutboxEvent, storingEvents } from '../../../platform/work/outbox.ts'
import { type CopyUse, copyIsUsed, usingCopy } from '../../coupon/copy/coupon-copy.parts.ts'
import { noteJson, type StockMove, takenSkus, takingStock } from '../../product/stock/product-stock.parts.ts'
import { type BasketRead, basketColumns, readingGoods } from '../../promotion/quote/quote.parts.ts'
import { keepingTrace } from '../../promotion/trace/price-trace.parts.ts'
import { keepingStore, keptStore, type PickupStore } from '../../store/store/store.parts.ts'
import { type OrderAddress, ownAddress, ownCity, readingAddress } from '../../user/address/buyer-address.parts.ts'
import { bookingPoints, type PointsMove, pointsBooked, pointsJson } from '../../user/ledger/ledger.parts.ts'
import { insertingLines, insertingLogs, type lineColumns, logEntry, type OrderNote } from './order.parts.ts'
import { type orderLines, storeOrders } from './order.tables.ts'

// The two statements of an order besides the claim of its checkout (trade chapter, 18): what it is decided by, and all that is
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
}

const readOpening = preparedSql<Opening>('order_open', () => {
  const [uid, skuIds] = [sql`${placeholder('uid')}::bigint`, sql`${placeholder('skuIds')}::jsonb`]
  const delivered = sql`${placeholder('delivered')}::boolean`
  return sql`
    with ${readingAddress({ uid, id: sql`${placeholder('addressId')}::bigint` })},
    ${keepingStore(sql`${placeholder('storeId')}::bigint`)}, ${readingGoods({ skuIds })}
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
  const [row] = await readOpening(db, { ...wish, skuIds: JSON.stringify(wish.skuIds) })
  if (!row) throw new Error('an order was not opened')
  return row
}

const orderColumns = [
  ...['id', 'orderNo', 'uid', 'channel', 'realName', 'userPhone', 'province', 'city', 'district', 'detail', 'cityId'],
  ...['storeId', 'shippingType', 'mark', 'preOrderNo', 'totalNum', 'lineCount', 'proTotalPriceFen', 'useIntegral'],
  ...['couponId', 'fromCouponId', 'couponPriceFen'],
  ...['deductionPriceFen', 'freightPriceFen', 'payPostageFen', 'payPriceFen', 'costFen', 'gainIntegral', 'payDeadline'],
  ...['source', 'fromOrderNo', 'remark', 'tagIds', 'createdAt', 'updatedAt'],
] as const satisfies Given<typeof storeOrders>

type Row<Table extends { $inferSelect: object }, Columns extends readonly PropertyKey[]> = Omit<
  Pick<Table['$inferSelect'], Columns[number] & keyof Table['$inferSelect']>,
  'orderId' | 'createdAt' | 'updatedAt'
>
/** A new order, and one of its lines. */
export type NewOrder = Omit<Row<typeof storeOrders, typeof orderColumns>, 'fromCouponId'>
export type NewLine = Row<typeof orderLines, typeof lineColumns>

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
  stock: StockMove
  /** Also goods that are off the shelf. */
  anyShelf: boolean
  events: readonly OutboxEvent[]
}

/** What was taken for an order: the SKUs; whether the points were spent and the copy was used, if any were asked for. */
type Taken = { taken: number[]; spent: boolean; used: boolean }

const write = preparedSql<Taken>('order_create', () => {
  const [id, uid] = [sql`${placeholder('id')}::bigint`, sql`${placeholder('uid')}::bigint`]
  const [items, note] = [sql`${placeholder('items')}::jsonb`, sql`${placeholder('stockNote')}::jsonb`]
  const [copyId, at] = [sql`${placeholder('copyId')}::bigint`, sql`${placeholder('at')}::timestamptz`]
  const first = sql`exists (select from made_order) and ${copyIsUsed(copyId)}`
  return sql`
    with ${bookingPoints(sql`${placeholder('points')}`)},
    made_order as (${insertGiven(storeOrders, orderColumns, sql`${placeholder('order')}`, { withId: true })} returning id),
    made_lines as (${insertingLines(sql`${placeholder('lines')}`)}),
    made_log as (${insertingLogs(sql`${placeholder('log')}`)}),
    ${usingCopy({ copyId, uid, orderId: id, at })},
    ${keepingTrace({ orderId: id, trace: sql`${placeholder('trace')}::jsonb`, at })},
    used as (update pre_order set order_id = ${id} where pre_order_no = ${placeholder('preOrderNo')}),
    taken_out as (delete from cart_line where uid = ${uid} and id = any(${placeholder('cartIds')}::bigint[])),
    told as (${storingEvents(sql`${placeholder('events')}`)}),
    ${takingStock({ items, note, anyShelf: sql`${placeholder('anyShelf')}::boolean`, first })}
    select ${takenSkus} as taken, not exists (select from given_points) or ${pointsBooked} as spent,
      ${copyIsUsed(copyId)} as used`
})

/**
 * Stores an order whose id was drawn, with its lines and the first entry of its log; says what became of its checkout and cart;
 * spends points, uses the coupon's copy, keeps the trace, and takes the stock last.
 * @returns what was taken; unless all was, nothing may be committed
 */
export async function create(ctx: Ctx, order: NewOrder, creation: Creation): Promise<Taken> {
  const { lines, note, cartIds, points, copy, trace, stock, anyShelf, events } = creation
  const { id, uid, preOrderNo } = order
  const createdAt = ctx.now()
  const fromCouponId = trace?.find(({ rule, applied }) => rule === 'coupon' && applied)?.about?.id ?? 0
  const operator = operatorOf(ctx)
  const log = logEntry(ctx, id, note)
  const [row] = await write(ctx.db, {
    ...{ id, uid, preOrderNo, cartIds, anyShelf },
    order: JSON.stringify([{ ...order, fromCouponId, createdAt, updatedAt: createdAt }]),
    lines: JSON.stringify(lines.map((line) => ({ ...line, orderId: id, createdAt }))),
    log: JSON.stringify([log]),
    points: pointsJson(ctx, points),
    ...{ copyId: copy?.copyId ?? null, trace: trace ? JSON.stringify(trace) : null, at: createdAt },
    events: emitIn(ctx, events),
    items: JSON.stringify(stock.items),
    stockNote: noteJson(ctx, operator, stock.note),
  })
  if (!row) throw new Error('an order was not stored')
  return row
}
