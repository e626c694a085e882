import { screen, waitFor, within } from '@testing-library/react'
import { type EditedMenu, wechatMenu } from '@zhanggui/contract/wechat/wechat-menu.ts'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { tapText } from '../components/menu/menu-list.tsx'
import WechatMenuPage from './wechat-menu.page.tsx'

const view = (name: string) => ({ type: 'view', name, url: 'https://shop.example/h5/' })
const published = { button: [{ name: '逛一逛', sub_button: [view('首页'), view('领券')] }, view('我的')] }
const stored: EditedMenu = {
  menu: published,
  published,
  version: 3,
  dirty: false,
  publishTime: '2026-11-10 10:00:00',
  publishBy: '许北',
  source: 'shop',
  notes: [],
  clicks: [{ key: 'https://shop.example/h5/', count: 6120 }],
  routineAppid: 'wx0123456789abcdef',
  siteUrl: 'https://shop.example',
}

function draw(permissions = ['*:*:*'], change: Partial<EditedMenu> = {}) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(wechatMenu.get, { ...stored, ...change })
  answer(wechatReply.list, { list: [], total: 0, page: 1, limit: 100 })
  return renderPage(<WechatMenuPage />, '/channel/wechat/menu')
}

test('an item is tapped on the phone, renamed and published; the difference is told and can be taken back', async () => {
  const sent = answer(wechatMenu.create, { id: 1, version: 4 })
  const { user } = draw()
  const phone = within(await screen.findByRole('navigation', { name: '自定义菜单' }))
  await user.click(phone.getByRole('button', { name: '首页' }))
  const name = screen.getByRole('textbox', { name: '名称' })
  await user.clear(name)
  await user.type(name, '商城')
  const changes = within(screen.getByRole('region', { name: '这次改了' }))
  expect(changes.getByText('逛一逛：加了 商城')).toBeDefined()
  await user.click(changes.getAllByRole('button', { name: /撤\s*掉/ })[1] as HTMLElement)
  expect(changes.queryByText('逛一逛：去掉了 首页')).toBeNull()
  await user.click(screen.getByRole('button', { name: '保存并发布' }))
  await user.click(await screen.findByRole('button', { name: /^发\s*布$/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body.version).toBe(3)
  expect(sent[0]?.body.menu.button[0]?.sub_button?.map((item) => item.name)).toEqual(['首页', '商城', '领券'])
})

test('what the platform refuses is said above the menu, which stays as it was typed', async () => {
  answer(wechatMenu.create, refuse(422, 'UPSTREAM_REFUSED', '账号无该接口权限'))
  const { user } = draw()
  await user.click(await screen.findByRole('button', { name: '加一个一级菜单' }))
  expect((screen.getByRole('button', { name: '保存并发布' }) as HTMLButtonElement).disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: '名称' }), '活动')
  await user.type(screen.getByRole('textbox', { name: '网页地址' }), 'https://shop.example/sale')
  await user.click(screen.getByRole('button', { name: '保存并发布' }))
  await user.click(await screen.findByRole('button', { name: /^发\s*布$/ }))
  expect(await screen.findByText('没有发布：账号无该接口权限')).toBeDefined()
  expect(screen.getByDisplayValue('活动')).toBeDefined()
})

test('items are moved by keyboard and into another menu, and at most three stand in the bar', async () => {
  const sent = answer(wechatMenu.draft, { id: 1, version: 4 })
  const { user } = draw()
  const list = within(await screen.findByRole('region', { name: '菜单项' }))
  await user.click(list.getByRole('button', { name: /^领券/ }))
  await user.click(screen.getByRole('button', { name: /上\s*移/ }))
  await user.click(screen.getByRole('button', { name: '加一个一级菜单' }))
  expect(screen.queryByRole('button', { name: '加一个一级菜单' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const [first, ...others] = sent[0]?.body.menu.button ?? []
  expect(first?.sub_button?.map((item) => item.name)).toEqual(['领券', '首页'])
  expect(others).toHaveLength(2)
})

test('whoever may only look sees the menu without a button that changes it', async () => {
  draw(['admin:wechat:menu:public:get'])
  expect(await screen.findByRole('navigation', { name: '自定义菜单' })).toBeDefined()
  for (const name of ['保存草稿', '保存并发布', '删除线上菜单', '加一个一级菜单'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect((screen.getByRole('textbox', { name: '名称' }) as HTMLInputElement).disabled).toBe(true)
})

test.each([
  ['https://shop.example/h5/', '网页 · 首页'],
  ['https://shop.example/h5/seckill', '网页 · 秒杀频道'],
  ['https://other.example/', '网页 · other.example'],
  ['https://other.example/a?b=1', '网页 · a?b=1（other.example）'],
  ['', '网页 · 未填地址'],
])('an item that opens %j says %j', (url, said) => {
  expect(tapText({ id: 'i', type: 'view', name: '去看看', url, below: [] })).toBe(said)
})
