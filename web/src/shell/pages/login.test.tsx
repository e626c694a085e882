import { fireEvent, screen, waitFor } from '@testing-library/react'
import { auth, type LoginAnswer } from '@zhanggui/contract/staff/auth.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer, FakeAnswer, lostPacket, refuse } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import LoginPage from './login.page.tsx'

let pictures = 0
const picture = () => ({ img: `data:,${++pictures}`, uuid: `u${pictures}`, enabled: true, expireSeconds: 120 })
const signedIn: LoginAnswer = {
  token: 'T'.repeat(43),
  user: makeUser({ roles: ['seller'] }),
  expiresAt: '2025-03-01 10:20:30',
  idleSeconds: 7200,
  mustChangePassword: false,
}
const nameField = () => screen.getByLabelText<HTMLInputElement>('账号')
const passwordField = () => screen.getByLabelText<HTMLInputElement>('密码')

async function openPage(address = '/login') {
  const page = renderPage(<LoginPage />, address)
  await screen.findByLabelText('验证码')
  return page
}

test('Enter signs in, keeps the token for the session and goes to the requested page', async () => {
  answer(auth.code, picture)
  const requests = answer(auth.login, signedIn)
  const { user, router } = await openPage('/login?redirect=%2Forder%2Flist%3Fstatus%3D1')
  await waitFor(() => expect(document.querySelector('img[width="111"]')).not.toBeNull())
  await user.type(nameField(), ' wang ')
  await user.type(passwordField(), ' my pass ')
  await user.type(screen.getByLabelText('验证码'), '12{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/order/list'))
  expect(router.state.location.search).toBe('?status=1')
  expect(requests[0]?.body).toEqual({
    username: 'wang',
    password: ' my pass ',
    code: '12',
    uuid: `u${pictures}`,
    rememberMe: false,
  })
  expect(document.cookie).toBe(`ADMIN-TOKEN=${signedIn.token}`)
  expect(useSession.getState()).toMatchObject({ token: signedIn.token, roles: ['seller'], loadMenus: true })
})

test('记住我 stores the name for the next time, never the password', async () => {
  answer(auth.code, picture)
  const requests = answer(auth.login, signedIn)
  const { user } = await openPage()
  await user.type(nameField(), 'wang')
  await user.type(passwordField(), 'my-secret')
  await user.click(screen.getByLabelText('记住我'))
  await user.type(screen.getByLabelText('验证码'), '12{Enter}')
  await waitFor(() => expect(document.cookie).toContain('username=wang; rememberMe=true'))
  expect(requests[0]?.body.rememberMe).toBe(true)
  expect(document.cookie).not.toContain('my-secret')
})

test('a remembered name is filled in and the password gets the focus', async () => {
  document.cookie = 'username=wang; path=/'
  document.cookie = 'rememberMe=true; path=/'
  answer(auth.code, picture)
  await openPage()
  expect(nameField().value).toBe('wang')
  expect(screen.getByLabelText<HTMLInputElement>('记住我').checked).toBe(true)
  expect(document.activeElement).toBe(passwordField())
})

test('missing values are reported at their fields and nothing is sent', async () => {
  answer(auth.code, picture)
  const requests = answer(auth.login, signedIn)
  const { user } = await openPage()
  await user.click(screen.getByRole('button', { name: '登 录' }))
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    '用户名不能为空',
    '密码不能为空',
    '验证码不能为空',
  ])
  expect(document.activeElement).toBe(nameField())
  expect(requests).toHaveLength(0)
})

test('a refused sign-in shows the message, a new picture and an empty code', async () => {
  const pictureCalls = answer(auth.code, picture)
  answer(auth.login, refuse(400, 'LOGIN_FAILED', '用户名或密码不正确'))
  const { user, router } = await openPage()
  await user.type(nameField(), 'wang')
  await user.type(passwordField(), 'wrong')
  await user.type(screen.getByLabelText('验证码'), '12{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('用户名或密码不正确')
  await waitFor(() => expect(pictureCalls).toHaveLength(2))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe(''))
  expect(router.state.location.pathname).toBe('/login')
  expect(document.cookie).toBe('')
})

test('a click on the picture fetches another; a failed one offers a retry', async () => {
  const pictureCalls = answer(auth.code, picture)
  const { user } = await openPage()
  await user.click(await screen.findByRole('button', { name: '验证码图片，点击换一张' }))
  await waitFor(() => expect(pictureCalls).toHaveLength(2))
  answer(auth.code, lostPacket)
  await user.click(screen.getByRole('button', { name: '验证码图片，点击换一张' }))
  await user.click(await screen.findByRole('button', { name: '加载失败，点击重试' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where no captcha is required none is shown', async () => {
  answer(auth.code, { img: '', uuid: '', enabled: false, expireSeconds: 120 })
  const requests = answer(auth.login, signedIn)
  const { user } = renderPage(<LoginPage />, '/login')
  await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull())
  await user.type(nameField(), 'wang')
  await user.type(passwordField(), 'secret{Enter}')
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a sign-in refused for want of a captcha fetches one', async () => {
  const off = { img: '', uuid: '', enabled: false, expireSeconds: 120 }
  answer(auth.code, ({ query }) => (query.required ? picture() : off))
  const fault = { field: 'code', message: '验证码不能为空' }
  answer(auth.login, new FakeAnswer(400, { code: 'VALIDATION_FAILED', message: fault.message, errors: [fault] }))
  const { user } = renderPage(<LoginPage />, '/login')
  await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull())
  await user.type(nameField(), 'wang')
  await user.type(passwordField(), 'secret{Enter}')
  const box = await screen.findByLabelText('验证码')
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  await waitFor(() => expect(document.querySelector('img[width="111"]')).not.toBeNull())
})

test('a locked account offers the code of the second factor', async () => {
  answer(auth.code, picture)
  answer(auth.login, refuse(423, 'LOCKED', '登录失败次数过多，账号已锁定，请15分钟后再试'))
  const { user } = await openPage()
  expect(screen.queryByLabelText('两步验证码（选填）')).toBeNull()
  await user.type(nameField(), 'wang')
  await user.type(passwordField(), 'secret')
  await user.type(screen.getByLabelText('验证码'), '12{Enter}')
  const box = await screen.findByLabelText('两步验证码（选填）')
  const heard = answer(auth.login, signedIn)
  await user.type(box, '123456')
  await user.type(screen.getByLabelText('验证码'), '12{Enter}')
  await waitFor(() => expect(heard[0]?.body).toMatchObject({ username: 'wang', factorCode: '123456' }))
})

test('the password can be shown, and caps lock is pointed out', async () => {
  answer(auth.code, picture)
  const { user } = await openPage()
  expect(passwordField().type).toBe('password')
  await user.click(screen.getByRole('button', { name: '显示密码' }))
  expect(passwordField().type).toBe('text')
  fireEvent.keyDown(passwordField(), { key: 'A', modifierCapsLock: true })
  expect(screen.getByRole('status').textContent).toBe('大写锁定已开启')
  fireEvent.keyUp(passwordField(), { key: 'A' })
  expect(screen.queryByRole('status')).toBeNull()
})

const question = { mfaRequired: true, mfaToken: 'M'.repeat(43), methods: ['totp' as const, 'recovery' as const] }

async function passPassword() {
  answer(auth.code, picture)
  answer(auth.login, question)
  const page = await openPage('/login?redirect=%2Forder')
  await page.user.type(nameField(), 'wang')
  await page.user.type(passwordField(), 'my-secret')
  await page.user.type(screen.getByLabelText('验证码'), '12{Enter}')
  return { ...page, code: await screen.findByLabelText('动态验证码') }
}

test('with a second factor, the code of the app completes the sign-in', async () => {
  const { user, router, code } = await passPassword()
  expect(document.cookie).not.toContain('ADMIN-TOKEN')
  const requests = answer(auth.loginTotp, signedIn)
  await user.click(screen.getByLabelText(/信任此设备/))
  await user.type(code, '123456{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/order'))
  expect(requests[0]?.body).toEqual({ mfaToken: question.mfaToken, code: '123456', trustDevice: true })
  expect(document.cookie).toContain(`ADMIN-TOKEN=${signedIn.token}`)
})

test('a recovery code replaces a lost phone; after the time limit the password is required again', async () => {
  const { user } = await passPassword()
  await user.click(screen.getByRole('button', { name: /使用恢复码/ }))
  answer(auth.loginTotp, refuse(400, 'MFA_EXPIRED', '登录验证已过期，请重新登录'))
  await user.type(screen.getByLabelText('恢复码'), 'abcde-fghij{Enter}')
  expect(await screen.findByLabelText('密码')).toBeTruthy()
})

test('忘记密码 is offered when the shop can send mail, and requests a link', async () => {
  answer(auth.code, picture)
  const { user } = renderPage(<LoginPage />, '/login', { resetByEmail: true })
  await user.click(await screen.findByRole('button', { name: '忘记密码' }))
  const requests = answer(auth.forgot, { message: '如果该邮箱存在，重置邮件已发送' })
  await user.type(await screen.findByLabelText('账号绑定的邮箱'), 'wang@example.com')
  await user.type(await screen.findByLabelText('验证码'), '7{Enter}')
  expect(await screen.findByText(/重置邮件已发送/)).toBeTruthy()
  expect(requests[0]?.body).toMatchObject({ email: 'wang@example.com', code: '7' })
})

test('the link in the mail sets a new password, typed twice', async () => {
  answer(auth.code, picture)
  answer(auth.resetPolicy, { minLength: 10 })
  const requests = answer(auth.reset, {})
  const { user, router } = renderPage(<LoginPage />, '/login#reset=tok')
  await user.type(await screen.findByLabelText('新密码'), 'Wuhan-2026-jiang')
  await user.type(screen.getByLabelText('确认密码'), 'other{Enter}')
  expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy()
  await user.clear(screen.getByLabelText('确认密码'))
  await user.type(screen.getByLabelText('确认密码'), 'Wuhan-2026-jiang{Enter}')
  await waitFor(() => expect(requests[0]?.body).toEqual({ token: 'tok', newPass: 'Wuhan-2026-jiang' }))
  await waitFor(() => expect(router.state.location.hash).toBe(''))
})
