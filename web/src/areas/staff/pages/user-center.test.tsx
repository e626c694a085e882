import { screen, waitFor, within } from '@testing-library/react'
import { auth, type Session, type SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import UserCenterPage from './user-center.page.tsx'

const makeSession = (id: string, given: Partial<Session> = {}): Session => ({
  id,
  kind: 'web',
  ip: '10.0.0.8',
  address: '内网',
  browser: 'Chrome 140',
  os: 'Windows 11',
  loginTime: '2025-03-01 09:00:00',
  lastActiveTime: '2025-03-01 10:00:00',
  current: false,
  ...given,
})

function open(search = '', given: Partial<SignedIn> = {}) {
  const user = makeUser({ phone: '138****5678', email: 'wan***@shop.cn', ...given })
  useSession.setState({ user, name: user.name })
  answer(auth.sessions, [makeSession('s-2'), makeSession('s-1', { current: true })])
  answer(auth.info, user)
  answer(userCenter.passwordPolicy, { minLength: 10 })
  return renderPage(<UserCenterPage />, `/user/center${search}`)
}

async function fillIn(user: ReturnType<typeof open>['user'], newPass: string, again = newPass) {
  await screen.findByText('10 至 64 位，越长越好')
  await user.type(screen.getByLabelText('旧密码'), 'old-Pass-1')
  await user.type(screen.getByLabelText('新密码'), newPass)
  await user.type(screen.getByLabelText('确认密码'), again)
  await user.click(screen.getByRole('button', { name: '修改密码' }))
}

test('the card shows the user and the security of the account', async () => {
  open('', { dept: { id: 1, name: '运营部' }, passwordExpireDays: 12 })
  const card = within(screen.getByRole('complementary'))
  for (const text of ['138****5678', 'wan***@shop.cn', '运营部', '12 天后过期']) card.getByText(text)
  await card.findByText('2 台')
})

test('a phone that is shown masked and not edited stays unchanged', async () => {
  const requests = answer(userCenter.updateProfile, {})
  const { user } = open()
  const save = screen.getByRole('button', { name: '保存' }) as HTMLButtonElement
  expect(save.disabled).toBe(true)
  await user.type(screen.getByLabelText('简介'), '管货')
  await user.click(save)
  await screen.findByText('编辑成功')
  // The server takes the masked form as "unchanged"; an absent one would clear the phone.
  expect(requests.map(({ body }) => body)).toEqual([{ nickName: '王掌柜', phone: '138****5678', introduction: '管货' }])
})

test('a phone that is typed again is validated and sent whole, with the password', async () => {
  const requests = answer(userCenter.updateProfile, {})
  const { user } = open()
  const phone = screen.getByLabelText('手机号码')
  await user.clear(phone)
  await user.type(phone, '12345')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('请输入正确的11位手机号码')
  await user.clear(phone)
  await user.type(phone, '13900001111')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('修改手机号码须输入登录密码')
  await user.type(screen.getByLabelText('登录密码'), 'Kaixin-2026')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ phone: '13900001111', password: 'Kaixin-2026' }))
})

test('each rule of a new password shows whether it is met while typing', async () => {
  const { user } = open('?tab=password')
  const states = () => screen.getAllByRole('listitem').map((rule) => rule.dataset.kept)
  await screen.findByText('10 至 64 位，越长越好')
  const box = screen.getByLabelText('新密码')
  await user.type(box, 'wang-123')
  expect(states()).toEqual(['false', 'true', 'false', undefined])
  await user.clear(box)
  await user.type(box, 'Kaixin-2026')
  expect(states()).toEqual(['true', 'true', 'true', undefined])
  expect(screen.getByLabelText('密码强度')).toBeDefined()
})

test('a new password that breaks a rule, or whose repetition differs, is not sent', async () => {
  const requests = answer(userCenter.updatePassword, {})
  const { user } = open('?tab=password')
  await fillIn(user, 'short', 'other')
  await screen.findByText('密码长度不能少于10位')
  await screen.findByText('两次输入的密码不一致')
  expect(requests).toHaveLength(0)
})

test('a refusal is shown, and the typed values stay', async () => {
  answer(userCenter.updatePassword, refuse(422, 'REFUSED', '修改失败，旧密码错误'))
  const { user } = open('?tab=password')
  await fillIn(user, 'Kaixin-2026')
  await screen.findByText('修改失败，旧密码错误')
  expect((screen.getByLabelText('新密码') as HTMLInputElement).value).toBe('Kaixin-2026')
})

test('users who must change the password can do nothing else first, and then return to their page', async () => {
  const requests = answer(userCenter.updatePassword, {})
  const bound = { mustChangePassword: true }
  const { user, router } = open('?tab=password&redirect=%2Fproduct%2Flist%3Fpage%3D2', bound)
  expect(screen.getByText('请先修改密码')).toBeDefined()
  const tabs = screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-disabled')])
  expect(tabs.filter(([, disabled]) => disabled !== 'true')).toEqual([['修改密码', 'false']])
  answer(auth.info, makeUser())
  await fillIn(user, 'Kaixin-2026')
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/product/list?page=2'),
  )
  expect(requests.map(({ body }) => body)).toEqual([{ oldPass: 'old-Pass-1', newPass: 'Kaixin-2026' }])
  expect(useSession.getState().user?.mustChangePassword).toBe(false)
})

test('users who change the password voluntarily stay on the page', async () => {
  answer(userCenter.updatePassword, {})
  const { user, router } = open('?tab=password')
  await fillIn(user, 'Kaixin-2026')
  await screen.findByText('密码修改成功')
  await waitFor(() => expect((screen.getByLabelText('旧密码') as HTMLInputElement).value).toBe(''))
  expect(router.state.location.pathname).toBe('/user/center')
})

test('the current device is marked; another one, or all others, are signed out', async () => {
  const ended = answer(auth.removeSession, {})
  const endedOthers = answer(auth.removeOtherSessions, {})
  const { user } = open('?tab=devices')
  await screen.findByText('当前设备')
  const asked = async (question: string, act: string) => {
    const dialog = (await screen.findByText(question)).closest<HTMLElement>('[role=dialog]')
    await user.click(within(dialog as HTMLElement).getByRole('button', { name: act }))
  }
  const [present, other] = screen.getAllByRole('listitem')
  expect(present?.textContent).toContain('当前设备')
  expect(within(present as HTMLElement).queryByRole('button')).toBeNull()
  await user.click(within(other as HTMLElement).getByRole('button', { name: '退出该设备' }))
  await asked('退出该设备？它须重新登录。', '退出该设备')
  await waitFor(() => expect(ended.map(({ params }) => params)).toEqual([{ id: 's-2' }]))
  await user.click(screen.getByRole('button', { name: '退出其他设备' }))
  await asked('退出其他登录设备？它们须重新登录。', '退出其他设备')
  await waitFor(() => expect(endedOthers).toHaveLength(1))
})

test('the address contains the tab; sign-ins show their results', async () => {
  answer(userCenter.loginLogs, {
    list: [
      {
        id: 1,
        username: 'wang',
        result: 0,
        reason: 'password',
        ip: '10.0.0.9',
        address: '内网',
        browser: 'Chrome 140',
        os: 'Windows 11',
        createTime: '2025-03-01 09:00:00',
      },
    ],
    total: 1,
    page: 1,
    limit: 20,
  })
  const { user, router } = open()
  await user.click(screen.getByRole('tab', { name: '登录日志' }))
  await screen.findByText('账号或密码错误')
  expect(router.state.location.search).toBe('?tab=logins')
})

test('the preferences are those of the settings panel', async () => {
  const { user } = open('?tab=preferences')
  expect(useSettings.getState().rememberTabs).toBe(true)
  await user.click(screen.getByLabelText('记住标签页'))
  expect(useSettings.getState().rememberTabs).toBe(false)
  expect(screen.getByRole('radiogroup', { name: '布局大小' })).toBeDefined()
})

test('seeing as another, nobody changes their own account either: neither picture, profile, password nor devices', async () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  const { router } = open('', { seeing })
  const isOff = (of: HTMLElement) => (of as HTMLButtonElement).disabled
  expect(isOff(screen.getByRole('button', { name: '修改头像' }))).toBe(true)
  expect(isOff(screen.getByLabelText('简介'))).toBe(true)
  await router.navigate('/user/center?tab=password')
  expect(isOff(await screen.findByLabelText('旧密码'))).toBe(true)
  await router.navigate('/user/center?tab=email')
  expect(isOff(await screen.findByLabelText('新邮箱'))).toBe(true)
  await router.navigate('/user/center?tab=devices')
  expect(isOff(await screen.findByRole('button', { name: '退出该设备' }))).toBe(true)
  await router.navigate('/user/center?tab=mfa')
  expect(isOff(await screen.findByRole('button', { name: '开启两步验证' }))).toBe(true)
})
