import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultMenu } from '../../../server/src/areas/staff/default-menu/default-menu.ts'
import { defaultRoles, grantedCodes } from '../../../server/src/areas/staff/role/default-roles.ts'
import { callFrom, expect, test } from '../shop/journey.ts'
import { goWithin } from '../shop/within.ts'

/** The system's screens with the permission that opens each. */
const screens = [
  ['/system/admin', 'admin:system:admin:list'],
  ['/system/role', 'admin:system:role:list'],
  ['/system/menu', 'admin:system:menu:list'],
  ['/system/dept', 'admin:system:dept:list'],
  ['/system/job', 'admin:system:post:list'],
  ['/system/dict', 'admin:system:dict:list'],
  ['/system/setting', 'admin:system:config:info'],
] as const

test('permissions a role loses are gone within one request, without a page reload', async ({
  admin,
  person,
  open,
  trouble,
}) => {
  trouble.allow(/^403 POST \/api\/dict/)
  const clerk = await person(['admin:system:dict:list', 'admin:system:dict:save'])
  const page = await open('/system/dict', { as: clerk })
  const add = page.getByRole('button', { name: '新增' }).first()
  await expect(add).toBeVisible()
  await page.evaluate(() => Object.assign(window, { marker: 'the same page' }))

  const { body } = await admin.call<{ version: number; menus: { id: number }[] }>('GET', `/api/roles/${clerk.role.id}`)
  const left = (await admin.call<{ id: number; permissions: string[] }[]>('GET', '/api/menus/tree')).body
  const idOfSave = findMenu(left, 'admin:system:dict:save')
  const changed = await admin.call('PUT', '/api/roles/menu', {
    id: clerk.role.id,
    version: body.version,
    menus: body.menus.filter(({ id }) => id !== idOfSave),
  })
  expect(changed.status).toBe(200)

  await page.getByRole('button', { name: '刷新' }).first().click()
  await expect(add).toBeHidden()
  await expect(page.getByText('order_status').or(page.getByRole('row')).first()).toBeVisible()
  expect(await callFrom(page, 'POST', '/api/dict', { name: 'sneaky' })).toBe(403)
  expect(await page.evaluate(() => 'marker' in window)).toBe(true)

  // Losing the page itself leads to /401, still without a reload; the open page is notified by its socket.
  const again = await admin.call<{ version: number }>('GET', `/api/roles/${clerk.role.id}`)
  await admin.call('PUT', '/api/roles/menu', { id: clerk.role.id, version: again.body.version, menus: [] })
  trouble.allow(/^403 GET \/api\/dict/)
  await expect(page).toHaveURL('/401')
  expect(await page.evaluate(() => 'marker' in window)).toBe(true)
})

type MenuNode = { id: number; permissions: string[]; children?: MenuNode[] }

function findMenu(nodes: readonly MenuNode[], permission: string): number | undefined {
  for (const { id, permissions, children = [] } of nodes) {
    const found = permissions.includes(permission) ? id : findMenu(children, permission)
    if (found !== undefined) return found
  }
  return undefined
}

test('users with read-only permissions see no buttons that write, and their writes are refused', async ({
  person,
  open,
  trouble,
}) => {
  trouble.allow(/^403 (POST|PUT|DELETE) \/api\//)
  const looks = ['admin:system:role:info', 'admin:system:admin:info']
  const reader = await person([...screens.map(([, permission]) => permission), ...looks])
  const page = await open('/dashboard', { as: reader })
  for (const [path] of screens) {
    await goWithin(page, path)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    await expect(page.getByRole('main').locator('.ant-skeleton')).toHaveCount(0)
    const writes = page.getByRole('main').getByRole('button', {
      name: /^(新增|新增下级|修改|编辑|删除|保存|清空|重置密码|解锁|强制下线|复制|恢复默认菜单)$/,
    })
    await expect(writes, path).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('switch', { disabled: false }), path).toHaveCount(0)
  }
  expect(await callFrom(page, 'POST', '/api/dict', { name: 'sneaky' })).toBe(403)
  expect(await callFrom(page, 'PUT', '/api/settings/site', { values: {}, version: 0 })).toBe(403)
  expect(await callFrom(page, 'DELETE', '/api/users', [1])).toBe(403)
})

test('the default role 只读 is refused what is hidden from it', async ({ open, staff, trouble }) => {
  trouble.allow(/^403 (GET|POST) \/api\/dict/)
  const page = await open('/system/dict', { as: 'readonly' })
  // A page without permission is not among the routes.
  await expect(page).toHaveURL('/404')
  expect(await callFrom(page, 'GET', '/api/dict')).toBe(403)
  const reader = await staff('readonly')
  expect((await reader.call('POST', '/api/dict', { name: 'sneaky' })).status).toBe(403)
})

const built = new Set(
  globSync('*/pages/*.page.tsx', { cwd: fileURLToPath(new URL('../../../web/src/areas', import.meta.url)) }).map(
    (file) => file.replace(/^(.+)[\\/]pages[\\/](.+)\.page\.tsx$/, '$1/$2'),
  ),
)
/** Sign-in names that differ from the role's code. */
const names: Record<string, string> = { shop_manager: 'manager' }

/** The titles of the pages that a role is granted and this version has. */
function pagesOf(role: (typeof defaultRoles)[number]): string[] {
  const granted = new Set(grantedCodes(role))
  return defaultMenu
    .filter((row) => row.type === 1 && !row.hidden && built.has(row.component ?? ''))
    .filter((row) => !row.permissions.length || granted.has(row.code))
    .map((row) => row.name)
}
const nameOf = ({ permission }: (typeof defaultRoles)[number]) => names[permission] ?? permission

type Entry = { hidden?: boolean; component?: string; meta?: { title?: string }; children?: Entry[] | null }

const titlesIn = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ hidden }) => !hidden)
    .flatMap(({ component, meta, children }) =>
      children?.length ? titlesIn(children) : component?.includes('/') ? [meta?.title ?? ''] : [],
    )

test('each default role is sent exactly its granted pages', async ({ staff }) => {
  for (const role of defaultRoles) {
    const { body } = await (await staff(nameOf(role))).call<Entry[]>('GET', '/api/menus/build')
    const sent = titlesIn(body).filter((title) => title !== '首页')
    expect(sent.toSorted(), role.name).toEqual(pagesOf(role).toSorted())
  }
})

test('the menu shows the warehouse exactly the pages that it is granted', async ({ staff, open }) => {
  const role = defaultRoles.find(({ permission }) => permission === 'warehouse')
  if (!role) throw new Error('no such role')
  await (await staff('warehouse')).call('PUT', '/api/users/preferences', { settings: { uniqueOpened: false } })
  const page = await open('/dashboard', { as: 'warehouse' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: '主菜单' })
  const shut = sidebar.locator('[role=menuitem][aria-expanded=false]')
  while (await shut.count()) await shut.first().click()
  const links = await sidebar.getByRole('menuitem').getByRole('link').allTextContents()
  // A page with pending work has a number after its name.
  const shown = links.map((text) => text.replace(/\d+\+?$/, ''))
  expect(shown.toSorted()).toEqual(['首页', ...pagesOf(role)].toSorted())
})
