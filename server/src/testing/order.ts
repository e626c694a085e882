import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { splitFen } from '@zhanggui/domain/split.ts'
import { orderLines, orderLogs, storeOrders } from '../areas/order/order/order.tables.ts'
import { type PayProvider, payments } from '../areas/payment/payment/payment.tables.ts'
import { nextNo } from '../platform/data/numbers.ts'
import type { Ctx } from '../platform/http/context.ts'
import { makeCustomer } from './user.ts'

type OrderInsert = typeof storeOrders.$inferInsert
type LineInsert = typeof orderLines.$inferInsert

/** What a test says about a line; the rest is filled in. */
export type MadeLine = Partial<Omit<LineInsert, 'id' | 'orderId'>>

/** What a test says about an order; the rest follows from it. */
export type MadeOrder = Partial<Omit<OrderInsert, 'id'>> & { lines?: readonly MadeLine[] }

/** An order as it was stored. */
export type StoredOrder = typeof storeOrders.$inferSelect & {
  lines: (typeof orderLines.$inferSelect)[]
  payment: typeof payments.$inferSelect | undefined
}

const providers: Record<PayType, PayProvider> = {
  weixin: 'sim',
  alipay: 'sim',
  yue: 'balance',
  offline: 'offline',
  zero: 'zero',
}

const MINUTE = 60_000

/**
 * Stores an order of a customer's, consistent in itself: sums follow the lines, times follow the states, and what is paid
 * has its payment. Without further words it waits for payment, of one towel at 19.90. No ledger, no stock and no effects:
 * tests of these create orders as buyers do.
 */
export async function makeOrder(ctx: Ctx, order: MadeOrder = {}): Promise<StoredOrder> {
  const [made] = await makeOrders(ctx, [order])
  if (!made) throw new Error('the order was not stored')
  return made
}

/** Stores many orders in a few statements; orders without a customer share a new one. */
export async function makeOrders(ctx: Ctx, wanted: readonly MadeOrder[]): Promise<StoredOrder[]> {
  if (!wanted.length) return []
  const uid = wanted.every((order) => order.uid) ? 0 : await makeCustomer(ctx)
  const drafts: { order: OrderInsert; lines: Omit<LineInsert, 'orderId'>[] }[] = []
  for (const { lines: wantedLines = [{}], ...order } of wanted) {
    const lines = wantedLines.map((line, at) => fillLine(line, at))
    const orderNo = order.orderNo ?? (await nextNo(ctx, ''))
    drafts.push({ order: fillOrder(ctx, { uid, ...order, orderNo }, lines), lines })
  }
  const stored = await ctx.db
    .insert(storeOrders)
    .values(drafts.map(({ order }) => order))
    .returning()
  const byNo = new Map(stored.map((row) => [row.orderNo, row]))
  const rows = drafts.map(({ order, lines }) => {
    const row = byNo.get(order.orderNo)
    if (!row) throw new Error('the order was not stored')
    const shares = splitFen(
      row.payPriceFen - row.payPostageFen,
      lines.map(({ lineTotalFen }) => lineTotalFen || 1),
    )
    return {
      row,
      lines: lines.map((line, at) => {
        const payShareFen = shares[at] ?? 0
        const adjustShareFen =
          payShareFen - line.lineTotalFen + (line.couponShareFen ?? 0) + (line.integralShareFen ?? 0)
        const sent = row.status > 0 && { sentNum: line.num }
        const back = row.refundStatus === 2 && { refundNum: line.num, refundMoneyFen: payShareFen }
        return { createdAt: row.createdAt, ...sent, ...back, ...line, orderId: row.id, payShareFen, adjustShareFen }
      }),
    }
  })
  const lines = await ctx.db
    .insert(orderLines)
    .values(rows.flatMap((each) => each.lines))
    .returning()
  const paid = rows.flatMap(({ row }) => (row.paid ? [paymentOf(row)] : []))
  const money = paid.length ? await ctx.db.insert(payments).values(paid).returning() : []
  await ctx.db.insert(orderLogs).values(
    stored.map(({ id: orderId, createdAt, uid: operatorId }) => ({
      orderId,
      createdAt,
      changeType: 'create' as const,
      message: '订单生成',
      operatorType: 'buyer' as const,
      operatorId,
      operatorName: '',
    })),
  )
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const paymentOfOrder = new Map(money.map((row) => [row.bizId, row]))
  return rows.map(({ row }) => {
    const own = (linesOf.get(row.id) ?? []).sort((one, other) => one.lineNo - other.lineNo)
    return { ...row, lines: own, payment: paymentOfOrder.get(row.id) }
  })
}

function fillLine(line: MadeLine, at: number): Omit<LineInsert, 'orderId'> {
  const { priceFen = line.unitPriceFen ?? 1990, num = 1 } = line
  const unitPriceFen = line.unitPriceFen ?? priceFen
  const lineTotalFen = unitPriceFen * num
  return {
    lineNo: at + 1,
    productId: at + 1,
    skuId: at + 1,
    unique: `u${at + 1}`,
    storeName: `毛巾${at + 1}`,
    image: 'https://m.example/a.jpg',
    sku: '默认',
    payShareFen: lineTotalFen,
    ...line,
    priceFen,
    unitPriceFen,
    num,
    lineTotalFen,
  }
}

function fillOrder(
  ctx: Ctx,
  order: MadeOrder & { uid: number; orderNo: string },
  lines: readonly Omit<LineInsert, 'orderId'>[],
): OrderInsert {
  const { status = 0, closeType = 0, cod = false, shippingType = 1, refundStatus = 0 } = order
  const { createdAt = ctx.now(), storeId = 0 } = order
  const paid = order.paid ?? ((status > 0 && !cod) || refundStatus > 0 || Boolean(order.payTime))
  const later = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE)
  const proTotalPriceFen = lines.reduce((sum, line) => sum + line.lineTotalFen, 0)
  const { payPostageFen = 0, deductionPriceFen = 0, couponPriceFen = 0 } = order
  const payPriceFen = order.payPriceFen ?? proTotalPriceFen + payPostageFen - deductionPriceFen - couponPriceFen
  const totalNum = lines.reduce((sum, { num }) => sum + num, 0)
  const isDelivered = shippingType === 1
  return {
    channel: 'h5',
    realName: '王小明',
    userPhone: '13800138000',
    proTotalPriceFen,
    payPriceFen,
    totalNum,
    ...(isDelivered && {
      province: '北京市',
      city: '北京市',
      district: '东城区',
      cityId: 110101,
      detail: '东四北大街 1 号',
    }),
    lineCount: lines.length,
    costFen: lines.reduce((sum, { costFen = 0, num }) => sum + costFen * num, 0),
    freightPriceFen: payPostageFen,
    sentNum: lines.reduce((sum, { sentNum = 0 }) => sum + sentNum, 0),
    ...(paid && { payTime: later(1), payType: payPriceFen ? 'weixin' : 'zero' }),
    ...(!paid && !cod && !closeType && { payDeadline: later(30) }),
    ...(!isDelivered && (paid || cod) && { verifyCode: String(1_000_000_000 + Number(order.orderNo.slice(-9))) }),
    ...(status > 0 && { sentNum: totalNum, shipTime: isDelivered ? later(2) : null }),
    ...(status === 1 && { autoReceiveTime: later(10 * 24 * 60) }),
    ...(status > 1 && { receiveTime: later(3), ...(!isDelivered && { verifyTime: later(3) }) }),
    ...(status === 2 && { autoCompleteTime: later(20 * 24 * 60) }),
    ...(status === 3 && { completeTime: later(4) }),
    ...(refundStatus === 2 && { refundPriceFen: payPriceFen }),
    ...(closeType && { closeTime: later(5) }),
    ...order,
    status,
    closeType,
    cod,
    shippingType,
    refundStatus,
    createdAt,
    storeId,
    paid,
    updatedAt: createdAt,
  }
}

function paymentOf(order: typeof storeOrders.$inferSelect): typeof payments.$inferInsert {
  const { id, orderNo, uid, channel, payPriceFen, payTime, createdAt } = order
  const payType = order.payType || 'weixin'
  return {
    bizType: 'order',
    bizId: id,
    bizNo: orderNo,
    uid,
    outTradeNo: `${orderNo}-1`,
    provider: providers[payType],
    payType,
    channel,
    amountFen: payPriceFen,
    state: 1,
    transactionId: `42${'0'.repeat(6)}${orderNo}`,
    payTime,
    createdAt,
  }
}
