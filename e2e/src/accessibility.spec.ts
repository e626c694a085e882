import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from './journey.ts'

const screens = [
  '/dashboard',
  '/system/admin',
  '/system/role',
  '/system/menu',
  '/system/dept',
  '/system/job',
  '/system/dict',
  '/system/setting',
  '/user/center',
  '/404',
  '/401',
]

async function expectAccessible(page: Page) {
  await expect(
    page.locator('.ant-skeleton, .ant-spin-spinning, [role=progressbar][aria-label=页面加载中]'),
  ).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = grave.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map(({ html }) => html.slice(0, 200)) }))
  expect.soft(told, new URL(page.url()).pathname).toEqual([])
}

for (const appearance of ['light', 'dark'] as const) {
  test(`no screen keeps anybody out: ${appearance}`, async ({ open, staff }) => {
    const admin = await staff('admin')
    await admin.call('PUT', '/api/users/preferences', { settings: { appearance } })
    const page = await open('/dashboard', { as: 'admin' })
    for (const path of screens) {
      await page.goto(path)
      await expect(page.getByRole('main').or(page.getByRole('heading')).first()).toBeVisible()
      if (appearance === 'dark') await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expectAccessible(page)
    }
    await page.goto('/system/job')
    await page.getByRole('button', { name: '新增' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '布局设置' }).click()
    await expect(page.getByText('系统布局设置')).toBeVisible()
    await page.waitForTimeout(400)
    await expectAccessible(page)
    await admin.call('PUT', '/api/users/preferences', { settings: { appearance: 'light' } })

    await page.context().clearCookies()
    await page.goto('/login')
    await expect(page.getByLabel('验证码', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
}
