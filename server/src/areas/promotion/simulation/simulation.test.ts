import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { type SimulationForm, simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openBargain, openBargainShop } from '../../../testing/bargain.ts'
import { addressIdOf, beginBuying, openSellingShop, sell } from '../../../testing/checkout.ts'
import { giveCopy, storeCoupon } from '../../../testing/coupon-copy.ts'
import type { Shop } from '../../../testing/shop.ts'
import { couponScopes } from '../../coupon/coupon/coupon.tables.ts'
import { userLevelLogs, userLevels } from '../../user/level/user-level.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

const DAY_MS = 24 * 3600_000
const towel = { attrValue: [{ price: 20, cost: 8, stock: 100 }] }

test('a simulation is refused without its permission, of customers out of reach, and for questions that contradict themselves', async () => {
  const { shop, skuId } = await openSellingShop(towel)
  const staff = await shop.signIn({ can: [simulation.run] })
  const clerk = await shop.signIn({ can: [simulation.run], dataScope: '本门店', storeIds: [1] })
  const buyer = await shop.buyer()
  const items = [{ skuId, num: 1 }]
  expect((await (await shop.signIn({ can: [shopUser.list] })).call(simulation.run, { body: { items } })).status).toBe(
    403,
  )
  const refused = async (body: Record<string, unknown>, caller = staff) => {
    const answer = await caller.send('POST', '/admin/marketing/simulate', { items, ...body })
    return [answer.status, answer.body.message]
  }
  expect(await refused({ items: [] })).toEqual([400, '请选择商品'])
  expect(await refused({ items: [...items, ...items] })).toEqual([400, '同一规格只能添加一次，请合并数量'])
  expect(await refused({ couponId: 1, couponUserId: 1 })).toEqual([400, '一次只能试用一张优惠券'])
  expect(await refused({ at: '2026-02-30 00:00:00' })).toEqual([400, '下单时间格式应为 2026-11-11 00:00:00'])
  expect(await refused({ uid: buyer.userId + 999 })).toEqual([404, '用户不存在'])
  expect(await refused({ uid: buyer.userId }, clerk)).toEqual([404, '用户不存在'])
  expect(await refused({ levelId: 999_999 })).toEqual([404, '会员等级不存在或已被删除'])
  expect(await refused({ couponId: 999_999 })).toEqual([404, '优惠券不存在或已被删除'])
  expect((await refused({ couponUserId: 999_999 }))[0]).toBe(200)
})

test('the simulator gives a customer what the checkout gives them, ranks what they hold, and writes nothing', async () => {
  const opened = await openSellingShop(towel)
  const { shop, skuId } = opened
  const mug = await sell(opened, { storeName: '马克杯', attrValue: [{ price: 35.5, cost: 9, stock: 9 }] })
  const staff = await shop.signIn({ can: [simulation.run] })
  const buyer = await shop.buyer({ nickname: '小满' })
  const { id: couponUserId, couponId } = await giveCopy(shop.ctx, buyer.userId)
  const larger = await giveCopy(shop.ctx, buyer.userId, { moneyFen: 8_00 })
  await giveCopy(shop.ctx, buyer.userId, { moneyFen: 50_00, minPriceFen: 100_00 })
  const addressId = await addressIdOf(buyer)
  const preOrderNo = await beginBuying(buyer, skuId, 3)
  const checkout = { preOrderNo, addressId, shippingType: 1 as const, useIntegral: true, couponId: couponUserId }
  const { body: quote } = await buyer.call(frontOrder.price, { body: checkout })
  const { rows } = await shop.ctx.db.execute<{ cityId: number }>(
    sql`select city_id as "cityId" from buyer_address where id = ${addressId}`,
  )
  const body = {
    uid: buyer.userId,
    items: [{ skuId, num: 3 }],
    usePoints: true,
    couponUserId,
    shippingType: 1 as const,
  }
  const before = await readTables(shop)
  const simulated = await staff.call(simulation.run, { body: { ...body, cityId: rows[0]?.cityId ?? 0 } })
  expect(simulated.body.quote).toEqual(quote)
  expect(simulated.body.buyer).toEqual({ uid: buyer.userId, nickname: '小满', levelName: '', integral: 0 })
  expect(simulated.body.coupons.map(({ id, discount, reason }) => [id, discount, reason])).toEqual([
    [larger.id, 8, ''],
    [couponUserId, 5, ''],
    [larger.id + 1, 0, '总金额小于优惠券最小使用金额，还差 40.00 元'],
  ])
  expect(simulated.body.lowest).toEqual({
    payFee: simulated.body.coupons[0]?.payFee,
    couponUserId: larger.id,
    couponId: larger.couponId,
    couponName: simulated.body.coupons[0]?.name,
    integral: 0,
  })
  const { body: pending } = await staff.call(simulation.run, {
    body: {
      items: [
        { skuId, num: 1 },
        { skuId: mug.skuId, num: 99 },
      ],
      points: 700,
      couponId,
    },
  })
  expect(pending.quote).toMatchObject({ freightPending: true, couponFee: 5, deductionPrice: 0 })
  const { payFee } = pending.quote
  expect(pending.lowest).toMatchObject({ payFee: payFee - 7, couponUserId: 0, couponId, integral: 700 })
  expect(pending.quote.problems).toMatchObject([{ code: 'SOLD_OUT', key: String(mug.skuId) }])
  expect(pending.coupons).toMatchObject([{ id: 0, couponId, discount: 5 }])
  expect(pending.buyer).toEqual({ uid: 0, nickname: '', levelName: '', integral: 700 })
  expect(await readTables(shop)).toEqual(before)
})

test('windows, levels and coupons are judged at the moment that is asked for', async () => {
  const { shop, skuId } = await openSellingShop(towel)
  const { ctx } = shop
  const staff = await shop.signIn({ can: [simulation.run] })
  const buyer = await shop.buyer()
  const [gold, silver] = await ctx.db
    .insert(userLevels)
    .values([
      { name: '黄金', grade: 91, experience: 900_000, discount: 80 },
      { name: '白银', grade: 90, experience: 800_000, discount: 90 },
    ])
    .returning({ id: userLevels.id })
  if (!gold || !silver) throw new Error('no levels')
  const ago = (days: number) => new Date(+ctx.now() - days * DAY_MS)
  const log = (levelId: number, grade: number, days: number) => ({
    uid: buyer.userId,
    levelId,
    grade,
    discount: 100,
    auto: true,
    createdAt: ago(days),
  })
  await ctx.db.insert(userLevelLogs).values([log(silver.id, 90, 20), log(gold.id, 91, 10)])
  await ctx.db.update(shopUsers).set({ level: gold.id }).where(sql`id = ${buyer.userId}`)
  const { id: couponUserId } = await giveCopy(ctx, buyer.userId, { startTime: ago(5), createdAt: ago(5) })
  const priceAt = async (at: Date, more: { couponUserId?: number; couponId?: number; levelId?: number } = {}) => {
    const form = {
      uid: buyer.userId,
      items: [{ skuId, num: 1 }],
      at: toWireTime(at),
      shippingType: 2 as const,
      ...more,
    }
    const { body } = await staff.call(simulation.run, { body: form })
    return { pay: body.quote.payFee, level: body.buyer.levelName, codes: body.quote.problems.map(({ code }) => code) }
  }
  expect(await priceAt(ctx.now())).toEqual({ pay: 16, level: '黄金', codes: [] })
  expect(await priceAt(ago(15))).toEqual({ pay: 18, level: '白银', codes: [] })
  expect(await priceAt(ago(25))).toEqual({ pay: 20, level: '', codes: [] })
  expect(await priceAt(ago(25), { levelId: gold.id })).toMatchObject({ pay: 16, level: '黄金' })
  expect(await priceAt(ctx.now(), { levelId: 0 })).toMatchObject({ pay: 20, level: '' })
  expect(await priceAt(ctx.now(), { couponUserId })).toMatchObject({ pay: 11, codes: [] })
  expect(await priceAt(ago(6), { couponUserId })).toMatchObject({ pay: 16, codes: ['COUPON_EARLY'] })
  expect(await priceAt(new Date(+ctx.now() + 40 * DAY_MS), { couponUserId })).toMatchObject({
    codes: ['COUPON_EXPIRED'],
  })
  const fixed = {
    isFixedTime: true,
    day: 0,
    useStart: new Date(+ctx.now() + DAY_MS),
    useEnd: new Date(+ctx.now() + 2 * DAY_MS),
  }
  const couponId = await storeCoupon(ctx, { ...fixed, status: false })
  expect(await priceAt(ctx.now(), { couponId })).toMatchObject({ codes: ['COUPON_EARLY'] })
  expect(await priceAt(fixed.useEnd, { couponId })).toMatchObject({ pay: 11, codes: [] })
})

test('a coupon for a category is for the products of those below it', async () => {
  const opened = await openSellingShop(towel)
  const { shop, staff: keeper, cateId } = opened
  const { body: child } = await keeper.call(category.save, { body: { name: '毛巾', pid: cateId, type: 1 } })
  const { skuId } = await sell({ ...opened, cateId: child.id }, towel)
  const staff = await shop.signIn({ can: [simulation.run] })
  const couponId = await storeCoupon(shop.ctx, { useType: 3 })
  await shop.ctx.db.insert(couponScopes).values({ couponId, targetId: cateId })
  const { body } = await staff.call(simulation.run, { body: { items: [{ skuId, num: 1 }], couponId, shippingType: 2 } })
  expect(body.quote).toMatchObject({ couponFee: 5, payFee: 15, problems: [] })
})

/** What stands in each table, but what every call writes. */
async function readTables({ ctx }: Shop) {
  const { rows } = await ctx.db.execute(sql`
    select tablename, query_to_xml(
      format('select count(*), sum(hashtext(stored::text)) from %I as stored', tablename), false, false, '')::text as digest
    from pg_tables where schemaname = 'public' and tablename !~ 'log|session|rate_limit|instance' order by tablename`)
  return rows
}

test('one SKU is tried in an activity, judged as of the moment asked for, and the answer names the activities it is in', async () => {
  const own = await openBargainShop()
  const { shop, skuId } = own
  const sale = await openBargain(own)
  const staff = await shop.signIn({ can: [simulation.run] })
  const buyer = await shop.buyer()
  const items = [{ skuId, num: 1 }]
  const activity = { type: 2 as const, activitySkuId: sale.activitySkuId }
  const run = (body: Partial<SimulationForm>) => staff.call(simulation.run, { body: { items, activity, ...body } })
  const { body: now } = await run({ uid: buyer.userId })
  expect(now.activities).toEqual([
    {
      type: 2,
      id: sale.id,
      activitySkuId: sale.activitySkuId,
      title: '毛巾砍价',
      price: 8,
      phase: 'running',
      phaseName: '进行中',
    },
  ])
  // As if it were cut to its lowest price.
  expect([now.quote.proTotalFee, now.quote.problems]).toEqual([8, []])
  const days = (count: number) => toWireTime(new Date(shop.clock.now().getTime() + count * DAY_MS))
  expect((await run({ at: days(-60) })).body.quote.problems).toMatchObject([{ message: '砍价活动未开始' }])
  const { body: late } = await run({ at: days(60) })
  expect([late.quote.problems, late.activities]).toMatchObject([[{ message: '砍价活动已结束' }], []])
  const missing = await run({ activity: { ...activity, bargainUserId: 999_999 }, uid: buyer.userId })
  expect(missing.body.quote.problems).toMatchObject([{ message: '砍价记录不存在' }])

  const refused = async (body: Partial<SimulationForm>) => {
    const { status, body: said } = await run(body)
    return [status, (said as { message?: string }).message]
  }
  expect(await refused({ activity: { ...activity, activitySkuId: 999_999 } })).toEqual([404, '砍价商品规格不存在'])
  expect(await refused({ activity: { ...activity, type: 1 } })).toEqual([404, '秒杀商品规格不存在'])
  const mug = await sell(own, { storeName: '马克杯', attrValue: [{ price: 35.5, cost: 9, stock: 9 }] })
  expect(await refused({ items: [{ skuId: mug.skuId, num: 1 }] })).toEqual([400, '所选规格不在这个活动里'])
  expect(await refused({ items: [...items, { skuId: mug.skuId, num: 1 }] })).toEqual([400, '活动商品一次只能买一种'])
})
