import type { Browser, Page } from '@playwright/test'
import { expect } from '../shop/journey.ts'
import type { Shop, Staff } from '../shop/shop.ts'
import { addAddress, chooseSku, openPhone as openBrowser, payOrder } from './phone.ts'

// What buyers do in the storefront, on a phone of 390 pixels.

/** A phone that nobody has signed in on; what goes wrong in its browser fails the journey. */
export async function openPhone(
  browser: Browser,
  shop: Shop,
  ip: string,
  trouble: { watch: (page: Page) => void },
  userAgent?: string,
): Promise<{ page: Page; end: () => Promise<void> }> {
  const page = await openBrowser(browser, shop, ip, userAgent)
  trouble.watch(page)
  return { page, end: () => page.context().close() }
}

/** The code that the shop sent, which a trial keeps in its log of messages. */
async function codeFor(admin: Staff, phone: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const { body } = await admin.call<{ list: { content: string }[] }>(
      'GET',
      `/admin/sms/logs?phone=${phone}&page=1&limit=5`,
    )
    code = /\d{6}/.exec(body.list[0]?.content ?? '')?.[0] ?? ''
    expect(code).toMatch(/^\d{6}$/)
  }).toPass()
  return code
}

/** Signs a new buyer in, where the shop has asked for it. @param act the button that ends it  @returns the phone */
export async function signInByCode(page: Page, admin: Staff, act = '登录'): Promise<string> {
  const phone = `139${String(Date.now()).slice(-8)}`
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).tap()
  await expect(page.getByText('验证码已发送')).toBeVisible()
  await page.getByLabel('验证码').fill(await codeFor(admin, phone))
  // Published in the demo shop, so nobody signs in without.
  if (act === '登录') await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
  await page.getByRole('button', { name: act, exact: true }).tap()
  return phone
}

/**
 * Buys the product that is open, for play money, and opens the order.
 * @param signIn on the way, as nobody has yet
 */
export async function buyOnPhone(page: Page, signIn: () => Promise<string>): Promise<void> {
  await page.getByRole('button', { name: '立即购买' }).tap()
  const sheet = page.getByRole('dialog', { name: '选择规格' })
  await chooseSku(sheet)
  await sheet.getByRole('button', { name: '立即购买' }).tap()
  const phone = await signIn()

  // What was begun goes on by itself.
  await expect(page.getByRole('heading', { name: '确认订单' })).toBeVisible()
  await addAddress(page, phone)
  await payOrder(page)
  await expect(page.getByRole('heading', { name: '待发货' })).toBeVisible()
}
