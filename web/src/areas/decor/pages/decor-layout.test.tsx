import { screen, within } from '@testing-library/react'
import { type FixedLayout, fixedLayout, type LayoutItem } from '@zhanggui/contract/decor/fixed-layout.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import DecorLayoutPage from './decor-layout.page.tsx'

const item = (name: string, sort: number): LayoutItem => ({
  name,
  pic: 'https://m.example/a.png',
  url: '/pages/user/index',
  info: '',
  sort,
  show: true,
})
const layout: FixedLayout = {
  indexMenu: ['秒杀', '砍价', '拼团', '签到', '领券'].map(item),
  indexBanner: [],
  indexNews: [item('开业了', 0)],
  indexTable: [item('新品', 0), item('热卖', 1)],
  userMenu: [item('我的收藏', 0)],
  userBanner: [],
}

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

beforeEach(() => {
  signIn(['*:*:*'])
  answer(fixedLayout.index, layout)
})

test('a group of the fixed home is saved in the order shown, and says why it cannot be', async () => {
  const saves = answer(fixedLayout.saveMenu, {})
  const { user } = renderPage(<DecorLayoutPage />, '/design/layout?tab=index')
  const menu = within(await screen.findByRole('region', { name: '首页菜单' }))
  await user.click(menu.getAllByRole('button', { name: /上\s*移/ })[1] as HTMLElement)
  await user.click(menu.getByRole('button', { name: /保\s*存/ }))
  const sent = saves[0]?.body as { indexMenu: LayoutItem[] }
  expect(sent.indexMenu.map(({ name, sort }) => [name, sort])).toEqual([
    ['砍价', 0],
    ['秒杀', 1],
    ['拼团', 2],
    ['签到', 3],
    ['领券', 4],
  ])
  await user.click(menu.getAllByRole('button', { name: /删\s*除/ })[0] as HTMLElement)
  expect(menu.getByText('设置数据不能小于5条')).toBeDefined()
  expect(menu.getByRole('button', { name: /保\s*存/ })).toHaveProperty('disabled', true)
})

test('whoever may only look changes nothing, and reads the user centre by itself', async () => {
  signIn(['admin:page:layout:index'])
  renderPage(<DecorLayoutPage />, '/design/layout?tab=user')
  const menu = within(await screen.findByRole('region', { name: '个人中心菜单' }))
  expect(menu.getByRole('textbox', { name: '个人中心菜单1的名称' })).toHaveProperty('disabled', true)
  expect(menu.queryByRole('button', { name: /保\s*存/ })).toBeNull()
  expect(screen.queryByRole('region', { name: '首页菜单' })).toBeNull()
})
