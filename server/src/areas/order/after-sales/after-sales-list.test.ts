import { notification } from '@zhanggui/contract/message/notification.ts'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { search } from '@zhanggui/contract/setting/search.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { salesTabs } from '@zhanggui/domain/order/after-sales.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { caseForm, makeCase, onItsWayBack } from '../../../testing/after-sales.ts'
import { makeOrder } from '../../../testing/order.ts'
import { openFakeLogistics } from '../../../testing/outside/fake-logistics.ts'
import { setSettings } from '../../../testing/pay.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { shipments } from '../shipment/shipment.tables.ts'
import { noticeCase } from './after-sales-deadline.service.ts'

const { list, num, info, check, refuse, receive, pay, apply, download } = afterSales

const total = async (who: Caller, query: object = {}) => (await who.call(list, { query })).body.total
const sent = { status: 1, paid: true } as const
const back = { serviceType: 1 } as const

/** A case in each tab. */
async function makeOneOfEach({ ctx }: Shop) {
  const make = (set: object, order: object = {}, form: object = {}) => makeCase(ctx, { order, form, set })
  return {
    audit: await make({}),
    waitReturn: await make({ state: 1 }, sent, back),
    waitReceive: await make(onItsWayBack, sent, back),
    waitPay: await make({ ...onItsWayBack, expressNo: 'SF8', received: 1 }, sent, back),
    finished: await make({ state: 3 }),
    refused: await make({ state: 3, salesState: 2 }),
    cancelled: await make({ state: 3, salesState: 1 }),
  }
}

test('every case stands in one tab, the counts add up, and keywords find it by its numbers, its order and its parcel', async () => {
  const shop = await openShop()
  const staff = await shop.signInAdmin()
  const made = await makeOneOfEach(shop)
  for (const tab of Object.keys(salesTabs) as (keyof typeof salesTabs)[]) {
    const { body } = await staff.call(list, { query: { tab } })
    expect(body).toMatchObject({ total: 1, list: [{ id: made[tab].id, tab }] })
  }
  const ones = Object.fromEntries(Object.keys(salesTabs).map((tab) => [tab, 1]))
  expect((await staff.call(num)).body).toEqual({ all: 7, ...ones })
  expect((await staff.call(num, { query: { serviceType: 1 } })).body).toMatchObject({ all: 3, audit: 0, waitPay: 1 })
  const { audit, waitReceive } = made
  for (const keywords of [
    audit.salesNo,
    audit.salesNo.toLowerCase(),
    audit.order.orderNo,
    audit.order.orderNo.slice(-6),
  ])
    expect((await staff.call(list, { query: { keywords } })).body.list.map(({ id }) => id)).toContain(audit.id)
  expect((await staff.call(list, { query: { keywords: onItsWayBack.expressNo } })).body.list).toMatchObject([
    { id: waitReceive.id },
  ])
  expect(await total(staff, { keywords: 'S20990101000000000000' })).toBe(0)
  expect(await total(staff, { orderNo: audit.order.orderNo })).toBe(1)
  expect(await total(staff, { dateLimit: ['today'] })).toBe(7)
  expect(await total(staff, { dateLimit: ['2020-01-01', '2020-01-02'] })).toBe(0)
  expect((await staff.call(list, { query: { dateLimit: ['hello'] } })).status).toBe(400)
  const found = await staff.call(search.find, { query: { q: audit.salesNo } })
  expect(found.body.groups.slice(1)).toMatchObject([
    { type: 'after-sales', items: [{ title: audit.salesNo, state: '待审核' }] },
  ])
  // The desk finds the order of a case, too.
  const atDesk = (await staff.call(order.list, { query: { keywords: audit.salesNo } })).body
  expect(atDesk.list.map(({ id }) => id)).toEqual([audit.order.id])
  const file = await staff.call(download, { query: { tab: 'waitReceive' } })
  expect(file).toMatchObject({ status: 200, body: { fileName: expect.stringContaining('售后单') } })
})

test('a clerk sees, counts, hears of and judges cases of the own store alone', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const stores: number[] = []
  for (const name of ['湖滨店', '城西店'])
    stores.push((await admin.call(store.save, { body: storeDraft(name) })).body.id)
  const [here = 0, there = 0] = stores
  const permissions = [list, info, refuse, receive, pay, apply].flatMap(({ permission }) => [permission].flat())
  const clerk = await shop.signIn({ permissions, dataScope: '本门店', level: 5 })
  await admin.call(storeStaff.save, {
    body: { storeId: here, adminId: clerk.userId, staffName: '沈小满', verifyStatus: true },
  })
  const at = (storeId: number) => makeCase(shop.ctx, { order: { shippingType: 2, storeId, paid: true } })
  const [own, other, delivered] = [await at(here), await at(there), await makeCase(shop.ctx)]
  expect((await clerk.call(list)).body).toMatchObject({ total: 1, list: [{ id: own.id }] })
  expect((await clerk.call(num)).body).toMatchObject({ all: 1, audit: 1 })
  expect(await total(clerk, { keywords: other.salesNo })).toBe(0)
  expect(await total(clerk, { storeId: there })).toBe(0)
  expect(await total(admin, { storeId: there })).toBe(1)
  expect((await clerk.call(notification.count)).body.todo).toMatchObject({ refundsToHandle: 1, returnsToReceive: 0 })
  expect((await admin.call(notification.count)).body.todo).toMatchObject({ refundsToHandle: 3 })
  const unseen = await makeOrder(shop.ctx, { paid: true })
  for (const { id, order } of [other, delivered])
    for (const answer of [
      clerk.call(info, { query: { id } }),
      clerk.call(check, { body: { id, pass: true } }),
      clerk.call(check, { body: { id, pass: false, refuseReason: '不同意' } }),
      clerk.call(receive, { body: { id, received: 1 } }),
      clerk.call(pay, { body: { id } }),
      clerk.call(refuse, { body: { orderNo: order.orderNo, reason: '不同意' } }),
      clerk.call(apply, { body: { orderNo: unseen.orderNo, ...caseForm(unseen) } }),
    ])
      expect((await answer).status).toBe(404)
  for (const { id } of [own, other, delivered])
    await noticeCase(shop.ctx, {
      id: 1,
      event: 'refund.applied',
      data: { salesId: id },
      at: new Date(),
      requestId: 'r',
    })
  const { rows } = await shop.ctx.db.execute(sql`
    select object_id, payload from notification where user_id = ${clerk.userId} and event = 'refund.applied'`)
  expect(rows).toEqual([
    {
      object_id: String(own.id),
      payload: { orderNo: own.order.orderNo, salesNo: own.salesNo, amount: 19.9, serviceType: 0 },
    },
  ])
})

test('the parcel on its way back is traced, its carrier asked once; one that does not answer keeps nobody from judging', async () => {
  const shop = await openShop()
  const staff = await shop.signInAdmin()
  const fake = await openFakeLogistics()
  await setSettings(shop, {
    private_network_allowed: true,
    logistics_type: 1,
    system_express_app_code: fake.appCode,
    logistics_base_url: fake.endpoint,
  })
  const steps = [{ time: '2026-11-22 09:00:00', status: '快件已到达杭州' }]
  fake.traces[onItsWayBack.expressNo] = { deliverystatus: '1', list: steps }
  const set = { ...onItsWayBack, phone: '13900001234' }
  const { id } = await makeCase(shop.ctx, { order: sent, form: back, set })
  const traceOf = async (one: number) => (await staff.call(info, { query: { id: one } })).body.trace
  expect([await traceOf(id), await traceOf(id)]).toEqual([steps, steps])
  expect(fake.asked.map(({ no }) => no)).toEqual([`${onItsWayBack.expressNo}:1234`])
  fake.answers.push({ status: 500, body: '' }, { status: 500, body: '' }, { status: 500, body: '' })
  const other = await makeCase(shop.ctx, { order: sent, form: back, set: { ...set, expressNo: 'SF7' } })
  expect(await traceOf(other.id)).toEqual([])
})

test('a case says what helps to judge it: how long ago it was signed for, whether it was printed, what else the buyer asked for', async () => {
  const shop = await openShop()
  const [staff, buyer] = [await shop.signInAdmin(), await shop.buyer()]
  const day = 24 * 3600_000
  const received = { status: 2, createdAt: new Date(Date.now() - 3 * day), printTime: new Date() } as const
  const { id } = await makeCase(shop.ctx, { order: { uid: buyer.userId, ...received } })
  const other = await makeCase(shop.ctx, { order: { uid: buyer.userId } })
  await makeCase(shop.ctx)
  expect((await staff.call(info, { query: { id } })).body).toMatchObject({
    order: { stage: '已签收 2 天', printTime: expect.any(String) },
    others: [{ id: other.id }],
    trace: [],
    returnTo: { consignee: '', phone: '', address: '' },
    lines: [{ ensures: [] }],
  })
  // A parcel that was signed for tells it, those of other orders do not.
  const { id: onTheWay, order: sentOrder } = await makeCase(shop.ctx, { order: sent })
  const parcel = { deliveryType: 'express' as const, shipTime: new Date(Date.now() - 5 * day) }
  const signed = { ...parcel, signTime: new Date(Date.now() - 4 * day) }
  await shop.ctx.db.insert(shipments).values([
    { ...signed, orderId: other.order.id, deliveryNo: 'D1' },
    { ...parcel, orderId: sentOrder.id, deliveryNo: 'D2' },
  ])
  const stageOf = async () => (await staff.call(info, { query: { id: onTheWay } })).body.order.stage
  expect(await stageOf()).toBe('已发货')
  await shop.ctx.db.insert(shipments).values({ ...signed, orderId: sentOrder.id, deliveryNo: 'D3' })
  expect(await stageOf()).toBe('已签收 4 天')
  expect((await staff.call(info, { query: { id: 999_999 } })).status).toBe(404)
  expect((await buyer.call(frontAfterSales.list)).body).toMatchObject({ total: 2, list: [{ id: other.id }, { id }] })
  expect((await buyer.call(frontAfterSales.reasons)).body.list).toContain('与描述不符')
})
