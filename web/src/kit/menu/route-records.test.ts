import { describe, expect, test } from 'vitest'
import { directory, matchAt, page, recordsOf, shopMenus, shopRecords } from '../../testing/menus.ts'
import {
  buildRoutes,
  fillPath,
  hasLayout,
  isKnownPath,
  joinPath,
  matchRoute,
  menuLink,
  type RouteRecord,
} from './route-records.ts'

const withPath = (fullPath: string) => ({ ...matchAt('/product/list').record, fullPath })

describe('full paths', () => {
  test.each([
    ['', '/product', '/product'],
    ['/product', 'list', '/product/list'],
    ['/marketing/seckill', 'list/:timeId?', '/marketing/seckill/list/:timeId?'],
    ['/product', '/order/list', '/order/list'],
    ['/', 'dashboard', '/dashboard'],
    ['/product', 'https://pay.example.com/a', 'https://pay.example.com/a'],
    ['/product', 'mailto:a@b.cn', 'mailto:a@b.cn'],
    ['/product', 'tel:10086', 'tel:10086'],
  ])('below %s the path %s is %s', (parent, path, full) => {
    expect(joinPath(parent, path)).toBe(full)
  })

  test.each([
    ['/marketing/seckill/list/:timeId?', '/marketing/seckill/list'],
    ['/redirect/:path*', '/redirect'],
    ['/product/list', '/product/list'],
    ['/product/edit/:id', undefined],
    ['tel:10086', 'tel:10086'],
  ])('the menu link of %s is %s', (fullPath, link) => {
    expect(menuLink(withPath(fullPath))).toBe(link)
  })

  test.each([
    ['/product/edit/:id', { id: '3' }, '/product/edit/3'],
    ['/edit/:type/:id?', { type: 'a b' }, '/edit/a%20b'],
    ['/edit/:type/:id?', { type: '砍价', id: '7' }, '/edit/%E7%A0%8D%E4%BB%B7/7'],
    ['/redirect/:path*', { path: 'product/list' }, '/redirect/product/list'],
  ])('%s is filled with the parameters', (fullPath, params, filled) => {
    expect(fillPath(fullPath, params)).toBe(filled)
  })
})

describe('the tree of routes', () => {
  test('the fixed routes come first, then the server menu in its order', () => {
    expect(shopRecords.map(({ fullPath }) => fullPath)).toEqual([
      '/login',
      '/setup',
      '/redirect',
      '/404',
      '/401',
      '/',
      '/user',
      '/yshop/materia/index',
      '/product',
      '/order',
      '/marketing',
      '/external-7',
      '/design/editor/:id?',
    ])
  })

  test.each([
    ['/login', 'Login', '登录', false, true],
    ['/404', 'Page404', '404', true, true],
    ['/401', 'Page401', '401', true, true],
    ['/setup', 'Setup', '初始化', false, true],
    ['/redirect/product/list', 'Redirect', undefined, true, true],
    ['/dashboard', 'Dashboard', '首页', true, true],
    ['/user/center', 'UserCenter', '个人中心', true, false],
    ['/yshop/materia/index', 'images', '上传图片', false, true],
  ])('%s exists without the server menu', (path, name, title, layout, noCache) => {
    const match = matchAt(path, recordsOf([]))
    expect(match.record.name).toBe(name)
    expect(match.record.meta).toMatchObject({ noCache, ...(title && { title }) })
    expect(match.record.meta.title).toBe(title)
    expect(hasLayout(match)).toBe(layout)
  })

  test('names stay unique: a repeated one gets its path appended and is reported', () => {
    const { records, duplicates } = buildRoutes([
      directory('/a', '甲', [page('one', '一', 'Same'), page('two', '二', 'Same')]),
      directory('/b', '乙', [page('home', '假首页', 'Dashboard')]),
    ])
    const names = namesOf(records)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('Same-/a/two')
    expect(names).toContain('Dashboard-/b/home')
    expect(duplicates).toEqual(['Same', 'Dashboard'])
    expect(buildRoutes(shopMenus).duplicates).toEqual([])
  })
})

describe('matching', () => {
  test.each([
    ['/product/list', 'ProductList', {}],
    ['/product/list/', 'ProductList', {}],
    ['/product/create', 'ProductCreate', {}],
    ['/product/edit/3', 'ProductEdit', { id: '3' }],
    ['/product/edit/%E8%8C%B6', 'ProductEdit', { id: '茶' }],
    ['/product/edit/%', 'ProductEdit', { id: '%' }],
    ['/marketing/seckill/list', 'SeckillList', {}],
    ['/marketing/seckill/list/9', 'SeckillList', { timeId: '9' }],
    ['/marketing/seckill/edit/a/2', 'SeckillEdit', { type: 'a', id: '2' }],
    ['/redirect/product/edit/3', 'Redirect', { path: 'product/edit/3' }],
    ['/design/editor', 'PageDesigner', {}],
  ])('%s leads to %s', (path, name, params) => {
    const match = matchAt(path)
    expect(match.record.name).toBe(name)
    expect(match.params).toEqual(params)
  })

  test('the chain runs from the outermost record to the page', () => {
    const { records } = matchAt('/marketing/seckill/list/9')
    expect(records.map(({ meta }) => meta.title)).toEqual(['营销', '秒杀', '秒杀商品'])
  })

  test('a fixed path wins over a parameterised one, whatever their order', () => {
    const children = [page(':id', '详情', 'Detail'), page('list', '列表', 'List'), page(':path*', '其余', 'Rest')]
    for (const order of [children, children.toReversed()]) {
      const records = recordsOf([directory('/x', '甲', order)])
      expect(matchRoute(records, '/x/list')?.record.name).toBe('List')
      expect(matchRoute(records, '/x/7')?.record.name).toBe('Detail')
      expect(matchRoute(records, '/x/7/8')?.record.name).toBe('Rest')
    }
  })

  test('a page with child pages can still be opened itself', () => {
    const parent = { ...page('p', '上级', 'Parent'), redirect: 'noredirect', children: [page('c', '下级', 'Child')] }
    const records = recordsOf([directory('/x', '甲', [parent])])
    expect(matchRoute(records, '/x/p')?.record.name).toBe('Parent')
    expect(matchRoute(records, '/x/p/c')?.record.name).toBe('Child')
  })

  test.each([
    '/nowhere',
    '/product',
    '/marketing/seckill',
    '/product/edit',
    '/product/edit/3/4',
    '/external-7',
    '/https:/pay.example.com',
    '/Product/List',
  ])('%s is not a known page', (path) => {
    expect(isKnownPath(shopRecords, path)).toBe(false)
  })

  test('a page of the menu is known only with the menu', () => {
    expect(isKnownPath(shopRecords, '/order/list')).toBe(true)
    expect(isKnownPath(recordsOf([]), '/order/list')).toBe(false)
  })

  test('a blank page is drawn outside the layout', () => {
    expect(hasLayout(matchAt('/design/editor/4'))).toBe(false)
    expect(hasLayout(matchAt('/product/list'))).toBe(true)
  })
})

function namesOf(records: readonly RouteRecord[]): string[] {
  return records.flatMap(({ name, children }) => [...(name ? [name] : []), ...namesOf(children)])
}
