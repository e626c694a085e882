import { notification } from '@zhanggui/contract/message/notification.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { makeOrder, makeOrders, type StoredOrder } from '../../../testing/order.ts'
import { type Answer, type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { trailOf } from '../../../testing/trail.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { stockLedger } from '../../product/stock/product-stock.tables.ts'
import { shipments } from '../shipment/shipment.tables.ts'
import { count } from './order-list.repository.ts'

test('the desk lists orders newest first, what waits to be shipped oldest first, with masked phones and two lines', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [order.list, order.statusNum, order.sums] })
  const uid = await makeCustomer(shop.ctx, { nickname: '小满' })
  const at = (minutes: number) => new Date(shop.clock.now().getTime() - minutes * 60_000)
  const [first, second, third] = await makeOrders(shop.ctx, [
    { uid, createdAt: at(30), paid: true, lines: [{ num: 2 }, {}, {}] },
    { uid, createdAt: at(20), paid: true, userPhone: '13900139000' },
    { uid, createdAt: at(10) },
  ])
  const all = await staff.call(order.list, { query: {} })
  expect(all.body.list.map(({ orderNo }) => orderNo)).toEqual([third, second, first].map((each) => each?.orderNo))
  expect(all.body).toMatchObject({ total: 3, page: 1, limit: 20 })
  const waiting = await staff.call(order.list, { query: { status: 'notShipped' } })
  expect(waiting.body.list.map(({ id }) => id)).toEqual([first?.id, second?.id])
  expect(waiting.body.list[0]).toMatchObject({
    nickname: '小满',
    userPhone: '138****8000',
    payPrice: 79.6,
    payTypeStr: '微信支付',
    area: '北京市 东城区',
    statusStr: { key: 'notShipped', value: '待发货' },
    orderTypeText: '普通订单',
    lineCount: 3,
    totalNum: 4,
    lines: [{ num: 2, unitPrice: 19.9 }, { num: 1 }],
    labels: [{ text: '首单', level: 'info' }],
  })
  const counts = await staff.call(order.statusNum, { query: {} })
  expect(counts.body).toMatchObject({ all: 3, unPaid: 1, notShipped: 2, complete: 0 })
  expect((await staff.call(notification.count)).body).toMatchObject({
    todo: { ordersToShip: 2 },
    badges: { 'order/order-list': 2 },
  })
  const sums = await staff.call(order.sums, { query: {} })
  expect(sums.body).toMatchObject({ count: 2, amount: 99.5, weChatAmount: 99.5, yueAmount: 0, isLowerBound: false })
})

test('a row names the last parcel that was not withdrawn, with what its carrier said last', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [order.list] })
  const sent = { paid: true, sentNum: 1, status: 1 } as const
  const [none, two, own, silent] = await makeOrders(shop.ctx, [{ paid: true }, sent, sent, sent])
  const parcel = (orderId: number, given: Partial<typeof shipments.$inferInsert>) => ({
    orderId,
    deliveryNo: `D${++parcels}`,
    deliveryType: 'express' as const,
    shipTime: shop.ctx.now(),
    ...given,
  })
  let parcels = 0
  await shop.ctx.db
    .insert(shipments)
    .values([
      parcel(two?.id ?? 0, { expressName: '顺丰速运', expressNo: 'SF1' }),
      parcel(two?.id ?? 0, { expressName: '中通快递', expressNo: '735411', traceState: 2 }),
      parcel(two?.id ?? 0, { expressName: '圆通速递', expressNo: 'YT1', state: 2 }),
      parcel(silent?.id ?? 0, { expressName: '顺丰速运', expressNo: 'SF1400098005678' }),
      parcel(own?.id ?? 0, { deliveryType: 'send', delivererName: '李师傅' }),
    ])
  const { body } = await staff.call(order.list, { query: {} })
  const of = (row: { id: number } | undefined) => body.list.find(({ id }) => id === row?.id)?.parcel
  expect(of(none)).toBeUndefined()
  expect(of(two)).toBe('中通快递 派送中')
  expect(of(silent)).toBe('顺丰速运 …005678')
  expect(of(own)).toBe('李师傅')
})

test('an ordinary row of the list takes at most 1 kB, and a detail of eight lines 12 kB', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [order.list, order.info], permissions: ['admin:product:cost:view'] })
  const line = { storeName: '加厚纯棉长绒毛巾', sku: '雾蓝色,大号', image: `/file/${'a'.repeat(40)}.jpg` }
  const uid = await makeCustomer(shop.ctx)
  const lines = Array.from({ length: 8 }, () => line)
  const made = await makeOrder(shop.ctx, { uid, paid: true, lines })
  const sent = await makeOrder(shop.ctx, { uid, paid: true, status: 1, sentNum: 8, lines })
  await shop.ctx.db.insert(shipments).values({
    orderId: sent.id,
    deliveryNo: 'D1',
    deliveryType: 'express',
    expressName: '中通快递',
    expressNo: '73541187654321',
    traceState: 2,
    shipTime: shop.ctx.now(),
  })
  const sizeOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body))
  const { body: page } = await staff.call(order.list, { query: {} })
  expect(page.list.map(sizeOf).filter((bytes) => bytes > 1024)).toEqual([])
  const { body: detail } = await staff.call(order.info, { query: { orderNo: made.orderNo } })
  expect(sizeOf(detail)).toBeLessThanOrEqual(12 * 1024)
})

test('where no index answers a filter, the newest orders are looked at, and how far back is said when there are more', async () => {
  const { ctx } = await openShop()
  const now = ctx.now().getTime()
  const at = (minutes: number) => new Date(now - minutes * 60_000)
  const made = await makeOrders(
    ctx,
    [5, 4, 3, 2, 1].map((minutes) => ({ createdAt: at(minutes), paid: true, payType: 'yue' as const })),
  )
  expect(made).toHaveLength(5)
  expect(await count(ctx, { payType: 'yue' }, 3)).toEqual({ total: 3, totalIsLowerBound: true, searchedTo: at(3) })
  expect(await count(ctx, { payType: 'yue', tab: 1 }, 3)).toEqual({ total: 0 })
  expect(await count(ctx, { payType: 'yue', minFen: 1 }, 6)).toEqual({ total: 5 })
})

test('an order is shown complete, and what may be done with it follows from its state and the permissions', async () => {
  const shop = await openShop()
  const can = [order.info, order.log, order.updatePrice, order.close, order.mark]
  const [staff, seesCost] = [
    await shop.signIn({ can }),
    await shop.signIn({ can, permissions: ['admin:product:cost:view'] }),
  ]
  const made = await makeOrder(shop.ctx, { lines: [{ costFen: 800, num: 2 }] })
  const { status, body } = await staff.call(order.info, { query: { orderNo: made.orderNo } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: made.id, address: '北京市 东城区', listPrice: 39.8, payments: [], refunds: [] })
  expect(body).toMatchObject({
    type: 0,
    orderKind: 'normal',
    pinkStatus: 0,
    fromOrderNo: '',
    sentNum: 0,
    backIntegral: 0,
    spreader: '',
    isRemind: false,
    remindTime: null,
    hold: false,
    holdReason: '',
    holdUntil: null,
    printStale: false,
    isDel: false,
    verifyTime: null,
    clerkName: '',
    autoReceiveTime: null,
    autoCompleteTime: null,
  })
  const allowed = Object.entries(body.allow).flatMap(([act, may]) => (may ? [act] : []))
  expect(allowed.sort()).toEqual(['close', 'editPrice', 'mark'])
  expect([body.cost, body.lines[0]?.cost]).toEqual([undefined, undefined])
  const seen = await seesCost.call(order.info, { query: { id: made.id } })
  expect([seen.body.cost, seen.body.lines[0]?.cost]).toEqual([16, 8])
  const log = await staff.call(order.log, { query: { orderNo: made.orderNo } })
  expect(log.body.list).toMatchObject([{ changeType: 'create', typeStr: '订单生成' }])
  expect((await staff.call(order.info, { query: {} })).status).toBe(400)
  expect((await staff.call(order.info, { query: { id: made.id + 1 } })).status).toBe(404)
})

describe('a clerk of one store', () => {
  test('finds, counts, sums, opens, reveals and exports the pick-ups of that store alone', async () => {
    const { shop, clerk, admin, stores, pickup, elsewhere, delivered } = await openStores()
    // Six more orders to the same phone, at another store: of them the clerk hears nothing.
    const { userPhone, uid } = pickup
    const more = { uid, userPhone, shippingType: 2 as const, storeId: stores[1] ?? 0 }
    await makeOrders(
      shop.ctx,
      Array.from({ length: 6 }, () => ({ ...more, closeType: 3 as const })),
    )
    const listed = await clerk.call(order.list, { query: {} })
    expect(listed.body).toMatchObject({ total: 1, list: [{ orderNo: pickup.orderNo, storeName: '一店' }] })
    const labelsFor = async (who: Caller) =>
      (await who.call(order.info, { query: { id: pickup.id } })).body.labels.map(({ text }) => text)
    const ofPhone = [...(await labelsFor(clerk)), ...(listed.body.list[0]?.labels ?? []).map(({ text }) => text)]
    expect(ofPhone.filter((text) => text.includes('同一手机号'))).toEqual([])
    expect((await labelsFor(admin)).some((text) => text.includes('同一手机号'))).toBe(true)
    for (const query of [{ storeId: stores[1] }, { orderNo: elsewhere.orderNo }, { keywords: delivered.orderNo }])
      expect((await clerk.call(order.list, { query })).body).toMatchObject({ total: 0, list: [] })
    expect((await clerk.call(order.list, { query: { keywords: '13800138000' } })).body.total).toBe(1)
    expect((await clerk.call(order.statusNum, { query: {} })).body).toMatchObject({
      all: 1,
      toBeWrittenOff: 1,
      notShipped: 0,
    })
    expect((await clerk.call(order.sums, { query: {} })).body).toMatchObject({ count: 1, amount: 19.9 })
    const desk = await clerk.call(pickupOrder.list, { body: {} })
    expect(desk.body).toMatchObject({ total: 1, summary: { orderTotal: 1 }, statusNum: { all: 1, toBeWrittenOff: 1 } })
    const refused = [elsewhere, delivered].flatMap(({ id, orderNo }) => [
      clerk.call(order.info, { query: { id } }),
      clerk.call(order.log, { query: { orderNo } }),
      clerk.call(reveal.show, { body: { type: 'order', id, field: 'phone' } }),
    ])
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 404))
    const own = await clerk.call(order.info, { query: { id: pickup.id } })
    expect(own.body).toMatchObject({ verifyCode: pickup.verifyCode.slice(-4), customer: { consumeMoney: null } })
    expect(await sheetOf(shop, clerk, await clerk.call(order.download, { query: { columns: ['orderNo'] } }))).toEqual([
      ['订单号'],
      [pickup.orderNo],
    ])
    const found = await clerk.call(shopUser.list, { query: {} })
    expect(found.body.list.map(({ id }) => id)).toEqual([pickup.uid])
    const stocked = await admin.call(store.list, { query: {} })
    expect(new Map(stocked.body.list.map(({ id, pendingNum }) => [id, pendingNum]))).toEqual(
      new Map([
        [stores[0], 1],
        [stores[1], 1],
      ]),
    )
    // The ledger of stock, which has no store, names neither the orders of others nor their buyers.
    const noted = [pickup, elsewhere, delivered].map(({ orderNo, uid }, at) => ({
      productId: 1,
      skuId: at + 1,
      change: -1,
      before: 2,
      after: 1,
      reason: 'order_create' as const,
      refType: 'order',
      refId: orderNo,
      operatorType: 'buyer' as const,
      operatorId: uid,
      operatorName: '小满',
    }))
    await shop.ctx.db.insert(stockLedger).values(noted)
    const ledgerOf = async (who: Caller, query: RouteInput<typeof productStock.ledger>['query'] = {}) =>
      (await who.call(productStock.ledger, { query })).body.list.map(({ refId, operatorName }) => [refId, operatorName])
    expect(await ledgerOf(admin)).toHaveLength(3)
    expect(await ledgerOf(admin, { refId: delivered.orderNo })).toEqual([[delivered.orderNo, '小满']])
    expect(await ledgerOf(clerk)).toEqual([
      ['', '买家'],
      ['', '买家'],
      [pickup.orderNo, '小满'],
    ])
    for (const query of [{ refId: delivered.orderNo }, { operatorId: delivered.uid }])
      expect(await ledgerOf(clerk, query)).toEqual([])
    const recycled = await admin.call(store.recycle, { query: { id: stores[0] ?? 0 } })
    expect(recycled).toMatchObject({ status: 422, body: { message: '该门店还有1笔待核销订单，不能删除' } })
  })
})

test('receivers are revealed with a row in the trail, and exported in full only for those who may see them', async () => {
  const shop = await openShop()
  const can = [order.list, order.info, order.download, reveal.show]
  const staff = await shop.signIn({ can })
  const [plain, seesCost] = [
    await shop.signIn({ can: [order.download] }),
    await shop.signIn({ can: [order.download], permissions: ['admin:product:cost:view'] }),
  ]
  const made = await makeOrder(shop.ctx, { paid: true, lines: [{ num: 2, sku: '红' }, { costFen: 300 }] })
  const answer = await staff.call(reveal.show, { body: { type: 'order', id: made.id, field: 'receiver' } })
  expect(answer.body).toEqual({ value: '王小明 13800138000 北京市 东城区 东四北大街 1 号' })
  expect(await trailOf(shop, answer)).toEqual(['unmask'])
  expect((await staff.call(reveal.show, { body: { type: 'order', id: made.id, field: 'costFen' } })).status).toBe(404)
  const exported = async (who: Caller, query: RouteInput<typeof order.download>['query']) =>
    sheetOf(shop, who, await who.call(order.download, { query }))
  expect(await exported(staff, { columns: ['userPhone', 'address', 'lines', 'payPrice'] })).toEqual([
    ['电话', '地址', '商品信息', '实付'],
    ['13800138000', '北京市 东城区 东四北大街 1 号', '毛巾1 红 ×2；毛巾2 ×1', 59.7],
  ])
  expect(await exported(plain, { columns: ['address', 'userPhone', 'cost'] })).toEqual([
    ['地址', '电话'],
    ['北京市 东城区', '138****8000'],
  ])
  expect(await exported(plain, { mode: 'line', columns: ['cost', 'productName', 'num'] })).toEqual([
    ['商品', '数量'],
    ['毛巾1', 2],
    ['毛巾2', 1],
  ])
  expect(await exported(seesCost, { mode: 'line', columns: ['cost'] })).toEqual([['成本'], [0], [3]])
  expect((await plain.call(order.download, { query: { orderNos: ['20261123101500123456'] } })).status).toBe(422)
})

test('a courier’s bill has each parcel on the day it left, also of orders that are sent in part', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [order.list, order.download] })
  const now = shop.ctx.now().getTime()
  const day = (days: number) => new Date(now - days * 24 * 3600_000)
  const [whole, part] = [
    await makeOrder(shop.ctx, { paid: true, status: 1, createdAt: day(9), shipTime: day(1) }),
    await makeOrder(shop.ctx, { paid: true, createdAt: day(9) }),
  ]
  const parcel = (orderId: number, expressNo: string, shipTime: Date, state: 0 | 2 = 0) => {
    const deliveryNo = `D${expressNo.padStart(20, '0')}`
    return { orderId, deliveryNo, deliveryType: 'express' as const, expressNo, shipTime, state }
  }
  await shop.ctx.db
    .insert(shipments)
    .values([
      parcel(whole.id, '111111', day(4)),
      parcel(whole.id, '222222', day(1)),
      parcel(part.id, '333333', day(4)),
      parcel(part.id, '444444', day(4), 2),
    ])
  const numbersOf = async (dateLimit: [string, string]) => {
    const query = { mode: 'parcel' as const, dateField: 'ship' as const, dateLimit, columns: ['expressNo' as const] }
    const rows = await sheetOf(shop, staff, await staff.call(order.download, { query }))
    return rows.slice(1).flat().sort()
  }
  const on = (days: number) => toWireTime(day(days)).slice(0, 10)
  expect(await numbersOf([on(4), on(4)])).toEqual(['111111', '333333'])
  expect(await numbersOf([on(1), on(1)])).toEqual(['222222'])
  expect(await numbersOf([on(4), on(1)])).toEqual(['111111', '222222', '333333'])
})

test('orders to ship to the same receiver are found together, and those late among all that wait', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [order.list] })
  const uid = await makeCustomer(shop.ctx)
  const old = new Date(shop.clock.now().getTime() - 3 * 86_400_000)
  const [one, two, three] = await makeOrders(shop.ctx, [
    { uid, paid: true, createdAt: old },
    { uid, paid: true },
    { uid, paid: true, detail: '别处 9 号' },
    { uid },
  ])
  const ids = async (query: RouteInput<typeof order.list>['query']) =>
    (await staff.call(order.list, { query })).body.list.map(({ id }) => id)
  expect(await ids({ combine: true })).toEqual([two?.id, one?.id])
  expect(await ids({ combine: false, status: 'notShipped' })).toEqual([three?.id])
  expect(await ids({ late: true })).toEqual([one?.id])
  expect(await ids({ late: true, status: 'unPaid' })).toEqual([])
  const { body } = await staff.call(order.list, { query: { combine: true } })
  expect(body.list.map(({ labels }) => labels.map(({ text }) => text))).toEqual([['可合单'], ['可合单', '首单']])
  expect(body.list[1]).toMatchObject({ shipBy: expect.stringMatching(/^\d{4}-/) })
})

test('the line that was searched for comes first, and an order tells what its open case asks for', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [order.list] })
  const uid = await makeCustomer(shop.ctx)
  const lines = ['毛巾', '枕套', '咖啡豆'].map((storeName, at) => ({ storeName, productId: at + 1, skuId: at + 1 }))
  const made = await makeOrder(shop.ctx, { uid, paid: true, refundStatus: 1, lines })
  await shop.ctx.db.execute(sql`
    insert into after_sales (sales_no, order_id, order_no, uid, shipping_type, service_type, refund_amount_fen, reason)
    values ('S1', ${made.id}, ${made.orderNo}, ${uid}, 1, 0, 100, '少发')`)
  await shop.ctx.db.execute(sql`
    insert into refund (refund_no, order_id, parts, amount_fen, state, reason, finish_time)
    select 'R' || n, ${made.id}, '[]', 1, 1, '', now() from generate_series(1, 3) as n`)
  const shown = async (query: RouteInput<typeof order.list>['query']) => {
    const [row] = (await staff.call(order.list, { query })).body.list
    return { ...row, lines: row?.lines.map(({ storeName }) => storeName) }
  }
  expect(await shown({})).toMatchObject({ lines: ['毛巾', '枕套'], refund: { reason: '少发', images: [] } })
  expect(await shown({ productId: 3 })).toMatchObject({ lines: ['咖啡豆', '毛巾'] })
  expect(await shown({ productId: 2 })).toMatchObject({ lines: ['枕套', '毛巾'] })
  expect((await shown({})).labels).toContainEqual({ text: '退款频繁', level: 'warning' })
})

test('a customer shows the orders, how many were paid, and how many of these this month', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [shopUser.info, shopUser.topDetail, shopUser.detailList] })
  const uid = await makeCustomer(shop.ctx)
  const [old, recent] = await makeOrders(shop.ctx, [
    { uid, paid: true, createdAt: new Date('2026-01-05T08:00:00Z') },
    { uid, paid: true },
    { uid, isSystemDel: true },
  ])
  const head = await staff.call(shopUser.topDetail, { query: { userId: uid } })
  expect(head.body).toMatchObject({ allOrderCount: 2, monthOrderCount: 1, counts: { 0: 2 } })
  const { body } = await staff.call(shopUser.detailList, { query: { userId: uid, type: 0 } })
  expect(body.list.map(({ id }) => id)).toEqual([recent?.id, old?.id])
  expect(body.list[0]).toMatchObject({ linkId: recent?.orderNo, title: '毛巾1', content: '待发货', payPrice: 19.9 })
})

test('the counter lists its orders by where they stand, with who verified them and what was taken', async () => {
  const { shop, admin, stores } = await openStores()
  const [done] = await makeOrders(shop.ctx, [
    {
      shippingType: 2,
      storeId: stores[0] ?? 0,
      status: 2,
      cod: true,
      paid: true,
      payType: 'offline',
      clerkId: admin.userId,
    },
    { shippingType: 2, storeId: stores[0] ?? 0 },
  ])
  const { body } = await admin.call(pickupOrder.list, { body: { status: 'writtenOff', storeId: stores[0] } })
  expect(body).toMatchObject({
    total: 1,
    list: [{ id: done?.id, clerkName: expect.stringMatching(/./), verifyCode: done?.verifyCode }],
    summary: { orderTotal: 1, orderTotalPrice: 19.9, collected: 19.9, refundTotal: 0, isLowerBound: false },
    statusNum: { all: 2, writtenOff: 1, toBeWrittenOff: 1, refunding: 0, refunded: 0 },
  })
  const everywhere = await admin.call(pickupOrder.list, {
    body: { dateField: 'verify', dateLimit: ['2020-01-01', '2020-01-02'] },
  })
  expect(everywhere.body).toMatchObject({ total: 0, list: [] })
  const sheet = await sheetOf(shop, admin, await admin.call(pickupOrder.download, { query: { status: 'writtenOff' } }))
  expect(sheet.map(([first]) => first)).toEqual(['订单号', done?.orderNo])
})

/** Two stores, an order to be picked up at each, and one to deliver. */
async function openStores() {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const stores: number[] = []
  for (const name of ['一店', '二店']) {
    const saved = await admin.call(store.save, { body: storeDraft(name) })
    stores.push(saved.body.id)
  }
  const [first = 0, second = 0] = stores
  const made: StoredOrder[] = []
  for (const order of [{ shippingType: 2, storeId: first }, { shippingType: 2, storeId: second }, {}] as const)
    made.push(await makeOrder(shop.ctx, { ...order, paid: true }))
  const [pickup, elsewhere, delivered] = made
  if (!pickup || !elsewhere || !delivered) throw new Error('an order was not stored')
  const clerk = await shop.signIn({
    can: [
      ...[order.list, order.statusNum, order.sums, order.info, order.log, order.download, pickupOrder.list],
      ...[reveal.show, shopUser.list, productStock.ledger],
    ],
    dataScope: '本门店',
    storeIds: [first],
    level: 5,
  })
  return { shop, clerk, admin, stores, pickup, elsewhere, delivered }
}

async function sheetOf(shop: Shop, who: Caller, answer: Answer<unknown>) {
  const { url } = answer.body as { url: string }
  return readSheet(await fetchBytes(shop, who, url))
}
