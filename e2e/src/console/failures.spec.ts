import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { callFrom, expect, test } from '../shop/journey.ts'

/** A way to the shop that can be shut, as if its server had stopped; the shop itself runs on for other journeys. */
async function openWay(url: string) {
  const open = new Set<Socket>()
  const way = createServer((from) => {
    const to = connect(Number(new URL(url).port), 'localhost')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => way.listen(0, 'localhost', resolve))
  const shut = () => {
    way.close()
    for (const socket of open) socket.destroy()
  }
  return { url: `http://localhost:${(way.address() as AddressInfo).port}`, shut }
}

test('while the server is stopped one line says so, rows stay, and a write shows one notification', async ({
  shop,
  open,
  trouble,
}) => {
  trouble.allow(/^console: .*ERR_(CONNECTION|EMPTY_RESPONSE)/, /^console: WebSocket/)
  const way = await openWay(shop.url)
  const page = await open(`${way.url}/system/job`, { as: 'admin' })
  await expect(page.getByText('总经理').first()).toBeVisible()
  way.shut()
  const notices = page.locator('.ant-notification-notice').filter({ hasText: '接口请求失败' })
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.getByText('网络已断开，正在重试')).toBeVisible()
  await expect(page.getByText('总经理').first()).toBeVisible()
  await expect(notices).toHaveCount(0)

  const writes: string[] = []
  page.on('request', (request) => request.method() === 'POST' && writes.push(request.url()))
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增岗位' })
  await dialog.getByLabel('岗位名称').fill('夜班收银')
  await dialog.getByLabel('所属部门').click()
  await page.locator('.ant-tree-select-dropdown').getByTitle('运营中心').click()
  await expect(dialog.getByTitle('运营中心')).toBeVisible()
  await dialog.getByRole('button', { name: '确认' }).click()
  await expect(notices).toHaveCount(1)
  // Reads are tried again by themselves; the write is not.
  await page.waitForEvent('requestfailed', (request) => request.method() === 'GET')
  await expect(notices).toHaveCount(1)
  expect(writes.filter((url) => url.endsWith('/api/job'))).toHaveLength(1)
  await expect(dialog.getByLabel('岗位名称')).toHaveValue('夜班收银')
})

test('a user who is forced out sees it at once, and their next call is refused', async ({
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
