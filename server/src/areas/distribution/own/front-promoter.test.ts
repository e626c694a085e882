import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { codeFor, prepareCodes } from '../../../testing/buyer.ts'
import { bindBelow, makeCommission } from '../../../testing/commission.ts'
import { makeOrder } from '../../../testing/order.ts'
import { setSettings } from '../../../testing/pay.ts'
import { openShop } from '../../../testing/shop.ts'
import { expectReconciled, makeCustomer } from '../../../testing/user.ts'

const key = (n: number) => ({ 'idempotency-key': `transfer-0000000${n}` })

async function openPromoter() {
  const shop = await openShop()
  const buyer = await shop.buyer({ nickname: '周屿' })
  return { shop, ctx: shop.ctx, buyer, uid: buyer.userId }
}

test('commission becomes balance once for a key, however often and at once it is sent, and never more than there is', async () => {
  const { shop, ctx, buyer, uid } = await openPromoter()
  await makeCommission(ctx, [{ uid, linkType: 'system', status: 3, priceFen: 1000 }])
  const move = (price: number, headers?: Record<string, string>) =>
    buyer.call(frontPromoter.transfer, { body: { price }, ...(headers && { headers }) })
  expect(await move(1)).toMatchObject({ status: 400, body: { message: expect.stringContaining('Idempotency-Key') } })
  expect((await move(0, key(1))).status).toBe(400)
  expect(await move(10.01, key(2))).toMatchObject({ status: 422, body: { message: '可用佣金不足' } })
  await Promise.all([move(4, key(3)), move(4, key(3)), move(4, key(3))])
  // Answers are forgotten in a day, what was booked is not.
  await ctx.db.execute(sql`delete from idempotency_key`)
  expect((await move(4, key(3))).status).toBe(200)
  const account = async () => (await buyer.call(customerCentre.account)).body
  expect(await account()).toMatchObject({ brokeragePrice: 6, nowMoney: 4 })
  const both = await Promise.all([move(5, key(4)), move(5, key(5))])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await account()).toMatchObject({ brokeragePrice: 1, nowMoney: 9 })
  await setSettings(shop, { balance_func_status: false })
  expect((await move(1, key(6))).status).toBe(422)
  await setSettings(shop, { balance_func_status: true })
  await ctx.db.execute(sql`update shop_user set now_money_fen = 9999999999 where id = ${uid}`)
  expect(await move(1, key(7))).toMatchObject({ status: 422, body: { message: '余额将超过上限' } })
  await ctx.db.execute(sql`update shop_user set now_money_fen = 900 where id = ${uid}`)
  await expectReconciled(ctx)
})

test('a promoter sees what they earned, whom they brought and the orders of these, and never a phone', async () => {
  const { shop, ctx, buyer, uid } = await openPromoter()
  const friend = await makeCustomer(ctx, { nickname: '阿夏', phone: '13800138001' })
  const child = await makeCustomer(ctx, { nickname: '小北', phone: '13800138002' })
  await bindBelow(ctx, uid, [friend])
  await bindBelow(ctx, friend, [child])
  const order = await makeOrder(ctx, { uid: friend, paid: true, payTime: ctx.now(), payType: 'yue' })
  const own = { uid, orderId: order.id, linkId: order.orderNo } as const
  await makeCommission(ctx, [
    { ...own, linkType: 'order', status: 3, priceFen: 500, createdAt: ctx.now() },
    { ...own, linkType: 'refund', status: 3, priceFen: 120 },
    { uid, linkType: 'order', brokerageLevel: 2, status: 2, priceFen: 70 },
  ])
  shop.clock.advance(24 * 3600_000)
  const again = await shop.buyer({ uid })
  expect((await again.call(frontPromoter.commission)).body).toMatchObject({
    isPromoter: false,
    quota: null,
    brokeragePrice: 3.8,
    totalPrice: 3.8,
    yesterdayPrice: 3.8,
    freezePrice: 0.7,
    extractPrice: 0,
    peopleCount: 2,
    orderCount: 2,
    bubble: [{ nickname: expect.stringContaining('**'), price: 5 }],
  })
  expect((await buyer.call(frontPromoter.peopleCount)).body).toEqual({ count: 2, first: 1, second: 1 })
  const people = (await again.call(frontPromoter.people, { query: {} })).body
  expect(people.list).toEqual([
    expect.objectContaining({ nickname: '阿夏', childCount: 1, numberCount: 0, orderCount: 0 }),
  ])
  expect((await again.call(frontPromoter.people, { query: { grade: 2 } })).body.list).toMatchObject([
    { nickname: '小北' },
  ])
  expect((await again.call(frontPromoter.people, { query: { keyword: '13800138001' } })).body.total).toBe(0)
  expect((await again.call(frontPromoter.people, { query: { keyword: '夏', sortKey: 'orderCount' } })).body.total).toBe(
    1,
  )
  expect((await again.call(frontPromoter.orders, { query: {} })).body.list).toMatchObject([
    { orderNo: order.orderNo, payPrice: order.payPriceFen / 100, level: 1, commission: 3.8, status: 3 },
  ])
  expect((await again.call(frontPromoter.detail, { query: {} })).body).toMatchObject({ total: 3 })
  const rank = (await again.call(frontPromoter.rank, { query: { type: 'month' } })).body
  expect(JSON.stringify([people, rank])).not.toContain('138')
})

test('ranks show others by the ends of their nicknames, and the caller their own place', async () => {
  const { shop, ctx, buyer, uid } = await openPromoter()
  const rival = await makeCustomer(ctx, { nickname: '林小满' })
  const made: number[] = []
  for (let n = 0; n < 3; n++) made.push(await makeCustomer(ctx))
  await bindBelow(ctx, rival, made.slice(0, 2))
  await bindBelow(ctx, uid, made.slice(2))
  await makeCommission(ctx, [
    { uid, linkType: 'order', status: 3, priceFen: 300 },
    { uid: rival, linkType: 'order', status: 3, priceFen: 200 },
    { uid: rival, linkType: 'order', status: 1, priceFen: 900 },
  ])
  expect((await buyer.call(frontPromoter.rank, { query: { type: 'week' } })).body).toMatchObject({
    list: [
      { place: 1, nickname: '林**满', value: 2 },
      { place: 2, value: 1 },
    ],
    own: { place: 2, value: 1 },
  })
  expect((await buyer.call(frontPromoter.brokerageRank, { query: { type: 'week' } })).body).toMatchObject({
    list: [
      { place: 1, value: 3 },
      { place: 2, nickname: '林**满', value: 2 },
    ],
    own: { place: 1, value: 3 },
  })
  expect((await (await shop.buyer()).call(frontPromoter.rank, { query: { type: 'month' } })).body.own).toEqual({
    place: 0,
    value: 0,
  })
})

test('a client may ask at each start to be bound: what may not be is no error', async () => {
  const { shop, ctx, buyer, uid } = await openPromoter()
  const up = await makeCustomer(ctx, { isPromoter: true })
  const plain = await makeCustomer(ctx)
  const bind = async (spreadPid: number) => (await buyer.call(frontPromoter.bind, { body: { spreadPid } })).body.bound
  expect(await bind(uid)).toBe(false)
  expect(await bind(999_999)).toBe(false)
  expect(await bind(plain)).toBe(false)
  expect(await bind(up)).toBe(true)
  expect(await bind(up)).toBe(false)
  const { rows } = await ctx.db.execute(sql`select spread_uid::int as up from shop_user where id = ${uid}`)
  expect(rows).toEqual([{ up }])
  // In mode 2 everybody promotes, with distribution off nobody does.
  const isPromoter = async () => (await buyer.call(customerCentre.account)).body.isPromoter
  expect(await isPromoter()).toBe(false)
  await setSettings(shop, { store_brokerage_status: 2 })
  expect(await isPromoter()).toBe(true)
  await setSettings(shop, { brokerage_func_status: false })
  expect(await isPromoter()).toBe(false)
})

test('three buyers who ask at once to stand below one another make no ring, and each promoter counts who stands below', async () => {
  const shop = await openShop()
  const { ctx } = shop
  for (let round = 0; round < 5; round++) {
    const buyers = await Promise.all([shop.buyer(), shop.buyer(), shop.buyer()])
    const uids = buyers.map(({ userId }) => userId)
    await ctx.db.execute(sql`update shop_user set is_promoter = true where id = any(${sql.param(uids)}::bigint[])`)
    const bound = await Promise.all(
      buyers.map(async (buyer, n) => {
        const { body } = await buyer.call(frontPromoter.bind, { body: { spreadPid: uids[(n + 1) % 3] ?? 0 } })
        return body.bound
      }),
    )
    // The last one of them would close the ring.
    expect(bound.filter(Boolean)).toHaveLength(2)
    const { rows } = await ctx.db.execute<{ isRight: boolean }>(sql`
      select spread_count = (select count(*) from shop_user as below where below.spread_uid = own.id)
        and path = coalesce((select up.path || up.id || '/' from shop_user as up where up.id = own.spread_uid), path) as "isRight"
      from shop_user as own where id = any(${sql.param(uids)}::bigint[])`)
    expect(rows).toEqual([{ isRight: true }, { isRight: true }, { isRight: true }])
  }
})

test('an account with commission on its way ends once its owner gives that up', async () => {
  const shop = await openShop()
  await prepareCodes(shop)
  const phone = '13800138077'
  const buyer = await shop.buyer({ phone })
  await makeCommission(shop.ctx, [{ uid: buyer.userId, linkType: 'order', status: 2, priceFen: 345 }])
  const end = async (more: object = {}) => {
    const captcha = await codeFor(shop, phone)
    return buyer.call(customerCentre.end, { body: { captcha, ...more } })
  }
  expect(await end()).toMatchObject({
    status: 422,
    body: { code: 'COMMISSION_WAITS', message: expect.stringContaining('¥3.45') },
  })
  expect((await end({ giveUp: true })).status).toBe(200)
})
