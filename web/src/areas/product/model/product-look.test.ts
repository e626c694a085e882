import { expect, test } from 'vitest'
import { makeProduct } from '../product.fixture.ts'
import { labelsOf, marginOf, stateOf } from './product-look.ts'

test.each([
  [{}, '出售中'],
  [{ stock: 0, alert: true }, '已售罄'],
  [{ alert: true }, '库存预警'],
  [{ isShow: false, stock: 0, alert: true }, '仓库中'],
  [{ isShow: false, isRecycle: true }, '回收站'],
])('a product with %o is %s', (given, state) => {
  expect(stateOf(makeProduct(1, given))).toBe(state)
})

test('labels name activities, recommendations and the number of SKUs', () => {
  expect(labelsOf(makeProduct(1))).toEqual([])
  expect(labelsOf(makeProduct(1, { isBargain: true, isHot: true, specType: true, skuCount: 4 }))).toEqual([
    '活动',
    '推荐',
    '多规格 4',
  ])
})

test.each([
  [59.9, 28, '53.3%'],
  [10, 0, '—'],
  [10, null, '—'],
  [0, 5, '—'],
])('the margin of %s bought at %s is %s', (price, cost, text) => {
  expect(marginOf(price, cost)).toBe(text)
})
