import { expect, test } from './journey.ts'

/** A name of this run alone. */
const nameOf = (what: string) => `${what} ${String(Date.now()).slice(-6)}`

test('A13 a coupon is made, sent to a segment with its number said first, watched, and taken back', async ({
  open,
  admin,
}) => {
  const name = nameOf('秋冬咖啡券')
  const segment = nameOf('正常客户')
  const kept = await admin.call('POST', '/admin/user/segment/save', { name: segment, query: { status: true } })
  expect(kept.status).toBe(200)

  const page = await open('/marketing/coupon/list', { as: 'admin' })
  await page.getByRole('button', { name: '添加优惠券' }).first().click()
  await expect(page.getByRole('heading', { name: '添加优惠券' })).toBeVisible()
  await page.getByRole('textbox', { name: '优惠券名称' }).fill(name)
  await page.getByRole('spinbutton', { name: '面值' }).fill('20')
  await page.getByRole('radio', { name: '有门槛' }).check()
  await page.getByRole('spinbutton', { name: '最低消费' }).fill('100')
  await page.getByRole('spinbutton', { name: '有效天数' }).fill('15')
  await expect(page.getByRole('img', { name: `买家看到的优惠券：${name}` })).toContainText('满100元可用')
  await expect(page.getByRole('status', { name: '影响预估' })).toContainText('件在售商品')
  await page.getByRole('button', { name: '立即创建' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(page).toHaveURL(/coupon\/list/)

  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('领取中')
  await row.getByRole('button', { name: /发\s*放/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('用户分群', { exact: true }).first().click()
  await dialog.getByRole('combobox', { name: '用户分群' }).fill(segment)
  await page.getByTitle(new RegExp(segment)).click()
  await expect(dialog.getByRole('list', { name: '示例用户' }).getByRole('listitem').first()).toBeVisible()
  const send = dialog.getByRole('button', { name: /发给 [\d,]+ 人/ })
  const size = Number((await send.textContent())?.replace(/\D/g, ''))
  expect(size).toBeGreaterThan(5)
  await send.click()
  await expect(dialog).toBeHidden()

  // The drawer of tasks shows the send, whose end is told wherever staff are by then.
  await expect(page.getByText('我的任务')).toBeVisible()
  const back = page.getByRole('button', { name: /^撤回 \d+:\d\d$/ })
  await expect(back).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(row).toContainText(String(size))
  await back.click()
  await expect(page.getByText(`已撤回 ${size} 张`)).toBeVisible()
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(row.getByText('不限量').locator('..')).toContainText(/^0/)
})

test('2.7 at 390 px coupons are cards, and a coupon is made with one thumb', async ({ open }) => {
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
