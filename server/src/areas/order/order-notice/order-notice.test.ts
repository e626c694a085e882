import { notification } from '@zhanggui/contract/message/notification.ts'
import { sms } from '@zhanggui/contract/message/sms.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { order as orders } from '@zhanggui/contract/order/order.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import type { NotifyEvent } from '@zhanggui/domain/message/notify-event.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buy } from '../../../testing/checkout.ts'
import { begin, openPayShop, ring, setSettings } from '../../../testing/pay.ts'
import type { Caller } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'

const heardBy = async (who: Caller) => (await who.call(notification.list)).body.list
const titlesOf = async (who: Caller) => (await heardBy(who)).map(({ title }) => title)
const wish = (event: NotifyEvent) => [{ event, site: true, email: false, sms: false, popup: true, sound: false }]

async function openNoticeShop() {
  const opened = await openPayShop({ stock: 50 })
  const { shop, buyer, skuId } = opened
  const admin = await shop.signInAdmin()
  const save = async (name: string) => (await admin.call(store.save, { body: storeDraft(name) })).body.id
  const [here, there] = [await save('湖滨店'), await save('城西店')]
  const clerkOf = async (storeId: number, notify = true) => {
    const clerk = await shop.signIn({ can: [pickupOrder.list, orders.list], dataScope: '本门店', level: 5 })
    await admin.call(storeStaff.save, { body: { storeId, adminId: clerk.userId, staffName: '店员', notify } })
    return clerk
  }
  const pay = async (orderNo: string) => {
    const { outTradeNo } = await begin(opened, orderNo)
    expect((await ring(shop, { outTradeNo: outTradeNo ?? '', amount: 1990 })).status).toBe(200)
  }
  await shop.app.work()
  return {
    ...opened,
    admin,
    here,
    there,
    clerkOf,
    pay,
    sender: await shop.signIn({ can: [shipment.send, orders.list, refund.start] }),
    order: (storeId?: number) => buy(buyer, skuId, 1, { storeId }),
  }
}

test('a paid order rings once for those who send it, and a pick-up for the clerks of its store who want it', async () => {
  const { shop, buyer, sender, here, there, clerkOf, order, pay } = await openNoticeShop()
  const [near, muted, far] = [await clerkOf(here), await clerkOf(here, false), await clerkOf(there)]
  const first = await order()
  await pay(first)
  await expect.poll(() => titlesOf(sender)).toEqual(['新订单 ¥19.90（首单）'])
  const { rows } = await shop.ctx.db.execute<{ id: string; nickname: string }>(
    sql`select o.id, u.nickname from store_order o join shop_user u on u.id = o.uid where order_no = ${first}`,
  )
  expect((await heardBy(sender))[0]).toMatchObject({
    event: 'order.paid',
    content: expect.stringContaining(`订单 ${first}`),
    link: `/order/detail/${rows[0]?.id}`,
    objectType: 'order',
    payload: {
      orderNo: first,
      payPrice: 19.9,
      cod: false,
      totalNum: 1,
      shippingType: 1,
      storeId: 0,
      nickname: rows[0]?.nickname,
      productName: expect.any(String),
      firstOrder: true,
    },
  })

  // To be paid at the counter: it rings when the buyer chooses so, and not again with the money.
  await setSettings(shop, { offline_pay_status: true })
  const cod = await order(here)
  expect((await buyer.call(frontPay.pay, { body: { orderNo: cod, payType: 'offline', channel: 'h5' } })).status).toBe(
    200,
  )
  await expect.poll(() => titlesOf(near)).toEqual(['新自提订单 ¥19.90，待收款'])
  await pay(await order(here))
  await expect.poll(() => titlesOf(near)).toEqual(['新自提订单 ¥19.90', '新自提订单 ¥19.90，待收款'])
  expect((await heardBy(near))[0]).toMatchObject({ payload: { storeId: here, firstOrder: false } })
  expect((await heardBy(near))[1]?.link).toBe(`/store/order?keywords=${cod}`)
  expect([await titlesOf(muted), await titlesOf(far)]).toEqual([[], []])
  expect(await titlesOf(sender)).toHaveLength(1)
  const settings = (await near.call(notification.settings)).body.map(({ event }) => event)
  expect(settings).toEqual(expect.arrayContaining(['order.paid', 'order.verified']))
})

test('an order that waits for its money is told to those who wish so; urging and receipt by the buyer are told, once', async () => {
  const { shop, buyer, sender, order, pay } = await openNoticeShop()
  const lister = await shop.signIn({ can: [orders.list] })
  await order()
  // Notices of orders are sent in the background, by the preferences of that moment.
  await expect.poll(async () => (await shop.ctx.db.execute(sql`select from outbox`)).rowCount).toBe(0)
  expect((await lister.call(notification.saveSettings, { body: wish('order.created') })).status).toBe(200)
  const orderNo = await order()
  await expect.poll(() => titlesOf(lister)).toEqual(['新下单 ¥19.90，待付款'])
  await pay(orderNo)
  expect((await buyer.call(frontOrder.remind, { body: { orderNo } })).status).toBe(200)
  await expect.poll(() => titlesOf(sender)).toEqual([`买家催发货：${orderNo}`, '新订单 ¥19.90'])
  await shop.ctx.db.execute(sql`update store_order set status = 1, sent_num = 1 where order_no = ${orderNo}`)
  expect((await buyer.call(frontShipment.take, { body: { orderNo } })).status).toBe(200)
  await expect.poll(() => titlesOf(lister)).toEqual([`买家确认收货：${orderNo}`, '新下单 ¥19.90，待付款'])
})

test('staff who take SMS are sent what its switch says, in the words of its template, and a missing one stops nothing', async () => {
  const { shop, admin, buyer, sender, here, clerkOf, order, pay } = await openNoticeShop()
  const clerk = await clerkOf(here)
  await shop.ctx.db.execute(sql`update admin_user set is_sms = true,
    phone = case id when ${sender.userId} then '13800000001' else '13800000002' end
    where id in (${sender.userId}, ${clerk.userId})`)
  const apply = (tempKey: string, content: string) =>
    admin.call(sms.apply, { body: { title: '通知', type: 2, tempKey, content } })
  for (const tempKey of ['adminLowerOrder', 'adminPaySuccess', 'adminConfirmTakeOver', 'adminRefund'])
    expect((await apply(tempKey, `${tempKey} \${orderNo}`)).status).toBe(200)
  expect((await apply('paySucces', '错字')).status).toBe(400)
  const sent = async () =>
    (await shop.ctx.db.execute<{ said: string }>(sql`select phone || ' ' || content as said from sms_log order by 1`))
      .rows
  const silent = await order(here)
  await pay(silent)
  await expect.poll(() => titlesOf(clerk)).toHaveLength(1)
  expect(await sent()).toEqual([])

  await setSettings(shop, {
    adminLowerOrder: true,
    adminPaySuccess: true,
    adminConfirmTakeOver: true,
    adminRefund: true,
  })
  const orderNo = await order()
  await expect.poll(sent).toEqual([{ said: `13800000001 adminLowerOrder ${orderNo}` }])
  await pay(orderNo)
  await expect
    .poll(sent)
    .toEqual([{ said: `13800000001 adminLowerOrder ${orderNo}` }, { said: `13800000001 adminPaySuccess ${orderNo}` }])
  const pickedUp = await order(here)
  await pay(pickedUp)
  await expect.poll(sent).toContainEqual({ said: `13800000002 adminPaySuccess ${pickedUp}` })
  const { rows } = await shop.ctx.db.execute<{ lineId: string }>(
    sql`select l.id as "lineId" from store_order o join order_line l on l.order_id = o.id where order_no = ${orderNo}`,
  )
  const lines = [{ lineId: Number(rows[0]?.lineId), num: 1 }]
  const body = { orderNo, serviceType: 0 as const, reason: '与描述不符', lines }
  expect((await buyer.call(frontAfterSales.apply, { body })).status).toBe(200)
  await expect.poll(sent).toContainEqual({ said: `13800000001 adminRefund ${orderNo}` })
})
