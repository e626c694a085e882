import { product } from '@zhanggui/contract/product/product.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { type SeckillDraft, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { placeOrder, sell } from '../../../testing/checkout.ts'
import { variantDraft } from '../../../testing/product.ts'
import {
  beginSeckill,
  openSeckill,
  openSeckillShop,
  readSeckill,
  type SeckillShop,
  saveSeckill,
  seckillCalls,
  seckillDraft,
} from '../../../testing/seckill.ts'
import type { Refused } from '../../../testing/shop.ts'

const DAY_MS = 24 * 3600_000

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
    const { status, body } = await saveSeckill(shop, change)
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
  const { body } = await saveSeckill(shop, {
    content: '<p onclick="x()">好</p>',
    allowCoupon: true,
    giveIntegral: 3,
    sort: 7,
  })
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
  expect((await saveSeckill(shop)).body).toMatchObject({
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
  const single = await saveSeckill(shop, {
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
  const { body: made } = await saveSeckill(shop, {
    status: false,
    title: '一',
    attrValue: [{ skuId, price: 4.99, quota: 5 }],
  })
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
  const { body: second } = await saveSeckill(shop, { status: false, title: '二' })
  expect((await open(second.id)).body).toMatchObject({
    status: 409,
    code: 'ACTIVITY_CONFLICT',
    message: '该商品规格在相同时段已有秒杀活动：一',
  })
  expect((await saveSeckill(shop, { title: '三' })).body).toMatchObject({
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
  expect((await saveSeckill(shop, { attrValue })).body).toMatchObject(asks)
  expect((await saveSeckill(shop, { attrValue: [{ skuId, price: 2, quota: 5 }], title: '一成' })).status).toBe(200)
  await keeper.call(activity.batch, { body: { ids: [await idOf(shop, '一成')], action: 'close' } })
  const { body: made } = await saveSeckill(shop, { status: false, attrValue })
  const open = (more: object = {}) => keeper.call(seckill.useStatus, { body: { id: made.id, status: true, ...more } })
  const asked = await open()
  expect(asked.body).toMatchObject(asks)
  expect(JSON.stringify(asked.body)).not.toContain('cost')
  const batch = await keeper.call(activity.batch, { body: { ids: [made.id], action: 'open' } })
  expect(batch.body).toMatchObject({ failed: 1, errors: [{ message: expect.stringContaining('不到售价的一成') }] })
  expect((await update(shop, made.id, { attrValue, status: true })).body).toMatchObject(asks)
  expect((await open({ confirmBelowCost: true })).status).toBe(200)
})

test('conflicts, short stock and prices below cost are shown while the form is filled in', async () => {
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
  // Staff who may not see costs get the same answer above and below cost.
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
  const { body: long } = await saveSeckill(shop, { title: '一直', status: false, stopTime: '9999-12-31' })
  const { body: longCopy } = await keeper.call(activity.copy, { body: { id: long.id } })
  expect((await readSeckill(shop, longCopy.id)).stopTime).toBe('9999-12-31')
  // Buyers are named only to staff who may see orders.
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

test('opening is refused with the reason when nothing can be sold, and each opening and closing reaches webhooks', async () => {
  const shop = await openSeckillShop({ stock: 30 })
  const { ctx, clock } = shop.shop
  const { body: made } = await saveSeckill(shop, { status: false })
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
