import { expect, test } from 'vitest'
import { makeProduct } from '../product.fixture.ts'
import { stateOf } from './product-look.ts'

test.each([
  [{}, '出售中'],
  [{ stock: 0, alert: true }, '已售罄'],
  [{ alert: true }, '库存预警'],
  [{ isShow: false, stock: 0, alert: true }, '仓库中'],
  [{ isShow: false, isRecycle: true }, '回收站'],
])('a product with %o is %s', (given, state) => {
  expect(stateOf(makeProduct(1, given))).toBe(state)
})
