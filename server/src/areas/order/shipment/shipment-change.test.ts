import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buy, findUnbalanced } from '../../../testing/checkout.ts'
import { openPayShop, type PayShop, placeOrder, setSettings } from '../../../testing/pay.ts'
import type { Caller, Refused } from '../../../testing/shop.ts'

const { send, update, withdraw, list } = shipment
const can = [send, update, withdraw, list, order.info, order.close, order.log]
const MINUTE_MS = 60_000

const sf = (expressNumber: string) => ({ deliveryType: 'express' as const, expressCode: 'SF', expressNumber })

async function shipped(staff: Caller, orderNo: string, number: string, lines?: { lineId: number; num: number }[]) {
  const { status, body } = await staff.call(send, { body: { orderNo, ...sf(number), ...(lines && { lines }) } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.deliveryNo
}

const take = async (staff: Caller, deliveryNo: string) => {
  const { status, body } = await staff.call(withdraw, { body: { deliveryNo } })
  return { status, body: body as typeof body & Refused }
}

const infoOf = async (staff: Caller, orderNo: string) => (await staff.call(order.info, { query: { orderNo } })).body

const stockOf = async ({ shop, skuId }: PayShop) =>
  (await shop.ctx.db.execute<{ stock: number }>(sql`select stock from product_sku where id = ${skuId}`)).rows[0]?.stock

test('T12 a parcel is taken back within half an hour, before its carrier has it; its goods wait to be sent again', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const { orderNo, id, lines } = await placeOrder(opened, { num: 3, paid: true })
  const lineId = lines[0]?.id ?? 0
  const one = await shipped(staff, orderNo, 'SF1000000000001', [{ lineId, num: 1 }])
  const rest = await shipped(staff, orderNo, 'SF1000000000002')
  expect(await infoOf(staff, orderNo)).toMatchObject({ status: 1 })
  expect((await take(staff, rest)).status).toBe(200)
  expect(await infoOf(staff, orderNo)).toMatchObject({
    status: 0,
    sentNum: 1,
    shipTime: null,
    autoReceiveTime: null,
    lines: [{ sentNum: 1 }],
    shipments: [
      { state: 0, canWithdraw: true },
      { state: 2, canWithdraw: false, canEdit: false },
    ],
  })
  expect(await take(staff, rest)).toMatchObject({ status: 409, body: { message: '该包裹已撤回' } })
  const set = (what: ReturnType<typeof sql>) =>
    shop.ctx.db.execute(sql`update shipment set ${what} where delivery_no = ${one}`)
  await set(sql`trace_state = 0, trace = '[{"time":"2026-01-01 10:00:00","status":"已揽收"}]'`)
  expect(await take(staff, one)).toMatchObject({ status: 409, body: { message: '快递已揽收，不能撤回发货' } })
  await set(sql`trace_state = null, trace = '[]'`)
  await shop.ctx.db.execute(sql`update store_order set refund_status = 3 where id = ${id}`)
  expect(await take(staff, one)).toMatchObject({ status: 409, body: { message: '订单正在退款' } })
  await shop.ctx.db.execute(sql`update store_order set refund_status = 1 where id = ${id}`)
  expect((await take(staff, one)).body.message).toBe('买家已申请退货退款，不能撤回发货')
  await shop.ctx.db.execute(sql`update store_order set refund_status = 0 where id = ${id}`)
  await shop.ctx.db.execute(sql`update order_line set refund_num = 1 where order_id = ${id}`)
  expect(await take(staff, one)).toMatchObject({ status: 409, body: { message: '该包裹的商品已退款，不能撤回' } })
  await shop.ctx.db.execute(sql`update order_line set refund_num = 0 where order_id = ${id}`)
  const answers = await Promise.all([take(staff, one), take(staff, one)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await infoOf(staff, orderNo)).toMatchObject({ status: 0, sentNum: 0, allow: { send: true } })
  const again = await shipped(staff, orderNo, 'SF1000000000003')
  expect(await infoOf(staff, orderNo)).toMatchObject({ status: 1, sentNum: 3 })
  shop.clock.advance(30 * MINUTE_MS + 1000)
  expect(await take(staff, again)).toMatchObject({ status: 409, body: { message: '发货已超过30分钟，不能撤回' } })
})

test('T11 a parcel is corrected while it is on its way; a new number begins its traces anew', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const { orderNo, id } = await placeOrder(opened, { paid: true })
  const other = await placeOrder(opened, { paid: true, detail: '别处 2 号' })
  await shipped(staff, other.orderNo, 'SF2000000000001')
  const deliveryNo = await shipped(staff, orderNo, 'SF2000000000002')
  const change = async (body: object) => {
    const { status, body: answer } = await staff.call(update, { body: { deliveryNo, ...body } as never })
    return { status, body: answer as typeof answer & Refused }
  }
  await shop.ctx.db.execute(
    sql`update shipment set trace_state = 1, trace_time = now(), trace = '[{"time":"2026-01-01 10:00:00","status":"已揽收"}]'`,
  )
  expect(await change(sf('SF2000000000001'))).toMatchObject({ status: 409, body: { code: 'SAME_NUMBER' } })
  expect((await change({ ...sf('SF2000000000002'), mark: '易碎' })).status).toBe(200)
  expect((await infoOf(staff, orderNo)).shipments[0]).toMatchObject({ mark: '易碎', traceState: 1 })
  expect((await change({ deliveryType: 'express', expressCode: 'ZTO', expressNumber: '73123456789012' })).status).toBe(
    200,
  )
  expect((await infoOf(staff, orderNo)).shipments[0]).toMatchObject({
    expressName: '中通快递',
    traceState: null,
    lastTrace: null,
  })
  const [entry] = (await staff.call(order.log, { query: { orderNo } })).body.list
  expect(entry).toMatchObject({
    changeType: 'shipEdit',
    message: '物流由「顺丰速运 SF2000000000002，备注：易碎」改为「中通快递 73123456789012」',
  })
  await shop.ctx.db.execute(sql`update store_order set status = 2 where id = ${id}`)
  expect((await change(sf('SF2000000000009'))).body.message).toBe('买家已收货，不能修改物流')
  expect(
    (await staff.call(update, { body: { deliveryNo: `D${'0'.repeat(20)}`, ...sf('SF2000000000009') } })).status,
  ).toBe(404)
})

test('T11 log and trail show old and new, also of the courier’s phone and the note', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const { orderNo } = await placeOrder(opened, { paid: true })
  const courier = { deliveryType: 'send' as const, deliveryName: '李师傅' }
  const { body } = await staff.call(send, { body: { orderNo, ...courier, deliveryTel: '13900139000' } })
  const mark = `易碎${'🎁'.repeat(60)}`
  const changed = { deliveryNo: body.deliveryNo, ...courier, deliveryTel: '13800138001', mark }
  expect((await staff.call(update, { body: changed })).status).toBe(200)
  const [entry] = (await staff.call(order.log, { query: { orderNo } })).body.list
  expect(entry?.message).toBe(
    `物流由「商家配送，李师傅，139****9000」改为「商家配送，李师傅，138****8001，备注：易碎${'🎁'.repeat(38)}」`,
  )
  const { rows } = await shop.ctx.db.execute(sql`select "before", "after" from audit_entry where action = 'shipEdit'`)
  expect(rows).toMatchObject([
    { before: { deliveryTel: '139****9000', mark: '' }, after: { deliveryTel: '138****8001', mark } },
  ])
  // Of several parcels the log names the one that was changed.
  const deliveryNo = await shipped(staff, orderNo, 'SF2000000000021', [])
  expect((await staff.call(update, { body: { deliveryNo, ...sf('SF2000000000022') } })).status).toBe(200)
  const [second] = (await staff.call(order.log, { query: { orderNo } })).body.list
  expect(second?.message).toBe('包裹 2 的物流由「顺丰速运 SF2000000000021」改为「顺丰速运 SF2000000000022」')
})

test('T11 another number takes back what the wrong one brought: an early receipt, and what is on paper', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const { orderNo } = await placeOrder(opened, { paid: true })
  const deliveryNo = await shipped(staff, orderNo, 'SF2100000000001')
  const { autoReceiveTime: usual } = await infoOf(staff, orderNo)
  await shop.ctx.db.execute(sql`
    update shipment set trace_state = 3, sign_time = now(), trace_at = null, trace_time = now()`)
  await shop.ctx.db.execute(sql`
    update store_order set auto_receive_time = now() + interval '1 day', print_time = now()`)
  const change = (body: object) => staff.call(update, { body: { deliveryNo, ...body } as never })
  expect((await change({ ...sf('SF2100000000001'), mark: '易碎' })).status).toBe(200)
  const noted = await infoOf(staff, orderNo)
  expect(noted).toMatchObject({ printStale: false, shipments: [{ traceState: 3, signTime: expect.any(String) }] })
  expect(noted.autoReceiveTime).not.toBe(usual)
  expect((await change(sf('SF2100000000002'))).status).toBe(200)
  expect(await infoOf(staff, orderNo)).toMatchObject({
    autoReceiveTime: usual,
    printStale: true,
    shipments: [{ traceState: null, signTime: null }],
  })
  const { rows } = await shop.ctx.db.execute(sql`select trace_at > now() as due, trace_time from shipment`)
  expect(rows).toEqual([{ due: true, trace_time: null }])
})

test('T12 the parcel with the goods is not taken back while a further parcel of them is on its way', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  const { orderNo } = await placeOrder(opened, { paid: true })
  const goods = await shipped(staff, orderNo, 'SF2200000000001')
  const further = await shipped(staff, orderNo, 'SF2200000000002', [])
  expect((await infoOf(staff, orderNo)).shipments).toMatchObject([{ canWithdraw: false }, { canWithdraw: true }])
  expect(await take(staff, goods)).toMatchObject({
    status: 409,
    body: { message: '该订单还有附加包裹在途，请先撤回附加包裹' },
  })
  expect(await infoOf(staff, orderNo)).toMatchObject({ status: 1, sentNum: 1 })
  expect((await take(staff, further)).status).toBe(200)
  expect((await take(staff, goods)).status).toBe(200)
  expect(await infoOf(staff, orderNo)).toMatchObject({ status: 0, sentNum: 0 })
})

test('of two further parcels added at once with one number, one is stored; a corrected number may not double another either', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  const staff = await shop.signIn({ can })
  for (let round = 0; round < 5; round++) {
    const { orderNo } = await placeOrder(opened, { paid: true })
    await shipped(staff, orderNo, `SF230000000000${round}`)
    const add = async (number: string) => {
      const { status, body } = await staff.call(send, { body: { orderNo, ...sf(number), lines: [] } })
      return { status, body: body as typeof body & Refused }
    }
    const [number, small] = [`SF240000000000${round}:1234`, `sf240000000000${round}`]
    const answers = await Promise.all([add(number), add(small)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('该快递单号已是本订单的包裹，请勿重复添加')
    expect((await add(`SF230000000000${round}`)).status).toBe(409)
    const parcels = (await infoOf(staff, orderNo)).shipments
    expect(parcels).toHaveLength(2)
    const deliveryNo = parcels[1]?.deliveryNo ?? ''
    const double = await staff.call(update, { body: { deliveryNo, ...sf(`SF230000000000${round}`) } })
    expect(double.status).toBe(409)
  }
})

test('a cod order is shipped, refused at the door and closed: unsent units return, sent ones only if they came back', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop, buyer, skuId } = opened
  const staff = await shop.signIn({ can })
  await setSettings(shop, { offline_pay_status: true })
  const begin = async () => {
    const orderNo = await buy(buyer, skuId, 3)
    const paid = await buyer.call(frontPay.pay, { body: { orderNo, payType: 'offline', channel: 'h5' } })
    expect(paid.status).toBe(200)
    const info = await infoOf(staff, orderNo)
    await shipped(staff, orderNo, 'SF3000000000001', [{ lineId: info.lines[0]?.id ?? 0, num: 2 }])
    return orderNo
  }
  const before = await stockOf(opened)
  const lost = await begin()
  expect((await staff.call(order.close, { body: { orderNo: lost, reason: '买家拒收' } })).status).toBe(200)
  expect(await stockOf(opened)).toBe((before ?? 0) - 2)
  expect(await infoOf(staff, lost)).toMatchObject({ closeType: 3, shipments: [{ state: 2 }] })
  const back = await begin()
  const closing = () => staff.call(order.close, { body: { orderNo: back, reason: '买家拒收', restock: true } })
  expect((await Promise.all([closing(), closing()])).map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await stockOf(opened)).toBe((before ?? 0) - 2)
  expect((await buyer.call(frontOrder.detail, { params: { orderNo: back } })).body).toMatchObject({ shipments: [] })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})
