import { type Menu, type MenuDraft, menu } from '@zhanggui/contract/staff/menu.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { expect, test } from 'vitest'
import { type Caller, openShop } from '../../../testing/shop.ts'

const all = [menu.list, menu.save, menu.update, menu.remove]

function page(fields: Partial<MenuDraft> = {}): MenuDraft {
  return { type: 1, name: '帮助', path: 'help', component: 'help/help-page', componentName: 'HelpPage', ...fields }
}

async function save(staff: Caller, draft: MenuDraft): Promise<number> {
  const { status, body } = await staff.call(menu.save, { body: draft })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

async function findByPath(staff: Caller, path: string): Promise<Menu> {
  const found = flatten((await staff.call(menu.list)).body.content).find((row) => row.path === path && row.pid === 0)
  if (!found) throw new Error(`no menu ${path}`)
  return found
}

function flatten(rows: readonly Menu[]): Menu[] {
  return rows.flatMap((row) => [row, ...flatten(row.children ?? [])])
}

async function builtPaths(staff: Caller): Promise<string[]> {
  return (await staff.call(menu.build)).body.map(({ path }) => path)
}

test.each<[string, Partial<MenuDraft>, number, string]>([
  ['without a name', { name: ' ' }, 400, '请输入名称'],
  ['without a path', { path: '' }, 400, '请输入地址'],
  ['with an invalid path', { path: 'a%20b' }, 400, '路由地址只能包含字母、数字和 / _ : ? . - 这些字符'],
  ['without a component', { component: '' }, 400, '请输入组件路径'],
  [
    'with a component path that leaves the folder',
    { component: '../secret' },
    400,
    '组件路径格式如 product/product-list',
  ],
  ['without a component name', { componentName: '' }, 400, '请输入组件名称'],
  ['linked to a script', { iframe: true, path: 'javascript:alert(1)' }, 400, '外链必须以http://或者https://开头'],
  ['below a parent that does not exist', { pid: 99_999_999 }, 422, '上级类目不存在，请重新选择'],
  ['at a reserved address', { path: 'User/help' }, 422, '路由地址与系统路由冲突'],
  ['at a pattern that matches every address', { path: ':any' }, 422, '路由地址与系统路由冲突'],
  ['with the name of a sibling', { name: '商品' }, 409, '菜单名称已存在'],
  ['at the path of a sibling', { path: '/product/' }, 409, '路由地址已存在'],
  ['with a component name that is taken', { componentName: 'MenuList' }, 409, '组件名称已存在'],
  ['with six permissions', { permissions: [...'abcdef'].map((end) => `admin:${end}`) }, 400, '权限标识最多5项'],
  ['with an invalid permission', { permissions: ['*:*:*'] }, 400, '权限标识格式不正确'],
])('a menu %s is refused', async (_, change, status, message) => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  expect(await staff.call(menu.save, { body: page(change) })).toMatchObject({ status, body: { message } })
})

test('a button belongs to a page and has one permission', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const pid = await save(staff, page())
  const button: MenuDraft = { pid, type: 2, name: '删除', permissions: ['admin:help:delete'] }
  const refusal = async (draft: MenuDraft) => (await staff.send('POST', '/api/menus', draft)).body.message
  expect(await refusal({ ...button, permissions: [] })).toBe('按钮须填写一个权限标识')
  expect(await refusal({ ...button, pid: 0 })).toBe('按钮的上级必须是菜单')
  const id = await save(staff, button)
  expect(await refusal({ ...page({ path: 'x', componentName: 'X' }), pid: id })).toBe('菜单的上级不能是按钮')
  expect(await refusal({ type: 0, name: '目录', path: 'x', pid })).toBe('目录的上级必须是目录')
  const externalLink = await save(staff, { type: 1, name: '官网', path: 'https://example.com', iframe: true })
  expect(await refusal({ ...page({ path: 'x', componentName: 'X' }), pid: externalLink })).toBe('外链下不能添加菜单')
})

test('a menu cannot move below itself or its descendants, and keeps its type while it has children', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const top = { name: '知识', path: 'knowledge' }
  const id = await save(staff, top)
  const inner = { pid: id, name: '内部', path: 'inner' }
  const below = await save(staff, inner)
  const refusal = async (change: object) =>
    (await staff.send('PUT', '/api/menus', { id, ...top, ...change })).body.message
  expect(await refusal({ pid: id })).toBe('上级不能为自己')
  expect(await refusal({ pid: below })).toBe('上级不能为自己的下级')
  expect(await refusal(page())).toBe('存在下级菜单，不能修改菜单类型')
  expect(await refusal({ iframe: true, path: 'https://example.com' })).toBe('存在下级菜单，不能改为外链')
})

test('of two menus moved below each other at once, one is moved and the other refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const one = { name: '甲', path: 'one' }
  const two = { name: '乙', path: 'two' }
  const [first, second] = [await save(staff, one), await save(staff, two)]
  const answers = await Promise.all([
    staff.call(menu.update, { body: { id: first, ...one, pid: second } }),
    staff.call(menu.update, { body: { id: second, ...two, pid: first } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('of two menus saved at once under one name, one is stored and the other refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const answers = await Promise.all([1, 2, 3].map(() => staff.call(menu.save, { body: page() })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('of two changes of one version of a menu, the second is refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { id, version } = (await staff.call(menu.save, { body: page({ icon: 'help' }) })).body
  const change = (name: string) => staff.call(menu.update, { body: { id, version, ...page({ name }) } })
  const answers = await Promise.all([change('手册'), change('说明')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'VERSION_CONFLICT',
    current: { id, version: version + 1 },
  })
  expect(await findByPath(staff, 'help')).toMatchObject({ icon: '', type: 1, component: 'help/help-page' })
})

test('nobody gives a menu a permission they do not hold', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const id = await save(staff, page())
  const body = { id, ...page({ permissions: ['admin:order:refund'] }) }
  const refused = await staff.call(menu.update, { body })
  expect(refused).toMatchObject({ status: 422, body: { message: '不能授予自己没有的权限' } })
  const admin = await shop.signInAdmin()
  expect((await admin.call(menu.update, { body })).status).toBe(200)
  // Permissions it already has stay.
  expect((await staff.call(menu.update, { body: { ...body, name: '手册' } })).status).toBe(200)
})

test('the list shows matches and their ancestors, with all fields', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const id = await save(staff, { name: '知识', path: 'knowledge', sort: 1 })
  await save(staff, page({ pid: id, cache: true }))
  const everything = (await staff.call(menu.list)).body
  expect(everything.totalElements).toBe(flatten(everything.content).length)
  const { body } = await staff.call(menu.list, { query: { blurry: 'HELP-page' } })
  expect(body).toMatchObject({
    totalElements: 1,
    content: [
      {
        name: '知识',
        type: 0,
        alwaysShow: true,
        builtin: false,
        children: [{ name: '帮助', cache: true, available: true, alwaysShow: false, breadcrumb: true }],
      },
    ],
  })
  expect(body.content).toHaveLength(1)
  const none = await staff.call(menu.list, { query: { createTime: ['2020-01-01', '2020-01-02'] } })
  expect(none.body).toEqual({ content: [], totalElements: 0 })
})

test('users who may see roles choose menus from the tree, including buttons', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ permissions: ['admin:system:role:list'] })
  const { body } = await staff.call(menu.tree)
  const system = body.find(({ label }) => label === '系统')
  const list = system?.children?.find(({ label }) => label === '菜单管理')
  expect(list).toMatchObject({ type: 1, permissions: ['admin:system:menu:list'] })
  expect(list?.children?.map(({ label }) => label)).toEqual(['新增', '编辑', '删除'])
})

test('siblings can be reordered', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const pid = await save(staff, { name: '知识', path: 'knowledge' })
  const ids: number[] = []
  for (const name of ['甲', '乙', '丙']) ids.push(await save(staff, { pid, name, path: `p${ids.length}` }))
  const [first = 0, second = 0, third = 0] = ids
  expect((await staff.call(menu.sort, { body: { pid, ids: [third, first] } })).status).toBe(200)
  expect((await findByPath(staff, 'knowledge')).children?.map(({ id }) => id)).toEqual([third, first, second])
  const gone = await staff.call(menu.sort, { body: { pid: 0, ids: [first] } })
  expect(gone).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
})

test('deleting a menu deletes its descendants, but never a seeded one', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const pid = await save(staff, { name: '知识', path: 'knowledge' })
  const below = await save(staff, page({ pid }))
  const product = await findByPath(staff, 'product')
  const seeded = await staff.call(menu.remove, { body: [pid, product.id] })
  expect(seeded).toMatchObject({ status: 422, body: { message: '系统内置菜单不能删除' } })
  expect((await staff.call(menu.remove, { body: [99_999_999] })).status).toBe(404)
  expect((await staff.call(menu.remove, { body: [pid] })).status).toBe(200)
  const left = flatten((await staff.call(menu.list)).body.content).map(({ id }) => id)
  expect(left).not.toContain(pid)
  expect(left).not.toContain(below)
})

test('only the super administrator hides the pages for managing rights', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { id, name, path } = await findByPath(staff, 'system')
  const body = { id, name, path, hidden: true }
  const refused = await staff.call(menu.update, { body })
  expect(refused).toMatchObject({ status: 422, body: { message: '不能删除最后一个权限管理入口' } })
  const admin = await shop.signInAdmin()
  expect((await admin.call(menu.update, { body })).status).toBe(200)
  expect((await staff.call(menu.update, { body: { ...body, name: '系统工具箱' } })).status).toBe(200)
})

test('a change shows in everyone’s menu at once and raises their version', async () => {
  const shop = await openShop()
  const editor = await shop.signIn({ can: all })
  const reader = await shop.signIn()
  expect(await builtPaths(reader)).not.toContain('/help')
  const before = Number((await reader.call(menu.build)).headers['x-perm-version'])
  await save(editor, page())
  const after = await reader.call(menu.build)
  expect(Number(after.headers['x-perm-version'])).toBeGreaterThan(before)
  expect(after.body).toContainEqual(expect.objectContaining({ path: '/help', component: 'Layout' }))
})

test('a page with a view permission is shown to users granted it and to the super administrator', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await save(admin, page({ permissions: ['admin:help:list'] }))
  const reader = await shop.signIn({ permissions: ['admin:help:list'] })
  expect(await builtPaths(admin)).toContain('/help')
  expect(await builtPaths(reader)).not.toContain('/help')
})

test('the default menu is complete, and restoring it changes nothing', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  expect((await staff.call(menu.restoreDefault)).status).toBe(403)
  const admin = await shop.signInAdmin()
  expect(await admin.call(menu.restoreDefault)).toMatchObject({ status: 200, body: { created: 0 } })
})

test('users who may see roles are shown the menu of a role: its pages and their ancestors only', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ can: [role.info] })
  const id = await save(admin, page({ permissions: ['admin:help:list'] }))
  const other = page({ name: '公告栏', path: 'board', component: 'help/board', componentName: 'BoardPage' })
  await save(admin, { ...other, permissions: ['admin:board:list'] })
  const draft = { name: '导购', permission: 'guide', dataScope: '全部' as const, level: 5, menus: [{ id }] }
  const roleId = (await admin.call(role.save, { body: draft })).body.id
  const pathsOf = async (caller: Caller) =>
    (await caller.call(menu.preview, { params: { id: roleId } })).body.map(({ path }) => path)
  expect(await pathsOf(staff)).toContain('/help')
  expect(await pathsOf(staff)).not.toContain('/board')
  expect(await staff.call(menu.preview, { params: { id: 99_999_999 } })).toMatchObject({ status: 404 })
  const nobody = await shop.signIn({ can: [menu.list] })
  expect(await nobody.call(menu.preview, { params: { id: roleId } })).toMatchObject({ status: 403 })
})
