import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { SHANGHAI_OFFSET_MS, toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeLogistics } from '../../../testing/outside/fake-logistics.ts'
import { openPayShop, placeOrder, setSettings } from '../../../testing/pay.ts'
import type { Refused } from '../../../testing/shop.ts'
import { AUTO_RECEIPT } from './receipt.service.ts'
import { LOGISTICS_TRACK } from './shipment-trace.service.ts'

const DAY_MS = 24 * 3600_000

const { send, trace } = shipment
const HOUR_MS = 3600_000

async function openDepot() {
  const opened = await openPayShop({ stock: 40 })
  const { shop } = opened
  // What is asked is counted by the day: a new one begins.
  shop.clock.advance(DAY_MS - ((shop.clock.now().getTime() + SHANGHAI_OFFSET_MS) % DAY_MS))
  const admin = await shop.signInAdmin()
  const fake = await openFakeLogistics()
  const save = async (group: string, values: Record<string, unknown>) => {
    const { status, body } = await admin.call(setting.save, { params: { group }, body: { values } })
    expect(status, JSON.stringify(body)).toBe(200)
  }
  const open = async () => {
    await save('security', { private_network_allowed: true })
    await save('logistics', {
      logistics_type: 1,
      system_express_app_code: fake.appCode,
      logistics_base_url: fake.endpoint,
    })
  }
  const ship = async (expressNumber: string, expressCode = 'ZTO') => {
    const { orderNo } = await placeOrder(opened, { paid: true })
    const sent = await admin.call(send, { body: { orderNo, deliveryType: 'express', expressCode, expressNumber } })
    expect(sent.status).toBe(200)
    return { orderNo, deliveryNo: sent.body.deliveryNo }
  }
  const look = async (deliveryNo: string) => {
    const { status, body } = await admin.call(trace, { query: { deliveryNo } })
    return { status, body: body as typeof body & Refused }
  }
  const track = () => shop.app.platform.scheduler.find(LOGISTICS_TRACK)?.run(shop.ctx, {}, new AbortController().signal)
  const stepsAt = (...words: string[]) =>
    words.map((status, at) => ({ time: toWireTime(new Date(shop.clock.now().getTime() + at * 60_000)), status }))
  return { ...opened, admin, fake, save, open, ship, look, track, stepsAt }
}

test('traces are asked for once in half an hour, kept when the carrier is silent, and not asked for when the service is off', async () => {
  const { shop, buyer, fake, open, ship, look, admin, stepsAt } = await openDepot()
  const { orderNo, deliveryNo } = await ship('SF1000000000001', 'SF')
  expect(await look(deliveryNo)).toMatchObject({
    status: 422,
    body: { message: '未开启物流查询，快递单号：SF1000000000001' },
  })
  await open()
  expect((await admin.call(expressCompany.sync)).status).toBe(200)
  expect((await look(deliveryNo)).body).toMatchObject({ expressName: '顺丰速运', state: null, issign: false, list: [] })
  expect(fake.asked).toEqual([{ no: 'SF1000000000001:8000', type: 'SFEXPRESS' }])
  const [first, second] = stepsAt('已揽收', '到达北京')
  fake.traces.SF1000000000001 = { deliverystatus: '1', list: [first, second, null] as never }
  expect((await look(deliveryNo)).body).toMatchObject({ state: null })
  shop.clock.advance(31 * 60_000)
  const buyerSees = await buyer.call(frontShipment.express, { params: { orderNo } })
  expect(buyerSees.body).toMatchObject({ list: [{ traceState: 1, list: [second, first] }] })
  expect((await look(deliveryNo)).body).toMatchObject({ state: 1, list: [second, first] })
  expect(fake.asked).toHaveLength(2)
  shop.clock.advance(31 * 60_000)
  fake.answers.push({ status: 500, body: '' }, { status: 200, body: '<html>' })
  for (const _ of [1, 2]) expect(await look(deliveryNo)).toMatchObject({ status: 200, body: { state: 1 } })
  const other = await ship('ZT0000000000001')
  const { used } = (await admin.call(expressCompany.traced)).body
  fake.answers.push({ status: 403, body: '' })
  expect(await look(other.deliveryNo)).toMatchObject({
    status: 502,
    body: { message: '第三方服务异常：物流接口，密钥无效或次数已用完' },
  })
  expect((await admin.call(expressCompany.traced)).body).toMatchObject({ isOpen: true, used: used + 1, limit: 5000 })
  const stranger = await shop.signIn({ can: [order.list] })
  expect((await stranger.call(trace, { query: { deliveryNo } })).status).toBe(403)
  expect((await look(`D${'1'.repeat(20)}`)).status).toBe(404)
})

test('carriers are asked one, two, three and four days after shipping; every parcel signed brings receipt nearer, silence a label', async () => {
  const { shop, fake, open, ship, track, stepsAt } = await openDepot()
  await open()
  const [signed, silent] = [await ship('ZT0000000000001'), await ship('ZT0000000000002')]
  const info = async ({ orderNo }: { orderNo: string }) =>
    (await (await shop.signInAdmin()).call(order.info, { query: { orderNo } })).body
  expect(await track()).toBe(0)
  shop.clock.advance(24 * HOUR_MS + 1000)
  fake.traces.ZT0000000000001 = { deliverystatus: '3', issign: '1', list: stepsAt('已签收') }
  expect(await track()).toBe(2)
  expect(await track()).toBe(0)
  const [before] = [await info(silent)]
  const at = await info(signed)
  expect(at.shipments[0]).toMatchObject({ traceState: 3, signTime: expect.any(String) })
  expect(String(at.autoReceiveTime) > String(before.autoReceiveTime)).toBe(false)
  await shop.ctx.db.execute(
    sql`update store_order set auto_receive_time = auto_receive_time + interval '60 days' where order_no = ${signed.orderNo}`,
  )
  expect(before.labels.map(({ text }) => text)).not.toContain('物流异常')
  for (const hours of [24, 24]) {
    shop.clock.advance(hours * HOUR_MS)
    expect(await track()).toBe(1)
  }
  expect((await info(silent)).labels.map(({ text }) => text)).toContain('物流异常')
})

test('no more is asked in a day than the shop allows, and a service that is down is left alone', async () => {
  const { shop, fake, open, ship, track } = await openDepot()
  await open()
  await setSettings(shop, { logistics_track_limit: 2 })
  for (const at of [1, 2, 3, 4, 5]) await ship(`ZT000000000000${at}`)
  shop.clock.advance(24 * HOUR_MS + 1000)
  expect(await track()).toBe(2)
  expect(fake.asked).toHaveLength(2)
  await setSettings(shop, { logistics_track_limit: 100 })
  fake.answers.push(...[1, 2, 3, 4].map(() => ({ status: 500, body: '' })))
  expect(await track()).toBe(0)
  expect(fake.answers).toHaveLength(1)
})

test('an outage of the service counts against no parcel: all are traced once it is over', async () => {
  const { shop, fake, open, ship, track, stepsAt } = await openDepot()
  await open()
  const numbers = ['ZT0000000000001', 'ZT0000000000002', 'ZT0000000000003', 'ZT0000000000004']
  for (const number of numbers) await ship(number)
  shop.clock.advance(24 * HOUR_MS + 1000)
  for (let hour = 0; hour < 7; hour++) {
    fake.answers.push(...[1, 2, 3].map(() => ({ status: 503, body: '' })))
    expect(await track()).toBe(0)
    shop.clock.advance(HOUR_MS)
  }
  const { rows: parked } = await shop.ctx.db.execute(sql`select from job_parked`)
  expect(parked).toHaveLength(0)
  expect(fake.answers).toHaveLength(0)
  for (const number of numbers) fake.traces[number] = { deliverystatus: '1', list: stepsAt('运输中') }
  expect(await track()).toBe(4)
})

test('a number that the service refuses is asked about when its parcel is due again, and keeps no other parcel waiting', async () => {
  const { shop, fake, open, ship, track, stepsAt } = await openDepot()
  await open()
  const wrong = await ship('ZT0000000000001')
  for (const number of ['ZT0000000000002', 'ZT0000000000003', 'ZT0000000000004']) await ship(number)
  shop.clock.advance(24 * HOUR_MS + 1000)
  fake.traces.ZT0000000000004 = { deliverystatus: '1', list: stepsAt('运输中') }
  const refused = { status: 200, body: '{"status":"201","msg":"快递单号错误"}' }
  fake.answers.push(refused, refused, refused)
  expect(await track()).toBe(4)
  shop.clock.advance(HOUR_MS)
  expect(await track()).toBe(0)
  fake.answers.push(refused)
  const query = { deliveryNo: wrong.deliveryNo }
  expect(await (await shop.signInAdmin()).call(trace, { query })).toMatchObject({
    status: 502,
    body: { message: '第三方服务异常：物流接口，快递单号错误' },
  })
  shop.clock.advance(24 * HOUR_MS)
  expect(await track()).toBe(4)
})

test('a parcel that came back and was signed by its sender is not signed: its order is not received by itself', async () => {
  const { shop, fake, open, ship, track, stepsAt } = await openDepot()
  await open()
  const { orderNo } = await ship('ZT0000000000001')
  shop.clock.advance(24 * HOUR_MS + 1000)
  const admin = await shop.signInAdmin()
  const infoOf = async () => (await admin.call(order.info, { query: { orderNo } })).body
  await shop.ctx.db.execute(sql`update store_order set auto_receive_time = auto_receive_time + interval '60 days'`)
  const { autoReceiveTime } = await infoOf()
  fake.traces.ZT0000000000001 = { deliverystatus: '6', issign: '1', list: stepsAt('退件已签收') }
  expect(await track()).toBe(1)
  expect(await infoOf()).toMatchObject({ autoReceiveTime, shipments: [{ traceState: 6, signTime: null }] })
  shop.clock.advance(90 * 24 * HOUR_MS)
  await shop.app.platform.scheduler.find(AUTO_RECEIPT)?.run(shop.ctx, {}, new AbortController().signal)
  const { rows } = await shop.ctx.db.execute(sql`select status from store_order`)
  expect(rows).toEqual([{ status: 1 }])
})
