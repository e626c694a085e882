import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from './journey.ts'

const foundation = [
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
const others = {
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
}

/** @param rules those of axe; all of them without */
async function expectAccessible(page: Page, rules?: string[]) {
  await expect(
    page.locator('.ant-skeleton, .ant-spin-spinning, [role=progressbar][aria-label=页面加载中]'),
  ).toHaveCount(0)
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = grave.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map(({ html }) => html.slice(0, 200)) }))
  expect.soft(told, new URL(page.url()).pathname).toEqual([])
}

async function visit(page: Page, paths: readonly string[], appearance: string) {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('main').or(page.getByRole('heading')).first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', appearance)
    // Dark, a page has other colours and nothing else.
    await expectAccessible(page, appearance === 'dark' ? ['color-contrast'] : undefined)
  }
}

for (const appearance of ['light', 'dark'] as const) {
  test(`no screen keeps anybody out: ${appearance}`, async ({ open, staff }) => {
    const admin = await staff('admin')
    await admin.call('PUT', '/api/users/preferences', { settings: { appearance } })
    const page = await open('/dashboard', { as: 'admin' })
    await visit(page, foundation, appearance)
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

  for (const [name, paths] of Object.entries(others))
    test(`no screen of ${name} keeps anybody out: ${appearance}`, async ({ open, staff }) => {
      test.slow()
      const admin = await staff('admin')
      await admin.call('PUT', '/api/users/preferences', { settings: { appearance } })
      await visit(await open('/dashboard', { as: 'admin' }), paths, appearance)
      await admin.call('PUT', '/api/users/preferences', { settings: { appearance: 'light' } })
    })
}
