import { screen, waitFor, within } from '@testing-library/react'
import { onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import OnlineUserListPage from './online-user-list.page.tsx'

const person = (key: string, userName: string, current = false) => ({
  key,
  userName,
  nickName: `${userName}的昵称`,
  job: '',
  browser: 'Chrome 140',
  os: 'Windows',
  ip: '10.0.0.1',
  address: '内网',
  loginTime: '2025-03-01 10:00:00',
  lastActiveTime: '2025-03-01 10:00:00',
  current,
})

beforeEach(() => {
  useSession.setState({ user: makeUser(), permissions: ['admin:system:online:list', 'admin:system:online:kick'] })
  answer(onlineUser.list, { list: [person('a', 'boss', true), person('b', 'li')], total: 2, page: 1, limit: 20 })
})

test('a user is signed out after a confirmation; the current session cannot be', async () => {
  const kicked = answer(onlineUser.kick, {})
  const { user } = renderPage(<OnlineUserListPage />)
  const own = await screen.findByRole('row', { name: /boss/ })
  expect(within(own).queryByRole('button', { name: '强退' })).toBeNull()
  await user.click(within(screen.getByRole('row', { name: /li/ })).getByRole('button', { name: '强退' }))
  await screen.findByText('强制退出「li」？须重新登录。')
  await user.click(screen.getByRole('button', { name: '退出 1 个' }))
  await waitFor(() => expect(kicked[0]?.body).toEqual(['b']))
})

test('users with read access only see no 强退', async () => {
  useSession.setState({ permissions: ['admin:system:online:list'] })
  renderPage(<OnlineUserListPage />)
  await screen.findByText('li')
  expect(screen.queryByRole('button', { name: /强退/ })).toBeNull()
})

test('chosen sessions are ended together, never the own one, and stay chosen when the list is read again', async () => {
  const kicked = answer(onlineUser.kick, {})
  const { user } = renderPage(<OnlineUserListPage />)
  for (const name of [/boss/, /li/])
    await user.click(within(await screen.findByRole('row', { name })).getByRole('checkbox'))
  answer(onlineUser.list, { list: [person('b', 'li'), person('c', 'wu')], total: 2, page: 1, limit: 20 })
  await user.click(screen.getByRole('button', { name: '刷新' }))
  await screen.findByText('wu')
  await user.click(screen.getByRole('button', { name: '强退 1 个' }))
  await screen.findByText('强制退出 1 个用户？须重新登录。')
  await user.click(screen.getByRole('button', { name: '退出 1 个' }))
  await waitFor(() => expect(kicked[0]?.body).toEqual(['b']))
})
