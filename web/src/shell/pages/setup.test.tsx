import { screen, waitFor } from '@testing-library/react'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import SetupPage from './setup.page.tsx'

const wrongToken = refuse(422, 'BUSINESS_RULE', '初始化令牌无效或已过期', {
  errors: [{ field: 'setupToken', message: '初始化令牌无效或已过期' }],
})

async function fillIn() {
  answer(auth.checkSetupToken, {})
  const { user, router } = renderPage(<SetupPage />, '/setup')
  const fill = async (label: string, text: string) => user.type(await screen.findByLabelText(label), text)
  await fill('初始化令牌', 'token')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await waitFor(() => expect(screen.getByLabelText('用户名').closest('[hidden]')).toBeNull())
  await fill('用户名', 'wang')
  await fill('昵称', '王掌柜')
  return { user, router, fill }
}

test('token, account and shop are entered step by step; then the administrator is in the console', async () => {
  answer(auth.setupStatus, () => ({ required: !requests.length, needToken: true }))
  const session = { token: 't', expiresAt: '2025-01-02 00:00:00', idleSeconds: 60, mustChangePassword: false }
  const requests = answer(auth.setup, { ...session, user: makeUser() })
  const { user, router, fill } = await fillIn()
  expect(screen.getByRole('button', { name: '上一步' })).toBeDefined()
  await fill('密码', 'Wang12345678')
  await fill('确认密码', 'Wang1234567')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await screen.findByText('密码不能包含账号信息')
  await screen.findByText('两次输入的密码不一致')
  await user.clear(screen.getByLabelText('密码'))
  await fill('密码', 'Tea-And-Rice-8')
  expect(screen.getByText(/密码强度/)).toBeDefined()
  await user.clear(screen.getByLabelText('确认密码'))
  await fill('确认密码', 'Tea-And-Rice-8')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('店铺名称')))
  await user.keyboard('茶米店')
  await user.click(await screen.findByRole('button', { name: '完成并进入后台' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(useSession.getState()).toMatchObject({ token: 't', user: { username: 'wang' }, loadMenus: true })
  expect(requests[0]?.body).toMatchObject({
    setupToken: 'token',
    username: 'wang',
    nickName: '王掌柜',
    password: 'Tea-And-Rice-8',
    siteName: '茶米店',
    demoData: false,
  })
  expect(requests[0]?.body).not.toHaveProperty('again')
})

test('a wrong token is refused at the first step, on its field', async () => {
  answer(auth.setupStatus, { required: true, needToken: true })
  answer(auth.checkSetupToken, wrongToken)
  const { user } = renderPage(<SetupPage />, '/setup')
  await user.type(await screen.findByLabelText('初始化令牌'), 'wrong')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await waitFor(() => expect(screen.getByLabelText('初始化令牌').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText('用户名').closest('[hidden]')).not.toBeNull()
})

test('a token that expires while the rest is typed leads back to its step', async () => {
  answer(auth.setupStatus, { required: true, needToken: true })
  answer(auth.setup, wrongToken)
  const { user, fill } = await fillIn()
  await fill('密码', 'Tea-And-Rice-8')
  await fill('确认密码', 'Tea-And-Rice-8')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await user.type(await screen.findByLabelText('店铺名称'), '茶米店')
  await user.click(await screen.findByRole('button', { name: '完成并进入后台' }))
  await waitFor(() => expect(screen.getByLabelText('初始化令牌').closest('[hidden]')).toBeNull())
})

test('a shop already set up says so', async () => {
  answer(auth.setupStatus, { required: false })
  renderPage(<SetupPage />, '/setup')
  await screen.findByText('系统已初始化')
})
