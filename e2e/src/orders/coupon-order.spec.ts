import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { enterAddress, fillCart, openMiniProgram, payOnPage } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'

test('a coupon sent to a segment pays a part of an order, whose trace says so; a refund gives it back, and the report agrees', async ({
  shop,
  open,
  admin,
  ip,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const name = `老客回馈${stamp}`
  const buyer = await openMiniProgram(shop.url, `journey-coupon-${stamp}`, ip)
  const copyOf = async () =>
    (await buyer.call(frontCoupon.list, { query: { type: 'usable' } })).list.find((copy) => copy.name === name)
  const { body: coupon } = await admin.call<{ id: number }>('POST', '/admin/marketing/coupon/save', {
    name,
    money: 3,
    day: 30,
    type: 3,
    status: true,
  })
  const { body: segment } = await admin.call<{ id: number }>('POST', '/admin/user/segment/save', {
    name: `分群${stamp}`,
    query: { keywords: buyer.nickname },
  })
  const sent = await admin.call('POST', '/admin/marketing/coupon/user/receive', {
    couponId: coupon.id,
    segmentId: segment.id,
  })
  expect(sent.status).toBe(202)
  await expect.poll(copyOf).toMatchObject({ money: 3 })

  const cartId = await fillCart(buyer, () => 0)
  const { preOrderNo } = await buyer.call(frontOrder.pre, {
    body: { preOrderType: 'shoppingCart', orderDetails: [{ cartId }] },
  })
  const addressId = await enterAddress(buyer, `138${stamp}`)
  const couponId = (await copyOf())?.id ?? 0
  const choice = { preOrderNo, shippingType: 1 as const, useIntegral: false, addressId, couponId }
  const { payFee } = await buyer.call(frontOrder.price, { body: choice })
  const { orderNo } = await buyer.call(frontOrder.create, { body: { ...choice, payFee } })
  expect(await copyOf()).toBeUndefined()
  await payOnPage(buyer, orderNo)

  const { body: made } = await admin.call<{ id: number }>('GET', `/admin/store/order/info?orderNo=${orderNo}`)
  const page = await open(`/order/detail/${made.id}`, { as: 'admin' })
  await page.getByRole('button', { name: '优惠明细' }).click()
  const trace = page.getByRole('dialog', { name: /^优惠明细/ })
  await expect(trace).toContainText(`优惠券「${name}」减 ¥3.00`)
  await page.keyboard.press('Escape')
  await expect(trace).toHaveCount(0)

  await page.getByRole('button', { name: /^退\s*款$/ }).click()
  const back = page.getByRole('dialog', { name: /^退款/ })
  await back.getByLabel(/退几件$/).fill('1')
  await back.getByRole('button', { name: '少发漏发' }).click()
  await expect(back.getByRole('complementary', { name: '退款计算' })).toContainText(`返还优惠券「${name}」`)
  await back.getByRole('button', { name: /^退款 ¥/ }).click()
  await expect(back).toHaveCount(0)
  await expect.poll(copyOf).toMatchObject({ id: couponId })

  const day = toWireDay(new Date())
  const { body: report } = await admin.call(
    'GET',
    `/admin/marketing/activity/report?type=4&id=${coupon.id}&start=${day}&end=${day}`,
  )
  expect(report).toMatchObject({ received: 1, used: 0, orderAmount: 0, discount: 0 })
  await page.goto(`/marketing/report?id=${coupon.id}`)
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
})
