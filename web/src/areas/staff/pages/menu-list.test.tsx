import { screen, waitFor, within } from '@testing-library/react'
import { type Menu, menu } from '@zhanggui/contract/staff/menu.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import MenuListPage from './menu-list.page.tsx'

function makeMenu(id: number, name: string, given: Partial<Menu> = {}): Menu {
  return {
    id,
    version: 3,
    pid: 0,
    type: 0,
    name,
    permissions: [],
    path: `path-${id}`,
    component: '',
    componentName: '',
    iframe: false,
    icon: '',
    sort: id,
    cache: false,
    hidden: false,
    alwaysShow: true,
    activeMenu: '',
    breadcrumb: true,
    affix: false,
    blank: false,
    builtin: true,
    available: true,
    createTime: '2025-01-01 00:00:00',
    ...given,
  }
}

const button = makeMenu(3, '新增商品', { pid: 2, type: 2, path: '', permissions: ['admin:product:save'] })
const page = makeMenu(2, '商品列表', {
  pid: 1,
  type: 1,
  component: 'product/list',
  componentName: 'ProductList',
  available: false,
})
const content = [
  makeMenu(1, '商品', { children: [{ ...page, children: [button] }] }),
  makeMenu(4, '自建', { builtin: false }),
]

const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
const inDialog = async (title: string) =>
  within((await screen.findByText(title)).closest('[role=dialog]') as HTMLElement)
const signInAs = (permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })

beforeEach(() => {
  signInAs(['*:*:*'])
  answer(menu.list, ({ query }) => ({ content: query.blurry ? [content[0] as Menu] : content, totalElements: 4 }))
  answer(menu.tree, [
    {
      id: 1,
      label: '商品',
      type: 0,
      permissions: [],
      children: [{ id: 2, label: '商品列表', type: 1, permissions: [] }],
    },
  ])
})

test('the tree is collapsed at first, and expanded at search results; missing pages are marked', async () => {
  const { user } = renderPage(<MenuListPage />)
  await screen.findByText('商品')
  expect(screen.queryByText('商品列表')).toBeNull()
  await user.type(screen.getByLabelText('关键字'), '列表{Enter}')
  expect((await inRow('商品列表')).getByText('未开放')).toBeDefined()
  expect(screen.queryByRole('button', { name: '移动菜单：商品列表' })).toBeNull()
})

test('a built-in menu cannot be deleted; another one is, after a confirmation', async () => {
  const requests = answer(menu.remove, {})
  const { user } = renderPage(<MenuListPage />)
  expect((await inRow('商品')).queryByRole('button', { name: '删除' })).toBeNull()
  await user.click((await inRow('自建')).getByRole('button', { name: '删除' }))
  await screen.findByText('删除菜单「自建」？下级菜单一并删除，不能撤销。')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(requests[0]?.body).toEqual([4]))
})

test('a directory, a page and a button have their own fields, and only those are sent', async () => {
  const requests = answer(menu.save, { id: 9, version: 0 })
  const { user } = renderPage(<MenuListPage />)
  await screen.findByText('商品')
  await user.click(screen.getByRole('button', { name: '新增' }))
  const dialog = await inDialog('新增菜单')
  const labels = ['路由地址', '组件路径', '组件名称', '权限标识', '菜单图标', '总是显示', '缓存', '外链']
  const shown = () => labels.filter((label) => dialog.queryByLabelText(new RegExp(`^${label}`)))
  expect(shown()).toEqual(['路由地址', '菜单图标', '总是显示', '外链'])
  await user.click(dialog.getByText('菜单', { exact: true }))
  expect(shown()).toEqual(['路由地址', '组件路径', '组件名称', '权限标识', '菜单图标', '缓存', '外链'])
  await user.click(dialog.getByRole('switch', { name: /^外链/ }))
  expect(shown()).toEqual(['路由地址', '菜单图标', '外链'])
  await user.click(dialog.getByText('按钮', { exact: true }))
  expect(shown()).toEqual(['权限标识'])
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('按钮须填写一个权限标识')
  expect(dialog.getByText('按钮的上级必须是菜单')).toBeDefined()
  expect(requests).toEqual([])
})

test('新增下级 of a page starts with a button below it', async () => {
  const requests = answer(menu.save, { id: 9, version: 0 })
  const { user } = renderPage(<MenuListPage />, '/page?blurry=x')
  await user.click((await inRow('商品列表')).getByRole('button', { name: '新增下级' }))
  const dialog = await inDialog('新增菜单')
  await user.type(dialog.getByLabelText('菜单名称'), '导出')
  await user.type(dialog.getByLabelText('权限标识'), 'admin:product:export')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('新增成功')
  expect(requests[0]?.body).toEqual({ type: 2, pid: 2, name: '导出', permissions: ['admin:product:export'], sort: 999 })
})

test('an icon is selected by its name', async () => {
  const requests = answer(menu.update, { id: 1, version: 4 })
  const { user } = renderPage(<MenuListPage />)
  await user.click((await inRow('商品')).getByRole('button', { name: '编辑' }))
  const dialog = await inDialog('编辑菜单')
  await user.click(dialog.getByLabelText('菜单图标'))
  await user.type(await screen.findByLabelText('筛选图标'), 'COUP')
  const icons = within(screen.getByRole('dialog', { name: '选择图标' }))
  await user.click(icons.getByRole('button', { name: 'coupon' }))
  expect(dialog.getByLabelText<HTMLInputElement>('菜单图标').value).toBe('coupon')
  expect(dialog.getByText('存在下级菜单，不能修改类型')).toBeDefined()
  await user.click(dialog.getByRole('switch', { name: '可见' }))
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('编辑成功')
  expect(requests[0]?.body).toMatchObject({ id: 1, version: 3, type: 0, icon: 'coupon', hidden: true })
})

test('only the super administrator restores the default menus; read access is not enough to move them', async () => {
  const requests = answer(menu.restoreDefault, { created: 2 })
  const { user } = renderPage(<MenuListPage />)
  await user.click(await screen.findByRole('button', { name: '恢复默认' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '恢复' }))
  await screen.findByText('已恢复2个菜单')
  expect(requests).toHaveLength(1)
  signInAs(['admin:system:menu:list', 'admin:system:menu:add'])
  await waitFor(() => expect(screen.queryByRole('button', { name: '恢复默认' })).toBeNull())
  expect(screen.queryByRole('button', { name: '移动菜单：商品' })).toBeNull()
})
