import { randomUUID } from 'node:crypto'
import { frontPay, type PayAnswer, payCallback } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import type { RunningApp } from '../app.ts'
import { onCreating } from '../areas/order/order/order-effects.service.ts'
import { getSimKey, SIM_MERCHANT, type SimMessage, signMessage } from '../areas/payment/sim/sim-gateway.service.ts'
import { simPayments } from '../areas/payment/sim/sim-payment.tables.ts'
import { takeStock } from '../areas/product/stock/product-stock.service.ts'
import { writeSettings } from '../areas/setting/setting/setting.service.ts'
import { changePoints } from '../areas/user/ledger/ledger.service.ts'
import { type Ctx, inTransaction } from '../platform/http/context.ts'
import { openSellingShop, type SellingShop } from './checkout.ts'
import { type MadeOrder, makeOrder, type StoredOrder } from './order.ts'
import type { Answer, Caller, Shop, ShopOptions } from './shop.ts'

/** A shop with towels to sell, and a buyer. */
export type PayShop = SellingShop & { buyer: Caller }

export async function openPayShop({ stock = 10, ...options }: ShopOptions & { stock?: number } = {}): Promise<PayShop> {
  const opened = await openSellingShop({ attrValue: [{ price: 19.9, otPrice: 29.9, cost: 8, stock }] }, options)
  return { ...opened, buyer: await opened.shop.buyer() }
}

/** Changes settings, for every process at once. */
export async function setSettings({ ctx, app }: Shop, values: Parameters<typeof writeSettings>[1]): Promise<void> {
  await inTransaction(ctx, (tx) => writeSettings(tx, values))
  app.platform.caches.named('settings').dropHere()
}

/** Begins to pay an order by WeChat. */
export async function begin({ buyer }: PayShop, orderNo: string, channel: 'h5' | 'wechat' = 'h5'): Promise<PayAnswer> {
  const { status, body } = await buyer.call(frontPay.pay, { body: { orderNo, payType: 'weixin', channel } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** An order of the buyer's for towels, with its stock and points taken. */
export async function placeOrder(
  { shop, buyer, productId, skuId }: PayShop,
  { num = 1, ...order }: MadeOrder & { num?: number } = {},
): Promise<StoredOrder> {
  return inTransaction(shop.ctx, async (tx) => {
    const lines = [{ productId, skuId, num }]
    const made = await makeOrder(tx, { uid: buyer.userId, lines, ...order })
    await takeFor(tx, made)
    return made
  })
}

/** Takes what T1 takes for an order that was stored otherwise: points and stock. */
export async function takeFor(tx: Ctx, order: StoredOrder): Promise<void> {
  const { points, stock } = onCreating(tx, order, order.lines)
  if (points) await changePoints(tx, points)
  const { items, note } = stock
  await takeStock(tx, items, note)
}

type Note = Partial<SimMessage> & { key?: string; at?: Date; sign?: string; process?: RunningApp }

/** The message of the simulated gateway that an attempt was paid, as it would send it; parts may be given. */
export async function ring(
  shop: Shop,
  attempt: { outTradeNo: string; amount: number },
  { process = shop.app, ...note }: Note = {},
): Promise<Answer<Record<string, unknown>>> {
  const { path: url, headers, payload } = await signNote(shop, attempt, note)
  const answer = await process.fastify.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, body: answer.json(), headers: {} }
}

/** What {@link ring} sends. */
export async function signNote(
  { ctx, clock }: Shop,
  { outTradeNo, amount }: { outTradeNo: string; amount: number },
  { key, at = clock.now(), sign, ...parts }: Omit<Note, 'process'> = {},
) {
  const message: SimMessage = {
    merchant: SIM_MERCHANT,
    currency: 'CNY',
    outTradeNo,
    transactionId: `T${outTradeNo}`,
    amount,
    result: 'success',
    time: clock.now().toISOString(),
    ...parts,
  }
  const payload = Buffer.from(JSON.stringify(message))
  const [timestamp, nonce] = [String(at.getTime()), randomUUID()]
  const signed = signMessage({ timestamp, nonce, body: payload }, key ?? (await getSimKey(ctx)))
  const headers = {
    'content-type': 'application/json',
    'x-sim-timestamp': timestamp,
    'x-sim-nonce': nonce,
    'x-sim-sign': sign ?? signed,
  }
  return { path: payCallback.pay.path.replace(':provider', 'sim'), headers, payload }
}

/** Has the simulated provider take the money for an attempt, and say nothing yet. Returns what it will say. */
export async function payAtProvider({ ctx, clock }: Shop, outTradeNo: string) {
  const transactionId = `T${outTradeNo}`
  const [paid] = await ctx.db
    .update(simPayments)
    .set({ state: 1, transactionId, paidFen: sql`amount_fen`, paidAt: clock.now() })
    .where(sql`out_trade_no = ${outTradeNo} and state = 0`)
    .returning()
  return paid && { outTradeNo, amount: paid.amountFen }
}
