import { expectAccessible, expectAccessibleInBoth } from './accessible.ts'
import { expect, type Page, test } from './journey.ts'
import { menuPages } from './menu-pages.ts'

const screens = {
  'staff and their rights': ['/system/admin', '/system/role', '/system/menu', '/system/dept', '/system/dict'],
  'the frame and settings': ['/dashboard', '/system/setting', '/user/center', '/404', '/401'],
  products: [
    '/product/list',
    '/product/create',
    '/product/grid',
    '/product/category',
    '/product/rule',
    '/product/reply',
  ],
  'what products are made of': [
    '/product/stock',
    '/product/import',
    '/product/brand',
    '/product/label',
    '/product/param',
    '/product/component/list',
  ],
  'notices and logistics': [
    '/system/notice',
    '/system/sms',
    '/system/logistics/city',
    '/system/logistics/express',
    '/system-tools/message',
    '/system-tools/email',
  ],
  'tasks and files': [
    '/system-tools/task',
    '/system-tools/storage',
    '/system-tools/timing',
    '/system-tools/backup',
    '/system-tools/swagger?q=dept',
  ],
  'logs and online users': [
    '/monitor/online',
    '/monitor/logs',
    '/monitor/errorLog',
    '/monitor/loginLog',
    '/monitor/audit',
  ],
  'monitors and the own account': [
    '/monitor/cache',
    '/monitor/server',
    '/monitor/sql',
    '/user/center?tab=email',
    '/user/center?tab=mfa',
    '/user/center?tab=messages',
  ],
  'keys and freight': [
    '/system-tools/apikey',
    '/system-tools/webhook',
    '/system-tools/icons',
    '/system/logistics/shipping',
  ],
  'customers and stores': [
    '/member/list',
    '/member/wechat',
    '/member/level',
    '/member/group',
    '/member/tag',
    '/store/list',
    '/store/staff',
  ],
  orders: ['/order/list', '/order/list?look=1', '/order/detail/1', '/member/detail/1'],
  'prices and what brought them': [
    '/marketing/simulate',
    '/marketing/simulate?sku=1x2_2',
    '/marketing/calendar',
    '/marketing/calendar?view=line',
    '/marketing/report',
    '/marketing/report?id=1',
  ],
  'coupons and points': [
    '/marketing/coupon/list',
    '/marketing/coupon/create',
    '/marketing/coupon/record',
    '/marketing/integral/config',
    '/marketing/integral/log',
    '/marketing/integral/sign',
  ],
  'fulfilling orders': [
    '/order/refund',
    '/order/refund?look=1',
    '/order/draft',
    '/order/draft?edit=new',
    '/order/shipment',
    '/store/verify',
    '/store/order',
  ],
  'one product and of pictures': [
    '/product/component/draft',
    '/product/edit/1?view=1',
    '/product/edit/1',
    '/design/material',
  ],
}

async function visit(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('main').or(page.getByRole('heading')).first()).toBeVisible()
    await expectAccessibleInBoth(page)
  }
}

/** A console whose appearance follows the system. */
const asTheSystem = test.extend<{ console: Page }>({
  console: async ({ open, staff }, use) => {
    const admin = await staff('admin')
    await admin.call('PUT', '/api/users/preferences', { settings: { appearance: 'system' } })
    // It stays so: the tests of this file run beside each other, and elsewhere the system is light.
    await use(await open('/dashboard', { as: 'admin' }))
  },
})

asTheSystem('no dialog or panel keeps anybody out, nor does the sign-in', async ({ console: page }) => {
  await visit(page, ['/system/job'])
  await page.getByRole('button', { name: '新增' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '布局设置' }).click()
  await expect(page.getByText('系统布局设置')).toBeVisible()
  await expectAccessibleInBoth(page)

  await page.context().clearCookies()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await expect(page.getByLabel('验证码', { exact: true })).toBeVisible()
  await expectAccessible(page, 'light', 'all')
})

for (const [name, paths] of Object.entries(screens))
  asTheSystem(`no screen of ${name} keeps anybody out`, async ({ console: page }) => {
    test.slow()
    await visit(page, paths)
  })

asTheSystem('no other page of the menu keeps anybody out', async ({ console: page, staff }) => {
  test.slow()
  const seen = new Set(Object.values(screens).flat())
  await visit(
    page,
    (await menuPages(await staff('admin'))).filter((path) => !seen.has(path)),
  )
})
