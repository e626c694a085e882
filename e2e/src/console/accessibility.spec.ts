import { expectAccessible, expectAccessibleInBoth } from '../shop/accessible.ts'
import { expect, type Page, test } from '../shop/journey.ts'
import { menuPages } from '../shop/menu-pages.ts'
import { goWithin } from '../shop/within.ts'

/** Pages with an id or a question, beside those that the menu leads to. */
const beside = [
  '/product/edit/1?view=1',
  '/order/list?look=1',
  '/marketing/simulate?sku=1x2_2',
  '/product/edit/1',
  '/order/detail/1',
  '/marketing/calendar?view=line',
  '/order/refund?look=1',
  '/member/detail/1',
  '/marketing/report?id=1',
  '/marketing/coupon/create',
  '/order/draft?edit=new',
  '/system-tools/swagger?q=dept',
]
const ownPages = ['/user/center', '/user/center?tab=email', '/user/center?tab=mfa', '/user/center?tab=messages']
/** So many journeys share the pages. */
const SHARES = 4

/** A console whose appearance follows the system. */
const asTheSystem = test.extend<{ console: Page }>({
  console: async ({ open, staff }, use) => {
    const admin = await staff('admin')
    await admin.call('PUT', '/api/users/preferences', { settings: { appearance: 'system' } })
    // It stays so: the tests of this file run beside each other, and elsewhere the system is light.
    await use(await open('/dashboard', { as: 'admin' }))
  },
})

asTheSystem(
  'no dialog or panel keeps anybody out, nor do the sign-in, the own pages and those of refusals',
  async ({ console: page }) => {
    await goWithin(page, '/system/job')
    await expectAccessibleInBoth(page)
    await page.getByRole('button', { name: '新增' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '布局设置' }).click()
    await expect(page.getByText('系统布局设置')).toBeVisible()
    await expectAccessibleInBoth(page)

    for (const path of [...ownPages, '/404', '/401']) {
      await page.goto(path)
      await expect(page.getByRole('main').or(page.getByRole('heading')).first()).toBeVisible()
      await expectAccessibleInBoth(page)
    }

    await page.context().clearCookies()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/login')
    await expect(page.getByLabel('验证码', { exact: true })).toBeVisible()
    await expectAccessible(page, 'light', 'all')
  },
)

for (let share = 0; share < SHARES; share++)
  asTheSystem(`no page keeps anybody out, share ${share + 1} of ${SHARES}`, async ({ console: page, staff }) => {
    await expect(page.getByRole('main')).toBeVisible()
    await expectAccessibleInBoth(page)
    const ofMenu = await menuPages(await staff('admin'))
    expect(ofMenu.length).toBeGreaterThan(40)
    for (const path of [...ofMenu, ...beside].filter((_, at) => at % SHARES === share)) {
      await goWithin(page, path)
      await expectAccessibleInBoth(page)
    }
  })
