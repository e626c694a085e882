import { expect, test } from '../shop/journey.ts'

/** A name of this run alone. */
const nameOf = (what: string) => `${what} ${String(Date.now()).slice(-6)}`

test('at 390 px coupons are cards, and a coupon is made with one thumb', async ({ open }) => {
  const name = nameOf('新人立减')
  const page = await open('/marketing/coupon/create', { as: 'admin', width: 390, height: 844 })
  await page.getByRole('textbox', { name: '优惠券名称' }).fill(name)
  await page.getByRole('spinbutton', { name: '面值' }).fill('5')
  await page.getByRole('spinbutton', { name: '有效天数' }).fill('7')
  await page.getByRole('button', { name: '立即创建' }).click()
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText('无门槛')
  await expect(card).toContainText('领取后 7 天')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
