import { expect, test } from '../shop/journey.ts'
import { openPhone, signInByCode } from './storefront.ts'

const WECHAT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.60'

test('inside WeChat a buyer signs in by WeChat, gives a phone once, and is known the next time', async ({
  browser,
  shop,
  admin,
  ip,
  trouble,
}) => {
  const name = `fan-${Date.now()}`
  const enter = async () => {
    const { page, end } = await openPhone(browser, shop, ip, trouble, WECHAT)
    await page.goto('/h5/login?back=/profile')
    await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
    await page.getByRole('button', { name: '微信一键登录' }).tap()
    await page.getByLabel('其他人').fill(name)
    await page.getByRole('button', { name: '授权' }).tap()
    return { page, end }
  }
  const first = await enter()
  await expect(first.page.getByRole('heading', { name: '绑定手机号' })).toBeVisible()
  await signInByCode(first.page, admin, '绑定并登录')
  await expect(first.page).toHaveURL(/\/h5\/profile$/)
  await expect(first.page.getByText(name)).toBeVisible()
  await first.end()
  const second = await enter()
  await expect(second.page).toHaveURL(/\/h5\/profile$/)
  await second.end()
})
