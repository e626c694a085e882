import { expect, test } from 'vitest'
import { documentTitle } from './page-title.ts'

test.each([
  ['商品管理', '好店', '商品管理 - 好店'],
  ['商品管理', '', '商品管理 - 商城管理后台'],
  [undefined, '好店', '好店'],
  ['', '', '商城管理后台'],
])('the title %s on the site %s is shown as %s', (title, site, shown) => {
  expect(documentTitle(title, site)).toBe(shown)
})
