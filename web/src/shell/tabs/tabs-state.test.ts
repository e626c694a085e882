import { describe, expect, test } from 'vitest'
import { directory, matchAt, page, placeAt, recordsOf, shopMenus, shopRecords, tabAt } from '../../testing/menus.ts'
import {
  close,
  closeAll,
  closeLeft,
  closeOthers,
  closeRight,
  keepAlive,
  keepPermitted,
  noTabs,
  refresh,
  refreshAll,
  renameTab,
  reorder,
  restoreTabs,
  storedTabs,
  type TabsState,
  tabOf,
  tabsKey,
  visit,
  withAffixed,
} from './tabs-state.ts'

const clean: ReadonlySet<string> = new Set()
const paths = (state: TabsState) => state.visited.map(({ path }) => path)

/** The tabs after the start and visits to several pages. */
function walk(...fullPaths: string[]): TabsState {
  return fullPaths.reduce((state, fullPath) => visit(state, tabAt(fullPath), clean), withAffixed(noTabs, shopRecords))
}

const [list, orders, refunds] = ['/product/list', '/order/list', '/order/refund']
const [edit3, edit4] = ['/product/edit/3', '/product/edit/4']

describe('pages with a tab', () => {
  test('the dashboard is the only tab at the start', () => {
    const state = withAffixed(noTabs, shopRecords)
    expect(state.visited).toEqual([
      {
        path: '/dashboard',
        fullPath: '/dashboard',
        query: {},
        params: {},
        name: 'Dashboard',
        title: '首页',
        meta: { affix: true, noCache: true },
      },
    ])
  })

  test('affixed pages of the menu come first, in route order', () => {
    const affix = { affix: true }
    const records = recordsOf([
      ...shopMenus,
      directory('/x', '甲', [page('a', '一', 'A', affix), page('b', '二', 'B', affix)]),
    ])
    const state = withAffixed(visit(noTabs, tabAt(list), clean), records)
    expect(paths(state)).toEqual(['/dashboard', '/x/a', '/x/b', list])
    expect(withAffixed(state, records)).toEqual(state)
  })

  test('a page adds a tab with all its fields', () => {
    expect(walk('/marketing/seckill/list/9?page=2&name=%E8%8C%B6#top').visited[1]).toEqual({
      path: '/marketing/seckill/list/9',
      fullPath: '/marketing/seckill/list/9?page=2&name=%E8%8C%B6#top',
      query: { page: '2', name: '茶' },
      params: { timeId: '9' },
      name: 'SeckillList',
      title: '秒杀商品',
      meta: { affix: false, noCache: false },
    })
  })

  test('the same path with another query updates its tab and keeps the title', () => {
    const state = visit(renameTab(walk(edit3), edit3, '编辑商品·茶杯'), tabAt(`${edit3}?step=2`), clean)
    expect(paths(state)).toEqual(['/dashboard', edit3])
    expect(state.visited[1]).toMatchObject({
      fullPath: `${edit3}?step=2`,
      query: { step: '2' },
      title: '编辑商品·茶杯',
    })
  })

  test('two paths of one route are two tabs', () => {
    expect(paths(walk(edit3, edit4))).toEqual(['/dashboard', edit3, edit4])
  })

  test.each(['/login', '/401', '/404', '/setup', '/redirect', '/redirect/product/list', '/design/editor/1'])(
    '%s adds no tab',
    (path) => {
      expect(tabOf(matchAt(path), placeAt(path))).toBeUndefined()
    },
  )

  test('a route without a name adds no tab', () => {
    const records = recordsOf([directory('/x', '甲', [{ ...page('a', '子', 'A'), name: undefined }])])
    expect(tabOf(matchAt('/x/a', records), placeAt('/x/a'))).toBeUndefined()
  })

  test('a missing title becomes no-name', () => {
    const records = recordsOf([directory('/x', '甲', [page('a', '', 'A')])])
    expect(tabAt('/x/a', records).title).toBe('no-name')
  })
})

describe('pages kept alive', () => {
  test('a visit caches the name once, and not at all for noCache', () => {
    const state = walk(edit3, edit4, '/product/import')
    expect(state.cached).toEqual(['ProductEdit'])
  })

  test('each path has its own instance; a page that is not cached has none', () => {
    expect(keepAlive(walk(edit3, edit4, '/product/import'))).toEqual([edit3, edit4])
  })

  test('closing a tab destroys its instance and spares another of the same name', () => {
    const both = walk(edit3, edit4)
    const one = close(both, edit3, edit4).state
    expect(one.cached).toEqual(['ProductEdit'])
    expect(keepAlive(one)).toEqual([edit4])
    const none = close(one, edit4, edit4).state
    expect(none.cached).toEqual([])
    expect(keepAlive(none)).toEqual([])
  })

  const many = Array.from({ length: 20 }, (_, index) => `/product/edit/${index + 1}`)

  test('the 21st instance drops the least recently shown one, whose tab stays', () => {
    const state = walk(...many, '/product/edit/1', list)
    expect(keepAlive(state)).toHaveLength(20)
    expect(keepAlive(state)).not.toContain('/product/edit/2')
    expect(keepAlive(state)).toContain('/product/edit/1')
    expect(paths(state)).toContain('/product/edit/2')
  })

  test('a dirty form is never dropped', () => {
    const dirty = new Set(['/product/edit/1', '/product/edit/2'])
    const state = visit(walk(...many), tabAt(list), dirty)
    expect(keepAlive(state)).toHaveLength(20)
    expect(keepAlive(state)).toEqual(expect.arrayContaining(['/product/edit/1', '/product/edit/2', list]))
    expect(keepAlive(state)).not.toContain('/product/edit/3')
  })

  test('when all are dirty all stay, including the current page', () => {
    expect(keepAlive(visit(walk(...many), tabAt(list), new Set(many)))).toHaveLength(21)
  })

  test('a refresh drops the instance and re-enters the page with its query, active or not', () => {
    const { state, move } = refresh(walk(`${list}?page=2`, orders), list)
    expect(keepAlive(state)).toEqual([orders])
    expect(paths(state)).toEqual(['/dashboard', list, orders])
    expect(move).toEqual({ how: 'replace', to: '/redirect/product/list?page=2' })
  })

  test('a change of size drops every instance and re-enters the current page', () => {
    const { state, move } = refreshAll(walk(list, orders), `${orders}?page=2`)
    expect(state).toMatchObject({ cached: [], live: [] })
    expect(paths(state)).toEqual(['/dashboard', list, orders])
    expect(move).toEqual({ how: 'replace', to: '/redirect/order/list?page=2' })
  })

  test('a page that is no longer permitted loses its tab and instance', () => {
    const state = keepPermitted(walk(list, orders), recordsOf(shopMenus.slice(1)))
    expect(paths(state)).toEqual(['/dashboard', orders])
    expect(keepAlive(state)).toEqual([orders])
  })
})

describe('closing', () => {
  test('an affixed tab cannot be closed', () => {
    const state = walk(list)
    expect(close(state, '/dashboard', '/dashboard')).toEqual({ state })
  })

  test('closing the active tab goes to the last remaining one', () => {
    const { state, move } = close(walk(list, edit3, `${orders}?page=2`), edit3, edit3)
    expect(paths(state)).toEqual(['/dashboard', list, orders])
    expect(move).toEqual({ how: 'push', to: `${orders}?page=2` })
  })

  test('closing an inactive tab does not navigate', () => {
    const { state, move } = close(walk(list, orders), list, orders)
    expect(paths(state)).toEqual(['/dashboard', orders])
    expect(move).toBeUndefined()
  })

  test('without remaining tabs: the root, or the dashboard again', () => {
    const lone = visit(noTabs, tabAt(list), clean)
    expect(close(lone, list, list).move).toEqual({ how: 'push', to: '/' })
    const dashboard = { ...tabAt('/dashboard'), meta: { affix: false, noCache: true } }
    const home = visit(noTabs, dashboard, clean)
    expect(close(home, '/dashboard', '/dashboard').move).toEqual({ how: 'replace', to: '/redirect/dashboard' })
  })

  test('关闭其他 keeps the chosen and the affixed tabs and activates the chosen one', () => {
    const { state, move } = closeOthers(walk(list, `${orders}?page=2`, refunds), orders, refunds)
    expect(paths(state)).toEqual(['/dashboard', orders])
    expect(keepAlive(state)).toEqual([orders])
    expect(state.cached).toEqual(['OrderList'])
    expect(move).toEqual({ how: 'push', to: `${orders}?page=2` })
  })

  test('关闭其他 on the active tab does not navigate', () => {
    expect(closeOthers(walk(list, orders), orders, orders).move).toBeUndefined()
  })

  test('关闭其他 on an affixed tab goes from a page that stays open to the chosen one', () => {
    const records = recordsOf([...shopMenus, directory('/x', '甲', [page('a', '一', 'A', { affix: true })])])
    const start = visit(withAffixed(noTabs, records), tabAt(list), clean)
    expect(closeOthers(start, '/dashboard', '/x/a').move).toEqual({ how: 'push', to: '/dashboard' })
  })

  test('关闭全部 keeps the affixed tabs, drops every instance and leaves a page without a tab', () => {
    const { state, move } = closeAll(walk(list, orders), orders)
    expect(paths(state)).toEqual(['/dashboard'])
    expect(state).toMatchObject({ cached: [], live: [] })
    expect(move).toEqual({ how: 'push', to: '/dashboard' })
  })

  test('关闭全部 stays on a page that keeps its tab', () => {
    expect(closeAll(walk(list), '/dashboard').move).toBeUndefined()
  })

  test('关闭左侧 and 关闭右侧 close one side and activate the chosen tab if the active one was closed', () => {
    const state = walk(list, orders, refunds)
    expect(paths(closeLeft(state, orders, refunds).state)).toEqual(['/dashboard', orders, refunds])
    expect(closeLeft(state, orders, refunds).move).toBeUndefined()
    expect(closeLeft(state, orders, list).move).toEqual({ how: 'push', to: orders })
    expect(paths(closeRight(state, orders, refunds).state)).toEqual(['/dashboard', list, orders])
    expect(closeRight(state, orders, refunds).move).toEqual({ how: 'push', to: orders })
  })

  test('an unknown tab changes nothing', () => {
    const state = walk(list)
    for (const change of [close, closeOthers, closeLeft, closeRight])
      expect(change(state, '/nowhere', list)).toEqual({ state })
    expect(refresh(state, '/nowhere')).toEqual({ state })
  })
})

describe('order and storage', () => {
  test.each([
    [list, refunds, ['/dashboard', orders, refunds, list]],
    [refunds, list, ['/dashboard', refunds, list, orders]],
    [refunds, '/dashboard', ['/dashboard', refunds, list, orders]],
    ['/dashboard', refunds, ['/dashboard', list, orders, refunds]],
    ['/nowhere', refunds, ['/dashboard', list, orders, refunds]],
  ])('dragging %s to %s keeps affixed tabs first', (from, to, order) => {
    expect(paths(reorder(walk(list, orders, refunds), from, to))).toEqual(order)
  })

  test('tabs come back after a reload in their order, with query and title, but without instances', () => {
    const before = renameTab(walk(orders, `${edit3}?step=2`), edit3, '编辑商品·茶杯')
    const after = restoreTabs(storedTabs(before), shopRecords)
    expect(after).toEqual({ visited: before.visited, cached: [], live: [] })
  })

  test('pages that are no longer permitted do not come back', () => {
    const stored = storedTabs(walk(list, orders))
    expect(paths(restoreTabs(stored, recordsOf(shopMenus.slice(1))))).toEqual(['/dashboard', orders])
  })

  test.each([
    null,
    '',
    'not json',
    'null',
    '{}',
    '[null, 3, "x", {}, {"fullPath": 4, "title": "t"}]',
    '[{"fullPath": "/login", "title": "t"}, {"fullPath": "https://evil.example", "title": "t"}]',
  ])('%s in the storage gives the initial tabs', (stored) => {
    expect(restoreTabs(stored, shopRecords)).toEqual(withAffixed(noTabs, shopRecords))
  })

  test('a URL with several leading slashes comes back as one inside the console, and only once', () => {
    const stored = JSON.stringify(['//order/list', '/order/list/'].map((fullPath) => ({ fullPath, title: 't' })))
    expect(restoreTabs(stored, shopRecords).visited.map(({ fullPath }) => fullPath)).toEqual(['/dashboard', orders])
  })

  test('each user has their own', () => {
    expect(tabsKey(7)).toBe('tabs:7')
  })
})
