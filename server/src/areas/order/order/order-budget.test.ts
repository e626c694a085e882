import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { notification } from '@zhanggui/contract/message/notification.ts'
import { history } from '@zhanggui/contract/monitor/history.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  addressIdOf,
  beginBuying,
  buy,
  findUnbalanced,
  openSellingShop,
  placeOrder,
} from '../../../testing/checkout.ts'
import { giveCopy, storeCoupon } from '../../../testing/coupon-copy.ts'
import { ask } from '../../../testing/refund.ts'
import {
  beginSeckill,
  buyIn,
  openSeckill,
  openSeckillShop,
  readSeckill,
  type SeckillShop,
  seckillDraft,
} from '../../../testing/seckill.ts'
import type { Caller } from '../../../testing/shop.ts'

/** Calls at once: as many as get their turn at the gate in time on a busy machine. */
const AT_ONCE = 20

async function inParts<Result>(count: number, work: (at: number) => Promise<Result>): Promise<Result[]> {
  const done: Result[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => work(from + at))
    done.push(...(await Promise.all(part)))
  }
  return done
}

// A unit of the flash sale is 10.10 yuan cheaper than on the shelf.
const budgetOf = async (shop: SeckillShop, id: number) => {
  const { budget, budgetUsed } = await readSeckill(shop, id)
  return [budget, budgetUsed]
}

test('of a hundred buyers against a budget for ten, exactly ten buy, and a closed order lets another one in', async () => {
  const own = await openSeckillShop({ stock: 200 })
  const { shop } = own
  const sale = await openSeckill(own, { budget: 101, attrValue: [{ skuId: own.skuId, price: 9.9, quota: 150 }] })
  const ready: { buyer: Caller; preOrderNo: string; addressId: number }[] = []
  await inParts(100, async () => {
    const buyer = await shop.buyer()
    ready.push({ buyer, preOrderNo: await beginSeckill(buyer, sale), addressId: await addressIdOf(buyer) })
  })
  const answers = await inParts(ready.length, (at) => {
    const { buyer, ...checkout } = ready[at] as (typeof ready)[number]
    return buyer.call(frontOrder.create, { body: { ...checkout, shippingType: 1 } })
  })
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(10)
  for (const { status, body } of answers)
    if (status !== 200)
      expect([status, body]).toMatchObject([409, { code: 'BUDGET_USED_UP', message: '活动预算已用完' }])
  expect(await budgetOf(own, sale.id)).toEqual([101, 101])

  const { buyer } = ready[answers.findIndex(({ status }) => status === 200)] ?? {}
  const [first] = made
  if (!buyer || first?.status !== 200) throw new Error('nobody bought')
  expect((await buyer.call(frontOrder.cancel, { body: { orderNo: first.body.orderNo } })).status).toBe(200)
  expect(await budgetOf(own, sale.id)).toEqual([101, 90.9])
  const late = ready[answers.findIndex(({ status }) => status === 409)]
  if (!late) throw new Error('nobody was late')
  expect((await placeOrder(late.buyer, await beginSeckill(late.buyer, sale))).status).toBe(200)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a refund gives back the share of its units, and a whole one all; a fault that is planted in a budget is found', async () => {
  const own = await openSeckillShop()
  const { shop } = own
  const sale = await openSeckill(own, { budget: 100, attrValue: [{ skuId: own.skuId, price: 9.99, quota: 10 }] })
  const staff = await shop.signIn({ can: [order.info, refund.start] })
  const buyer = await shop.buyer()
  const { orderNo } = await buyIn(own, buyer, sale, 3)
  expect(await budgetOf(own, sale.id)).toEqual([100, 30.03])
  const { body } = await staff.call(order.info, { query: { orderNo } })
  const lineId = body.lines[0]?.id ?? 0
  // Money for no units gives nothing back.
  expect((await ask(staff, { orderNo, amount: 1, lines: undefined })).status).toBe(200)
  expect(await budgetOf(own, sale.id)).toEqual([100, 30.03])
  expect((await ask(staff, { orderNo, lines: [{ lineId, num: 1 }] })).status).toBe(200)
  expect(await budgetOf(own, sale.id)).toEqual([100, 20.02])

  expect(await findUnbalanced(shop.ctx)).toEqual([])
  await shop.ctx.db.execute(sql`update promotion_budget set used_fen = used_fen - 1`)
  expect(await findUnbalanced(shop.ctx)).toMatchObject([
    { equation: 'Q9', object: `${sale.id}`, expected: '2002', found: '2001' },
  ])
  await shop.ctx.db.execute(sql`update promotion_budget set used_fen = used_fen + 1`)
  expect((await ask(staff, { orderNo, lines: [{ lineId, num: 2 }] })).status).toBe(200)
  expect(await budgetOf(own, sale.id)).toEqual([100, 0])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('staff hear once that a budget is used to four fifths and once that it is used up, and again after it was raised', async () => {
  const own = await openSeckillShop()
  const { shop } = own
  const sale = await openSeckill(own, { budget: 50.5, num: 99 })
  const [told, other] = [
    await shop.signIn({ can: [notification.list], permissions: ['admin:marketing:report'] }),
    await shop.signIn({ can: [notification.list] }),
  ]
  await shop.app.work()
  const heard = async () => (await told.call(notification.list)).body.list.map(({ title }) => title).reverse()
  const sell = async (num: number) => {
    for (let at = 0; at < num; at++) {
      const buyer = await shop.buyer()
      expect((await placeOrder(buyer, await beginSeckill(buyer, sale))).status).toBe(200)
    }
  }
  await sell(3)
  expect(await heard()).toEqual([])
  await sell(1)
  await expect.poll(heard).toEqual(['预算已用 80%：秒杀「毛巾秒杀」'])
  await sell(1)
  const all = ['预算已用 80%：秒杀「毛巾秒杀」', '预算用完：秒杀「毛巾秒杀」']
  await expect.poll(heard).toEqual(all)
  const status = (open: boolean) => own.keeper.call(seckill.useStatus, { body: { id: sale.id, status: open } })
  await status(false)
  const raised = { ...seckillDraft(own, { num: 99, budget: 70.7 }), id: sale.id }
  expect((await own.keeper.call(seckill.update, { body: raised })).status).toBe(200)
  await sell(1)
  await expect.poll(heard).toEqual([...all, '预算已用 80%：秒杀「毛巾秒杀」'])
  expect((await other.call(notification.list)).body.list).toEqual([])
})

test('a budget counts what was given away before it, also by orders that are made meanwhile, and is never below that', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 8, stock: 200 }] })
  const { shop, skuId } = opened
  const staff = await shop.signIn({ can: [...Object.values(coupon), order.close, history.list] })
  const couponId = await storeCoupon(shop.ctx)
  const spend = async () => {
    const buyer = await shop.buyer()
    const { id } = await giveCopy(shop.ctx, buyer.userId, { couponId })
    return {
      buyer,
      choices: { couponId: id },
      preOrderNo: await beginBuying(buyer, skuId),
      to: await addressIdOf(buyer),
    }
  }
  const [first, ...more] = await Promise.all(Array.from({ length: 13 }, spend))
  if (!first) throw new Error('no buyer')
  const orderNo = await buy(first.buyer, skuId, 1, first.choices)
  const limit = (budget: number) =>
    staff.call(coupon.update, { body: { id: couponId, budget } }) as Promise<{
      status: number
      body: { message?: string }
    }>
  const read = async () => {
    const { body } = await staff.call(coupon.info, { body: { id: couponId } })
    return [body.coupon.budget, body.coupon.budgetUsed]
  }
  expect(await read()).toEqual([null, null])
  expect(await limit(4.99)).toMatchObject({ status: 409, body: { message: '预算不能小于已使用的 5.00 元' } })
  expect((await limit(-1)).status).toBe(400)

  const [{ status }, ...bought] = await Promise.all([
    limit(50),
    ...more.map(({ buyer, preOrderNo, choices }) => placeOrder(buyer, preOrderNo, choices)),
  ])
  expect(status).toBe(200)
  // Whoever was there before the budget may have been many; after it the rest is refused.
  const [, used] = await read()
  const count = bought.filter((answer) => answer.status === 200).length
  expect(used).toBe(5 + 5 * count)
  for (const answer of bought)
    if (answer.status !== 200)
      expect(answer.body).toMatchObject({ code: 'BUDGET_USED_UP', message: '优惠券预算已用完' })
  expect(await findUnbalanced(shop.ctx)).toEqual([])

  expect((await limit(used ?? 0)).status).toBe(200)
  const { buyer, choices } = await spend()
  expect((await placeOrder(buyer, await beginBuying(buyer, skuId), choices)).body.message).toBe('优惠券预算已用完')
  expect((await staff.call(order.close, { body: { orderNo, reason: '误下单' } })).status).toBe(200)
  expect((await placeOrder(buyer, await beginBuying(buyer, skuId), choices)).status).toBe(200)
  expect(await limit((used ?? 0) - 0.01)).toMatchObject({ status: 409 })
  expect((await limit(0)).status).toBe(200)
  expect(await read()).toEqual([null, null])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  const { body } = await staff.call(history.list, { params: { object: 'coupon', id: String(couponId) } })
  const changes = body.list.flatMap((entry) => entry.changes).filter(({ label }) => label === '预算')
  expect(changes.map(({ after }) => after)).toEqual(used === 50 ? ['不限', 50] : ['不限', used, 50])
})

test('an activity that is copied keeps its budget, of which nothing is used; an edit that does not name it leaves it', async () => {
  const own = await openSeckillShop()
  const sale = await openSeckill(own, { budget: 80 })
  const buyer = await own.shop.buyer()
  await placeOrder(buyer, await beginSeckill(buyer, sale))
  const { body: copy } = await own.keeper.call(activity.copy, { body: { id: sale.id } })
  expect(await budgetOf(own, copy.id)).toEqual([80, 0])
  await own.keeper.call(seckill.useStatus, { body: { id: sale.id, status: false } })
  const edit = (budget?: number) =>
    own.keeper.call(seckill.update, {
      body: { ...seckillDraft(own), id: sale.id, ...(budget !== undefined && { budget }) },
    })
  expect((await edit()).status).toBe(200)
  expect(await budgetOf(own, sale.id)).toEqual([80, 10.1])
  await own.keeper.call(seckill.useStatus, { body: { id: sale.id, status: false } })
  expect(await edit(10)).toMatchObject({ status: 409, body: { message: '预算不能小于已使用的 10.10 元' } })
  expect((await edit(0)).status).toBe(200)
  expect(await budgetOf(own, sale.id)).toEqual([null, null])
})
