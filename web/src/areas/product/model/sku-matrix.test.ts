import type { Attr } from '@zhanggui/domain/product/product-sku.ts'
import { expect, test } from 'vitest'
import { readBlock, readCell, showCell } from '../../../kit/sku-grid/cells.ts'
import { type SkuColumn, skuColumns } from './sku-columns.ts'
import { fillRows, pasteBlock } from './sku-edits.ts'
import {
  attrProblem,
  checkRows,
  draftOf,
  type Matrix,
  makeRow,
  nameOf,
  problemKey,
  withAllCombinations,
  withAttrs,
} from './sku-matrix.ts'

const colours = (...attrValues: string[]): Attr => ({ attrName: '颜色', attrValues })
const sizes = (...attrValues: string[]): Attr => ({ attrName: '尺码', attrValues })
const named = (matrix: Matrix) => matrix.rows.map((row) => nameOf(matrix.attrs, row)).join(' ')

/** Red and blue in M and L: stored, at 10, 20, 30 and 40 yuan. */
function stored(): Matrix {
  const attrs = [colours('红', '蓝'), sizes('M', 'L')]
  const { rows } = withAttrs({ attrs: [], rows: [] }, attrs)
  return { attrs, rows: rows.map((row, index) => ({ ...row, id: index + 1, price: 10 * (index + 1), weight: 0.5 })) }
}

test('combinations are in the order of the dimensions and their values', () => {
  expect(named(stored())).toBe('红,M 红,L 蓝,M 蓝,L')
})

test('an added value creates its combinations; the others keep id, price and position', () => {
  const next = withAttrs(stored(), [colours('红', '绿', '蓝'), sizes('M', 'L')])
  expect(named(next)).toBe('红,M 红,L 绿,M 绿,L 蓝,M 蓝,L')
  expect(next.rows.map(({ id }) => id)).toEqual([1, 2, undefined, undefined, 3, 4])
})

test('a new combination starts with the values shared by all similar rows', () => {
  const before = stored()
  const same = { ...before, rows: before.rows.map((row) => ({ ...row, price: 59 })) }
  const [, , green] = withAttrs(same, [colours('红', '绿', '蓝'), sizes('M', 'L')]).rows
  expect(green).toMatchObject({ price: 59, weight: 0.5, stock: 0, barCode: '' })
  const [, , other] = withAttrs(before, [colours('红', '绿', '蓝'), sizes('M', 'L')]).rows
  expect(other).toMatchObject({ price: null, weight: 0.5 })
})

test('an added dimension splits each row; the new rows inherit its prices but not its id', () => {
  const next = withAttrs(stored(), [
    colours('红', '蓝'),
    sizes('M', 'L'),
    { attrName: '袖长', attrValues: ['长', '短'] },
  ])
  expect(next.rows.map(({ id, price }) => [id, price])).toEqual(
    [10, 10, 20, 20, 30, 30, 40, 40].map((p) => [undefined, p]),
  )
})

test('a dimension without values changes nothing', () => {
  const before = stored()
  expect(withAttrs(before, [...before.attrs, { attrName: '袖长', attrValues: [] }]).rows).toEqual(before.rows)
})

test('a renamed value keeps its SKUs', () => {
  const next = withAttrs(stored(), [colours('红', '藏青'), sizes('M', 'L')])
  expect(named(next)).toBe('红,M 红,L 藏青,M 藏青,L')
  expect(next.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('a renamed dimension keeps all SKUs', () => {
  const next = withAttrs(stored(), [{ attrName: '花色', attrValues: ['红', '蓝'] }, sizes('M', 'L')])
  expect(next.rows.map(({ id, attrValue }) => [id, attrValue.花色])).toEqual([
    [1, '红'],
    [2, '红'],
    [3, '蓝'],
    [4, '蓝'],
  ])
})

test('reordering values and dimensions only reorders the rows', () => {
  const next = withAttrs(stored(), [sizes('L', 'M'), colours('红', '蓝')])
  expect(named(next)).toBe('L,红 L,蓝 M,红 M,蓝')
  expect(next.rows.map(({ id }) => id)).toEqual([2, 4, 1, 3])
})

test('a combination deleted by staff comes back only with 补全规格', () => {
  const before = stored()
  const without = { ...before, rows: before.rows.filter(({ id }) => id !== 2) }
  const next = withAttrs(without, [colours('红', '蓝', '绿'), sizes('M', 'L')])
  expect(named(next)).toBe('红,M 蓝,M 蓝,L 绿,M 绿,L')
  expect(named(withAllCombinations(next))).toBe('红,M 红,L 蓝,M 蓝,L 绿,M 绿,L')
})

test('a removed value removes its rows', () => {
  expect(named(withAttrs(stored(), [colours('蓝'), sizes('M', 'L')]))).toBe('蓝,M 蓝,L')
})

test('more than 600 combinations create no rows and are reported', () => {
  const numbers = Array.from({ length: 25 }, (_, index) => String(index))
  const next = withAttrs(stored(), [colours(...numbers), sizes(...numbers)])
  expect(next.rows).toEqual([])
  expect(attrProblem(next)).toBe('规格组合最多600个，现在有625个')
})

test.each<[Matrix, string | undefined]>([
  [{ attrs: [], rows: [] }, '请填写多规格属性！'],
  [{ attrs: [colours('红', '红')], rows: [] }, '规格「颜色」的规格值「红」重复'],
  [{ attrs: [{ attrName: '', attrValues: ['红'] }], rows: [] }, '请输入规格名'],
  [{ attrs: [colours()], rows: [] }, '请填写规格「颜色」的规格值'],
  [stored(), undefined],
])('%j gives the problem %s', (matrix, problem) => {
  expect(attrProblem(matrix)).toBe(problem)
})

test('rows without a price, with more brokerage than the price, or with a duplicate code are reported', () => {
  const rows = [
    makeRow({ 颜色: '红' }),
    makeRow({ 颜色: '蓝' }, { price: 10, brokerage: 6.1, brokerageTwo: 3.91, skuNo: 'A1' }),
    makeRow({ 颜色: '绿' }, { price: 10, brokerage: 6.1, brokerageTwo: 3.9, skuNo: 'a1' }),
  ]
  const [red, blue, green] = rows.map(({ key }) => key)
  expect([...checkRows(rows, true)]).toEqual([
    [problemKey(`${red}`, 'price'), '请输入售价'],
    [problemKey(`${blue}`, 'brokerage'), '一级返佣与二级返佣之和不能大于售价'],
    [problemKey(`${green}`, 'skuNo'), '商家编码「a1」重复'],
  ])
  expect(checkRows(rows, false).size).toBe(2)
})

test('the form saves the stock of new SKUs only, and sends no cost to staff who may not see it', () => {
  const [first] = stored().rows
  expect(first && draftOf(first, false)).not.toHaveProperty('stock')
  expect(first && draftOf(first, false)).not.toHaveProperty('cost')
  expect(draftOf(makeRow({ 颜色: '红' }, { stock: 5, price: 1 }), true)).toMatchObject({ stock: 5, cost: 0, price: 1 })
})

const columns = skuColumns({ isSub: true, seesCost: true })
const column = (field: string) => columns.find((one) => one.field === field) as SkuColumn

test('brokerage has columns if it is set per SKU, cost for staff who may see it', () => {
  const fields = skuColumns({ isSub: false, seesCost: false }).map(({ field }) => field)
  expect(fields).not.toContain('cost')
  expect(fields).not.toContain('brokerage')
})

test.each([
  ['price', ' ￥1,299.00 ', { value: 1299 }],
  ['price', '１２.５', { value: 12.5 }],
  ['price', '9.999', { problem: '售价：金额最多两位小数' }],
  ['price', '-1', { problem: '售价不能小于0' }],
  ['price', '1e3', { problem: '售价应为数字' }],
  ['price', '¥', { problem: '售价应为数字' }],
  ['price', '12.5元', { value: 12.5 }],
  ['stock', '0x10', { problem: '库存应为数字' }],
  ['price', '十元', { problem: '售价应为数字' }],
  ['price', '99999999', { problem: '售价不能大于9999999.99' }],
  ['price', '', { value: null }],
  ['stock', '1.5', { problem: '库存应为整数' }],
  ['stock', '100,000', { value: 100000 }],
  ['weight', '0.2505', { problem: '重量（KG）最多3位小数' }],
  ['volume', '0.0001', { value: 0.0001 }],
  ['skuNo', ' A-1 ', { value: 'A-1' }],
  ['barCode', 'x'.repeat(51), { problem: '商品编号不能超过50个字符' }],
  ['isShow', '停用', { value: false }],
  ['isShow', '也许', { problem: '启用应为是或否' }],
])('%s typed as %j is read as %j', (field, typed, read) => {
  expect(readCell(column(field), typed)).toEqual(read)
})

test.each([
  [12.5, '12.5'],
  [null, ''],
  [false, '否'],
])('%j is shown as %j', (value, text) => {
  expect(showCell(value)).toBe(text)
})

test.each([
  [
    '1\t2\r\n3\t4\r\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['"a\nb"\t"say ""hi"""', [['a\nb', 'say "hi"']]],
  [
    '1\t\n\t2',
    [
      ['1', ''],
      ['', '2'],
    ],
  ],
  ['x', [['x']]],
])('the block %j is read as %j', (text, cells) => {
  expect(readBlock(text)).toEqual(cells)
})

test('a block is pasted to the right and down; unreadable cells are kept apart, cells beyond the table dropped', () => {
  const { rows } = stored()
  const at = { row: 2, column: columns.indexOf(column('price')) }
  const {
    rows: next,
    pasted,
    unread,
  } = pasteBlock(rows, columns, at, [
    ['1', '2'],
    ['x', '4'],
    ['5', '6'],
  ])
  expect(next.map(({ price, cost }) => [price, cost])).toEqual([
    [10, null],
    [20, null],
    [1, 2],
    [40, 4],
  ])
  expect(pasted).toBe(3)
  expect(unread).toEqual([{ key: rows[3]?.key, field: 'price', text: 'x', problem: '售价应为数字' }])
})

test('批量设置 writes only filled-in values, to the ticked rows or to all; stock only to new ones', () => {
  const { rows } = stored()
  const all = [...rows, makeRow({ 颜色: '绿', 尺码: 'M' })]
  const keys = new Set([rows[0]?.key ?? '', all[4]?.key ?? ''])
  const filled = fillRows(all, keys, { price: 7, stock: 9 })
  expect(filled.map(({ price }) => price)).toEqual([7, 20, 30, 40, 7])
  expect(filled.map(({ stock }) => stock)).toEqual([0, 0, 0, 0, 9])
  expect(fillRows(all, new Set(), { weight: 2 }).map(({ weight }) => weight)).toEqual([2, 2, 2, 2, 2])
})
