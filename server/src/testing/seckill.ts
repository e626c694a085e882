import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { type Seckill, type SeckillDraft, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { addBalance } from '../areas/user/ledger/ledger.service.ts'
import { inTransaction } from '../platform/http/context.ts'
import { openSellingShop, placeOrder, type SellingShop } from './checkout.ts'
import { toTomorrow } from './shanghai-clock.ts'
import type { Caller, Refused, ShopOptions } from './shop.ts'

/** All calls about flash sales. */
export const seckillCalls = [...Object.values(seckill), ...Object.values(seckillSlot), ...Object.values(activity)]

/** A shop at nine in the morning, with towels at 20 yuan and somebody who keeps its flash sales. */
export type SeckillShop = SellingShop & { keeper: Caller; timeId: number }

/** Opens a shop for flash sales. @param hour of the Shanghai day at which it is opened */
export async function openSeckillShop({
  hour = 9,
  stock = 20,
  ...options
}: ShopOptions & { hour?: number; stock?: number } = {}): Promise<SeckillShop> {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 5, stock }] }, options)
  const { shop } = opened
  toTomorrow(shop.clock, hour)
  const keeper = await shop.signIn({ can: seckillCalls, permissions: ['admin:product:cost:view'] })
  const staff = await shop.signIn({ permissions: productRights })
  const { body } = await keeper.call(seckillSlot.list, { query: { limit: 9999 } })
  const timeId = body.list.find(({ startHour }) => startHour === 8)?.id ?? 0
  return { ...opened, staff, keeper, timeId }
}

const productRights = [
  ...[
    'admin:product:save',
    'admin:product:update',
    'admin:product:info',
    'admin:product:list',
    'admin:product:down',
    'admin:product:up',
  ],
  ...[
    'admin:product:delete',
    'admin:product:cost:view',
    'admin:product:stock:adjust',
    'admin:product:batch',
    'admin:category:save',
  ],
]

/** What is typed of a flash sale of the shop's towels, today and tomorrow from eight to ten. */
export function seckillDraft(
  { shop, productId, skuId, timeId }: Pick<SeckillShop, 'shop' | 'productId' | 'skuId' | 'timeId'>,
  change: Partial<SeckillDraft> = {},
): SeckillDraft {
  const today = shop.clock.now()
  return {
    productId,
    title: '毛巾秒杀',
    image: 'https://m.example/a.jpg',
    images: ['https://m.example/a.jpg'],
    unitName: '条',
    tempId: 1,
    startTime: toWireDay(today),
    stopTime: toWireDay(new Date(today.getTime() + 24 * 3600_000)),
    timeId,
    num: 5,
    onceNum: 0,
    totalNum: 0,
    status: true,
    attrValue: [{ skuId, price: 9.9, quota: 10 }],
    ...change,
  }
}

/** A flash sale that runs, with the id by which its SKU is bought. */
/** Saves a flash sale as a form sends it, whatever the answer. */
export async function saveSeckill(shop: SeckillShop, change: Partial<SeckillDraft> = {}, caller = shop.keeper) {
  const { status, body } = await caller.call(seckill.save, { body: seckillDraft(shop, change) })
  return { status, body: body as typeof body & Refused }
}

export type OpenSeckill = { id: number; activitySkuId: number; skuId: number }

export async function openSeckill(shop: SeckillShop, change: Partial<SeckillDraft> = {}): Promise<OpenSeckill> {
  const { status, body } = await shop.keeper.call(seckill.save, { body: seckillDraft(shop, change) })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const info = await readSeckill(shop, body.id)
  const sku = info.attrValue.find((each) => each.id !== null)
  return { id: body.id, activitySkuId: sku?.id ?? 0, skuId: sku?.skuId ?? 0 }
}

export async function readSeckill({ keeper }: SeckillShop, id: number): Promise<Seckill> {
  const { status, body } = await keeper.call(seckill.info, { query: { id } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Asks for a checkout in a flash sale. */
export const askSeckill = (buyer: Caller, { id, activitySkuId }: OpenSeckill, num = 1) =>
  buyer.call(frontOrder.pre, {
    body: { preOrderType: 'buyNow', orderDetails: [{ attrValueId: activitySkuId, productNum: num, seckillId: id }] },
  })

/** Begins a checkout in a flash sale. */
export async function beginSeckill(buyer: Caller, sale: OpenSeckill, num = 1): Promise<string> {
  const { status, body } = await askSeckill(buyer, sale, num)
  expect([status, body]).toMatchObject([200, { preOrderNo: expect.stringMatching(/^f\d{11}[0-9a-f]{24}$/) }])
  return body.preOrderNo
}

/** What is left, held and sold of the one SKU of a flash sale. */
export async function quotaOf(shop: SeckillShop, { id }: OpenSeckill) {
  const { quota, reserved, sales, quotaShow } = await readSeckill(shop, id)
  expect(quota + reserved + sales).toBe(quotaShow)
  return [quota, reserved, sales]
}

/** A flash sale that runs all day, today and for a year, whatever the clock of the machine says. */
export async function openWholeDay(own: Omit<SeckillShop, 'timeId'>, title = '全天秒杀'): Promise<OpenSeckill> {
  const { shop, keeper } = own
  await shop.ctx.db.execute(sql`update seckill_slot set is_del = true`)
  const { body: slot } = await keeper.call(seckillSlot.save, {
    body: { name: '全天', startHour: 0, endHour: 24, sliderImgs: ['https://m.example/s.jpg'] },
  })
  const stopTime = toWireDay(new Date(shop.clock.now().getTime() + 365 * 24 * 3600_000))
  const attrValue = [{ skuId: own.skuId, price: 9.9, quota: 200 }]
  return openSeckill({ ...own, timeId: slot.id }, { title, stopTime, num: 999, attrValue })
}

/** Buys in a flash sale as far as the order that waits for its money. Returns its number. */
export async function buyInSale(
  buyer: Caller,
  sale: OpenSeckill,
  num: number,
  choices: Parameters<typeof placeOrder>[2] = {},
): Promise<string> {
  const { status, body } = await placeOrder(buyer, await beginSeckill(buyer, sale, num), choices)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.orderNo
}

/** Buys in a flash sale and pays from the balance. */
export async function buyIn(
  { shop }: SeckillShop,
  buyer: Caller,
  sale: OpenSeckill,
  num: number,
): Promise<{ orderNo: string }> {
  await inTransaction(shop.ctx, (tx) => addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen: 500_00 }))
  const { body } = await placeOrder(buyer, await beginSeckill(buyer, sale, num))
  const paid = await buyer.call(frontPay.pay, { body: { orderNo: body.orderNo, payType: 'yue', channel: 'h5' } })
  expect(paid.status).toBe(200)
  return body
}
