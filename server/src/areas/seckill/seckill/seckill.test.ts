import { product } from '@zhanggui/contract/product/product.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { type SeckillDraft, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { activityPhase } from '@zhanggui/domain/promotion/activity.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { placeOrder, sell } from '../../../testing/checkout.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { variantDraft } from '../../../testing/product.ts'
import {
  beginSeckill,
  buyIn,
  openSeckill,
  openSeckillShop,
  readSeckill,
  type SeckillShop,
  seckillCalls,
  seckillDraft,
} from '../../../testing/seckill.ts'
import type { Refused } from '../../../testing/shop.ts'
import { phaseAt } from '../../promotion/activity/activity.parts.ts'

const DAY_MS = 24 * 3600_000

async function save(shop: SeckillShop, change: Partial<SeckillDraft> = {}, caller = shop.keeper) {
  const { status, body } = await caller.call(seckill.save, { body: seckillDraft(shop, change) })
  return { status, body: body as typeof body & Refused }
}

async function idOf({ keeper }: SeckillShop, title: string): Promise<number> {
  return (await keeper.call(seckill.list, { query: { keywords: title } })).body.list[0]?.id ?? 0
}

async function update(shop: SeckillShop, id: number, change: Partial<SeckillDraft> = {}) {
  const { status, body } = await shop.keeper.call(seckill.update, {
    body: { ...seckillDraft(shop, { status: false }), ...change, id },
  })
  return { status, body: body as typeof body & Refused }
}

test('what is typed of a flash sale is refused by field and in words, and what is stored is answered as it was typed', async () => {
  const shop = await openSeckillShop()
  const { skuId, shop: own } = shop
  const other = await sell(shop, { storeName: '浴巾', attrValue: [{ price: 30, cost: 10, stock: 5 }] })
  const said = async (change: Partial<SeckillDraft>) => {
    const { status, body } = await save(shop, change)
    return [status, body.message, body.errors?.[0]?.field]
  }
  const day = (days: number) => toWireDay(new Date(own.clock.now().getTime() + days * DAY_MS))
  for (const [change, ...answer] of [
    [{ startTime: day(-3), stopTime: day(-1) }, 400, '活动结束时间不能小于当前时间', 'stopTime'],
    [{ startTime: day(3), stopTime: day(1) }, 400, '活动结束日期不能早于开始日期', 'stopTime'],
    [{ startTime: '2026-02-30' }, 400, '活动日期不存在', 'startTime'],
    [
      { attrValue: [{ skuId, price: 20.01, quota: 1 }] },
      400,
      '规格「默认」活动价不能高于商品售价 20.00 元',
      'attrValue[0].price',
    ],
    [{ attrValue: [{ skuId, price: 9, quota: 0 }] }, 400, '请正确输入限量', 'attrValue[0].quota'],
    [{ attrValue: [{ skuId, price: 9, quota: 21 }] }, 400, '规格「默认」限量不能超过商品库存 20', 'attrValue[0].quota'],
    [{ attrValue: [{ skuId, price: 0, quota: 1 }] }, 400, expect.stringContaining('活动价'), 'attrValue[0].price'],
    [
      {
        attrValue: [
          { skuId, price: 9, quota: 1 },
          { skuId, price: 8, quota: 1 },
        ],
      },
      400,
      '有重复的规格',
      'attrValue',
    ],
    [{ attrValue: [{ skuId: other.skuId, price: 9, quota: 1 }] }, 422, '规格不属于该商品', undefined],
    [{ attrValue: [] }, 400, '商品属性详情不能为空', 'attrValue'],
    [{ images: [] }, 400, '请上传商品轮播图', 'images'],
    [{ image: '' }, 400, '请上传主图', 'image'],
    [{ productId: 99_999 }, 422, '商品不存在或已删除', undefined],
    [{ tempId: 99_999 }, 422, '运费模板不存在，请重新选择', undefined],
    [{ timeId: 99_999 }, 422, '秒杀时段不存在，请重新选择', undefined],
    [{ num: 0 }, 400, expect.stringContaining('当天参与活动次数'), 'num'],
  ] as const)
    expect([change, await said(change as Partial<SeckillDraft>)]).toEqual([change, answer])
  const { body } = await save(shop, { content: '<p onclick="x()">好</p>', allowCoupon: true, giveIntegral: 3, sort: 7 })
  const info = await readSeckill(shop, body.id)
  expect(info).toMatchObject({
    content: '<p>好</p>',
    allowCoupon: true,
    allowPoints: null,
    giveIntegral: 3,
    sort: 7,
    phase: 'running',
    quotaShow: 10,
    quota: 10,
    left: 10,
    percent: 0,
    price: 9.9,
    salePrice: 20,
    cost: 5,
    aboveSale: false,
    slot: { startHour: 8, endHour: 10 },
    nextStartTime: `${toWireDay(own.clock.now())} 08:00:00`,
    nextEndTime: `${toWireDay(own.clock.now())} 10:00:00`,
  })
  expect((await save(shop)).body).toMatchObject({
    status: 409,
    message: '活动标题已经存在',
    errors: [{ field: 'title' }],
  })
  const blind = await own.signIn({ can: seckillCalls })
  expect((await blind.call(seckill.info, { query: { id: body.id } })).body).not.toHaveProperty('cost')
  expect((await blind.call(seckill.list, { query: { keywords: '毛巾' } })).body.list[0]).not.toHaveProperty('cost')
  const trail = await own.ctx.db.execute(sql`select diff from audit_entry where object_type = 'seckill'`)
  expect(JSON.stringify(trail.rows)).not.toContain('成本')
})

test('a flash sale is edited while it is closed: an edit that changes nothing passes though stock and price have moved, what has sold stays', async () => {
  const shop = await openSeckillShop({ stock: 12 })
  const sale = await openSeckill(shop)
  const { keeper, staff, productId, skuId } = shop
  const buyer = await shop.shop.buyer()
  const made = await placeOrder(buyer, await beginSeckill(buyer, sale, 4))
  expect(made.status).toBe(200)
  expect((await update(shop, sale.id)).body).toMatchObject({ status: 409, message: '请先关闭秒杀商品，再修改商品信息' })
  expect((await keeper.call(seckill.remove, { query: { id: sale.id } })).body).toMatchObject({
    status: 409,
    message: '活动开启中，商品不支持删除',
  })
  await keeper.call(seckill.useStatus, { body: { id: sale.id, status: false } })
  expect((await keeper.call(seckill.remove, { query: { id: sale.id } })).body).toMatchObject({
    status: 409,
    message: '还有 1 笔待付款，请等它们付款或关闭后再删除',
  })
  // 8 are left of the stock, 6 of the quota; the shelf becomes cheaper than the sale.
  const priced = await staff.call(product.batch, {
    body: { ids: [productId], action: 'price', data: { mode: 'set', value: 6, target: 'price' } },
  })
  expect(priced.body).toMatchObject({ success: 1 })
  expect((await update(shop, sale.id)).status).toBe(200)
  expect(await readSeckill(shop, sale.id)).toMatchObject({ quota: 6, reserved: 4, aboveSale: true })
  const quota = (value: number) => ({ attrValue: [{ skuId, price: 9.9, quota: value }] })
  expect((await update(shop, sale.id, quota(3))).body).toMatchObject({
    status: 409,
    message: '限量不能小于已售和待付款数量 4',
  })
  expect((await update(shop, sale.id, quota(13))).body).toMatchObject({
    status: 400,
    message: '规格「默认」限量不能超过商品库存 8',
  })
  expect((await update(shop, sale.id, quota(12))).status).toBe(200)
  expect(await readSeckill(shop, sale.id)).toMatchObject({ quota: 8, quotaShow: 12 })
  expect((await update(shop, sale.id, { attrValue: [{ skuId, price: 8, quota: 12 }] })).body).toMatchObject({
    status: 400,
    message: '规格「默认」活动价不能高于商品售价 6.00 元',
  })
  expect((await update(shop, sale.id, { productId: productId + 1 })).body).toMatchObject({
    status: 400,
    message: '不能更换关联商品',
  })
  const { version } = await readSeckill(shop, sale.id)
  expect(
    (
      await keeper.call(seckill.update, {
        body: { ...seckillDraft(shop, { status: false, ...quota(12) }), id: sale.id, version: version - 1 },
      })
    ).body,
  ).toMatchObject({ code: 'VERSION_CONFLICT' })
})

test('SKUs with orders stay, others are taken out and come back with their row', async () => {
  const shop = await openSeckillShop()
  const many = await sell(shop, variantDraft(shop.cateId, { isShow: true }))
  const [one = 0, two = 0, three = 0] = many.skuIds
  const row = (skuId: number, quota = 3) => ({ skuId, price: 40, quota })
  const own = { ...shop, productId: many.productId }
  const sale = await openSeckill(own, { attrValue: [row(one), row(two)] })
  const buyer = await shop.shop.buyer()
  await placeOrder(buyer, await beginSeckill(buyer, sale))
  await shop.keeper.call(seckill.useStatus, { body: { id: sale.id, status: false } })
  expect((await update(own, sale.id, { attrValue: [row(two)] })).body).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^规格「.+」已有订单，不能移除$/),
  })
  expect((await update(own, sale.id, { attrValue: [row(one), row(three, 2)] })).status).toBe(200)
  const taking = async () => (await readSeckill(own, sale.id)).attrValue.filter(({ id }) => id !== null)
  expect((await taking()).map(({ skuId, quotaShow }) => [skuId, quotaShow])).toEqual([
    [one, 3],
    [three, 2],
  ])
  expect((await readSeckill(own, sale.id)).attrValue).toHaveLength(4)
  expect((await update(own, sale.id, { attrValue: [row(one), row(two, 5), row(three, 2)] })).status).toBe(200)
  expect((await taking()).map(({ skuId, quotaShow, quota }) => [skuId, quotaShow, quota])).toEqual([
    [one, 3, 2],
    [two, 5, 5],
    [three, 2, 2],
  ])
  const single = await save(shop, {
    title: '单规格',
    attrValue: [
      { skuId: shop.skuId, price: 9, quota: 1 },
      { skuId: one, price: 9, quota: 1 },
    ],
  })
  expect(single.body).toMatchObject({ status: 422, message: '单规格商品属性值不能大于1' })
})

test('a flash sale opens only when it can sell: product, days, quota, slot and other sales are asked, and below cost it asks once more', async () => {
  const shop = await openSeckillShop({ stock: 30 })
  const { keeper, staff, skuId, productId } = shop
  const { body: made } = await save(shop, { status: false, title: '一', attrValue: [{ skuId, price: 4.99, quota: 5 }] })
  const open = async (id: number, more: object = {}, caller = keeper) => {
    const { status, body } = await caller.call(seckill.useStatus, { body: { id, status: true, ...more } })
    return { status, body: body as typeof body & Refused }
  }
  expect((await open(made.id)).body).toMatchObject({
    status: 422,
    code: 'BELOW_COST',
    skus: [{ suk: '默认', lowest: 4.99, cost: 5 }],
  })
  const blind = await shop.shop.signIn({ can: seckillCalls })
  const asked = await open(made.id, {}, blind)
  expect(asked.body.code).toBe('BELOW_COST')
  expect(JSON.stringify(asked.body)).not.toContain('cost')
  const batch = await keeper.call(activity.batch, { body: { ids: [made.id], action: 'open' } })
  expect(batch.body).toMatchObject({
    success: 0,
    failed: 1,
    errors: [{ title: '一', message: expect.stringContaining('低于成本') }],
  })
  expect((await open(made.id, { confirmBelowCost: true })).status).toBe(200)
  await keeper.call(activity.batch, { body: { ids: [made.id], action: 'close' } })
  const attrValue = [{ skuId, price: 4.99, quota: 5 }]
  expect((await update(shop, made.id, { title: '一', attrValue, status: true })).body.code).toBe('BELOW_COST')
  const saved = await update(shop, made.id, { title: '一', attrValue, status: true, confirmBelowCost: true })
  expect(saved.status).toBe(200)
  const trail = await shop.shop.ctx.db.execute(sql`select diff from audit_entry where object_type = 'seckill'`)
  expect(JSON.stringify(trail.rows).match(/已确认低价/g)).toHaveLength(2)
  expect((await open(made.id)).status).toBe(200)
  const { body: second } = await save(shop, { status: false, title: '二' })
  expect((await open(second.id)).body).toMatchObject({
    status: 409,
    code: 'ACTIVITY_CONFLICT',
    message: '该商品规格在相同时段已有秒杀活动：一',
  })
  expect((await save(shop, { title: '三' })).body).toMatchObject({
    status: 409,
    message: '该商品规格在相同时段已有秒杀活动：一',
  })
  const down = await staff.send('GET', `/admin/store/product/offShell/${productId}`)
  expect(down.body).toMatchObject({ status: 422, code: 'IN_USE', uses: [{ type: 'seckill', id: made.id }] })
  await keeper.call(activity.batch, { body: { ids: [made.id], action: 'close' } })
  await staff.send('GET', `/admin/store/product/offShell/${productId}`)
  expect((await open(second.id)).body).toMatchObject({ status: 422, message: '关联的商品未上架，无法开启活动' })
  const recycle = (is: boolean) =>
    shop.shop.ctx.db.execute(sql`update product set is_recycle = ${is} where id = ${productId}`)
  await recycle(true)
  expect((await update(shop, made.id, { title: '一', attrValue })).body).toMatchObject({
    message: '商品不存在或已删除',
  })
  await recycle(false)
  await staff.send('GET', `/admin/store/product/putOnShell/${productId}`)
  // Two that stand in each other's way, opened at once: one opens.
  const both = await Promise.all([open(made.id, { confirmBelowCost: true }), open(second.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('opening asks as well when somebody pays less than a tenth of the price, however it is opened', async () => {
  const shop = await openSeckillShop()
  const { keeper, staff, skuId, productId } = shop
  const free = await staff.call(product.batch, {
    body: { ids: [productId], action: 'price', data: { mode: 'set', value: 0, target: 'cost' } },
  })
  expect(free.body).toMatchObject({ success: 1 })
  const attrValue = [{ skuId, price: 1.99, quota: 5 }]
  const asks = { status: 422, code: 'VERY_LOW', skus: [{ suk: '默认', lowest: 1.99, price: 20 }] }
  expect((await save(shop, { attrValue })).body).toMatchObject(asks)
  expect((await save(shop, { attrValue: [{ skuId, price: 2, quota: 5 }], title: '一成' })).status).toBe(200)
  await keeper.call(activity.batch, { body: { ids: [await idOf(shop, '一成')], action: 'close' } })
  const { body: made } = await save(shop, { status: false, attrValue })
  const open = (more: object = {}) => keeper.call(seckill.useStatus, { body: { id: made.id, status: true, ...more } })
  const asked = await open()
  expect(asked.body).toMatchObject(asks)
  expect(JSON.stringify(asked.body)).not.toContain('cost')
  const batch = await keeper.call(activity.batch, { body: { ids: [made.id], action: 'open' } })
  expect(batch.body).toMatchObject({ failed: 1, errors: [{ message: expect.stringContaining('不到售价的一成') }] })
  expect((await update(shop, made.id, { attrValue, status: true })).body).toMatchObject(asks)
  expect((await open({ confirmBelowCost: true })).status).toBe(200)
})

test('what runs and is nearly gone, or sold below its cost, is counted and found; what costs tell only for those who may see them', async () => {
  const shop = await openSeckillShop({ stock: 30 })
  const { keeper, skuId, timeId } = shop
  const of = (title: string, price: number, quota: number, more: object = {}) =>
    save(shop, { title, attrValue: [{ skuId, price, quota }], ...more })
  const { body: gone } = await of('快没了', 9.9, 5)
  const other = { status: true, confirmBelowCost: true }
  await of('亏本', 4.99, 20, { timeId: timeId + 1, ...other })
  await of('亏本没开', 4.99, 20, { status: false })
  await of('卖完', 9.9, 1, { timeId: timeId + 2 })
  await shop.shop.ctx.db.execute(sql`update activity_sku set quota = quota_show - taken, sold = taken from (values
    (${gone.id}::bigint, 4), (${await idOf(shop, '卖完')}::bigint, 1)) as sold(id, taken) where activity_id = sold.id`)
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
  await save(shop, { title: '晚上', timeId: timeId + 6, status: false })
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

test('conflicts, short stock and prices below cost are told while it is typed', async () => {
  const shop = await openSeckillShop()
  await openSeckill(shop)
  const { productId, skuId, timeId, keeper } = shop
  const { startTime, stopTime } = seckillDraft(shop)
  const ask = async (change: object = {}, caller = keeper) =>
    (
      await caller.call(activity.conflicts, {
        body: {
          type: 1,
          productId,
          startTime,
          stopTime,
          timeId,
          attrValue: [{ skuId, price: 9, quota: 5 }],
          ...change,
        },
      })
    ).body
  expect(await ask()).toMatchObject([
    { level: 'hard', code: 'OVERLAP', title: '毛巾秒杀', message: '该商品规格在相同时段已有秒杀活动：毛巾秒杀' },
  ])
  expect(await ask({ timeId: timeId + 1 })).toEqual([])
  expect(await ask({ timeId: timeId + 1, attrValue: [{ skuId, price: 1.5, quota: 15 }] })).toMatchObject([
    { level: 'soft', code: 'STOCK', message: '规格「默认」活动限量合计 25 大于库存 20，可能提前售罄' },
    { level: 'soft', code: 'BELOW_COST', message: '规格「默认」最低到手价 1.50 元，低于成本 5.00 元' },
  ])
  const asked = { type: 1 as const, productId, startTime, stopTime, timeId, attrValue: [{ skuId, price: 9, quota: 5 }] }
  expect((await keeper.call(activity.lowest, { body: asked })).body).toEqual([{ skuId, lowest: 9 }])
  const blind = await shop.shop.signIn({ can: seckillCalls })
  // Who may not see costs is told the same on either side of them.
  expect(await ask({ timeId: timeId + 1, attrValue: [{ skuId, price: 3, quota: 1 }] }, blind)).toEqual([])
  expect(await ask({ timeId: timeId + 1, attrValue: [{ skuId, price: 1.5, quota: 1 }] }, blind)).toMatchObject([
    { level: 'soft', code: 'VERY_LOW' },
  ])
})

test('quota is added while it runs, a running sale is ended early, and a copy begins tomorrow, closed', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const { keeper, skuId } = shop
  const quota = (value: number) => keeper.call(activity.quota, { body: { id: sale.id, skuId, quota: value } })
  expect((await quota(15)).body).toMatchObject({ quota: 15, quotaShow: 15 })
  expect((await quota(21)).body).toMatchObject({ status: 400, message: '规格「默认」限量不能超过商品库存 20' })
  const buyer = await shop.shop.buyer()
  await placeOrder(buyer, await beginSeckill(buyer, sale, 2))
  expect((await quota(1)).body).toMatchObject({ status: 409, message: '限量不能小于已售和待付款数量 2' })
  expect((await quota(2)).body).toMatchObject({ quota: 0, quotaShow: 2 })
  const { body: copied } = await keeper.call(activity.copy, { body: { id: sale.id } })
  const copy = await readSeckill(shop, copied.id)
  const tomorrow = new Date(shop.shop.clock.now().getTime() + DAY_MS)
  expect(copy).toMatchObject({
    title: '毛巾秒杀-副本',
    phase: 'closed',
    startTime: toWireDay(tomorrow),
    quotaShow: 2,
    quota: 2,
    sales: 0,
  })
  const { body: again } = await keeper.call(activity.copy, { body: { id: sale.id } })
  expect((await readSeckill(shop, again.id)).title).toBe('毛巾秒杀-副本2')
  expect((await keeper.call(activity.end, { body: { id: copied.id } })).body).toMatchObject({ status: 409 })
  expect((await keeper.call(activity.end, { body: { id: sale.id } })).status).toBe(200)
  expect((await readSeckill(shop, sale.id)).phase).toBe('ended')
  expect((await keeper.call(activity.end, { body: { id: sale.id } })).body).toMatchObject({
    status: 409,
    message: '活动已结束',
  })
  const { body: counts } = await keeper.call(activity.headers, { query: { type: 1 } })
  expect(counts.map(({ phase, count }) => [phase, count])).toEqual([
    ['all', 3],
    ['upcoming', 0],
    ['running', 0],
    ['ended', 1],
    ['closed', 2],
    ['nearlyGone', 0],
    ['belowCost', 0],
  ])
  // One that is to run for ever is copied too.
  const { body: long } = await save(shop, { title: '一直', status: false, stopTime: '9999-12-31' })
  const { body: longCopy } = await keeper.call(activity.copy, { body: { id: long.id } })
  expect((await readSeckill(shop, longCopy.id)).stopTime).toBe('9999-12-31')
  // Who bought is told to those who may see orders.
  const only = await shop.shop.signIn({ permissions: ['admin:seckill:list'] })
  const seesOrders = await shop.shop.signIn({ permissions: ['admin:seckill:list', 'admin:order:list'] })
  const watched = async (caller: typeof only) =>
    (await caller.call(activity.watch, { query: { id: sale.id } })).body.orders.length
  expect([await watched(only), await watched(seesOrders)]).toEqual([0, 1])
  for (const route of [activity.end, activity.copy])
    expect((await only.call(route, { body: { id: sale.id } })).status).toBe(403)
})

test('a product taken down by force closes and ends its flash sales', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  await shop.staff.send('GET', `/admin/store/product/offShell/${shop.productId}?force=true`)
  await shop.shop.app.work()
  await expect.poll(async () => (await readSeckill(shop, sale.id)).status, { timeout: 10_000 }).toBe(false)
  const ended = await readSeckill(shop, sale.id)
  expect(ended).toMatchObject({ phase: 'closed', stopTime: toWireDay(shop.shop.clock.now()) })
  const { body } = await shop.keeper.call(seckill.useStatus, { body: { id: sale.id, status: true } })
  expect(body).toMatchObject({ status: 422, message: '关联的商品未上架，无法开启活动' })
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

test('opening is refused in words for what cannot be sold, and each opening and closing is told to webhooks', async () => {
  const shop = await openSeckillShop({ stock: 30 })
  const { ctx, clock } = shop.shop
  const { body: made } = await save(shop, { status: false })
  const turn = async (status: boolean) => {
    const { status: code, body } = await shop.keeper.call(seckill.useStatus, { body: { id: made.id, status } })
    return [code, (body as typeof body & Refused).message]
  }
  const told = async () =>
    (
      await ctx.db.execute<{ event: string; ended: boolean | null }>(sql`
        select event, (payload->>'ended')::boolean as ended from outbox where event like 'activity.%' order by id`)
    ).rows.map(({ event, ended }) => (ended === null ? event : `${event} ${ended}`))
  expect(await turn(true)).toEqual([200, undefined])
  expect(await turn(true)).toEqual([200, undefined])
  expect(await turn(false)).toEqual([200, undefined])
  expect(await told()).toEqual(['activity.opened', 'activity.closed false'])
  await ctx.db.execute(sql`update product set is_show = false where id = ${shop.productId}`)
  expect(await turn(true)).toEqual([422, '关联的商品未上架，无法开启活动'])
  await ctx.db.execute(sql`update product set is_show = true, is_recycle = true where id = ${shop.productId}`)
  expect(await turn(true)).toEqual([422, '关联的商品已删除，无法开启活动'])
  await ctx.db.execute(sql`update product set is_recycle = false where id = ${shop.productId}`)
  await ctx.db.execute(sql`update seckill_slot set status = false where id = ${shop.timeId}`)
  expect(await turn(true)).toEqual([422, '秒杀时段已关闭'])
  await ctx.db.execute(sql`update seckill_slot set status = true where id = ${shop.timeId}`)
  await ctx.db.execute(sql`update activity_sku set quota = 0, sold = quota_show where activity_id = ${made.id}`)
  expect(await turn(true)).toEqual([422, '限量已用完'])
  await ctx.db.execute(sql`update activity_sku set quota = quota_show, sold = 0 where activity_id = ${made.id}`)
  expect(await turn(true)).toEqual([200, undefined])
  expect((await shop.keeper.call(activity.end, { body: { id: made.id } })).status).toBe(200)
  expect(await told()).toEqual(['activity.opened', 'activity.closed false', 'activity.opened', 'activity.closed true'])
  expect(await turn(false)).toEqual([200, undefined])
  clock.advance(1000)
  expect(await turn(true)).toEqual([422, '活动已结束，无法开启'])
  expect((await shop.keeper.call(seckill.info, { query: { id: 999 } })).body).toMatchObject({
    status: 404,
    message: '秒杀商品不存在',
  })
})

test('the list and its tabs answer what was asked for: slot, switch, product, days, phase, an id or a part of the title', async () => {
  const shop = await openSeckillShop({ stock: 40 })
  const few = [{ skuId: shop.skuId, price: 9.9, quota: 5 }]
  const now = await openSeckill(shop, { title: '早市毛巾', attrValue: few })
  const later = await openSeckill(shop, { title: '午市毛巾', timeId: shop.timeId + 2, attrValue: few })
  const { body: off } = await save(shop, { title: '关着的', status: false, attrValue: few })
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
