import { type BargainDraft, bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  type BargainShop,
  bargainCalls,
  bargainDraft,
  begin,
  help,
  openBargain,
  openBargainShop,
  orderSession,
  quotaOf,
  readBargain,
  readSession,
  settle,
  startIn,
  win,
} from '../../../testing/bargain.ts'
import { findUnbalanced, sell } from '../../../testing/checkout.ts'
import { pass, payOrder, richBuyer } from '../../../testing/combination.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { variantDraft } from '../../../testing/product.ts'
import type { Refused } from '../../../testing/shop.ts'
import { closeOfProduct } from '../../promotion/activity/activity.service.ts'

const DAY_MS = 24 * 3600_000

async function save(own: BargainShop, change: Partial<BargainDraft> = {}, caller = own.keeper) {
  const { status, body } = await caller.call(bargain.save, { body: bargainDraft(own, change) })
  return { status, body: body as typeof body & Refused }
}

async function update(own: BargainShop, id: number, change: Partial<BargainDraft> = {}, caller = own.keeper) {
  const { status, body } = await caller.call(bargain.update, { body: { ...bargainDraft(own), ...change, id } })
  return { status, body: body as typeof body & Refused }
}

const dayOf = ({ shop }: BargainShop, days: number) => toWireDay(new Date(shop.clock.now().getTime() + days * DAY_MS))
const use = ({ keeper }: BargainShop, id: number, status: boolean, confirmBelowCost?: boolean) =>
  keeper.call(bargain.useStatus, { body: { id, status, ...(confirmBelowCost && { confirmBelowCost }) } })

test('what is typed of a bargain is refused by field and in words, and what is stored is answered as it was typed', async () => {
  const own = await openBargainShop()
  const { skuId } = own
  const sku = (change: object) => ({ attrValue: [{ skuId, price: 20, minPrice: 8, quota: 10, ...change }] })
  const said = async (change: Partial<BargainDraft>) => {
    const { status, body } = await save(own, change)
    return [status, body.message, body.errors?.[0]?.field]
  }
  for (const [change, ...answer] of [
    [{ peopleNum: 1 }, 400, expect.stringContaining('砍价人数'), 'peopleNum'],
    [{ peopleNum: 10_000 }, 400, expect.stringContaining('砍价人数'), 'peopleNum'],
    [{ bargainNum: 0 }, 400, expect.stringContaining('帮砍次数'), 'bargainNum'],
    [{ num: 0 }, 400, expect.stringContaining('购买数量限制'), 'num'],
    [sku({ minPrice: 20 }), 400, '最低价要小于起始金额', 'attrValue[0].minPrice'],
    [sku({ minPrice: 19.98 }), 400, '必须保证每个人最少砍1分钱', 'peopleNum'],
    [{ bargainMinPrice: 4.01 }, 400, '单次砍价金额范围与砍价人数不匹配', 'bargainMinPrice'],
    [{ bargainMaxPrice: 3.99 }, 400, '单次砍价金额范围与砍价人数不匹配', 'bargainMaxPrice'],
    [{ bargainMinPrice: 3, bargainMaxPrice: 2 }, 400, '单次砍价金额范围与砍价人数不匹配', 'bargainMinPrice'],
    [sku({ quota: 51 }), 400, '规格「默认」限量不能超过商品库存 50', 'attrValue[0].quota'],
    [{ attrValue: [] }, 400, '请选择一个商品规格', 'attrValue'],
  ] as const)
    expect([change, await said(change as Partial<BargainDraft>)]).toEqual([change, answer])
  const pair = [...sku({}).attrValue, ...sku({}).attrValue]
  expect((await save(own, { attrValue: pair })).status).toBe(400)
  // It may begin above the shelf.
  const { body } = await save(own, {
    ...sku({ price: 30 }),
    bargainMinPrice: 0.5,
    bargainMaxPrice: 9,
    rule: '<p onclick="x()">每人一刀</p>',
    isHot: true,
  })
  expect(await readBargain(own, body.id)).toMatchObject({
    price: 30,
    minPrice: 8,
    peopleNum: 3,
    bargainNum: 5,
    num: 3,
    bargainMinPrice: 0.5,
    bargainMaxPrice: 9,
    rule: '<p>每人一刀</p>',
    isHot: true,
    aboveSale: false,
    cost: 5,
    countPeopleAll: 0,
    attrValue: [{ skuId, price: 30, minPrice: 8, quota: 10, quotaShow: 10 }],
  })
  const blind = await own.shop.signIn({ can: bargainCalls })
  expect((await blind.call(bargain.info, { query: { id: body.id } })).body).not.toHaveProperty('cost')
  expect((await blind.call(bargain.list, { query: { keywords: '毛巾' } })).body.list[0]).not.toHaveProperty('cost')
  expect((await blind.call(bargain.list, { query: { phase: 'running' } })).body.total).toBe(1)
  expect((await blind.call(activity.headers, { query: { type: 2 } })).body.map(({ count }) => count)).toEqual([
    1, 0, 1, 0, 0, 0,
  ])
})

test('opening asks when the lowest price is below cost, and two bargains of a SKU do not run at once', async () => {
  const own = await openBargainShop()
  const sku = { skuId: own.skuId, price: 20, minPrice: 4.99, quota: 10 }
  expect((await save(own, { attrValue: [sku] })).body).toMatchObject({
    status: 422,
    code: 'BELOW_COST',
    skus: [{ lowest: 4.99, cost: 5 }],
  })
  expect((await save(own, { attrValue: [{ ...sku, minPrice: 1.5 }] })).body).toMatchObject({
    code: 'BELOW_COST',
    skus: [{ lowest: 1.5, price: 20, cost: 5 }],
  })
  const sale = await openBargain(own, { attrValue: [sku], confirmBelowCost: true })
  expect((await save(own)).body).toMatchObject({ status: 409, code: 'ACTIVITY_CONFLICT' })
  const plan = bargainDraft(own)
  const check = async (attrValue: BargainDraft['attrValue']) =>
    (
      await own.keeper.call(activity.conflicts, {
        body: { type: 2, productId: plan.productId, startTime: plan.startTime, stopTime: plan.stopTime, attrValue },
      })
    ).body
  expect(await check([sku])).toMatchObject([
    { level: 'hard', code: 'OVERLAP', type: 2, id: sale.id },
    { code: 'BELOW_COST' },
  ])
  expect(await check(plan.attrValue)).toMatchObject([{ code: 'OVERLAP' }])
  const { body: copied } = await own.keeper.call(activity.copy, { body: { id: sale.id } })
  expect(await readBargain(own, copied.id)).toMatchObject({
    title: '毛巾砍价-副本',
    status: false,
    minPrice: 4.99,
    peopleNum: 3,
  })
})

test('a bargain is not edited while it runs, and a SKU with sessions stays', async () => {
  const own = await openBargainShop()
  const { shop, cateId } = own
  const { productId, skuIds } = await sell(own, variantDraft(cateId, { isShow: true }))
  const other = { ...own, productId, skuId: skuIds[0] ?? 0 }
  const sku = (at: number, change: object = {}) => ({
    attrValue: [{ skuId: skuIds[at] ?? 0, price: 2, minPrice: 1, quota: 3, ...change }],
  })
  const sale = await openBargain(other, { ...sku(0), peopleNum: 2, confirmBelowCost: true })
  expect((await update(other, sale.id, sku(0))).body).toMatchObject({
    status: 409,
    message: '活动进行中，商品不支持修改',
  })
  const id = await begin(await shop.buyer(), sale)
  await use(other, sale.id, false)
  expect((await update(other, sale.id, { ...sku(1), status: false })).body).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^规格「.+」有进行中的砍价，不能移除$/),
  })
  expect((await update(other, sale.id, { ...sku(0, { price: 2.5 }), status: false, title: '改价' })).status).toBe(200)
  await help(await shop.buyer(), id)
  await help(await shop.buyer(), id)
  expect((await update(other, sale.id, { ...sku(1), status: false })).body).toMatchObject({ status: 409 })
  expect((await update(other, sale.id, { ...sku(0, { quota: 0 }), status: false })).status).toBe(400)
  expect(await readSession(shop, id)).toMatchObject({ status: 3, isHeld: true })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('closing lets bargains go on, ending ends those that run, and nothing is deleted while one is alive', async () => {
  const own = await openBargainShop()
  const { shop, keeper } = own
  const sale = await openBargain(own, { peopleNum: 2 })
  const running = await begin(await shop.buyer(), sale)
  const { buyer, id } = await win(own, sale, await richBuyer(shop))
  const remove = () => keeper.call(bargain.remove, { query: { id: sale.id } })
  expect((await remove()).body).toMatchObject({ status: 409, message: '活动开启中，商品不支持删除' })
  await use(own, sale.id, false)
  expect((await keeper.call(activity.watch, { query: { id: sale.id } })).body).toMatchObject({
    sessionCount: 2,
    teamCount: 0,
    unpaidCount: 0,
  })
  expect((await remove()).body).toMatchObject({ status: 409, message: '还有 2 个砍价单，请先提前结束活动' })
  expect((await keeper.call(activity.end, { body: { id: sale.id } })).status).toBe(200)
  expect(await readSession(shop, running)).toMatchObject({ status: 2, isCancelled: false })
  expect((await remove()).body).toMatchObject({
    status: 409,
    message: '还有 1 个砍价单，请等它们付款、下单或过期后再删除',
  })
  expect((await keeper.call(activity.end, { body: { id: sale.id } })).body).toMatchObject({
    status: 409,
    message: '活动已结束',
  })
  // What was won is ordered although the activity is closed and over.
  const orderNo = await orderSession(buyer, sale, id)
  expect((await remove()).body).toMatchObject({
    status: 409,
    message: '还有 1 笔待付款，请等它们付款、下单或过期后再删除',
  })
  expect((await payOrder(buyer, orderNo)).status).toBe(200)
  expect((await remove()).status).toBe(200)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a bargain that ends while buyers start has no session left that runs', async () => {
  const own = await openBargainShop()
  const { shop, keeper } = own
  const sale = await openBargain(own)
  const buyers = await Promise.all(Array.from({ length: 12 }, () => shop.buyer()))
  const [ended, ...started] = await Promise.all([
    keeper.call(activity.end, { body: { id: sale.id } }),
    ...buyers.map((buyer) => startIn(buyer, sale)),
  ])
  expect(ended.status).toBe(200)
  for (const { status } of started) expect([200, 422]).toContain(status)
  const { rows } = await shop.ctx.db.execute(sql`select from bargain_session where status = 1`)
  expect(rows).toEqual([])
})

test('sessions are found by their owner or their bargain, however many are called so', async () => {
  const own = await openBargainShop()
  const { shop, keeper } = own
  const sale = await openBargain(own)
  const found = async (keywords: string) =>
    (await keeper.call(bargainSession.list, { query: { keywords } })).body.list.map(({ id }) => id)
  await shop.ctx.db.execute(sql`
    insert into shop_user (account, nickname, user_type) select 'many' || n, '同名' || n, 'h5' from generate_series(1, 600) as n`)
  const [mine, theirs] = [await shop.buyer({ nickname: '同名的人' }), await shop.buyer({ nickname: '李四' })]
  const [one, two] = [await begin(mine, sale), await begin(theirs, sale)]
  expect(await found('同名')).toEqual([one])
  expect(await found('李四')).toEqual([two])
  expect(await found('毛巾')).toEqual([two, one])
  expect(await found('没有')).toEqual([])
})

test('bargains and their sessions are exported as their lists say them', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, { peopleNum: 2 })
  const { id } = await win(own, sale, await shop.buyer({ nickname: '王小明' }))
  await begin(await shop.buyer(), sale)
  const sheet = async (route: typeof bargain.download | typeof bargainSession.download, query: object) => {
    const { status, body } = await own.keeper.call(route, { query })
    expect(status).toBe(200)
    return readSheet(await fetchBytes(shop, own.keeper, 'url' in body ? body.url : ''))
  }
  const products = await sheet(bargain.download, { keywords: '毛巾' })
  expect(products[0]).toEqual(
    expect.arrayContaining(['砍价活动名称', '砍价金额', '最低价', '参与人数', '成功人数', '库存']),
  )
  expect(products[1]).toEqual(expect.arrayContaining(['毛巾砍价', 20, 8]))
  const sessions = await sheet(bargainSession.download, { status: 3 })
  expect(sessions).toHaveLength(2)
  expect(sessions[1]).toEqual(expect.arrayContaining([id, '王小明', '毛巾砍价', 8, '已成功']))
})

test('a product with bargains alive is not taken down unseen; forced down, they end', async () => {
  const own = await openBargainShop()
  const { shop, staff, productId } = own
  const sale = await openBargain(own, { peopleNum: 2 })
  const running = await begin(await shop.buyer(), sale)
  const { id } = await win(own, sale)
  await use(own, sale.id, false)
  const down = await staff.call(product.takeOffShelf, { params: { id: productId } })
  expect(down.body).toMatchObject({ status: 422, code: 'IN_USE', uses: [{ type: 'bargain', id: sale.id }] })
  const { body: info } = await staff.call(product.info, { params: { id: productId } })
  expect(info).toMatchObject({ isBargain: true })
  await inTransaction(shop.ctx, (tx) => closeOfProduct(tx, productId))
  expect(await readSession(shop, running)).toMatchObject({ status: 2 })
  expect(await readSession(shop, id)).toMatchObject({ status: 3 })
  await pass(shop, 5 * DAY_MS)
  expect(await settle(shop)).toBe(1)
  expect(await quotaOf({ keeper: await shop.signIn({ can: bargainCalls }) }, sale)).toEqual([10, 0, 0])
})

test('an open bargain that is over does not come back without what opening asks, and several are opened at once', async () => {
  const own = await openBargainShop()
  const sale = await openBargain(own)
  const { shop, keeper } = own
  await shop.ctx.db.execute(sql`update activity set stop_at = ${shop.ctx.now()} where id = ${sale.id}`)
  const second = await save(own, { startTime: dayOf(own, 0), stopTime: dayOf(own, 1) })
  expect(second.status).toBe(200)
  expect((await update(own, sale.id, { stopTime: dayOf(own, 2), status: true })).body).toMatchObject({
    code: 'ACTIVITY_CONFLICT',
  })
  const ids = [sale.id, second.body.id]
  const { body } = await keeper.call(activity.batch, { body: { ids, action: 'close' } })
  expect(body).toMatchObject({ success: 2, failed: 0 })
  const { body: opened } = await keeper.call(activity.batch, { body: { ids, action: 'open' } })
  expect(opened).toMatchObject({ success: 1, failed: 1, errors: [{ id: sale.id, message: '活动已结束，无法开启' }] })
})
