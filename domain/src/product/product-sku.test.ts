import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attrKeyOf, checkMatrix, fitsDecimals, matchSkus, SINGLE_ATTR, sukOf } from './product-sku.ts'

const colours = { attrName: '颜色', attrValues: ['红', '蓝'] }
const sizes = { attrName: '尺码', attrValues: ['M', 'L'] }
const red = { 颜色: '红', 尺码: 'M' }

describe('the matrix of a product', () => {
  test('may leave combinations out', () => {
    expect(() => checkMatrix(true, [colours, sizes], [red])).not.toThrow()
    expect(() => checkMatrix(false, [SINGLE_ATTR], [{ 规格: '默认' }])).not.toThrow()
  })

  test.each([
    ['no dimension', [], [red], '请填写多规格属性！'],
    ['no SKU', [colours], [], '请填写多规格属性！'],
    ['a value that does not exist', [colours], [{ 颜色: '黑' }], '规格「黑」与商品规格不一致'],
    ['a dimension left out', [colours, sizes], [{ 颜色: '红' }], '规格「红,」与商品规格不一致'],
    ['a dimension too many', [colours], [red], '规格「红」与商品规格不一致'],
    ['a combination twice', [colours, sizes], [red, { 尺码: 'M', 颜色: '红' }], '规格「红,M」重复'],
    ['a dimension named twice', [colours, colours], [red], '规格名重复'],
    ['a value named twice', [{ attrName: '颜色', attrValues: ['红', '红'] }], [red], '规格「颜色」的规格值「红」重复'],
    [
      'six dimensions',
      Array.from('一二三四五六', (attrName) => ({ attrName, attrValues: ['1'] })),
      [red],
      '商品规格最多5个',
    ],
    [
      'too many values',
      [{ attrName: '码', attrValues: Array.from({ length: 101 }, (_, n) => `${n}`) }],
      [{ 码: '1' }],
      '规格「码」的规格值最多100个',
    ],
  ])('is refused for %s', (_, attrs, combinations, message) => {
    expect(() => checkMatrix(true, attrs, combinations as Record<string, string>[])).toThrow(message)
  })

  test('of a single SKU is one dimension of one value', () => {
    expect(() => checkMatrix(false, [colours], [{ 颜色: '红' }])).toThrow('单规格商品属性值不能大于1')
  })
})

test('a combination has one key, whatever the order of its dimensions', () => {
  expect(attrKeyOf({ b: '2', a: '1' })).toBe(attrKeyOf({ a: '1', b: '2' }))
  expect(sukOf([sizes, colours], red)).toBe('M,红')
})

test('matching finds SKUs by id first, then by values; each stored SKU is matched once or left over', () => {
  const key = fc.integer({ min: 0, max: 6 })
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { maxLength: 6 }),
      fc.array(fc.record({ id: fc.integer({ min: 0, max: 8 }), key }), { maxLength: 8 }),
      (keys, rows) => {
        const stored = keys.map((value, index) => {
          return { id: index + 1, attrKey: attrKeyOf({ a: String(value) }), isDel: index % 2 === 0 }
        })
        const given = rows.map(({ id, key: value }) => ({ id, attrValue: { a: String(value) } }))
        const { matches, rest } = matchSkus(stored, given)
        const found = matches.flatMap((match) => match?.id ?? [])
        expect([...found, ...rest.map(({ id }) => id)].sort()).toEqual(stored.map(({ id }) => id).sort())
        const firstById = given.findIndex(({ id }) => id === 1)
        if (firstById >= 0 && stored.length) expect(matches[firstById]?.id).toBe(1)
      },
    ),
  )
})

test('decimals are counted on the written digits', () => {
  expect([0.1 + 0.2, 1.001, 1.0001, 99_999, 0].map((value) => fitsDecimals(value, 3))).toEqual([
    ...[true, true, false, true, true],
  ])
})
