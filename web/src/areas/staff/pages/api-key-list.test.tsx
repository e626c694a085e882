import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ApiKey, apiKey } from '@zhanggui/contract/staff/api-key.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import ApiKeyListPage from './api-key-list.page.tsx'

function makeKey(given: Partial<ApiKey> = {}): ApiKey {
  return {
    id: 3,
    version: 2,
    name: '仓库系统',
    prefix: 'sk_abcd1234',
    scopes: ['admin:system:dept:list'],
    dataScope: '全部',
    depts: [],
    ipAllow: [],
    rateLimit: 60,
    expiresAt: '2099-01-01 00:00:00',
    expired: false,
    status: true,
    lastUsedTime: null,
    lastIp: '',
    owner: { id: 7, name: '王掌柜' },
    ownerActive: true,
    createTime: '2025-01-01 00:00:00',
    ...given,
  }
}

const pageOf = (rows: ApiKey[]) => ({ list: rows, total: rows.length, page: 1, limit: 20 })
const signInAs = (permissions: string[]) =>
  useSession.setState({ permissions, user: makeUser({ permissions, dataScopes: ['全部'] }) })
const inDialog = async (title: string) => (await screen.findByText(title)).closest('[role=dialog]') as HTMLElement

beforeEach(() => {
  signInAs(['*:*:*'])
  answer(apiKey.scopes, [
    { title: '系统管理 / 部门管理', scopes: [{ permission: 'admin:system:dept:list', label: '查看' }] },
  ])
})

test('a key is shown by its first characters, with its last use and whether it has expired', async () => {
  answer(
    apiKey.list,
    pageOf([makeKey(), makeKey({ id: 4, name: '旧系统', expired: true, lastUsedTime: '2025-02-03 04:05:06' })]),
  )
  renderPage(<ApiKeyListPage />)
  const row = within((await screen.findByText('仓库系统')).closest('tr') as HTMLElement)
  expect(row.getByText('sk_abcd1234…')).toBeDefined()
  expect(row.getByText('从未使用')).toBeDefined()
  const old = within(screen.getByText('旧系统').closest('tr') as HTMLElement)
  expect(old.getByText('已过期')).toBeDefined()
  expect(old.getByText('2025-02-03')).toBeDefined()
})

test('a new key is shown once, and is sent as entered', async () => {
  answer(apiKey.list, pageOf([]))
  const key = `sk_${'k'.repeat(51)}`
  const requests = answer(apiKey.save, { id: 9, version: 0, key })
  const { user } = renderPage(<ApiKeyListPage />)
  await user.click(screen.getByRole('button', { name: '新增' }))
  const dialog = within(await inDialog('新增API密钥'))
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await dialog.findByText('请输入名称')
  await dialog.findByText('请选择权限')

  await user.type(dialog.getByLabelText('名称'), '仓库系统')
  fireEvent.mouseDown(dialog.getByLabelText('权限'))
  fireEvent.change(dialog.getByLabelText('权限'), { target: { value: '部门' } })
  await user.click(await screen.findByTitle('部门管理：查看'))
  await user.type(dialog.getByLabelText('IP白名单'), '10.0.0.0/8{Enter}192.168.1.2')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  const shown = within(await inDialog('API密钥已生成'))
  expect(shown.getByText(key)).toBeDefined()
  expect(requests[0]?.body).toMatchObject({
    name: '仓库系统',
    scopes: ['admin:system:dept:list'],
    dataScope: '全部',
    ipAllow: ['10.0.0.0/8', '192.168.1.2'],
    rateLimit: 60,
    status: true,
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\d 23:59:59$/),
  })
  await user.click(shown.getByRole('button', { name: '我已保存' }))
  await waitFor(() => expect(screen.queryByText(key)).toBeNull())
})

test('the server’s refusal is shown at its field', async () => {
  answer(apiKey.list, pageOf([makeKey()]))
  const errors = [{ field: 'ipAllow', message: '「10」不是有效的地址或网段' }]
  answer(apiKey.update, refuse(400, 'VALIDATION_FAILED', '「10」不是有效的地址或网段', { errors }))
  const { user } = renderPage(<ApiKeyListPage />)
  const row = within((await screen.findByText('仓库系统')).closest('tr') as HTMLElement)
  await user.click(row.getByRole('button', { name: '编辑' }))
  const dialog = within(await inDialog('编辑API密钥'))
  await user.type(dialog.getByLabelText('IP白名单'), '10')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await dialog.findByText('「10」不是有效的地址或网段')
})

test('switching a key off asks for confirmation, and sends the whole key with its version', async () => {
  answer(apiKey.list, pageOf([makeKey()]))
  const requests = answer(apiKey.update, { id: 3, version: 3 })
  const { user } = renderPage(<ApiKeyListPage />)
  await user.click(await screen.findByRole('switch'))
  const box = await screen.findByRole('dialog')
  expect(box.textContent).toContain('停用密钥「仓库系统」？')
  await user.click(within(box).getByRole('button', { name: '停用' }))
  await screen.findByText('已停用')
  expect(requests[0]?.body).toMatchObject({ id: 3, version: 2, status: false, scopes: ['admin:system:dept:list'] })
})

test('users with read access only see no buttons', async () => {
  signInAs(['admin:system:apikey:list'])
  answer(apiKey.list, pageOf([makeKey()]))
  renderPage(<ApiKeyListPage />)
  await screen.findByText('仓库系统')
  for (const name of ['新增', '修改', '删除', '编辑']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})
