import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { Button, Form, Input } from 'antd'
import { expect, test } from 'vitest'
import { call } from '../api/call.ts'
import { pollsRest } from '../api/polling.ts'
import { reactToError } from '../api/reactions.ts'
import { read } from '../api/read.ts'
import { DOUBLE_PRESS_MS, useWrite } from '../api/use-write.ts'
import { write } from '../api/write.ts'
import { answer, FakeAnswer, refuse } from '../testing/fake-server.ts'
import { renderPage } from '../testing/render.tsx'

const expired = refuse(401, 'TOKEN_EXPIRED', '登录状态已过期')
const draft = { dict: { id: 1 }, label: '女', value: '0' }

test('ten simultaneous calls refused with 401 open one box, and 取消 pauses polls', async () => {
  answer(auth.sessions, expired)
  const { user } = renderPage(<p>页面</p>)
  await Promise.all(Array.from({ length: 10 }, () => call(auth.sessions).catch(reactToError)))
  const box = await screen.findByRole('dialog')
  expect(box.textContent).toContain('系统提示')
  expect(box.textContent).toContain('登录状态已过期，您可以继续留在该页面，或者重新登录')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.click(within(box).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(pollsRest()).toBe(true))
  await user.keyboard('a')
  expect(pollsRest()).toBe(false)
})

test('重新登录 signs out on the server and removes the token', async () => {
  document.cookie = 'ADMIN-TOKEN=old; path=/'
  answer(auth.sessions, expired)
  const requests = answer(auth.logout, {})
  const { user } = renderPage(<p>页面</p>)
  await call(auth.sessions).catch(reactToError)
  await user.click(await screen.findByRole('button', { name: '重新登录' }))
  await waitFor(() => expect(document.cookie).not.toContain('ADMIN-TOKEN'))
  expect(requests).toHaveLength(1)
})

test('403 leads to /401, except for silent calls', async () => {
  answer(auth.sessions, refuse(403, 'FORBIDDEN', '没有权限执行此操作'))
  const { router } = renderPage(<p>页面</p>)
  await call(auth.sessions, { silent: true }).catch(reactToError)
  expect(router.state.location.pathname).toBe('/page')
  await call(auth.sessions).catch(reactToError)
  await waitFor(() => expect(router.state.location.pathname).toBe('/401'))
})

test.each([
  [refuse(428, 'PASSWORD_CHANGE_REQUIRED', '请先修改密码'), '/user/center?tab=password'],
  [refuse(503, 'SETUP_REQUIRED', '系统尚未初始化'), '/setup'],
])('%j leads to %s', async (refusal, expected) => {
  answer(auth.sessions, refusal)
  const { router } = renderPage(<p>页面</p>)
  await call(auth.sessions).catch(reactToError)
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(expected))
})

function SessionList() {
  useQuery(read(auth.sessions))
  return null
}

test('any other failure is an alert with the message and the request id', async () => {
  answer(auth.sessions, refuse(500, 'INTERNAL', '系统繁忙，请稍后再试'))
  renderPage(<SessionList />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('系统繁忙，请稍后再试')
  expect(alert.textContent).toContain('请求编号 01JNTEST')
  expect(within(alert).getByRole('button', { name: '复制请求编号' })).toBeDefined()
})

test('calls that fail alike are told once', async () => {
  answer(auth.sessions, refuse(500, 'INTERNAL', '系统繁忙，请稍后再试'))
  renderPage(<p>页面</p>)
  for (const _ of [1, 2, 3]) await call(auth.sessions).catch(reactToError)
  await screen.findByRole('alert')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('429 shows how long to wait', async () => {
  answer(auth.sessions, new FakeAnswer(429, { code: 'RATE_LIMITED' }, { 'Retry-After': '12' }))
  renderPage(<p>页面</p>)
  await call(auth.sessions).catch(reactToError)
  expect((await screen.findByRole('alert')).textContent).toContain('操作过于频繁，请12秒后再试')
})

test('a call that needs the password asks for it in 安全验证 and is repeated once', async () => {
  let passed = false
  const requests = answer(dictDetail.save, () =>
    passed ? { id: 3, version: 0 } : refuse(428, 'REAUTH_REQUIRED', '请验证身份'),
  )
  answer(auth.reauth, ({ body }) => {
    passed = body.password === 'right'
    return passed ? {} : refuse(422, 'BUSINESS_RULE', '验证失败')
  })
  const { user } = renderPage(<p>页面</p>)
  const saving = write(dictDetail.save, { body: draft })
  const dialog = await screen.findByRole('dialog', { name: '安全验证' })
  await user.type(within(dialog).getByLabelText('登录密码'), 'wrong{Enter}')
  await screen.findByText('验证失败')
  await user.type(within(dialog).getByLabelText('登录密码'), 'right{Enter}')
  await expect(saving).resolves.toEqual({ id: 3, version: 0 })
  expect(requests).toHaveLength(2)
})

test('cancelling 安全验证 cancels the call without a message', async () => {
  answer(dictDetail.save, refuse(428, 'REAUTH_REQUIRED', '请验证身份'))
  const { user } = renderPage(<p>页面</p>)
  const saving = write(dictDetail.save, { body: draft }).catch((error: unknown) => error)
  const dialog = await screen.findByRole('dialog', { name: '安全验证' })
  await user.click(within(dialog).getByRole('button', { name: '取消' }))
  expect(await saving).toMatchObject({ kind: 'aborted' })
})

function DetailForm() {
  const [form] = Form.useForm<{ label: string }>()
  const { data } = useQuery(read(dictDetail.list))
  const save = useWrite(dictDetail.save, { message: '新增成功', form, once: true })
  return (
    <Form form={form} onFinish={({ label }) => save.mutate({ body: { ...draft, label } })}>
      <p>共 {data?.totalElements} 项</p>
      <Form.Item name="label" label="标签">
        <Input />
      </Form.Item>
      <Button htmlType="submit">保存</Button>
    </Form>
  )
}

test('a write shows its success message and refreshes the data of its object', async () => {
  let rows = 1
  answer(dictDetail.list, () => ({ content: [], totalElements: rows }))
  answer(dictDetail.save, () => ({ id: ++rows, version: 0 }))
  const { user } = renderPage(<DetailForm />)
  await screen.findByText('共 1 项')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('新增成功')
  await screen.findByText('共 2 项')
})

test('messages about single fields are shown at the fields', async () => {
  answer(dictDetail.list, { content: [], totalElements: 0 })
  const errors = [{ field: 'label', message: '字典标签已存在' }]
  answer(dictDetail.save, refuse(409, 'DUPLICATE', '字典标签已存在', { errors }))
  const { user } = renderPage(<DetailForm />)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain')?.textContent).toBe('字典标签已存在'))
})

test('the same submit after a lost response carries the same key, the next one a new key', async () => {
  answer(dictDetail.list, { content: [], totalElements: 0 })
  let tries = 0
  const requests = answer(dictDetail.save, () => {
    if (++tries === 1) throw new TypeError('Failed to fetch')
    return { id: 1, version: 0 }
  })
  const { user } = renderPage(<DetailForm />)
  for (const sent of [1, 2, 3]) {
    // Sooner it would be the second press of a double one.
    if (sent === 3) await new Promise((resolve) => setTimeout(resolve, 2 * DOUBLE_PRESS_MS))
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(requests).toHaveLength(sent))
    await waitFor(() => expect(screen.queryAllByText(sent === 1 ? '接口请求失败' : '新增成功')).not.toHaveLength(0))
  }
  const [first, repeat, next] = requests.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(repeat).toBe(first)
  expect(next).not.toBe(first)
})
