import { expect, test } from 'vitest'
import { choiceOf, firstChoice, isOpen, limitsOf, missingOf, skuOf, stockWords } from './sku-choice.ts'

const sku = (id: number, name: string, stock: number) => ({
  id,
  unique: `u${id}`,
  sku: name,
  price: 10,
  otPrice: 12,
  stock,
  image: '',
})
const product = { stock: 9, minQty: 1, limitType: 0, limitNum: 0 }
const coffee = {
  product,
  attr: [
    { attrName: '烘焙度', attrValues: ['浅烘', '中烘'] },
    { attrName: '规格', attrValues: ['250g', '500g'] },
  ],
  skus: [sku(1, '浅烘,250g', 0), sku(2, '中烘,250g', 4), sku(3, '中烘,500g', 5)],
} as never as Parameters<typeof skuOf>[0]

test('a SKU is known once every specification is chosen', () => {
  expect(firstChoice(coffee)).toEqual(['', ''])
  expect(skuOf(coffee, ['中烘', ''])).toBeUndefined()
  expect(missingOf(coffee, ['中烘', ''])).toEqual(['规格'])
  expect(skuOf(coffee, ['中烘', '500g'])?.id).toBe(3)
  expect(choiceOf(coffee, 3)).toEqual(['中烘', '500g'])
})

test('where there is but one value it is chosen from the start', () => {
  const one = { ...coffee, attr: [{ attrName: '规格', attrValues: ['默认'] }], skus: [sku(9, '默认', 1)] } as never
  expect(skuOf(one, firstChoice(one))?.id).toBe(9)
})

test('a value is open while something with it and the other chosen ones is left', () => {
  expect(isOpen(coffee, ['', ''], 0, '浅烘')).toBe(false)
  expect(isOpen(coffee, ['', ''], 0, '中烘')).toBe(true)
  expect(isOpen(coffee, ['浅烘', ''], 1, '500g')).toBe(false)
  expect(isOpen(coffee, ['浅烘', ''], 0, '中烘')).toBe(true)
})

test('values that contain the separator stay distinct', () => {
  const odd = {
    ...coffee,
    attr: [
      { attrName: '甲', attrValues: ['a,b', 'a'] },
      { attrName: '乙', attrValues: ['c', 'd'] },
    ],
    skus: [sku(1, 'a,b,c', 1), sku(2, 'a,d', 1)],
  } as never
  expect(choiceOf(odd, 1)).toEqual(['a,b', 'c'])
  expect(isOpen(odd, ['a', ''], 1, 'c')).toBe(false)
})

test.each([
  [{}, 4, { min: 1, max: 4, why: '没有更多库存了' }, '库存 4'],
  [{ limitType: 1, limitNum: 2 }, 4, { min: 1, max: 2, why: '每单限购2件' }, '库存 4，每单限购 2 件'],
  [{ limitType: 2, limitNum: 9 }, 4, { min: 1, max: 4, why: '没有更多库存了' }, '库存 4，每人限购 9 件'],
  [{ minQty: 3 }, 4, { min: 3, max: 4, why: '没有更多库存了' }, '库存 4，3 件起购'],
  [{}, 5000, { min: 1, max: 999, why: '没有更多库存了' }, '库存 5000'],
])('with %j and %i in stock one may take %j', (limits, stock, expected, words) => {
  const goods = { product: { ...product, ...limits } } as never
  expect(limitsOf(goods, { stock })).toEqual(expected)
  expect(stockWords(goods, sku(1, 'x', stock))).toBe(words)
})
