import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { enterAddress, fillCart, openMiniProgram } from '../../scripts/mini-program.ts'
import { expect, test } from './journey.ts'
import type { Staff } from './shop.ts'

/** A coupon that everybody may take. @returns its id */
async function makeCoupon(admin: Staff, name: string, money: number, minPrice: number): Promise<number> {
  const { status, body } = await admin.call<{ id: number }>('POST', '/admin/marketing/coupon/save', {
    ...{ name, money, minPrice, day: 30, type: 1, status: true },
  })
  expect(status).toBe(200)
  return body.id
}

test('16.4 why a coupon did not count is answered beside the order, 390 wide', async ({ shop, open, admin, ip }) => {
  const [taken, tooHigh] = ['立减五元', '满九万减百']
  const ids = [await makeCoupon(admin, taken, 5, 0), await makeCoupon(admin, tooHigh, 100, 90_000)]
  const buyer = await openMiniProgram(shop.url, 'journey-simulator', ip)
  for (const couponId of ids) await buyer.call(frontCoupon.receive, { body: { couponId } })
  const { list } = await buyer.call(frontCoupon.list, { query: { type: 'usable' } })
  const couponId = list.find(({ name }) => name === taken)?.id ?? 0
  const cartId = await fillCart(buyer, () => 0)
  const { preOrderNo } = await buyer.call(frontOrder.pre, {
    body: { preOrderType: 'shoppingCart', orderDetails: [{ cartId }] },
  })
  const addressId = await enterAddress(buyer, `138${String(Date.now()).slice(-8)}`)
  const choice = { preOrderNo, shippingType: 1 as const, useIntegral: false, addressId, couponId }
  const { payFee } = await buyer.call(frontOrder.price, { body: choice })
  const { orderNo } = await buyer.call(frontOrder.create, { body: { ...choice, payFee } })
  const { body: order } = await admin.call<{ id: number }>('GET', `/admin/store/order/info?orderNo=${orderNo}`)

  const page = await open(`/order/detail/${order.id}`, { as: 'admin', width: 390, height: 844 })
  await page.getByRole('link', { name: '价格试算' }).click()
  const price = page.getByRole('region', { name: '价格', exact: true })
  await expect(price).toContainText(`和订单一致：¥${payFee.toFixed(2)}`)
  await price.getByText('下单时记下的明细').click()
  await expect(price.getByRole('listitem').filter({ hasText: `优惠券「${taken}」减` })).toHaveCount(2)

  const coupons = page.getByRole('region', { name: '客户的优惠券' })
  const refused = coupons.getByText(/总金额小于优惠券最小使用金额，还差 \d{5}\.\d{2} 元/)
  await expect(refused).toBeVisible()
  await coupons.getByRole('button', { name: `试用「${tooHigh}」` }).click()
  await expect(price).toContainText('下不了单：总金额小于优惠券最小使用金额')
  await expect(price).toContainText('优惠券：试算')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

  // A colleague who follows the link sees the same.
  const colleague = await open(new URL(page.url()).pathname + new URL(page.url()).search, { as: 'admin' })
  await expect(colleague.getByRole('region', { name: '价格', exact: true })).toContainText('下不了单')
  await coupons.getByRole('button', { name: /不\s*用/ }).click()
  await expect(price).not.toContainText('下不了单')
})
