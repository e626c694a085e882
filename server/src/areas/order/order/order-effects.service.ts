import type { CloseType } from '@zhanggui/domain/order/order-state.ts'
import { refundShare } from '@zhanggui/domain/order/refund-share.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { OutboxEvent } from '../../../platform/work/outbox.ts'
import type { CopyUse } from '../../coupon/copy/coupon-copy.parts.ts'
import type { EarningRules } from '../../distribution/commission/commission.parts.ts'
import type { StockMove } from '../../product/stock/product-stock.parts.ts'
import type { PointsMove, Purchase } from '../../user/ledger/ledger.parts.ts'
import type { LineRow, OrderRow } from './order.repository.ts'

/**
 * What the transitions of an order do elsewhere, in their transaction. Of an earlier area, which knows no order, this area leads:
 * its entry stands beside this file. Later areas and later objects of this one add their own in `area.ts`.
 */
export const orderEffects = defineHook<OrderEffects>('order-effects')

/**
 * The order in which rows are locked once their order is, so that no two transactions wait for each other. Effects run in it,
 * wherever they were added; SKUs, which everybody waits for, are locked last.
 */
const places = [
  'draft',
  'edit',
  'invoice',
  'parcel',
  'customer',
  'session',
  'coupon',
  'budget',
  'quota',
  'stock',
] as const

/** What the effects need of an order; its row may not be stored yet. */
export type OrderDraft = Pick<
  OrderRow,
  'id' | 'orderNo' | 'uid' | 'payPriceFen' | 'couponId' | 'useIntegral' | 'gainIntegral' | 'activityId'
>
export type LineDraft = Pick<LineRow, 'skuId' | 'num'>
/** An order that is stored. */
type StoredOrder = OrderDraft & Pick<OrderRow, 'source' | 'sentNum' | 'bargainUserId' | 'fromCouponId'>

export type OrderEffects = {
  place: (typeof places)[number]
  /** It is created: what the one statement that stores it writes besides. */
  creating?: (order: OrderDraft, lines: readonly LineDraft[]) => Partial<CreationMoves>
  /** It is paid: what the one statement of that writes besides. `yue` takes the money from the balance. */
  paying?: (order: OrderDraft, payType: string, tx: Ctx) => Partial<PaymentMoves> | Promise<Partial<PaymentMoves>>
  /** It was paid, after that statement; not of a reship, which is no sale. */
  paid?: (tx: Ctx, order: StoredOrder) => Promise<void>
  /** It is closed without money. Returns what became of something, for its log. */
  closed?: (tx: Ctx, order: StoredOrder, facts: ClosedFacts) => Promise<string | undefined>
  /** It has come, or was picked up. */
  received?: (tx: Ctx, order: StoredOrder) => Promise<void>
  /** Money of it is to go back, other than by an edit of it. */
  refunding?: (tx: Ctx, order: Pick<OrderRow, 'id'>) => Promise<void>
  /** Money of it is back. */
  refunded?: (tx: Ctx, order: StoredOrder, facts: RefundedFacts) => Promise<void>
  /** It was edited: its lines and what it comes to are others. */
  edited?: (tx: Ctx, order: Pick<OrderRow, 'id'>) => Promise<void>
}

/**
 * What is written together with a new order. An effect that is to cost no round trip has its part in that statement
 * (order-create.repository.ts), and its values here.
 */
export type CreationMoves = {
  /** The points spent on it. */
  points: PointsMove
  /** The copy of a coupon that is used with it. */
  copy: CopyUse
  stock: StockMove
  events: readonly OutboxEvent[]
}

/** What is written together with the payment of an order (order-pay.repository.ts). */
export type PaymentMoves = {
  purchase: Purchase
  /** By which it earns commission. */
  commission: EarningRules
}

/** What comes back of an order that is closed: what had not left, and what had and goes back on the shelf. */
export type ClosedFacts = {
  closeType: Exclude<CloseType, 0>
  unsent: readonly LineDraft[]
  returned: readonly LineDraft[]
  discounts: Discounts
}

/** What of what an order was given off comes back with its units: by its coupon, and by the price of its activity. */
export type Discounts = { couponFen: number; activityFen: number }

/** What went back of an order. */
export type RefundedFacts = {
  refundNo: string
  amountFen: number
  /** Points spent that come back. */
  pointsBack: number
  /** Points and experience it earned: what is kept, what is taken back. */
  pointsKept: number
  pointsTaken: number
  experienceTaken: number
  /** Units by SKU: all of them, those never sent, and those sent that go back on the shelf. */
  units: readonly LineDraft[]
  unsent: readonly LineDraft[]
  returned: readonly LineDraft[]
  /** The order ends refunded; whether its coupon comes back then. */
  ends: boolean
  couponReturns: boolean
  /** Of the units that went back. */
  discounts: Discounts
}

/**
 * What comes back of what the lines were given off.
 * @param lines as they were before
 * @param numOf how many units of a line come back
 */
export function discountsOf(
  lines: readonly Pick<LineRow, 'id' | 'num' | 'refundNum' | 'couponShareFen' | 'activityDiscountFen'>[],
  numOf: (line: { id: number; num: number }) => number,
): Discounts {
  const sum = (column: 'couponShareFen' | 'activityDiscountFen') =>
    lines.reduce((total, line) => total + refundShare(line[column], line.num, line.refundNum, numOf(line)), 0)
  return { couponFen: sum('couponShareFen'), activityFen: sum('activityDiscountFen') }
}

const effectsOf = ({ platform }: Ctx): OrderEffects[] =>
  platform.hooks.of(orderEffects).toSorted((one, other) => places.indexOf(one.place) - places.indexOf(other.place))

/** What is written together with a new order. */
export function onCreating(ctx: Ctx, order: OrderDraft, lines: readonly LineDraft[]) {
  const {
    stock,
    events = [],
    ...moves
  } = gather<CreationMoves>(effectsOf(ctx).map(({ creating }) => creating?.(order, lines)))
  if (!stock) throw new Error('an order takes no stock')
  return { ...moves, stock, events }
}

/** What is written together with the payment of an order. */
export async function onPaying(tx: Ctx, order: OrderDraft, payType: string): Promise<PaymentMoves> {
  const moves = await Promise.all(effectsOf(tx).map(({ paying }) => paying?.(order, payType, tx)))
  const { purchase, commission } = gather<PaymentMoves>(moves)
  if (!purchase || !commission) throw new Error('a payment is no purchase, or earns by no rules')
  return { purchase, commission }
}

const gather = <Moves extends object>(moves: readonly (Partial<Moves> | undefined)[]): Partial<Moves> =>
  Object.assign({}, ...moves)

export async function onPaid(tx: Ctx, order: OrderRow): Promise<void> {
  for (const { paid } of effectsOf(tx)) await paid?.(tx, order)
}

/** @returns what became of what the order had, in words */
export async function onClosed(tx: Ctx, order: OrderRow, facts: ClosedFacts): Promise<string[]> {
  const said: string[] = []
  for (const { closed } of effectsOf(tx)) said.push((await closed?.(tx, order, facts)) ?? '')
  return said.filter(Boolean)
}

export async function onReceived(tx: Ctx, order: OrderRow): Promise<void> {
  for (const { received } of effectsOf(tx)) await received?.(tx, order)
}

export async function onRefunding(tx: Ctx, order: Pick<OrderRow, 'id'>): Promise<void> {
  for (const { refunding } of effectsOf(tx)) await refunding?.(tx, order)
}

export async function onRefunded(tx: Ctx, order: OrderRow, facts: RefundedFacts): Promise<void> {
  for (const { refunded } of effectsOf(tx)) await refunded?.(tx, order, facts)
}

export async function onEdited(tx: Ctx, order: Pick<OrderRow, 'id'>): Promise<void> {
  for (const { edited } of effectsOf(tx)) await edited?.(tx, order)
}
