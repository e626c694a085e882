import { screen, waitFor, within } from '@testing-library/react'
import { type MenuTreeNode, menu } from '@zhanggui/contract/staff/menu.ts'
import { type Role, role } from '@zhanggui/contract/staff/role.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import RoleListPage from './role-list.page.tsx'

function makeRole(id: number, name: string, given: Partial<Role> = {}): Role {
  return {
    id,
    version: 5,
    name,
    permission: `role_${id}`,
    dataScope: '全部',
    level: 3,
    status: true,
    remark: '',
    userCount: 0,
    depts: [],
    createTime: '2025-01-01 00:00:00',
    ...given,
  }
}

const boss = makeRole(1, '超级管理员', { permission: 'admin', level: 1 })
const manager = makeRole(2, '店长', { level: 2 })
const clerk = makeRole(3, '店员')

const button = (id: number, label: string, permission: string): MenuTreeNode => {
  return { id, label, type: 2, permissions: [permission] }
}
const goods: MenuTreeNode = {
  id: 11,
  label: '商品列表',
  type: 1,
  permissions: ['admin:goods:list'],
  children: [button(12, '上架', 'admin:goods:save'), button(13, '下架', 'admin:goods:down')],
}
const tree: MenuTreeNode[] = [{ id: 10, label: '商品', type: 0, permissions: [], children: [goods] }]
const refs = (...ids: number[]) => ids.map((id) => ({ id }))

function signInAs(roleLevel: number, permissions: string[] = ['*:*:*']) {
  useSession.setState({ permissions, user: makeUser({ permissions, roleLevel }) })
}

const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
const inCard = () => within(screen.getByRole('region', { name: '菜单分配' }))
const save = () => inCard().getByRole<HTMLButtonElement>('button', { name: '保存' })
const box = (label: string) =>
  within(screen.getByText(label).closest('.ant-tree-treenode') as HTMLElement).getByRole('checkbox')

beforeEach(() => {
  signInAs(1)
  answer(role.list, { list: [boss, manager, clerk], total: 3, page: 1, limit: 20 })
  answer(role.info, ({ params }) => {
    const found = [boss, manager, clerk].find(({ id }) => id === Number(params.id)) ?? clerk
    return { ...found, menus: refs(10, 11) }
  })
  answer(menu.tree, tree)
})

test('users of level 2 may view roles of their level and above, and act on weaker ones', async () => {
  signInAs(2)
  renderPage(<RoleListPage />)
  const actions = async (name: string) =>
    (await inRow(name)).queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
  expect(await actions('店员')).toEqual(['店员', '编辑', '更多：店员', '删除'])
  expect(await actions('店长')).toEqual(['店长', '更多：店长'])
  expect((await inRow('店员')).getByRole('switch')).toBeDefined()
  expect((await inRow('店长')).queryByRole('switch')).toBeNull()
})

test('the role of the super administrator cannot be changed', async () => {
  const { user } = renderPage(<RoleListPage />)
  expect((await inRow('超级管理员')).queryByRole('button', { name: '编辑' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '超级管理员' }))
  await screen.findByText('超级管理员拥有全部权限，不能修改')
  expect(inCard().queryByRole('button', { name: '保存' })).toBeNull()
})

test('menus can be saved once a role is selected and changed; half-checked parents are included', async () => {
  const requests = answer(role.updateMenus, { id: 3, version: 6 })
  const { user } = renderPage(<RoleListPage />)
  await screen.findByText('店员')
  expect(save().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: '店员' }))
  await user.click(await screen.findByRole('button', { name: '展开' }))
  expect(box('商品列表').getAttribute('aria-checked')).toBe('mixed')
  expect(save().disabled).toBe(true)
  await user.click(box('下架'))
  await user.click(box('下架'))
  expect(save().disabled).toBe(true)
  await user.click(box('上架'))
  await user.click(save())
  await screen.findByText('已保存')
  expect(requests[0]?.body).toEqual({ id: 3, version: 5, menus: refs(10, 11, 12) })
})

test('selecting another role asks first when changes are unsaved', async () => {
  const { user } = renderPage(<RoleListPage />)
  await user.click(await screen.findByRole('button', { name: '店员' }))
  await user.type(await screen.findByLabelText('搜索菜单'), '上架')
  await user.click(box('上架'))
  await user.click(screen.getByRole('button', { name: '店长' }))
  await screen.findByText('有未保存的修改，离开吗？')
  await user.click(screen.getByRole('button', { name: '不离开' }))
  expect(screen.getByText('菜单分配：店员')).toBeDefined()
  await user.click(inCard().getByRole('button', { name: '还原' }))
  await user.click(screen.getByRole('button', { name: '店长' }))
  await screen.findByText('菜单分配：店长')
})

test('permissions that the user lacks cannot be ticked', async () => {
  signInAs(2, [
    'admin:system:role:list',
    'admin:system:role:info',
    'admin:system:role:update',
    'admin:goods:list',
    'admin:goods:save',
  ])
  const { user } = renderPage(<RoleListPage />)
  await user.click(await screen.findByRole('button', { name: '店员' }))
  await user.click(await screen.findByRole('button', { name: '展开' }))
  expect(box('上架').getAttribute('aria-disabled')).not.toBe('true')
  expect(box('下架').getAttribute('aria-disabled')).toBe('true')
})

test('the second of two users who assign menus sees by name what the first has granted', async () => {
  const current = { ...clerk, version: 6, name: '导购', menus: refs(10, 11, 13) }
  const requests = answer(role.updateMenus, () =>
    refuse(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试', { current }),
  )
  const { user } = renderPage(<RoleListPage />)
  await user.click(await screen.findByRole('button', { name: '店员' }))
  await user.click(await screen.findByRole('button', { name: '展开' }))
  await user.click(box('上架'))
  await user.click(save())
  await user.click(await screen.findByRole('button', { name: '查看差异' }))
  const differences = screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(differences).toContainEqual(['角色名称', '店员', '导购'])
  expect(differences).toContainEqual(['商品 / 商品列表 / 上架', '已授予', '未授予'])
  expect(differences).toContainEqual(['商品 / 商品列表 / 下架', '未授予', '已授予'])
  expect(differences.filter(([title]) => title?.startsWith('商品'))).toHaveLength(2)
  expect(requests[0]?.body).toEqual({ id: 3, version: 5, menus: refs(10, 11, 12) })
  await user.click(screen.getByRole('button', { name: '重新加载' }))
  await waitFor(() => expect(box('下架').getAttribute('aria-checked')).toBe('true'))
  expect(box('上架').getAttribute('aria-checked')).toBe('false')
})

test('the data scope 自定义 requires departments; other scopes send none', async () => {
  const requests = answer(role.save, { id: 9, version: 0 })
  const { user } = renderPage(<RoleListPage />)
  await screen.findByText('店员')
  await user.click(screen.getByRole('button', { name: '新增' }))
  const dialog = within((await screen.findByText('新增角色')).closest('[role=dialog]') as HTMLElement)
  await user.type(dialog.getByLabelText('角色名称'), '导购')
  await user.type(dialog.getByLabelText('角色标识'), 'guide')
  await user.click(dialog.getByLabelText('数据权限'))
  await user.click(await screen.findByTitle('自定义'))
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('请选择数据权限')
  await user.click(dialog.getByLabelText('数据权限'))
  await user.click(screen.getAllByTitle('仅本人').at(-1) as HTMLElement)
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('新增成功')
  expect(requests[0]?.body).toEqual({ name: '导购', permission: 'guide', level: 3, dataScope: '仅本人', status: true })
})

test('a role is copied under another name and code', async () => {
  const requests = answer(role.copy, { id: 9, version: 0 })
  const { user } = renderPage(<RoleListPage />)
  await user.click((await inRow('店员')).getByRole('button', { name: '更多：店员' }))
  await user.click(await screen.findByText('复制'))
  const dialog = within((await screen.findByText('复制角色「店员」')).closest('[role=dialog]') as HTMLElement)
  await user.type(dialog.getByLabelText('角色标识'), 'clerk_two')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('新增成功')
  expect(requests[0]).toMatchObject({ params: { id: '3' }, body: { name: '店员副本', permission: 'clerk_two' } })
})

test('two roles are compared by the permissions that only one of them has', async () => {
  answer(role.info, ({ params }) =>
    Number(params.id) === 2 ? { ...manager, menus: refs(10, 11, 12) } : { ...clerk, menus: refs(10, 11, 13) },
  )
  answer(role.all, [manager, clerk])
  const { user } = renderPage(<RoleListPage />)
  await user.click((await inRow('店长')).getByRole('checkbox'))
  await user.click((await inRow('店员')).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '权限对比' }))
  await screen.findByText('只有「店长」有 1 项，只有「店员」有 1 项')
})

test('the preview draws the sidebar that the role would see', async () => {
  const layout = { component: 'Layout', hidden: false, alwaysShow: true }
  const child = {
    path: 'list',
    component: 'a/b',
    hidden: false,
    alwaysShow: false,
    meta: { title: '商品列表', noCache: true },
  }
  const hidden = { ...child, path: 'secret', hidden: true, meta: { title: '隐藏页', noCache: true } }
  answer(menu.preview, [
    {
      ...layout,
      path: '/goods',
      redirect: 'noredirect',
      meta: { title: '商品', noCache: true },
      children: [child, hidden],
    },
  ])
  const { user } = renderPage(<RoleListPage />)
  await user.click((await inRow('店员')).getByRole('button', { name: '更多：店员' }))
  await user.click(await screen.findByText('预览菜单'))
  const preview = within(await screen.findByRole('navigation', { name: '店员的菜单' }))
  expect(preview.getByText('商品列表')).toBeDefined()
  expect(preview.queryByText('隐藏页')).toBeNull()
})
