import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addressForm } from '../../../testing/address.ts'
import { addressIdOf, buy, findUnbalanced, openSellingShop, sell } from '../../../testing/checkout.ts'
import { makeOrder } from '../../../testing/order.ts'
import { setSettings } from '../../../testing/pay.ts'
import type { Caller, Refused, Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'

const { mark, updatePrice, updateAddress, close, remove } = order
const can = [mark, updatePrice, updateAddress, close, remove]
const setPrice = async (staff: Caller, orderNo: string, payPrice: number, more: object = {}) => {
  const { status, body } = await staff.call(updatePrice, { body: { orderNo, payPrice, ...more } })
  return { status, body: body as typeof body & Refused }
}
const notesOf = async ({ ctx }: Shop) =>
  (
    await ctx.db.execute<{ what: string; message: string; who: string }>(
      sql`select change_type as what, message, operator_name as who from order_log order by id`,
    )
  ).rows

test('a price is refused in the order of the guards, and the message says why', async () => {
  const { shop, skuId } = await openSellingShop()
  const permissions = ['admin:order:create:discount']
  const [staff, buyer] = [await shop.signIn({ can, permissions }), await shop.buyer()]
  const orderNo = await buy(buyer, skuId, 2)
  const refused = async (price: number, status: number, message: string) =>
    expect(await setPrice(staff, orderNo, price)).toMatchObject({ status, body: { message } })
  await refused(39.8, 422, '修改后的金额与原金额相同')
  await refused(0, 400, '实付金额不能小于0.01元')
  await refused(79.61, 422, '修改后的金额不能超过原金额的两倍')
  expect(await setPrice(staff, orderNo, 30, { version: 7 })).toMatchObject({
    status: 409,
    body: { code: 'VERSION_CONFLICT' },
  })
  await setSettings(shop, { site_url: 'https://m.example.com/' })
  for (const price of [30, 20, 10]) expect((await setPrice(staff, orderNo, price)).status).toBe(200)
  const { rows: told } = await shop.ctx.db.execute(sql`select payload -> 'values' as values from notify_outbox
    where mark = 'modifyOrderPrice' and channel = 'inner' order by id desc limit 1`)
  expect(told[0]?.values).toMatchObject({
    payPrice: '10.00',
    deadline: expect.stringMatching(/^.{10} .{8}$/),
    payUrl: `https://m.example.com/h5/pay/${orderNo}`,
  })
  await refused(9, 422, '该订单改价次数已用完')
  const paid = await makeOrder(shop.ctx, { paid: true })
  expect(await setPrice(staff, paid.orderNo, 5)).toMatchObject({
    status: 409,
    body: { message: '订单已支付，不能改价' },
  })
  await buyer.call(frontOrder.cancel, { body: { orderNo } })
  await refused(9, 409, '订单已关闭')
})

test('a price beyond what staff may take off the goods in all is refused, step by step or at once', async () => {
  const { shop, skuId } = await openSellingShop()
  const staff = await shop.signIn({ can: [...can, order.info] })
  const boss = await shop.signIn({ can: [...can, order.info], permissions: ['admin:order:create:discount'] })
  const buyer = await shop.buyer()
  const orderNo = await buy(buyer, skuId, 2)
  const lowest = async (who: Caller) => (await who.call(order.info, { query: { orderNo } })).body.lowestPrice
  const beyond = { status: 422, body: { message: '折扣超过您的权限' } }
  expect([await lowest(staff), await lowest(boss)]).toEqual([27.86, null])
  expect(await setPrice(staff, orderNo, 0.01)).toMatchObject(beyond)
  expect((await setPrice(staff, orderNo, 27.86)).status).toBe(200)
  expect(await setPrice(staff, orderNo, 27.85)).toMatchObject(beyond)
  expect((await setPrice(boss, orderNo, 10)).status).toBe(200)
  // What another took off stands in nobody's way upwards.
  expect(await lowest(staff)).toBe(10)
  expect((await setPrice(staff, orderNo, 15)).status).toBe(200)
})

test('T7 a new price is on the lines to the fen, in the log with its reason, and closes the attempts to pay the old one', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 93.08, stock: 5 }] })
  const { shop, skuId } = opened
  const other = await sell(opened, { storeName: '枕套', attrValue: [{ price: 55.85, stock: 5 }] })
  const [staff, buyer] = [await shop.signIn({ can }), await shop.buyer()]
  const pre = await buyer.call(frontOrder.pre, {
    body: {
      preOrderType: 'buyNow',
      orderDetails: [
        { attrValueId: skuId, productNum: 2 },
        { attrValueId: other.skuId, productNum: 1 },
      ],
    },
  })
  const made = await buyer.call(frontOrder.create, {
    body: { preOrderNo: pre.body.preOrderNo, shippingType: 1, addressId: await addressIdOf(buyer) },
  })
  const { orderNo } = made.body
  expect(made.body.payFee).toBe(242.01)
  expect((await setPrice(staff, orderNo, 200, { reason: '老客户' })).status).toBe(200)
  const { body } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  expect(body).toMatchObject({ payPrice: 200, adjustPrice: -42.01, gainIntegral: 200 })
  expect(body.lines.map(({ adjustShare, payShare }) => [adjustShare, payShare])).toEqual([
    [-32.32, 153.84],
    [-9.69, 46.16],
  ])
  expect(await notesOf(shop)).toMatchObject([
    { what: 'create' },
    { what: 'price', message: '实付金额由 ¥242.01 改为 ¥200.00，原因：老客户' },
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('T5 the shop closes an order with a reason, stock comes back, and a paid one is not closed', async () => {
  const { shop, skuId } = await openSellingShop()
  const [staff, buyer] = [await shop.signIn({ can }), await shop.buyer()]
  const orderNo = await buy(buyer, skuId, 2)
  expect((await staff.send('POST', '/admin/store/order/close', { orderNo, reason: '缺' })).status).toBe(400)
  expect((await staff.call(close, { body: { orderNo, reason: '买家电话要求取消' } })).status).toBe(200)
  expect((await staff.call(close, { body: { orderNo, reason: '再关一次' } })).status).toBe(409)
  const { body } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  expect(body).toMatchObject({ statusStr: { value: '已关闭' }, closeReason: '买家电话要求取消' })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  const paid = await makeOrder(shop.ctx, { paid: true })
  expect(await staff.call(close, { body: { orderNo: paid.orderNo, reason: '不想卖了' } })).toMatchObject({
    status: 409,
    body: { message: '订单已支付，不能关闭，请退款' },
  })
})

test('T8 staff and buyer change the address until goods have left, the buyer once', async () => {
  const { shop, skuId } = await openSellingShop()
  const [staff, buyer] = [await shop.signIn({ can }), await shop.buyer()]
  const orderNo = await buy(buyer, skuId)
  const place = { realName: '李四', userPhone: '13900139000', cityId: 110101, detail: '建国路 8 号' }
  expect(await staff.call(updateAddress, { body: { orderNo, ...place, cityId: 110000 } })).toMatchObject({
    status: 400,
    body: { message: '所在地区不可选择，请选到最末一级' },
  })
  expect((await staff.call(updateAddress, { body: { orderNo, ...place } })).status).toBe(200)
  expect((await buyer.call(frontOrder.detail, { params: { orderNo } })).body).toMatchObject({
    realName: '李四',
    address: '北京市东城区建国路 8 号',
  })
  const again = { ...place, userPhone: '13900139001', cityId: 110102 }
  expect((await staff.call(updateAddress, { body: { orderNo, ...again } })).status).toBe(200)
  const masked = { orderNo, realName: '李四', userPhone: '139****9001', cityId: 110102 }
  expect((await staff.call(updateAddress, { body: { ...masked, realName: '李肆' } })).status).toBe(200)
  expect((await buyer.call(frontOrder.detail, { params: { orderNo } })).body).toMatchObject({
    realName: '李肆',
    userPhone: '13900139001',
    address: '北京市西城区建国路 8 号',
  })
  for (const [change, message] of [
    [{ userPhone: '138****0001' }, '请输入完整的收货电话'],
    [{ cityId: 110101 }, '换了地区，请填写详细地址'],
  ] as const)
    expect(await staff.call(updateAddress, { body: { ...masked, ...change } })).toMatchObject({
      status: 400,
      body: { message },
    })
  expect((await staff.call(updateAddress, { body: { ...masked, userPhone: '＋86 139 0013 9001' } })).status).toBe(200)
  const told = (await notesOf(shop)).filter(({ what }) => what === 'address').map(({ message }) => message)
  expect(told.map((message) => message.replace(/，按新地址.*/, ''))).toEqual([
    '修改了收货人、电话、详细地址',
    '收货地址由「北京市东城区」改为「北京市西城区」，修改了电话',
    '修改了收货人',
    '修改了收货人',
  ])
  const { buyerAddress } = await import('@zhanggui/contract/user/buyer-address.ts')
  const addressId = (await buyer.call(buyerAddress.edit, { body: addressForm({ realName: '王五' }) })).body.id
  expect((await buyer.call(frontOrder.address, { body: { orderNo, addressId } })).status).toBe(200)
  expect(await buyer.call(frontOrder.address, { body: { orderNo, addressId } })).toMatchObject({
    status: 422,
    body: { message: '收货地址只能修改一次，如需再改请联系客服' },
  })
  const sent = await makeOrder(shop.ctx, { paid: true, status: 1 })
  expect((await staff.call(updateAddress, { body: { orderNo: sent.orderNo, ...place } })).status).toBe(409)
})

test('T21, T22 the shop deletes for good what its buyer has deleted, and nothing finds it any more', async () => {
  const { shop, skuId } = await openSellingShop()
  const [staff, buyer] = [await shop.signIn({ can }), await shop.buyer()]
  const orderNo = await buy(buyer, skuId)
  await buyer.call(frontOrder.cancel, { body: { orderNo } })
  expect(await staff.call(remove, { body: { orderNo } })).toMatchObject({
    status: 422,
    body: { message: '您选择的订单买家尚未删除，不能删除' },
  })
  await buyer.call(frontOrder.remove, { body: { orderNo } })
  expect(await staff.call(remove, { body: { orderNo, version: 99 } })).toMatchObject({ status: 409 })
  expect(await staff.call(remove, { body: { orderNo } })).toMatchObject({
    status: 200,
    body: { id: expect.any(Number), version: expect.any(Number) },
  })
  expect((await staff.call(remove, { body: { orderNo } })).status).toBe(404)
  expect((await staff.call(mark, { body: { orderNo, remark: '还在吗' } })).status).toBe(404)
})

test('a buyer asks once a day when an order leaves, and is not waiting any more once it left', async () => {
  const { shop } = await openSellingShop()
  const buyer = await shop.buyer()
  const { orderNo } = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true })
  const waiting = await makeOrder(shop.ctx, { uid: buyer.userId })
  expect((await buyer.call(frontOrder.remind, { body: { orderNo: waiting.orderNo } })).status).toBe(409)
  expect((await buyer.call(frontOrder.remind, { body: { orderNo } })).status).toBe(200)
  expect((await buyer.call(frontOrder.remind, { body: { orderNo } })).status).toBe(422)
  shop.clock.advance(25 * 3600_000)
  expect((await buyer.call(frontOrder.remind, { body: { orderNo } })).status).toBe(200)
  const staff = await shop.signIn({ can: [order.list, shipment.send] })
  const reminded = async () => (await staff.call(order.list, { query: { isRemind: true } })).body.total
  expect(await reminded()).toBe(1)
  const parcel = { deliveryType: 'send', deliveryName: '李师傅', deliveryTel: '13900139000' } as const
  expect((await staff.call(shipment.send, { body: { orderNo, ...parcel } })).status).toBe(200)
  expect(await reminded()).toBe(0)
})

test('staff of a store change no order of another store, and none that is delivered', async () => {
  const { shop, skuId } = await openSellingShop()
  const boss = await shop.signIn({ can: [store.save] })
  const own = (await boss.call(store.save, { body: storeDraft('东城店') })).body.id
  const other = (await boss.call(store.save, { body: storeDraft('西城店') })).body.id
  const clerk = await shop.signIn({ can, dataScope: '本门店', storeIds: [own] })
  const buyer = await shop.buyer()
  const here = await buy(buyer, skuId, 1, { storeId: own })
  const there = await buy(buyer, skuId, 1, { storeId: other })
  const delivered = await buy(buyer, skuId)
  expect((await clerk.call(mark, { body: { orderNo: here, remark: '已备货' } })).status).toBe(200)
  for (const orderNo of [there, delivered]) {
    expect((await clerk.call(mark, { body: { orderNo, remark: '不是我的' } })).status).toBe(404)
    expect((await clerk.call(close, { body: { orderNo, reason: '不是我的' } })).status).toBe(404)
    expect((await setPrice(clerk, orderNo, 1)).status).toBe(404)
  }
})
