import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../shop/journey.ts'

test('a key made in the console has the permissions it was granted, and none once it is switched off', async ({
  shop,
  ip,
  open,
}) => {
  const page = await open('/system-tools/apikey', { as: 'admin' })
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: '新增API密钥' })
  const name = `报表${Date.now().toString(36)}`
  await form.getByLabel('名称').fill(name)
  await form.getByLabel('权限').fill('部门')
  await page.getByTitle('部门管理：查看').click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '确认' }).click()
  const shown = page.getByRole('dialog', { name: 'API密钥已生成' })
  const key = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: '我已保存' }).click()

  const call = async (path: string) => {
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': ip }
    return (await fetch(shop.url + path, { headers })).status
  }
  expect([await call('/api/dept'), await call('/api/dict'), await call('/auth/info')]).toEqual([200, 403, 403])
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('switch').click()
  await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
  await expect(page.getByText('已停用', { exact: true })).toBeVisible()
  expect(await call('/api/dept')).toBe(401)
})

test('a webhook made in the console sends a signed test, which its log shows', async ({ admin, open }) => {
  const signatures: (string | undefined)[] = []
  const receiver = createServer((request, response) => {
    signatures.push(String(request.headers['x-webhook-signature']))
    request.resume()
    response.end('ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const allow = (allowed: boolean) =>
    admin.call('PUT', '/api/settings/security', { values: { private_network_allowed: allowed } })
  expect((await allow(true)).status).toBe(200)

  const page = await open('/system-tools/webhook', { as: 'admin' })
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: '新增Webhook' })
  const name = `接收${Date.now().toString(36)}`
  await form.getByLabel('名称').fill(name)
  await form.getByLabel('推送地址').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`)
  await form.getByLabel('事件').click()
  await page.getByTitle('商品新增').click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '确认' }).click()
  await page.getByRole('dialog', { name: '签名密钥' }).getByRole('button', { name: '我已保存' }).click()

  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: '测试' }).click()
  await expect(page.getByText('测试成功：对方返回 HTTP 200')).toBeVisible()
  expect(signatures).toEqual([expect.stringMatching(/^v1=[0-9a-f]{64}$/)])
  await row.getByRole('button', { name: '日志' }).click()
  const log = page.getByRole('dialog').filter({ hasText: `「${name}」的推送日志` })
  await expect(log.getByRole('row').filter({ hasText: 'HTTP 200' })).toContainText('成功')

  await allow(false)
  receiver.close()
})
