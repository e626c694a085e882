import { expect, test } from 'vitest'
import { findColumns, fromHeading, type ImportLine, readColumn } from './sheet-cells.ts'

const line = (at: number, ...cells: string[]): ImportLine => ({ line: at, cells })
const aliases = { code: ['单号'], mark: ['备注'] }
const isHeading = (cells: readonly string[]) => findColumns(cells, aliases).size === 2

test('a heading may stand below a title, and one that nobody sees is passed over for one that staff see', () => {
  const [title, hidden] = [line(1, '发货清单'), { ...line(2, '单号', '备注'), fault: '隐藏' }]
  const [seen, row] = [line(3, '备注', '单号'), line(4, '好', 'A1')]
  expect(fromHeading([title, seen, row], isHeading)).toEqual([seen, row])
  expect(fromHeading([hidden, seen, row], isHeading)).toEqual([seen, row])
  expect(fromHeading([title, row], isHeading)).toEqual([title, row])
  const deep = [...Array(5).fill(title), seen, row]
  expect(fromHeading(deep, isHeading)).toEqual(deep)
})

test('a column that stands twice is read where its cells agree or one of them is empty, and told where they differ', () => {
  const columns = findColumns(['单号（必填）', '备注', ' 单 号：'], aliases)
  const code = columns.get('code')
  if (!code) throw new Error('the column is not found')
  const read = (...cells: string[]) => readColumn(line(2, ...cells), code)
  expect(read('A1', '', 'A1')).toEqual({ text: 'A1', fault: '' })
  expect(read('', '', 'A2')).toEqual({ text: 'A2', fault: '' })
  expect(read('A1', '', ' ')).toEqual({ text: 'A1', fault: '' })
  expect(read('', '', '')).toEqual({ text: '', fault: '' })
  expect(read('A1', '', 'A2')).toEqual({ text: '', fault: '文件里有 2 列是这个表头，内容不同，请只保留一列' })
  expect(readColumn({ ...line(2, 'A1', '', 'A2'), fault: '隐藏' }, code).fault).toBe('隐藏')
})
