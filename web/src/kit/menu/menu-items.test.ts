import type { MenuNode } from '@zhanggui/contract/staff/menu.ts'
import { describe, expect, test } from 'vitest'
import { directory, matchAt, page, recordsOf, shopRecords } from '../../testing/menus.ts'
import { activeKey, ancestorKeys, badgeText, nextOpenKeys, type SidebarItem, sidebarItems } from './menu-items.ts'

/** The items a menu adds to those of the fixed routes. */
const itemsFor = (...menus: MenuNode[]) => sidebarItems(recordsOf(menus)).slice(1)

/** The outline of a menu: leaves as keys, sub-menus as a key with their children. */
function outline(items: readonly SidebarItem[]): unknown[] {
  return items.map(({ key, children }) => (children ? { [key]: outline(children) } : key))
}

describe('contents of the menu', () => {
  test('fixed and server routes in order, hidden ones left out', () => {
    expect(outline(sidebarItems(shopRecords))).toEqual([
      '/dashboard',
      { '/product': ['/product/list', '/product/import'] },
      { '/order': ['/order/list', '/order/refund'] },
      { '/marketing': [{ '/marketing/seckill': ['/marketing/seckill/list'] }] },
      'https://pay.example.com',
    ])
    expect(sidebarItems(shopRecords)[0]).toMatchObject({ title: '首页', icon: 'index' })
  })

  test('an item without a title and without visible children is omitted', () => {
    const nameless = { path: '/x', component: 'Layout', hidden: false, alwaysShow: true }
    expect(itemsFor(nameless)).toEqual([])
    expect(itemsFor({ ...nameless, children: [page('a', '甲', 'A', { hidden: true })] })).toEqual([])
  })

  test('a hidden parent hides all below it', () => {
    expect(itemsFor(directory('/x', '甲', [page('a', '子', 'A')], { hidden: true }))).toEqual([])
  })

  test('an only child replaces its parent', () => {
    const [item] = itemsFor(directory('/x', '甲', [page('a', '子', 'A', { icon: 'own' })], { alwaysShow: false }))
    expect(item).toMatchObject({ key: '/x/a', title: '子', icon: 'own' })
    expect(item?.children).toBeUndefined()
  })

  test('an only child without an icon takes the icon of its parent', () => {
    const [item] = itemsFor(directory('/x', '甲', [page('a', '子', 'A')], { alwaysShow: false }))
    expect(item).toMatchObject({ title: '子', icon: 'x-icon' })
  })

  test('hidden siblings do not count', () => {
    const children = [page('a', '子', 'A'), page('b', '藏', 'B', { hidden: true })]
    expect(outline(itemsFor(directory('/x', '甲', children, { alwaysShow: false })))).toEqual(['/x/a'])
  })

  test('a parent marked alwaysShow keeps its only child below it', () => {
    expect(outline(itemsFor(directory('/x', '甲', [page('a', '子', 'A')])))).toEqual([{ '/x': ['/x/a'] }])
  })

  test('a parent with no visible child is a leaf itself', () => {
    const [item] = itemsFor(directory('/x', '甲', [page('a', '子', 'A', { hidden: true })]))
    expect(item).toMatchObject({ key: '/x', title: '甲' })
    expect(item?.children).toBeUndefined()
  })

  test('a page wrapped by the server appears under its own title', () => {
    const wrapped = {
      path: '/x',
      component: 'Layout',
      hidden: false,
      alwaysShow: false,
      children: [page('index', '独页', 'X', { icon: 'x' })],
    }
    expect(itemsFor(wrapped)).toMatchObject([{ key: '/x/index', title: '独页', icon: 'x' }])
  })

  test('the only-child rule applies at each of four levels', () => {
    const options = { alwaysShow: false }
    const deep = (more: Partial<MenuNode>) =>
      directory(
        '/a',
        '一',
        [directory('b', '二', [directory('c', '三', [page('d', '四', 'D')], more)], options)],
        options,
      )
    expect(outline(itemsFor(deep(options)))).toEqual(['/a/b/c/d'])
    expect(outline(itemsFor(deep({ alwaysShow: true })))).toEqual([
      { '/a': [{ '/a/b': [{ '/a/b/c': ['/a/b/c/d'] }] }] },
    ])
  })

  test('optional parameters are left out of the link, and a page that requires one has no item', () => {
    const children = [page('list/:timeId?', '可选', 'A'), page('edit/:id', '必填', 'B'), page('c', '无', 'C')]
    expect(outline(itemsFor(directory('/x', '甲', children)))).toEqual([{ '/x': ['/x/list', '/x/c'] }])
  })

  test('an external item keeps its URL and is marked as external', () => {
    const item = sidebarItems(shopRecords).at(-1)
    expect(item).toMatchObject({ key: 'https://pay.example.com', title: '支付后台', external: true })
  })
})

describe('active and open items', () => {
  const items = sidebarItems(shopRecords)

  test.each([
    ['/product/list', '/product/list', ['/product']],
    ['/product/create', '/product/list', ['/product']],
    ['/product/edit/3', '/product/list', ['/product']],
    ['/marketing/seckill/list/9', '/marketing/seckill/list', ['/marketing', '/marketing/seckill']],
    ['/marketing/seckill/edit/a', '/marketing/seckill/list', ['/marketing', '/marketing/seckill']],
    ['/dashboard', '/dashboard', []],
    ['/user/center', '/user/center', []],
  ])('on %s the item %s is active', (path, key, open) => {
    expect(activeKey(matchAt(path))).toBe(key)
    expect(ancestorKeys(items, key)).toEqual(open)
  })

  test('with uniqueOpened, opening a sub-menu closes its siblings and their descendants', () => {
    const open = ['/marketing', '/marketing/seckill']
    expect(nextOpenKeys(items, open, [...open, '/order'], true)).toEqual(['/order'])
  })

  test('with uniqueOpened, opening a sub-menu leaves its own ancestors open', () => {
    const open = ['/marketing']
    expect(nextOpenKeys(items, open, [...open, '/marketing/seckill'], true)).toEqual([
      '/marketing',
      '/marketing/seckill',
    ])
  })

  test('without uniqueOpened any number is open, and closing closes one', () => {
    expect(nextOpenKeys(items, ['/product'], ['/product', '/order'], false)).toEqual(['/product', '/order'])
    expect(nextOpenKeys(items, ['/product', '/order'], ['/order'], true)).toEqual(['/order'])
  })
})

test.each([
  [undefined, undefined],
  [0, undefined],
  [-1, undefined],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('a badge of %s shows %s', (count, text) => {
  expect(badgeText(count)).toBe(text)
})

test('an item carries the badge of the server', () => {
  expect(sidebarItems(shopRecords)[2]?.children?.[0]?.badge).toBe(120)
})
