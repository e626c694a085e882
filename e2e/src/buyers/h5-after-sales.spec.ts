import { expect, test } from '../shop/journey.ts'
import { buyOnPhone, openPhone, signInByCode } from './storefront.ts'

test('a buyer looks for a product on a phone, buys it, asks for the money back and sees the case; staff see it too', async ({
  browser,
  shop,
  admin,
  open,
  ip,
  trouble,
}) => {
  const { page, end } = await openPhone(browser, shop, ip, trouble)
  await page.goto('/h5')
  await page.getByRole('link', { name: '搜索商品' }).first().tap()
  await page.getByRole('searchbox', { name: '搜索商品名称' }).fill('咖啡')
  await page.getByRole('button', { name: '搜索', exact: true }).tap()
  const found = page.getByRole('main').getByRole('listitem')
  await expect(found.first()).toContainText('咖啡')
  await found.filter({ hasNotText: '抢光了' }).first().getByRole('link').tap()
  await buyOnPhone(page, () => signInByCode(page, admin))
  const orderNo = /\d{20}/.exec(page.url())?.[0] ?? ''

  await page.getByRole('button', { name: '申请售后' }).tap()
  await expect(page.getByRole('heading', { name: '申请售后' })).toBeVisible()
  await page.getByRole('button', { name: '信息填错了，重新拍' }).tap()
  await page.getByLabel('补充说明').fill('规格拍错了')
  await page.getByRole('button', { name: '提交申请' }).tap()
  await expect(page.getByRole('heading', { name: '待审核' })).toBeVisible()
  await expect(page.getByText('规格拍错了').first()).toBeVisible()
  await page.goto('/h5/refunds?tab=open')
  const row = page.getByRole('link').filter({ hasText: '待审核' })
  await expect(row).toHaveCount(1)
  const salesNo = /S\d+/.exec((await row.textContent()) ?? '')?.[0] ?? ''

  const desk = await open(`/order/refund?keywords=${orderNo}`, { as: 'admin' })
  await expect(desk.getByRole('row').filter({ hasText: salesNo.slice(-6) })).toContainText('待审核')

  await row.tap()
  await page.getByRole('button', { name: '撤销', exact: true }).tap()
  await page.getByRole('button', { name: '撤销申请' }).tap()
  await expect(page.getByRole('heading', { name: '已撤销' })).toBeVisible()
  await end()
})
