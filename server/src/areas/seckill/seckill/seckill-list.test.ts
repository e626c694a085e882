import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { activityPhase } from '@zhanggui/domain/promotion/activity.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { placeOrder } from '../../../testing/checkout.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import {
  beginSeckill,
  buyIn,
  openSeckill,
  openSeckillShop,
  saveSeckill,
  seckillCalls,
} from '../../../testing/seckill.ts'
import { phaseAt } from '../../promotion/activity/activity.parts.ts'

test('what runs and is nearly gone, or sold below its cost, is counted and found; figures based on costs only for staff who may see costs', async () => {
  const shop = await openSeckillShop({ stock: 30 })
  const { keeper, skuId, timeId } = shop
  const of = (title: string, price: number, quota: number, more: object = {}) =>
    saveSeckill(shop, { title, attrValue: [{ skuId, price, quota }], ...more })
  const { body: gone } = await of('快没了', 9.9, 5)
  const other = { status: true, confirmBelowCost: true }
  await of('亏本', 4.99, 20, { timeId: timeId + 1, ...other })
  await of('亏本没开', 4.99, 20, { status: false })
  const { body: soldOut } = await of('卖完', 9.9, 1, { timeId: timeId + 2 })
  await shop.shop.ctx.db.execute(sql`update activity_sku set quota = quota_show - taken, sold = taken from (values
    (${gone.id}::bigint, 4), (${soldOut.id}::bigint, 1)) as sold(id, taken) where activity_id = sold.id`)
  const titles = async (query: object, caller = keeper) =>
    (await caller.call(seckill.list, { query })).body.list.map(({ title }) => title)
  expect(await titles({ notice: 'nearlyGone' })).toEqual(['快没了'])
  expect(await titles({ notice: 'belowCost' })).toEqual(['亏本'])
  expect(await titles({ notice: 'belowCost', keywords: '快' })).toEqual([])
  const counts = async (caller = keeper) =>
    (await caller.call(activity.headers, { query: { type: 1 } })).body.map(({ name, count }) => [name, count])
  expect(await counts()).toEqual([
    ...[
      ['全部', 4],
      ['未开始', 2],
      ['进行中', 1],
      ['已结束', 0],
      ['已关闭', 1],
    ],
    ...[
      ['快抢光', 1],
      ['低于成本', 1],
    ],
  ])
  expect((await keeper.call(seckill.list, { query: { keywords: '亏本没开' } })).body.list[0]).toMatchObject({
    belowCost: true,
  })
  const blind = await shop.shop.signIn({ can: seckillCalls })
  expect(await titles({ notice: 'nearlyGone' }, blind)).toEqual(['快没了'])
  expect((await counts(blind)).map(([name]) => name)).not.toContain('低于成本')
  for (const refused of [
    await blind.call(seckill.list, { query: { notice: 'belowCost' } }),
    await blind.call(seckill.download, { query: { notice: 'belowCost' } }),
    await blind.call(activity.today, { query: { type: 1, notice: 'belowCost' } }),
  ])
    expect(refused.status).toBe(403)
})

test('a day shows its slots and what is sold in them, and a list what today brought', async () => {
  const shop = await openSeckillShop()
  const { keeper, timeId } = shop
  const sale = await openSeckill(shop)
  await saveSeckill(shop, { title: '晚上', timeId: timeId + 6, status: false })
  await buyIn(shop, await shop.shop.buyer(), sale, 1)
  const today = toWireDay(shop.shop.clock.now())
  const dayOf = async (day: string) => (await keeper.call(seckill.day, { query: { day } })).body
  const day = await dayOf(today)
  expect(day).toMatchObject({ day: today, total: 2, quotaShow: 20, sales: 1, reserved: 0 })
  expect(day.slots.map(({ startHour, phase, count }) => [startHour, phase, count])).toEqual([
    ...[
      [8, 'running', 1],
      [10, 'upcoming', 0],
      [12, 'upcoming', 0],
      [14, 'upcoming', 0],
    ],
    ...[
      [16, 'upcoming', 0],
      [18, 'upcoming', 0],
      [20, 'upcoming', 1],
      [22, 'upcoming', 0],
    ],
  ])
  expect(day.list).toMatchObject([
    { id: sale.id, title: '毛巾秒杀', phase: 'running', sales: 1, left: 9, belowCost: false },
    { title: '晚上', phase: 'closed', sales: 0 },
  ])
  expect(day.orders).toHaveLength(144)
  expect(day.orders.indexOf(1)).toBe(9 * 6)
  const yesterday = toWireDay(new Date(shop.shop.clock.now().getTime() - 24 * 3600_000))
  expect(await dayOf(yesterday)).toMatchObject({ total: 0, quotaShow: 0, list: [] })
  expect((await keeper.call(seckill.day, { query: { day: '2026-02-31' } })).body).toMatchObject({
    status: 400,
    message: '日期不存在',
  })
  const brought = async (query: object) => (await keeper.call(activity.today, { query: { type: 1, ...query } })).body
  expect(await brought({})).toEqual({ orderCount: 1, units: 1, payAmount: 9.9, discount: 10.1 })
  expect(await brought({ keywords: '晚上' })).toEqual({ orderCount: 0, units: 0, payAmount: 0, discount: 0 })
  expect((await keeper.call(seckill.list, { query: { keywords: '毛巾' } })).body.list[0]?.todayAmount).toBe(9.9)
  shop.shop.clock.advance(24 * 3600_000)
  // The session of yesterday is over.
  const later = await shop.shop.signIn({ can: seckillCalls })
  expect((await later.call(seckill.day, { query: { day: today } })).body.slots[0]).toMatchObject({ phase: 'ended' })
  expect((await later.call(activity.today, { query: { type: 1 } })).body).toMatchObject({ orderCount: 0 })
})

test('the sheet of flash sales is what the list says', async () => {
  const shop = await openSeckillShop()
  await openSeckill(shop)
  const { body } = await shop.keeper.call(seckill.download, { query: { keywords: '毛巾' } })
  if (!('url' in body)) throw new Error(JSON.stringify(body))
  const [head = [], row = []] = await readSheet(await fetchBytes(shop.shop, shop.keeper, String(body.url)))
  const cell = (title: string) => row[head.indexOf(title)]
  expect(['秒杀名称', '场次', '秒杀时段', '秒杀价', '限量', '已售', '秒杀状态', '状态'].map(cell)).toEqual([
    ...['毛巾秒杀', '08点场', '08:00 - 10:00', 9.9, 10, 0, '进行中', '开启'],
  ])
})

test('buyers see the slots of today and tomorrow’s first, the cards of a slot, the page of a sale, and it on the product’s card', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const visitor = shop.shop.visitor()
  const { body: slots } = await visitor.call(frontSeckill.header)
  expect(slots.map(({ startHour, isTomorrow, phase, isCurrent }) => [startHour, isTomorrow, phase, isCurrent])).toEqual(
    [
      [8, false, 'running', true],
      [8, true, 'upcoming', false],
    ],
  )
  const { body: index } = await visitor.call(frontSeckill.index)
  expect(index.productList).toMatchObject([{ id: sale.id, price: 9.9, quota: 10, quotaShow: 10, percent: 0 }])
  const { body: cards } = await visitor.call(frontSeckill.list, { params: { timeId: shop.timeId }, query: {} })
  expect(cards).toMatchObject({ total: 1, list: [{ id: sale.id, title: '毛巾秒杀', num: 5 }] })
  const buyer = await shop.shop.buyer()
  const { body: made } = await placeOrder(buyer, await beginSeckill(buyer, sale, 3))
  const { body: detail } = await buyer.call(frontSeckill.detail, { params: { id: sale.id } })
  expect(detail).toMatchObject({
    activity: { id: sale.id, quota: 7, percent: 30, phase: 'running' },
    attrValue: [{ id: sale.activitySkuId, price: 9.9, quota: 7 }],
    productPrice: 20,
    openOrderNo: made.orderNo,
    productState: 'normal',
  })
  const { body: ofProduct } = await visitor.send('GET', `/api/front/product/detail/${shop.productId}`)
  expect(ofProduct.activities).toEqual([{ type: 1, id: sale.id, price: 9.9, people: 0, endTime: expect.any(String) }])
  // Of a SKU that is cheaper on the shelf they read what they pay.
  await shop.shop.ctx.db.execute(sql`update product_sku set price_fen = 600 where id = ${shop.skuId}`)
  const page = async () => (await visitor.call(frontSeckill.detail, { params: { id: sale.id } })).body
  await expect.poll(async () => (await page()).activity.price, { timeout: 5000 }).toBe(6)
  const { body: cheaper } = await visitor.call(frontSeckill.list, { params: { timeId: shop.timeId }, query: {} })
  expect(cheaper.list).toMatchObject([{ price: 6 }])
  await shop.keeper.call(seckill.useStatus, { body: { id: sale.id, status: false } })
  await expect
    .poll(async () => (await visitor.call(frontSeckill.detail, { params: { id: sale.id } })).status, { timeout: 5000 })
    .toBe(404)
})

test('the database tells the phase of a flash sale as the domain does', async () => {
  const shop = await openSeckillShop()
  const { ctx } = shop.shop
  const base = new Date('2026-11-10T00:00:00+08:00').getTime()
  const hour = 3600_000
  for (const [startHour, endHour] of [
    [0, 1],
    [8, 10],
    [22, 24],
  ] as const)
    for (const stop of [24, 48, 8, 9.5, 33])
      for (const at of [0, 0.5, 7.99, 8, 9.49, 9.5, 10, 23, 24, 32, 33, 34, 47, 48, 60]) {
        const [startAt, stopAt, now] = [base, base + stop * hour, base + at * hour].map((time) => new Date(time)) as [
          Date,
          Date,
          Date,
        ]
        const expected = activityPhase(
          { status: true, startAt, stopAt, slot: { startHour, endHour, isOpen: true } },
          now,
        )
        const { rows } = await ctx.db.execute<{ phase: string }>(sql`
          select ${phaseAt(now)} as phase from
            (select true as status, ${startAt.toISOString()}::timestamptz as start_at, ${stopAt.toISOString()}::timestamptz as stop_at) as activity,
            (select 1 as id, ${startHour}::int as start_hour, ${endHour}::int as end_hour, true as status, false as is_del) as slot`)
        expect([startHour, stop, at, rows[0]?.phase]).toEqual([startHour, stop, at, expected])
      }
})

test('the list and its tabs answer what was asked for: slot, switch, product, days, phase, an id or a part of the title', async () => {
  const shop = await openSeckillShop({ stock: 40 })
  const few = [{ skuId: shop.skuId, price: 9.9, quota: 5 }]
  const now = await openSeckill(shop, { title: '早市毛巾', attrValue: few })
  const later = await openSeckill(shop, { title: '午市毛巾', timeId: shop.timeId + 2, attrValue: few })
  const { body: off } = await saveSeckill(shop, { title: '关着的', status: false, attrValue: few })
  const ids = async (query: object) =>
    (await shop.keeper.call(seckill.list, { query })).body.list.map(({ id }) => id).toSorted()
  expect(await ids({})).toEqual([now.id, later.id, off.id])
  expect(await ids({ timeId: shop.timeId + 2 })).toEqual([later.id])
  expect(await ids({ status: false })).toEqual([off.id])
  expect(await ids({ phase: 'running' })).toEqual([now.id])
  expect(await ids({ phase: 'upcoming' })).toEqual([later.id])
  expect(await ids({ keywords: '毛巾' })).toEqual([now.id, later.id])
  const [today, yesterday] = [
    toWireDay(shop.shop.clock.now()),
    toWireDay(new Date(+shop.shop.clock.now() - 86_400_000)),
  ]
  expect(await ids({ dateLimit: [today, today] })).toEqual([now.id, later.id, off.id])
  expect(await ids({ dateLimit: [yesterday, yesterday] })).toEqual([])
  expect(await ids({ dateLimit: ['2099-01-01', '2099-01-31'] })).toEqual([])
  expect(await ids({ keywords: String(later.id) })).toEqual([later.id])
  expect(await ids({ productId: shop.productId + 1 })).toEqual([])
  expect(await ids({ isDel: true })).toEqual([])
  await shop.keeper.call(seckill.remove, { query: { id: off.id } })
  expect(await ids({ isDel: true })).toEqual([off.id])
  const { body: tabs } = await shop.keeper.call(activity.headers, { query: { type: 1, keywords: '午市' } })
  expect(tabs.map(({ phase, count }) => `${phase} ${count}`)).toEqual([
    'all 1',
    'upcoming 1',
    'running 0',
    'ended 0',
    'closed 0',
    'nearlyGone 0',
    'belowCost 0',
  ])
})

test('a flash sale moves to another slot of its days and stays open; not while it runs, once it is over, for an old version, nor where another of its SKU sells', async () => {
  const shop = await openSeckillShop({ stock: 40 })
  const { keeper, timeId, skuId } = shop
  const attrValue = [{ skuId, price: 9.9, quota: 5 }]
  const runs = await openSeckill(shop, { attrValue })
  const { body: evening } = await saveSeckill(shop, { title: '晚上', timeId: timeId + 6, attrValue })
  const { body: off } = await saveSeckill(shop, { title: '没开', timeId, status: false, attrValue })
  const move = async (id: number, to: number, more: object = {}) => {
    const { status, body } = await keeper.call(seckill.move, { body: { id, timeId: to, ...more } })
    return [status, (body as { message?: string }).message]
  }
  const slotOf = async (id: number) => {
    const { slot, status, version } = (await keeper.call(seckill.info, { query: { id } })).body
    return { hour: slot.startHour, status, version }
  }
  expect(await move(runs.id, timeId + 2)).toEqual([409, '正在抢的秒杀不能换场，请先关闭'])
  expect(await move(evening.id, timeId)).toEqual([409, '该商品规格在相同时段已有秒杀活动：毛巾秒杀'])
  expect(await move(evening.id, 99_999)).toEqual([422, '秒杀时段不存在，请重新选择'])
  expect(await move(evening.id, timeId + 5, { version: 99 })).toMatchObject([409, expect.any(String)])
  await keeper.call(seckillSlot.useStatus, { params: { id: timeId + 4 }, body: { status: false } })
  expect(await move(evening.id, timeId + 4)).toEqual([422, '秒杀时段已关闭'])
  const before = await slotOf(evening.id)
  expect(before).toMatchObject({ hour: 20, status: true })
  expect(await move(evening.id, timeId + 5, { version: before.version })).toEqual([200, undefined])
  expect(await slotOf(evening.id)).toEqual({ hour: 18, status: true, version: before.version + 1 })
  expect(await move(evening.id, timeId + 5)).toEqual([200, undefined])
  expect((await slotOf(evening.id)).version).toBe(before.version + 1)
  expect(await move(off.id, timeId + 5)).toEqual([200, undefined])
  expect(await slotOf(off.id)).toMatchObject({ hour: 18, status: false })
  const { body: day } = await keeper.call(seckill.day, { query: { day: toWireDay(shop.shop.clock.now()) } })
  expect(day.list.map(({ id, timeId: at }) => [id, at - timeId])).toEqual([
    [runs.id, 0],
    ...[
      [off.id, 5],
      [evening.id, 5],
    ],
  ])
  shop.shop.clock.advance(3 * 24 * 3600_000)
  const later = await shop.shop.signIn({ can: seckillCalls })
  expect((await later.call(seckill.move, { body: { id: off.id, timeId } })).body).toMatchObject({
    message: '已结束的秒杀不能换场',
  })
})
