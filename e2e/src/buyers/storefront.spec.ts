import { sellable } from '../catalogue/sellable.ts'
import { expect, test } from '../shop/journey.ts'
import { buyOnPhone, openPhone, signInByCode } from './storefront.ts'

test('a buyer opens the shop on a phone, signs in by a code, buys with play money and sees the order', async ({
  browser,
  shop,
  admin,
  ip,
  trouble,
}) => {
  const { page, end } = await openPhone(browser, shop, ip, trouble)
  await page.goto('/h5')
  await expect(page.getByRole('navigation', { name: '底部导航' })).toBeVisible()
  const { id, storeName } = await sellable(shop)
  await page.goto(`/h5/goods/${id}`)
  await expect(page.getByRole('heading', { name: storeName, level: 1 })).toBeVisible()
  await buyOnPhone(page, () => signInByCode(page, admin))
  await expect(page.getByText(storeName)).toBeVisible()
  const orderNo = /\d{20}/.exec(page.url())?.[0] ?? ''
  await page.goto('/h5/orders?kind=unsent')
  await page.getByRole('link').filter({ hasText: storeName }).tap()
  await expect(page.getByRole('button', { name: `复制${orderNo}` })).toBeVisible()

  const { body } = await admin.call<{ list: { orderNo: string }[] }>(
    'GET',
    `/admin/store/order/list?keywords=${orderNo}&page=1&limit=10`,
  )
  expect(body.list.map((order) => order.orderNo)).toEqual([orderNo])
  await end()
})
