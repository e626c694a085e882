import { expect, test } from 'vitest'
import { directory, page, recordsOf } from '../../../testing/menus.ts'
import { shortcutForms, shortcutsOf } from './shortcuts.ts'

const at = (component: string, node: ReturnType<typeof page>) => ({ ...node, component })
const records = recordsOf([
  directory('/product', '商品', [
    at('product/product-list', page('list', '商品管理', 'ProductList')),
    at('product/product-edit', page('create', '添加商品', 'ProductCreate', { hidden: true })),
    at('product/product-edit', page('edit/:id', '编辑商品', 'ProductEdit', { hidden: true })),
    at('product/category-list', page('category', '商品分类', 'CategoryList')),
    at('product/stock-log-list', page('stock', '库存流水', 'StockLogList')),
  ]),
  directory('/finance', '财务', [
    page('bill', '账单', 'BillList'),
    page('extract', '提现审核', 'ExtractList'),
    page('recon', '对账', 'ReconList'),
  ]),
])
const titlesFor = (...permissions: string[]) => shortcutsOf(records, { permissions }).map(({ title }) => title)

test('people start with the pages where they may act, the others follow from each part of the menu', () => {
  expect(titlesFor('admin:product:save', 'admin:product:update', 'admin:category:update')).toEqual([
    '添加商品',
    '商品管理',
    '商品分类',
    '账单',
    '提现审核',
    '库存流水',
    '对账',
  ])
  expect(titlesFor('admin:product:stock:adjust')[0]).toBe('库存流水')
  expect(titlesFor('admin:finance:bill:list').slice(0, 2)).toEqual(['商品管理', '账单'])
})

test('eight shortcuts at most, each page once, none that needs a number in its address', () => {
  const many = recordsOf([
    directory(
      '/a',
      '甲',
      Array.from({ length: 20 }, (_, index) => page(`p${index}`, `页${index}`, `P${index}`)),
    ),
  ])
  expect(shortcutsOf(many, { permissions: ['*:*:*'] })).toHaveLength(8)
  const links = shortcutsOf(records, { permissions: ['*:*:*'] }).map(({ to }) => to)
  expect(new Set(links).size).toBe(links.length)
  expect(links).not.toContain('/dashboard')
  expect(links.filter((link) => link.includes(':'))).toEqual([])
})

test('代客下单 opens the form of a new order for those who may make one', () => {
  const orders = recordsOf([
    directory('/order', '订单', [at('order/order-draft-list', page('draft', '代客下单', 'OrderDraftList'))]),
  ])
  const formsFor = (...permissions: string[]) => [...shortcutForms(orders, { permissions }).values()]
  expect(formsFor('admin:order:create')).toEqual(['/order/draft?edit=new'])
  expect(formsFor('admin:order:list')).toEqual([])
  expect(shortcutsOf(orders, { permissions: ['admin:order:create'] }).map(({ to }) => to)).toEqual(['/order/draft'])
})

test('pages that the menu leaves out are no shortcuts', () => {
  expect(shortcutsOf(recordsOf([]), { permissions: ['*:*:*'] })).toEqual([])
})
