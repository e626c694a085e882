import { expect, test } from 'vitest'
import { changesInWords, inWords } from './in-words.ts'

test('rows are texts with the titles of their fields, plain values stay', () => {
  expect(inWords({ id: 3, price: 10, isShow: true, attrValue: { 颜色: '红' }, image: '' })).toBe(
    '是否显示 是，规格明细 颜色 红，售价 10',
  )
  expect(inWords(['a', 2, { name: '京' }])).toEqual(['a', 2, '名称 京'])
  expect([inWords(null), inWords(false), inWords('x')]).toEqual([null, false, 'x'])
})

test('a row is the same text in whatever order its fields are', () => {
  expect(inWords({ stock: 3, price: 10 })).toBe(inWords({ price: 10, stock: 3 }))
  expect(inWords({ b: 1, a: 2 }, { b: '乙', a: '甲' })).toBe('乙 1，甲 2')
})

test('of a list of rows only what differs in each row is told, by the name of the row', () => {
  const before = [
    { id: 1, suk: '红', price: 10, stock: 5, version: 1 },
    { id: 2, suk: '蓝', price: 10, stock: 5 },
  ]
  const after = [
    { id: 1, suk: '红', price: 12, stock: 5, version: 2 },
    { id: 3, suk: '绿', price: 9, stock: 1 },
  ]
  const told = changesInWords([{ path: 'attrValue', label: '规格明细', before, after }])
  expect(told).toMatchObject([
    { label: '规格明细 红 售价', before: 10, after: 12 },
    { label: '规格明细 蓝', after: null },
    { label: '规格明细 绿', before: null },
  ])
  for (const { before, after } of told)
    for (const value of [before, after]) expect(value === null || typeof value !== 'object').toBe(true)
})
