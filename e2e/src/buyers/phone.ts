import type { Browser, Locator } from '@playwright/test'
import { expect, type Page } from '../shop/journey.ts'
import type { Shop } from '../shop/shop.ts'

/** A buyer's phone, with nobody signed in. @param userAgent of another browser than the usual one */
export async function openPhone(browser: Browser, shop: Shop, ip: string, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.url,
    hasTouch: true,
    isMobile: true,
    ...(userAgent && { userAgent }),
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    extraHTTPHeaders: { 'x-forwarded-for': ip },
  })
  return context.newPage()
}

/** Chooses a value of each specification that has none yet. */
export async function chooseSku(sheet: Locator): Promise<void> {
  for (const attr of await sheet.locator('fieldset:has(legend)').all())
    if (!(await attr.locator('[aria-pressed=true]').count())) await attr.locator('[aria-pressed=false]').first().tap()
}

/** Signs in as a person of the simulated WeChat, who becomes a customer with the first visit. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: '模拟微信' }).tap()
  await page.getByLabel('名字').fill(name)
  // Published in the demo shop, so nobody signs in without.
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
  await page.getByRole('button', { name: '登录', exact: true }).tap()
}

/** Adds the first address of a buyer in a checkout. */
export async function addAddress(page: Page, phone: string): Promise<void> {
  await page.getByRole('button', { name: '添加收货地址' }).tap()
  await page.getByRole('button', { name: '新增地址' }).tap()
  await page.getByLabel('粘贴整段地址').fill(`林知夏 ${phone} 上海市徐汇区云锦路500号2幢1103`)
  await page.getByRole('button', { name: '识别' }).tap()
  await expect(page.getByLabel('收货人')).toHaveValue('林知夏')
  await expect(page.getByText('上海市 徐汇区')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).tap()
  await expect(page.getByRole('button', { name: /^林知夏/ })).toBeVisible()
}

/** Submits a checkout, pays with play money and opens the order. */
export async function payOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交订单' }).tap()
  await page.getByRole('radio', { name: '微信支付' }).tap()
  await page.getByRole('button', { name: /^立即支付/ }).tap()
  await page.getByRole('button', { name: '支付成功' }).tap()
  await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await page.getByRole('button', { name: '查看订单' }).tap()
}
