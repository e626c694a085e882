import { callFrom, expect, test } from './journey.ts'
import { startShop } from './shop.ts'

const stopping = test.extend({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop('demo')
      await use(shop)
      await shop.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

stopping(
  '§8.12 while the server is stopped one line says so, rows stay, and a write shows one notification',
  async ({ shop, open, trouble }) => {
    trouble.allow(/^console: .*ERR_CONNECTION/)
    const page = await open('/system/job', { as: 'admin' })
    await expect(page.getByText('总经理').first()).toBeVisible()
    await shop.stop()
    const notices = page.locator('.ant-notification-notice').filter({ hasText: '接口请求失败' })
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(page.getByText('网络已断开，正在重试')).toBeVisible()
    await expect(page.getByText('总经理').first()).toBeVisible()
    await expect(notices).toHaveCount(0)

    await page.getByRole('button', { name: '新增' }).click()
    const dialog = page.getByRole('dialog', { name: '新增岗位' })
    await dialog.getByLabel('岗位名称').fill('夜班收银')
    await dialog.getByLabel('所属部门').click()
    await page.locator('.ant-tree-select-dropdown').getByTitle('运营中心').click()
    await expect(dialog.getByTitle('运营中心')).toBeVisible()
    await dialog.getByRole('button', { name: '确认' }).click()
    await expect(notices).toHaveCount(1)
    // After the message nothing is retried automatically.
    await page.waitForTimeout(1500)
    await expect(notices).toHaveCount(1)
    await expect(dialog.getByLabel('岗位名称')).toHaveValue('夜班收银')
  },
)

test('§8.12 ten calls refused at once with 401 lead to one dialog', async ({ open, person, trouble }) => {
  trouble.allow(/^401 /)
  const clerk = await person(['admin:system:post:list', 'admin:system:post:update', 'admin:system:dept:list'])
  const page = await open('/system/job?limit=10', { as: clerk })
  await expect(page.getByRole('switch')).toHaveCount(10)
  await page.context().clearCookies()

  let refused = 0
  page.on('response', (response) => response.status() === 401 && refused++)
  // Each switch asks for confirmation; all are confirmed together.
  for (const each of await page.getByRole('switch').all()) await each.evaluate((button: HTMLElement) => button.click())
  const questions = page.getByRole('dialog').filter({ hasText: /(停用|启用)岗位/ })
  await expect(questions).toHaveCount(10)
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[role=dialog] .ant-btn-primary')) button.click()
  })
  const box = page.getByRole('dialog').filter({ hasText: '登录状态已过期，您可以继续留在该页面，或者重新登录' })
  await expect(box).toHaveCount(1)
  await expect.poll(() => refused).toBeGreaterThanOrEqual(10)
  await page.waitForTimeout(500)
  await expect(box).toHaveCount(1)
  await box.getByRole('button', { name: '取消' }).click()
  await expect(box).toHaveCount(0)
  await expect(page).toHaveURL('/system/job?limit=10')

  await page.getByRole('button', { name: '刷新' }).click()
  await box.getByRole('button', { name: '重新登录' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsystem%2Fjob/)
})

test('§8.7, AU-45 a user who is forced out sees it at once, and their next call is refused', async ({
  admin,
  open,
  person,
  trouble,
}) => {
  trouble.allow(/^401 GET/)
  const clerk = await person(['admin:system:post:list', 'admin:system:dept:list'])
  const page = await open('/system/job', { as: clerk })
  await expect(page.getByText('总经理').first()).toBeVisible()
  const { body } = await admin.call<{ list: { id: number }[] }>('GET', `/api/users?blurry=${clerk.username}`)
  expect((await admin.call('POST', `/api/users/${body.list[0]?.id}/kick`)).status).toBe(200)
  const box = page.getByRole('dialog').filter({ hasText: '您已被强制下线' })
  await expect(box).toBeVisible()
  expect(await callFrom(page, 'GET', '/auth/info')).toBe(401)
  await box.getByRole('button', { name: '重新登录' }).click()
  await expect(page).toHaveURL(/\/login/)
})
