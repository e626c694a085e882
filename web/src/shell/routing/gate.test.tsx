import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../api/session.ts'
import { signedOut } from '../../api/session-state.ts'
import { useMenus } from '../../kit/menu/menus.ts'
import { answer, lostPacket, refuse } from '../../testing/fake-server.ts'
import { makeSite, makeUser } from '../../testing/render.tsx'
import { Providers } from '../providers.tsx'
import { refreshPermissions } from './gate.ts'
import { routes } from './router.tsx'

const page = { path: '/goods', component: 'Layout', hidden: false, alwaysShow: false }
const child = { path: 'none', name: 'None', component: 'goods/none', hidden: false, alwaysShow: false }
const menus = [{ ...page, children: [{ ...child, meta: { title: '商品', noCache: false } }] }]

beforeEach(() => {
  useMenus.setState(useMenus.getInitialState(), true)
  useSession.setState(signedOut, true)
  answer(auth.site, makeSite())
  answer(auth.code, { img: '', uuid: '', enabled: false, expireSeconds: 120 })
})

function open(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return router
}

function signInAs(user = makeUser()) {
  document.cookie = 'ADMIN-TOKEN=t; path=/'
  useSession.setState({ ...signedOut, token: 't' })
  return answer(auth.info, user)
}

test('signed out, a deep link leads to sign-in and is preserved', async () => {
  const router = open('/goods/none?status=1')
  await screen.findByRole('button', { name: '登 录' })
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe('/login?redirect=%2Fgoods%2Fnone%3Fstatus%3D1')
  await waitFor(() => expect(document.title).toBe('登录 - 小店'))
})

test('a reload fetches user and menu once, then shows the permitted page, or 404 for unknown ones', async () => {
  const infos = signInAs()
  const builds = answer(menu.build, menus)
  const router = open('/goods/none')
  await waitFor(() => expect(document.title).toBe('商品 - 小店'))
  expect(router.state.location.pathname).toBe('/goods/none')
  await router.navigate('/nowhere')
  await screen.findByText('还没给您开通这个页面，或者您访问的页面不存在')
  expect(router.state.location.pathname).toBe('/404')
  expect([infos.length, builds.length]).toEqual([1, 1])
})

test('a menu that cannot be loaded offers a retry', async () => {
  signInAs()
  answer(menu.build, refuse(500, 'INTERNAL', '系统繁忙，请稍后再试'))
  open('/goods/none')
  await screen.findByText('菜单加载失败')
  answer(menu.build, menus)
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(document.title).toBe('商品 - 小店'))
})

test('a briefly unavailable server is waited for', async () => {
  signInAs()
  let tries = 0
  const infos = answer(auth.info, () => (++tries === 1 ? lostPacket() : makeUser()))
  answer(menu.build, menus)
  open('/goods/none')
  await screen.findByText('正在连接服务器…')
  await waitFor(() => expect(document.title).toBe('商品 - 小店'))
  expect(infos).toHaveLength(2)
})

test('users who must change the password stay on that page', async () => {
  signInAs(makeUser({ mustChangePassword: true }))
  answer(menu.build, menus)
  const router = open('/goods/none')
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/center'))
  expect(router.state.location.search).toBe('?tab=password&redirect=%2Fgoods%2Fnone')
})

test('a page that is no longer permitted is replaced by /401, a permitted one stays', async () => {
  signInAs()
  answer(menu.build, menus)
  open('/goods/none')
  await waitFor(() => expect(document.title).toBe('商品 - 小店'))
  const place = { pathname: '/goods/none', search: '', hash: '' }
  expect(await refreshPermissions(place)).toBeUndefined()
  answer(menu.build, [])
  expect(await refreshPermissions(place)).toBe('/401')
})
