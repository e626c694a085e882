import { expect, test } from 'vitest'
import { defaultMenu } from '../default-menu/default-menu.ts'
import { type BuildRow, buildMenu, type Viewer } from './menu-build.ts'

const screens = new Set(['product/product-list', 'product/product-edit', 'decor/page-designer', 'dashboard/home'])
const everything: Viewer = { granted: 'all', screens }

let ids = 0
function row(fields: Partial<BuildRow>): BuildRow {
  return {
    id: ++ids,
    pid: 0,
    type: 0,
    name: '商品',
    permissions: [],
    path: 'product',
    component: null,
    componentName: null,
    iframe: false,
    icon: null,
    sort: 999,
    cache: false,
    hidden: false,
    alwaysShow: fields.type === undefined || fields.type === 0,
    activeMenu: null,
    breadcrumb: true,
    affix: false,
    blank: false,
    code: null,
    ...fields,
  }
}

const directory = row({ icon: 'goods' })
const list = row({
  pid: directory.id,
  type: 1,
  name: '商品管理',
  path: 'list',
  component: 'product/product-list',
  componentName: 'ProductList',
  permissions: ['admin:product:list'],
  cache: true,
})
const button = row({ pid: list.id, type: 2, name: '删除', path: null, permissions: ['admin:product:delete'] })

test('a top-level directory is drawn in the layout, its pages by their components', () => {
  expect(buildMenu([directory, list, button], everything)).toEqual([
    {
      name: '商品',
      path: '/product',
      component: 'Layout',
      hidden: false,
      alwaysShow: true,
      redirect: 'noredirect',
      meta: { title: '商品', icon: 'goods', noCache: true },
      children: [
        {
          name: 'ProductList',
          path: 'list',
          component: 'product/product-list',
          hidden: false,
          alwaysShow: false,
          meta: { title: '商品管理', noCache: false },
        },
      ],
    },
  ])
})

test('only granted pages and pages without a view permission are included, with their ancestors', () => {
  const granted = (...ids: number[]): Viewer => ({ granted: new Set(ids), screens })
  const open = row({ type: 1, name: '帮助', path: 'help', component: 'help/help-page', componentName: 'HelpPage' })
  const rows = [directory, list, button, open]
  const titles = (viewer: Viewer) => buildMenu(rows, viewer).map(({ path }) => path)
  expect(titles(granted())).toEqual(['/help'])
  expect(titles(granted(list.id))).toEqual(['/product', '/help'])
  expect(titles(granted(directory.id, button.id))).toEqual(['/help'])
})

test('an ancestor of a granted page that is not granted itself opens nothing', () => {
  const edit = row({ ...list, id: 900, pid: list.id, name: '编辑', path: 'edit', componentName: 'ProductEdit' })
  const [top] = buildMenu([directory, list, edit], { granted: new Set([edit.id]), screens })
  expect(top?.children).toMatchObject([{ name: '商品管理', path: 'list', children: [{ name: 'ProductEdit' }] }])
  expect(top?.children?.[0]).not.toHaveProperty('component')
})

test('a directory below another has no component', () => {
  const inner = row({ pid: directory.id, name: '交易组件', path: 'component' })
  const [top] = buildMenu([directory, inner, { ...list, pid: inner.id }], everything)
  expect(top?.children).toMatchObject([{ name: '交易组件', path: 'component', redirect: 'noredirect' }])
  expect(top?.children?.[0]).not.toHaveProperty('component')
})

test('a top-level page is wrapped in the layout', () => {
  expect(buildMenu([{ ...list, pid: 0, path: 'goods' }], everything)).toEqual([
    {
      path: '/goods',
      component: 'Layout',
      hidden: false,
      alwaysShow: false,
      children: [
        {
          name: 'ProductList',
          path: 'index',
          component: 'product/product-list',
          hidden: false,
          alwaysShow: false,
          meta: { title: '商品管理', noCache: false },
        },
      ],
    },
  ])
})

test('a top-level external link is wrapped, a nested one is not; neither has a component', () => {
  const externalLink = row({ type: 1, name: '官网', path: 'https://example.com', iframe: true })
  expect(buildMenu([externalLink], everything)).toEqual([
    {
      path: `/external-${externalLink.id}`,
      component: 'Layout',
      hidden: false,
      alwaysShow: false,
      children: [
        {
          name: '官网',
          path: 'https://example.com',
          hidden: false,
          alwaysShow: false,
          meta: { title: '官网', noCache: true },
        },
      ],
    },
  ])
  const [top] = buildMenu([directory, { ...externalLink, pid: directory.id }], everything)
  expect(top?.children).toMatchObject([{ path: 'https://example.com' }])
})

test('a page without the layout moves to the top level with its full path', () => {
  const designer = row({
    pid: directory.id,
    type: 1,
    name: '设计器',
    path: 'editor/:id?',
    component: 'decor/page-designer',
    componentName: 'PageDesigner',
    hidden: true,
    blank: true,
  })
  const built = buildMenu([directory, list, designer], everything)
  expect(built.map(({ path }) => path)).toEqual(['/product', '/product/editor/:id?'])
  expect(built[1]).toMatchObject({ component: 'decor/page-designer', hidden: true, meta: { blank: true } })
  expect(built[0]?.children).toHaveLength(1)
  expect(buildMenu([directory, designer], everything)).toHaveLength(1)
})

test('seeded pages are included only if this version has their screen; pages added by staff always are', () => {
  const seeded = { ...list, component: 'product/no-such-page', code: '/product/list' }
  expect(buildMenu([directory, seeded], everything)).toEqual([])
  expect(buildMenu([directory, { ...seeded, code: null }], everything)).toHaveLength(1)
})

test('the page that holds the dashboard widgets is not a route', () => {
  const home = row({ type: 1, path: 'home', component: 'dashboard/home', componentName: 'Home', code: '/home' })
  expect(buildMenu([home], everything)).toEqual([])
})

test('a directory with only hidden pages is hidden; a page with hidden pages below it is not', () => {
  const edit = row({ ...list, id: 901, path: 'edit', componentName: 'ProductEdit', hidden: true })
  expect(buildMenu([directory, edit], everything)[0]?.hidden).toBe(true)
  const [top] = buildMenu([directory, list, { ...edit, pid: list.id }], everything)
  expect(top?.hidden).toBe(false)
  expect(top?.children?.[0]).toMatchObject({ hidden: false, component: 'product/product-list' })
})

test('directories with equal titles get distinct names', () => {
  const other = row({ path: 'other' })
  const built = buildMenu([directory, list, other, { ...list, id: 902, pid: other.id, componentName: 'B' }], everything)
  const names = built.map(({ name }) => name)
  expect(new Set(names).size).toBe(2)
  expect(built.map(({ meta }) => meta?.title)).toEqual(['商品', '商品'])
})

test('the default menu names every route once, for every viewer', () => {
  const idOf = new Map(defaultMenu.map(({ code }, index) => [code, index + 1]))
  const rows = defaultMenu.map((seed) =>
    row({ ...seed, id: idOf.get(seed.code) ?? 0, pid: idOf.get(seed.parentCode ?? '') ?? 0 }),
  )
  const all = new Set(defaultMenu.flatMap(({ component }) => component ?? []))
  const names: string[] = []
  const collect = (nodes: ReturnType<typeof buildMenu>) => {
    for (const { name, children } of nodes) {
      if (name) names.push(name)
      collect(children ?? [])
    }
  }
  collect(buildMenu(rows, { granted: 'all', screens: all }))
  expect(names.length).toBeGreaterThan(100)
  expect(new Set(names).size).toBe(names.length)
})
