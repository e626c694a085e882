import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay, simPay } from '@zhanggui/contract/payment/front-pay.ts'
import {
  checkOut,
  chooseAddress,
  fillCart,
  openMiniProgram,
  payOnPage,
  Refusal,
} from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'

test('a buyer signs in, looks around, fills the cart, orders, pays and cancels by the calls of a mini-program alone', async ({
  shop,
  ip,
}) => {
  const program = await openMiniProgram(shop.url, 'journey-flow', ip)
  const { call } = program
  const before = (await call(cart.count, { query: { type: 'total' } })).count
  const line = await fillCart(program, () => 0)
  expect((await call(cart.count, { query: { type: 'total' } })).count).toBe(before + 1)
  const addressId = await chooseAddress(program, '13900007395')
  const made = await checkOut(program, [line], { addressId }, '请放快递柜')
  expect(made).toMatchObject({ orderNo: expect.stringMatching(/^\d{20}$/), paid: false })
  expect((await call(cart.count, { query: { type: 'total' } })).count).toBe(before)

  const { orderNo } = made
  const attempt = await call(frontPay.pay, { body: { orderNo, payType: 'weixin', channel: 'routine' } })
  const page = await fetch(shop.url + (attempt.jsConfig?.mwebUrl ?? ''), { headers: { 'x-forwarded-for': ip } })
  expect(await page.text()).toContain('支付成功')
  await payOnPage(program, orderNo)
  const again = call(simPay.act, { params: { outTradeNo: attempt.outTradeNo }, body: { result: 'success' } })
  await expect(again).rejects.toThrow('该支付单已支付')
  const paid = await call(frontOrder.detail, { params: { orderNo } })
  expect(paid).toMatchObject({ paid: true, payPrice: made.payFee, mark: '请放快递柜', canCancel: false })
  expect(paid.statusStr.key).toBe('notShipped')
  await expect(call(frontOrder.cancel, { body: { orderNo } })).rejects.toBeInstanceOf(Refusal)

  const other = await checkOut(program, [await fillCart(program, (count) => count - 1)], { addressId })
  await call(frontOrder.cancel, { body: { orderNo: other.orderNo } })
  const { list } = await call(frontOrder.list, { query: { page: 1, limit: 10 } })
  expect(list.map((each) => [each.orderNo, each.statusStr.key])).toEqual([
    [other.orderNo, 'cancelled'],
    [orderNo, 'notShipped'],
  ])
  await call(frontOrder.remove, { body: { orderNo: other.orderNo } })
  expect((await call(frontOrder.list, { query: {} })).total).toBe(1)
})
