import { expect, test } from 'vitest'
import { documentTitle, pageTitle } from './page-title.ts'

test.each([
  ['商品管理', '好店', '商品管理 - 好店'],
  ['商品管理', '', '商品管理 - 商城管理后台'],
  [undefined, '好店', '好店'],
  ['', '', '商城管理后台'],
])('SH-11 the title %s of the site %s shows as %s', (title, site, shown) => {
  expect(documentTitle(title, site)).toBe(shown)
})

test('SH-11 a page may append the name of its object', () => {
  expect(documentTitle(pageTitle('编辑商品', '茶杯'), '好店')).toBe('编辑商品·茶杯 - 好店')
  expect(pageTitle('编辑商品')).toBe('编辑商品')
})
