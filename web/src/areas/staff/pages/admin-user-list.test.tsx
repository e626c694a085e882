import { screen, waitFor, within } from '@testing-library/react'
import { type AdminUser, adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { type RoleOption, role } from '@zhanggui/contract/staff/role.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import AdminUserListPage from './admin-user-list.page.tsx'

const createTime = '2025-01-01 00:00:00'

function makeAdmin(id: number, username: string, given: Partial<AdminUser> = {}): AdminUser {
  return {
    id,
    version: 2,
    username,
    nickName: `昵称${id}`,
    phone: '',
    email: '',
    sex: '',
    avatar: '',
    enabled: true,
    dept: null,
    job: null,
    roles: [{ id: 3, name: '店员', level: 3 }],
    storeIds: [],
    isSms: false,
    remark: '',
    introduction: '',
    mustChangePassword: false,
    mfaEnabled: false,
    lockedUntil: null,
    passwordTime: createTime,
    lastLoginTime: null,
    lastLoginIp: '',
    loginCount: 0,
    createTime,
    ...given,
  }
}

const shop = { id: 1, name: '门店部' }
const zhang = makeAdmin(11, 'zhang', {
  enabled: false,
  phone: '138****5678',
  email: 'zha***@x.com',
  dept: shop,
  job: { id: 5, name: '收银' },
})
const li = makeAdmin(12, 'li', { lockedUntil: '2025-01-01 01:00:00' })
const boss = makeAdmin(13, 'boss', { roles: [{ id: 1, name: '老板', level: 1 }] })
const own = makeAdmin(7, 'wang', { roles: [{ id: 2, name: '店长', level: 2 }] })

function makeRole(id: number, name: string, given: Partial<RoleOption> = {}): RoleOption {
  return { id, name, permission: `role_${id}`, level: id, dataScope: '全部', status: true, ...given }
}
const makeDept = (id: number, name: string) => ({ id, version: 0, name, pid: 0, sort: 1, enabled: true, createTime })
const makePost = (id: number, name: string) => {
  return { id, version: 0, name, sort: 1, enabled: true, dept: shop, deptSuperiorName: '', createTime }
}

const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
const inDialog = async (title: string) =>
  within((await screen.findByText(title)).closest('[role=dialog]') as HTMLElement)
const chooseMore = async (user: ReturnType<typeof renderPage>['user'], name: string, label: string) => {
  await user.click((await inRow(name)).getByRole('button', { name: `更多：${name}` }))
  await user.click(await screen.findByText(label))
}

function signInAs(roleLevel: number, permissions = ['*:*:*']) {
  useSession.setState({ permissions, user: makeUser({ permissions, roleLevel }) })
}

beforeEach(() => {
  signInAs(1)
  answer(adminUser.list, { list: [zhang, li, boss, own], total: 4, page: 1, limit: 20 })
  answer(dept.list, [makeDept(1, '门店部'), makeDept(2, '仓库')])
  answer(post.list, ({ query }) => {
    const list = Number(query.deptId) === 1 ? [makePost(5, '收银'), makePost(6, '导购')] : []
    return { list, total: list.length, page: 1, limit: 100 }
  })
  answer(store.list, { list: [], total: 0, page: 1, limit: 100 })
  answer(role.all, [makeRole(1, '老板'), makeRole(3, '店员'), makeRole(5, '核销员', { dataScope: '本门店' })])
})

test('the state is switched after a confirmation', async () => {
  const requests = answer(adminUser.updateStatus, { id: 11, version: 3 })
  const { user } = renderPage(<AdminUserListPage />)
  await user.click((await inRow('zhang')).getByRole('switch'))
  await screen.findByText('激活 zhang？')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '激活' }))
  await screen.findByText('已激活')
  expect(requests[0]).toMatchObject({ params: { id: '11' }, body: { enabled: true } })
})

test('users of level 2 act on weaker users, and change only the data of their own account', async () => {
  signInAs(2)
  renderPage(<AdminUserListPage />)
  const actions = async (name: string) =>
    (await inRow(name)).queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
  expect(await actions('zhang')).toEqual(['编辑', '更多：zhang', '删除'])
  // Whoever sees them may read what was changed of them.
  expect(await actions('boss')).toEqual(['修改记录'])
  expect(await actions('wang')).toEqual(['编辑', '修改记录'])
  expect((await inRow('boss')).queryByRole('switch')).toBeNull()
  expect((await inRow('wang')).queryByRole('switch')).toBeNull()
})

test('rare actions are offered by permission, and 解锁 only for locked users', async () => {
  signInAs(1, ['admin:system:admin:list', 'admin:system:admin:update:status', 'admin:system:online:kick'])
  const requests = answer(adminUser.unlock, {})
  const { user } = renderPage(<AdminUserListPage />)
  await user.click((await inRow('zhang')).getByRole('button', { name: '更多：zhang' }))
  await screen.findByText('强制下线')
  expect(screen.queryByText('解锁')).toBeNull()
  expect(screen.queryByText('重置密码')).toBeNull()
  await chooseMore(user, 'li', '解锁')
  await screen.findByText('已解锁')
  expect(requests[0]?.params).toEqual({ id: '12' })
})

test('a password reset is confirmed, and the new password is shown once', async () => {
  answer(adminUser.resetPassword, { password: 'Xy7!kkPq92' })
  const { user } = renderPage(<AdminUserListPage />)
  await chooseMore(user, 'zhang', '重置密码')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '重置' }))
  const dialog = await inDialog('密码已重置')
  expect(dialog.getByText('Xy7!kkPq92')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '复制密码' }))
  expect(await navigator.clipboard.readText()).toBe('Xy7!kkPq92')
  await user.click(dialog.getByRole('button', { name: '我已保存' }))
  await waitFor(() => expect(screen.queryByText('Xy7!kkPq92')).toBeNull())
})

test('masked phone and e-mail are sent back unchanged unless they are typed again', async () => {
  const requests = answer(adminUser.update, { id: 11, version: 3 })
  const { user } = renderPage(<AdminUserListPage />)
  await user.click((await inRow('zhang')).getByRole('button', { name: '编辑' }))
  const dialog = await inDialog('编辑管理员')
  await user.type(dialog.getByLabelText('昵称'), '改')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('编辑成功')
  expect(requests[0]?.body).toEqual({
    id: 11,
    version: 2,
    nickName: '昵称11改',
    phone: '138****5678',
    email: 'zha***@x.com',
    dept: { id: 1 },
    job: { id: 5 },
    roles: [{ id: 3 }],
    storeIds: [],
    enabled: false,
    isSms: false,
    remark: '',
    introduction: '',
  })
})

test('the post belongs to the department: another department clears it', async () => {
  const requests = answer(adminUser.update, { id: 11, version: 3 })
  const { user } = renderPage(<AdminUserListPage />)
  await user.click((await inRow('zhang')).getByRole('button', { name: '编辑' }))
  const dialog = await inDialog('编辑管理员')
  expect(dialog.getByText('收银')).toBeDefined()
  await user.click(dialog.getByLabelText('部门'))
  await user.click((await screen.findAllByTitle('仓库')).at(-1) as HTMLElement)
  await waitFor(() => expect(dialog.queryByText('收银')).toBeNull())
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('编辑成功')
  expect(requests[0]?.body).toMatchObject({ dept: { id: 2 } })
  expect(requests[0]?.body).not.toHaveProperty('job')
})

test('the initial password of a new user is shown once; only weaker roles can be assigned', async () => {
  signInAs(2)
  const requests = answer(adminUser.save, { id: 20, version: 0, initialPassword: 'Init#2025ab' })
  const { user } = renderPage(<AdminUserListPage />)
  await inRow('zhang')
  await user.click(screen.getByRole('button', { name: '新增' }))
  const dialog = await inDialog('新增管理员')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('角色不能为空')
  await user.type(dialog.getByLabelText('用户名'), 'zhao')
  await user.type(dialog.getByLabelText('昵称'), '小赵')
  const tick = (name: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name })
  expect(['老板', '核销员', '店员'].map((name) => tick(name).disabled)).toEqual([true, false, false])
  await user.click(tick('店员'))
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('新增成功')
  const shown = await inDialog('管理员已创建')
  expect(shown.getByText('Init#2025ab')).toBeDefined()
  expect(shown.getByText('zhao')).toBeDefined()
  expect(requests[0]?.body).toEqual({
    username: 'zhao',
    nickName: '小赵',
    roles: [{ id: 3 }],
    enabled: true,
    isSms: false,
  })
})

test('a department beside the list filters it, and stays selected during a search', async () => {
  const requests = answer(adminUser.list, { list: [zhang], total: 1, page: 1, limit: 20 })
  const { user } = renderPage(<AdminUserListPage />)
  const departments = within(await screen.findByRole('navigation', { name: '部门' }))
  await user.type(departments.getByLabelText('搜索部门'), '仓')
  expect(departments.queryByText('门店部')).toBeNull()
  await user.click(departments.getByText('仓库'))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ deptId: '2' }))
  await user.type(screen.getByLabelText('关键字'), 'zhang{Enter}')
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ deptId: '2', blurry: 'zhang' }))
  await user.click(departments.getByText('仓库'))
  await waitFor(() => expect(requests.at(-1)?.query).not.toHaveProperty('deptId'))
})

test('without the permission for departments the list is still shown', async () => {
  answer(dept.list, () => refuse(403, 'FORBIDDEN', '没有权限执行此操作'))
  renderPage(<AdminUserListPage />)
  await screen.findByText(/^需要「部门/)
  await inRow('zhang')
})
