import { auth } from '@zhanggui/contract/staff/auth.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { type RoleDraft, role } from '@zhanggui/contract/staff/role.ts'
import { expect, test } from 'vitest'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'

const all = [role.list, role.info, role.save, role.update, role.updateStatus, role.remove]
const draft = { name: '导购', permission: 'guide', level: 5, dataScope: '全部' } satisfies RoleDraft

async function save(staff: Caller, change: Partial<RoleDraft> = {}): Promise<number> {
  const { status, body } = await staff.call(role.save, { body: { ...draft, ...change } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

async function findRole(staff: Caller, code: string) {
  const found = (await staff.call(role.all)).body.find(({ permission }) => permission === code)
  if (!found) throw new Error(`no role ${code}`)
  return found
}

/** Creates the menu row of a permission. */
async function makeMenu(shop: Shop, permission: string): Promise<number> {
  const admin = await shop.signInAdmin()
  const word = permission.replaceAll(':', '-')
  const componentName = `P${word.replaceAll('-', '')}`
  const body = {
    type: 1 as const,
    name: word,
    path: word,
    component: `test/${word}`,
    componentName,
    permissions: [permission],
  }
  return (await admin.call(menu.save, { body })).body.id
}

test.each<[string, Partial<RoleDraft>, string]>([
  ['without a name', { name: '' }, '请输入角色名称'],
  ['with a name of one character', { name: '导' }, '角色名称长度在 2 到 20 个字符'],
  ['with a code in capitals', { permission: 'Guide' }, '角色标识须以小写字母开头，由2到32位小写字母、数字和下划线组成'],
  ['of level 0', { level: 0 }, '角色级别不能小于1'],
  ['with the scope 自定义 but no department', { dataScope: '自定义', depts: [] }, '请选择数据权限'],
])('a role %s is refused', async (_, change, message) => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  expect(await staff.call(role.save, { body: { ...draft, ...change } })).toMatchObject({
    status: 400,
    body: { message },
  })
})

test('of two roles saved at once under one name, one is stored and the other refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const attempt = (permission: string) => staff.call(role.save, { body: { ...draft, permission } })
  const answers = await Promise.all([attempt('one'), attempt('two'), attempt('three')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const taken = await staff.call(role.save, { body: { ...draft, name: '另一角色', permission: 'admin' } })
  expect(taken).toMatchObject({ status: 409, body: { message: '角色标识已存在' } })
})

test('users can neither act on roles of their own level nor create them', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all, level: 3 })
  const peer = await findRole(staff, 'operator')
  const refusal = { status: 403, body: { code: 'LEVEL', message: '权限不足，你的角色级别：3，低于操作的角色级别：3' } }
  expect(await staff.call(role.save, { body: { ...draft, level: 3 } })).toMatchObject(refusal)
  expect(await staff.call(role.update, { body: { id: peer.id, name: '运营部' } })).toMatchObject(refusal)
  expect(await staff.call(role.updateMenus, { body: { id: peer.id, menus: [] } })).toMatchObject(refusal)
  expect(await staff.call(role.updateStatus, { params: { id: peer.id }, body: { status: false } })).toMatchObject(
    refusal,
  )
  expect(await staff.call(role.remove, { body: [peer.id] })).toMatchObject(refusal)
  const copy = { params: { id: peer.id }, body: { name: '运营二', permission: 'operator2' } }
  expect(await staff.call(role.copy, copy)).toMatchObject(refusal)
  const own = await save(staff)
  expect(await staff.call(role.update, { body: { id: own, name: '导购', level: 2 } })).toMatchObject({
    status: 403,
    body: { message: '权限不足，你的角色级别：3，低于操作的角色级别：2' },
  })
  expect((await staff.call(role.level)).body).toEqual({ level: 3 })
})

test('nobody grants a role a permission they do not hold', async () => {
  const shop = await openShop()
  const refund = await makeMenu(shop, 'admin:order:refund')
  const listed = await makeMenu(shop, 'admin:order:list')
  const staff = await shop.signIn({ can: all, permissions: ['admin:order:list'] })
  const refusal = { status: 422, body: { message: '不能授予自己没有的权限' } }
  expect(await staff.call(role.save, { body: { ...draft, menus: [{ id: refund }] } })).toMatchObject(refusal)
  const id = await save(staff, { menus: [{ id: listed }] })
  const menus = [{ id: listed }, { id: refund }]
  expect(await staff.call(role.updateMenus, { body: { id, menus } })).toMatchObject(refusal)
  const warehouse = await findRole(staff, 'warehouse')
  const copy = { params: { id: warehouse.id }, body: { name: '仓库二', permission: 'warehouse2' } }
  expect(await staff.call(role.copy, copy)).toMatchObject(refusal)
  // Permissions granted by others stay.
  const admin = await shop.signInAdmin()
  expect((await admin.call(role.updateMenus, { body: { id, menus } })).status).toBe(200)
  expect((await staff.call(role.updateMenus, { body: { id, menus } })).status).toBe(200)
  expect((await staff.call(role.info, { params: { id } })).body.menus).toEqual([{ id: refund }, { id: listed }])
  await admin.call(role.updateStatus, { params: { id }, body: { status: false } })
  const enabling = [
    await staff.call(role.updateStatus, { params: { id }, body: { status: true } }),
    await staff.call(role.update, { body: { id, name: draft.name, status: true } }),
  ]
  for (const answer of enabling) expect(answer).toMatchObject(refusal)
  expect((await admin.call(role.updateStatus, { params: { id }, body: { status: true } })).status).toBe(200)
  const gone = await staff.call(role.updateMenus, { body: { id, menus: [{ id: 99_999_999 }] } })
  expect(gone).toMatchObject({ status: 422, body: { message: '所选菜单不存在，请刷新后重试' } })
})

test('nobody grants a role a data scope beyond their own', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const makeDept = async (name: string) => (await admin.call(dept.save, { body: { name } })).body.id
  const [own, other] = [await makeDept('客服部'), await makeDept('财务部')]
  const staff = await shop.signIn({ can: all, dataScope: '本级', deptId: own })
  const attempt = async (change: Partial<RoleDraft>) =>
    (await staff.call(role.save, { body: { ...draft, ...change } })).status
  expect(await attempt({ dataScope: '全部' })).toBe(422)
  expect(await attempt({ dataScope: '自定义', depts: [{ id: own }, { id: other }] })).toBe(422)
  expect(await attempt({ dataScope: '自定义', depts: [{ id: own }] })).toBe(200)
  expect(await attempt({ dataScope: '本级', name: '导购二', permission: 'guide2' })).toBe(200)
  expect(await attempt({ dataScope: '仅本人', name: '导购三', permission: 'guide3' })).toBe(200)
  const { id } = await findRole(staff, 'guide3')
  expect((await staff.call(role.update, { body: { id, name: '导购三', dataScope: '全部' } })).status).toBe(422)
})

test('the role of the super administrator cannot be changed', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const { id } = await findRole(admin, 'admin')
  const refusal = { status: 422, body: { message: '超级管理员角色不能修改或删除' } }
  expect(await admin.call(role.update, { body: { id, name: '老板', level: 9 } })).toMatchObject(refusal)
  expect(await admin.call(role.updateMenus, { body: { id, menus: [] } })).toMatchObject(refusal)
  expect(await admin.call(role.updateStatus, { params: { id }, body: { status: false } })).toMatchObject(refusal)
  expect(await admin.call(role.remove, { body: [id] })).toMatchObject(refusal)
})

test('a role with holders is not deleted; others are, all or none', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await shop.signIn({ role: 'service' })
  const [held, free] = [await findRole(admin, 'service'), await findRole(admin, 'readonly')]
  const refused = await admin.call(role.remove, { body: [free.id, held.id] })
  expect(refused).toMatchObject({ status: 422, body: { message: '所选角色存在用户关联，请取消关联后再试' } })
  expect((await admin.call(role.remove, { body: [free.id, 99_999_999] })).status).toBe(404)
  expect((await admin.call(role.remove, { body: [free.id] })).status).toBe(200)
  expect((await admin.call(role.info, { params: { id: free.id } })).status).toBe(404)
  const { body } = await admin.call(role.users, { params: { id: held.id } })
  expect(body).toMatchObject([{ nickName: 'staff1', enabled: true }])
})

test('the permissions of a role are replaced as a whole, effective at once for its holders', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const one = await makeMenu(shop, 'admin:test:one')
  const two = await makeMenu(shop, 'admin:test:two')
  const holder = await shop.signIn({ role: 'verifier' })
  const { id } = await findRole(admin, 'verifier')
  const permissions = async () => (await holder.call(auth.info)).body.permissions
  const give = (...ids: number[]) =>
    admin.call(role.updateMenus, { body: { id, menus: ids.map((menuId) => ({ id: menuId })) } })
  await give(one)
  expect(await permissions()).toEqual(['admin:test:one'])
  const before = Number((await holder.call(role.level)).headers['x-perm-version'])
  const answers = await Promise.all([give(one, two), give(two), give(one, two), give(two)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await give(two)
  expect(await permissions()).toEqual(['admin:test:two'])
  expect(Number((await holder.call(role.level)).headers['x-perm-version'])).toBeGreaterThan(before)
})

test('a disabled role grants nothing; a role already in the requested state stays unchanged', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const holder = await shop.signIn({ role: 'service' })
  const { id } = await findRole(admin, 'service')
  const set = async (status: boolean) =>
    (await admin.call(role.updateStatus, { params: { id }, body: { status } })).body
  const { version } = await set(true)
  expect((await set(false)).version).toBe(version + 1)
  expect((await set(false)).version).toBe(version + 1)
  expect((await holder.call(auth.info)).body).toMatchObject({ permissions: [], roles: [] })
})

test('a copy has the permissions of the original and is a role of its own', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const source = await findRole(admin, 'finance')
  const body = { name: '财务二', permission: 'finance2' }
  const copied = await admin.call(role.copy, { params: { id: source.id }, body })
  const read = async (id: number) => (await admin.call(role.info, { params: { id } })).body
  const [first, second] = [await read(source.id), await read(copied.body.id)]
  expect(second).toMatchObject({ ...body, level: 4, dataScope: '全部', userCount: 0 })
  expect(second.menus).toEqual(first.menus)
  expect(second.menus.length).toBeGreaterThan(10)
})

test('of two changes of one version of a role, the second is refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { id, version } = (await staff.call(role.save, { body: draft })).body
  const change = (name: string) => staff.call(role.update, { body: { id, version, name } })
  const answers = await Promise.all([change('导购甲'), change('导购乙')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'VERSION_CONFLICT',
    current: { id, version: version + 1 },
  })
})

test('roles are listed strongest first, in pages, and found by name or remark', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  await save(staff, { remark: '100%_真心' })
  const { body } = await staff.call(role.list, { query: { limit: 2 } })
  expect(body).toMatchObject({
    page: 1,
    limit: 2,
    list: [{ permission: 'admin', userCount: 1 }, { permission: 'shop_manager' }],
  })
  expect(body.total).toBe(10)
  const found = await staff.call(role.list, { query: { blurry: '0%_真' } })
  expect(found.body.list).toMatchObject([{ permission: 'guide', depts: [], remark: '100%_真心' }])
  expect((await staff.call(role.list, { query: { blurry: '0__真' } })).body.total).toBe(0)
  expect((await staff.call(role.list, { query: { page: 9 } })).body).toMatchObject({ list: [], total: 10 })
})
