import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { BAD_NUMBER } from '@zhanggui/domain/order/express.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { roundTrips } from '../../../testing/database/round-trips.ts'
import { type MadeOrder, makeOrder } from '../../../testing/order.ts'
import { openPayShop, placeOrder } from '../../../testing/pay.ts'
import type { Caller, Refused, Shop } from '../../../testing/shop.ts'

const { send, update, withdraw, list, neighbours } = shipment
const can = [send, update, withdraw, list, neighbours, order.info, order.close, order.list, order.log]

const by = (expressNumber: string, more: object = {}) => ({
  deliveryType: 'express' as const,
  expressCode: 'SF',
  expressNumber,
  ...more,
})

async function ship(staff: Caller, body: object) {
  const { status, body: answer } = await staff.call(send, { body: body as never })
  return { status, body: answer as typeof answer & Refused & { uses?: { name: string }[] } }
}

/** Orders of these tests were stored as paid, without the bills that count as purchases. */
const unbalanced = async ({ ctx }: Shop) => (await findUnbalanced(ctx)).filter(({ equation }) => equation !== 'R10')

const infoOf = async (staff: Caller, orderNo: string) => (await staff.call(order.info, { query: { orderNo } })).body

test('what cannot be sent is refused, and the message says why', async () => {
  const opened = await openPayShop()
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const make = (given: MadeOrder) => makeOrder(shop.ctx, { paid: true, ...given })
  const refused = async (given: MadeOrder, status: number, message: string, more: object = {}) => {
    const { orderNo } = await make(given)
    expect(await ship(staff, { orderNo, ...by('SF1234567890123'), ...more })).toMatchObject({
      status,
      body: { message },
    })
  }
  await refused({ paid: false }, 409, '订单未支付，不能发货')
  await refused({ paid: false, closeType: 3 }, 409, '订单已关闭')
  await refused({ hold: true }, 409, '订单已挂起')
  await refused({ orderKind: 'combination', pinkStatus: 1 }, 409, '拼团未完成，暂不能发货')
  await refused({ refundStatus: 1 }, 409, '订单正在退款')
  await refused({ refundStatus: 3 }, 409, '订单正在退款')
  await refused({ refundStatus: 2 }, 409, '订单已退款')
  await refused({ status: 1 }, 409, '订单已发货，请勿重复操作')
  await refused({}, 400, '请选择快递公司', { expressCode: '' })
  await refused({}, 400, '请选择快递公司', { expressCode: 'NOBODY' })
  await refused({}, 400, '请输入快递单号', { expressNumber: '' })
  await refused({}, 400, BAD_NUMBER, { expressNumber: '单号 123' })
  await refused({}, 400, BAD_NUMBER, { expressCode: 'ZTO', expressNumber: '73123456789012:1234' })
  await refused({}, 400, '请输入送货人姓名', { deliveryType: 'send', deliveryName: '李' })
  await refused({}, 400, '手机号格式不正确', { deliveryType: 'send', deliveryName: '李师傅', deliveryTel: '110' })
  await refused({}, 400, '发货商品不在该订单中', { lines: [{ lineId: 999_999, num: 1 }] })
  await refused({}, 409, '订单尚未发货，没有可附加的包裹', { lines: [] })
  const { orderNo, lines } = await make({ lines: [{ num: 2 }] })
  const lineId = lines[0]?.id ?? 0
  expect(await ship(staff, { orderNo, ...by('SF1234567890123'), lines: [{ lineId, num: 3 }] })).toMatchObject({
    status: 409,
    body: { message: '发货数量超过待发数量' },
  })
  const twice = [1, 1].map((num) => ({ lineId, num }))
  expect((await ship(staff, { orderNo, ...by('SF1234567890123'), lines: twice })).body.message).toBe(
    '同一商品只能填一行',
  )
  const edited = await make({})
  await shop.ctx.db.execute(sql`insert into order_edit (edit_no, order_id, plan, added_fen, removed_fen, difference_fen, reason)
    values ('G1', ${edited.id}, '{}', 1, 0, 1, '加一件')`)
  expect((await ship(staff, { orderNo: edited.orderNo, ...by('SF1234567890123') })).body.message).toBe(
    '订单正在改单，暂不能发货',
  )
  const clerk = await shop.signIn({ can: [order.list] })
  expect((await ship(clerk, { orderNo, ...by('SF1234567890123') })).status).toBe(403)
  expect((await ship(staff, { orderNo: '20260101000000000000', ...by('SF1234567890123') })).status).toBe(404)
})

test('a carrier whose code takes all fifty characters ships, and the parcel keeps the whole code', async () => {
  const { shop } = await openPayShop()
  const staff = await shop.signIn({ can })
  const code = `XIAN_${'L'.repeat(45)}`
  await shop.ctx.db.execute(sql`insert into express_company (code, name) values (${code}, '西安专线')`)
  const { orderNo } = await makeOrder(shop.ctx, { paid: true })
  const sent = await ship(staff, { orderNo, ...by('XA1234567890123', { expressCode: code }) })
  expect(sent.status).toBe(200)
  expect((await infoOf(staff, orderNo)).shipments).toMatchObject([{ expressCode: code, expressName: '西安专线' }])
  const mended = await staff.call(update, {
    body: { deliveryNo: sent.body.deliveryNo, ...by('XA1234567890124', { expressCode: code.toLowerCase() }) },
  })
  expect(mended.status).toBe(200)
  expect((await infoOf(staff, orderNo)).shipments).toMatchObject([{ expressCode: code, expressNo: 'XA1234567890124' }])
})

test('T9 T10 an order leaves in parts: lines, parcels, states, log and events follow, and the tenth place is for the rest', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const placed = await placeOrder(opened, { num: 12, paid: true })
  const { orderNo, id } = placed
  const lineId = placed.lines[0]?.id ?? 0
  const part = (num: number, at: number) =>
    ship(staff, { orderNo, ...by(`SF100000000000${at}`), lines: [{ lineId, num }] })
  const first = await part(1, 0)
  expect(first).toMatchObject({ status: 200, body: { id, version: 1, labelUrl: '' } })
  // Usually the second parcel was not scanned.
  expect(await part(1, 0)).toMatchObject({
    status: 409,
    body: { code: 'SAME_NUMBER', message: '该快递单号已是本订单另一个包裹的单号，请确认', uses: [{ name: orderNo }] },
  })
  expect(first.body.deliveryNo).toMatch(/^D\d{20}$/)
  expect(await infoOf(staff, orderNo)).toMatchObject({
    status: 0,
    sentNum: 1,
    shipTime: null,
    autoReceiveTime: null,
    statusStr: { value: '待发货' },
    lines: [{ sentNum: 1 }],
    shipments: [{ expressName: '顺丰速运', expressNo: 'SF1000000000000', lines: [{ lineId, num: 1 }], canEdit: true }],
    allow: { send: true, addParcel: true, withdraw: true, editDelivery: true },
  })
  const further = await ship(staff, { orderNo, ...by('SF2000000000000'), lines: [], mark: '第二箱' })
  expect(further.status).toBe(200)
  for (const at of [1, 2, 3, 4, 5, 6, 7]) expect((await part(1, at)).status).toBe(200)
  expect(await part(1, 8)).toMatchObject({ status: 422, body: { message: '最多分10次发货，请一次发完' } })
  expect((await ship(staff, { orderNo, ...by('SF2000000000001'), lines: [] })).status).toBe(422)
  shop.clock.advance(60_000)
  expect(
    (await ship(staff, { orderNo, deliveryType: 'send', deliveryName: '李师傅', deliveryTel: '13900139000' })).status,
  ).toBe(200)
  const info = await infoOf(staff, orderNo)
  expect(info).toMatchObject({
    status: 1,
    sentNum: 12,
    statusStr: { value: '待收货' },
    allow: { send: false, addParcel: true },
  })
  expect(info.shipTime).not.toBeNull()
  expect(info.autoReceiveTime).not.toBeNull()
  expect((await ship(staff, { orderNo, ...by('SF2000000000002'), lines: [] })).body.message).toBe(
    '一个订单最多分10次发货',
  )
  const log = (await staff.call(order.log, { query: { orderNo, limit: 100 } })).body.list
  expect(log[0]).toMatchObject({ changeType: 'ship', message: '发货：商家配送，李师傅，毛巾1×4' })
  expect(await unbalanced(shop)).toEqual([])
})

test('a part of goods with long names is sent; the log cuts what it says of them between characters', async () => {
  const { shop } = await openPayShop()
  const staff = await shop.signIn({ can })
  const lines = ['甲', '乙', '丙'].map((first) => ({ storeName: first + '🧣'.repeat(60), num: 2 }))
  const made = await makeOrder(shop.ctx, { paid: true, lines })
  const parts = made.lines.map(({ id }) => ({ lineId: id, num: 1 }))
  for (const expressNumber of ['SF1234567890123', 'SF12345678901234']) {
    const answer = await ship(staff, { orderNo: made.orderNo, ...by(expressNumber), lines: parts })
    expect(answer).toMatchObject({ status: 200 })
  }
  const { list: log } = (await staff.call(order.log, { query: { orderNo: made.orderNo } })).body
  for (const { message } of log.filter(({ changeType }) => changeType === 'ship')) {
    expect(message.isWellFormed()).toBe(true)
    expect(message).not.toContain('\uFFFD')
  }
})

test('a number on an order that goes elsewhere is confirmed first; orders to one receiver leave together', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const make = () => placeOrder(opened, { paid: true })
  const [one, two, three] = [await make(), await make(), await make()]
  const far = await placeOrder(opened, { paid: true, detail: '别处 2 号' })
  const number = by('SF3000000000000')
  await shop.ctx.db.execute(sql`update order_line set store_name = 'goods of ' || order_id`)
  const near = (await staff.call(neighbours, { query: { orderNo: one.orderNo } })).body.list
  expect(near.map((each) => [each.orderNo, each.storeName])).toEqual(
    [two, three].map(({ orderNo, id }) => [orderNo, `goods of ${id}`]),
  )
  const refused = await ship(staff, { orderNo: one.orderNo, ...number, withOrders: [two.orderNo, far.orderNo] })
  expect(refused).toMatchObject({ status: 422, body: { message: '收货信息不一致，不能合并发货' } })
  expect((await infoOf(staff, one.orderNo)).status).toBe(0)
  const parts = { withOrders: [two.orderNo], lines: [{ lineId: one.lines[0]?.id, num: 1 }] }
  expect((await ship(staff, { orderNo: one.orderNo, ...number, ...parts })).status).toBe(400)
  await shop.ctx.db.execute(sql`update store_order set hold = true where id = ${three.id}`)
  const together = await ship(staff, { orderNo: one.orderNo, ...number, withOrders: [two.orderNo, three.orderNo] })
  expect(together).toMatchObject({
    status: 200,
    body: {
      others: [
        { orderNo: two.orderNo, ok: true, message: '' },
        { orderNo: three.orderNo, ok: false, message: '订单已挂起' },
      ],
    },
  })
  const same = await ship(staff, { orderNo: far.orderNo, ...by('SF3000000000000:1234') })
  expect(same).toMatchObject({
    status: 409,
    body: { code: 'SAME_NUMBER', message: '该快递单号已用于其他订单，请确认' },
  })
  expect(same.body.uses?.map(({ name }) => name).sort()).toEqual([one.orderNo, two.orderNo].sort())
  expect((await ship(staff, { orderNo: far.orderNo, ...number, confirmSame: true })).status).toBe(200)
})

test('a number is one however it is typed: stored in capitals, found by keyword and as a double with and without the digits of a phone', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const make = () => placeOrder(opened, { paid: true })
  const [one, two] = [await make(), await make()]
  const far = await placeOrder(opened, { paid: true, detail: '别处 2 号' })
  expect((await ship(staff, { orderNo: one.orderNo, ...by(' ｓｆ8000000000001：1234 ') })).status).toBe(200)
  expect((await infoOf(staff, one.orderNo)).shipments).toMatchObject([{ expressNo: 'SF8000000000001:1234' }])
  expect((await ship(staff, { orderNo: two.orderNo, ...by('Sf8000000000001') })).status).toBe(200)
  for (const number of ['sf8000000000001', 'SF8000000000001:9876'])
    expect(await ship(staff, { orderNo: far.orderNo, ...by(number) })).toMatchObject({
      status: 409,
      body: { code: 'SAME_NUMBER' },
    })
  for (const keywords of ['SF8000000000001', 'sf8000000000001', 'SF8000000000001:1234']) {
    const { body } = await staff.call(order.list, { query: { keywords } })
    const found = body.list.map(({ orderNo }) => orderNo)
    expect({ keywords, found: found.sort() }).toEqual({ keywords, found: [one.orderNo, two.orderNo].sort() })
  }
})

test('a shipment is committed together with the answer that its key repeats; one of several orders is not', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const make = () => placeOrder(opened, { paid: true })
  const [alone, one, two] = [await make(), await make(), await make()]
  const key = (of: string) => ({ 'idempotency-key': `parcel-of-${of}` })
  const first = { orderNo: alone.orderNo, ...by('SF6000000000000') }
  const { body: shipped } = await staff.call(send, { body: first, headers: key(alone.orderNo) })
  expect((await staff.call(send, { body: first, headers: key(alone.orderNo) })).body).toEqual(shipped)
  const combined = { orderNo: one.orderNo, ...by('SF6000000000001'), withOrders: [two.orderNo] }
  expect((await staff.call(send, { body: combined, headers: key(one.orderNo) })).status).toBe(200)
  const { rows } = await shop.ctx.db.execute(sql`
    select key, (select bool_or(shipment.xmin = kept.xmin) from shipment) as together from idempotency_key as kept order by key`)
  expect(rows).toEqual(
    [
      { key: `parcel-of-${alone.orderNo}`, together: true },
      { key: `parcel-of-${one.orderNo}`, together: false },
    ].sort((before, after) => (before.key < after.key ? -1 : 1)),
  )
})

test('T9 two senders of one order at once: one ships it, the other is told so; parts never exceed what is left', async () => {
  const opened = await openPayShop({ stock: 400 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  for (let round = 0; round < 5; round++) {
    const { orderNo } = await placeOrder(opened, { num: 2, paid: true })
    const answers = await Promise.all([1, 2].map((at) => ship(staff, { orderNo, ...by(`SF40000000000${round}${at}`) })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { orderNo: split, lines } = await placeOrder(opened, { num: 3, paid: true })
    const lineId = lines[0]?.id ?? 0
    const parts = await Promise.all(
      [1, 2, 3, 4].map((at) =>
        ship(staff, { orderNo: split, ...by(`SF50000000000${round}${at}`), lines: [{ lineId, num: 2 }] }),
      ),
    )
    expect(parts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await infoOf(staff, split)).toMatchObject({ status: 0, sentNum: 2 })
  }
  expect(await unbalanced(shop)).toEqual([])
})

test('shipping an order takes at most seven round trips, one of them to tell the buyer', async () => {
  const opened = await openPayShop({ stock: 40 })
  const staff = await opened.shop.signIn({ can })
  let at = 0
  const trips = await roundTrips(opened.shop, async () => {
    const { orderNo } = await placeOrder(opened, { paid: true })
    return () => ship(staff, { orderNo, ...by(`SF600000000000${at++}`) })
  })
  expect(trips).toBeLessThanOrEqual(7)
})

test('one of three sent, one refunded unsent, one sent: part shipped, back, shipped; one unit returns to stock once', async () => {
  const opened = await openPayShop({ stock: 10 })
  const { shop, skuId } = opened
  const staff = await shop.signIn({ can: [...can, refund.start] })
  const placed = await placeOrder(opened, { num: 3, paid: true, payType: 'offline' })
  const { orderNo } = placed
  const lineId = placed.lines[0]?.id ?? 0
  const stock = async () =>
    (await shop.ctx.db.execute<{ stock: number }>(sql`select stock from product_sku where id = ${skuId}`)).rows[0]
      ?.stock
  const part = [{ lineId, num: 1 }]
  expect((await ship(staff, { orderNo, ...by('SF7000000000001'), lines: part })).status).toBe(200)
  expect(await stock()).toBe(7)
  const { status } = await staff.call(refund.start, {
    body: { orderNo, lines: part, method: 'offline', voucher: '收据 1', reason: '少要一件' },
  })
  expect(status).toBe(200)
  const between = await infoOf(staff, orderNo)
  expect(between).toMatchObject({ status: 0, refundStatus: 0, lines: [{ sentNum: 1, refundNum: 1, cutNum: 1 }] })
  expect(between.labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['部分发货', '部分退款']))
  expect(await stock()).toBe(8)
  expect((await ship(staff, { orderNo, ...by('SF7000000000002') })).status).toBe(200)
  expect(await infoOf(staff, orderNo)).toMatchObject({ status: 1, sentNum: 2, lines: [{ sentNum: 2, cutNum: 1 }] })
  expect(await stock()).toBe(8)
  expect(await unbalanced(shop)).toEqual([])
})
