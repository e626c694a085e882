import { expect, test } from 'vitest'
import { readBatchSheet } from './sheet-batch.ts'

const columns = {
  no: { title: '订单号', aliases: ['订单编号'], required: true },
  number: { title: '发票号码', required: true, most: 8 },
  amount: { title: '金额', kind: 'number' },
} as const
const line = (at: number, ...cells: string[]) => ({ line: at, cells })

test('columns are found by their headings in any order, below a title, and empty rows are passed over', () => {
  const lines = [
    line(1, '开票结果'),
    line(2, '发票号码', '备注', '订单编号'),
    line(3, '123', 'x', 'A1'),
    line(4, '', '', ''),
  ]
  expect(readBatchSheet(lines, columns)).toEqual([
    { row: 3, given: { no: 'A1', number: '123', amount: '' }, fault: '' },
  ])
})

test('a sheet without a column that is required is none; a row that cannot be relied on says why', () => {
  expect(readBatchSheet([line(1, '订单号', '金额'), line(2, 'A1', '3')], columns)).toBeUndefined()
  const lines = [
    line(1, '订单号', '发票号码'),
    { ...line(2, 'A1', '1'), fault: '这一行被隐藏' },
    line(3, 'A2', '123456789'),
  ]
  expect(readBatchSheet(lines, columns)?.map(({ fault }) => fault)).toEqual(['这一行被隐藏', '发票号码：最多8个字'])
})
