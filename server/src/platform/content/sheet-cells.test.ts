import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readCell } from '@zhanggui/domain/sheet-cells.ts'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectWellFormed } from '../../testing/files/well-formed.ts'
import { rawCells, sheetsWorkbook } from '../../testing/files/workbooks.ts'
import { isContentOf } from './file-content.ts'
import { readFormat, showNumber } from './number-format.ts'
import { readSheet } from './sheet-reader.ts'
import { writeSheet } from './sheets.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhanggui-cells-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let serial = 0
async function store(content: Buffer | string, extension: 'csv' | 'xlsx') {
  const path = join(folder, `${++serial}.${extension}`)
  await writeFile(path, content)
  return path
}
const read = async (content: Buffer | string, extension: 'csv' | 'xlsx' = 'csv') =>
  readSheet(await store(content, extension), extension, {
    maxRows: 1000,
    hasColumns: ([heading]) => heading?.cells[0] === '订单号',
  })
const { text, number, truth, formula, uncounted, error, row } = rawCells

test('a number is read as its format shows it where that is its digits with zeros; elsewhere only columns of numbers take it', () => {
  const shown = (value: number, code: string) => {
    const { text, isAsShown, isNumber } = showNumber(value, String(value), readFormat('164', code) as undefined)
    return [isAsShown ? text : '', isNumber]
  }
  for (const [value, code, ...expected] of [
    [7312, 'General', '7312', true],
    [7312, '@', '7312', true],
    [7312, '0000000', '0007312', true],
    [-7, '000', '-007', true],
    [7.5, '0.00', '7.50', true],
    [7.5, '#0.00', '7.50', true],
    // What the format rounds away is no text.
    [7.456, '0.00', '', true],
    [7.5, '0', '', true],
    [12, '#,##0', '12', true],
    [1200, '#,##0', '', true],
    [1200.5, '¥#,##0.00', '', true],
    [1200.5, '_ [$¥-804]* #,##0.00_ ;_ [$¥-804]* -#,##0.00_ ;_ [$¥-804]* "-"??_ ;_ @_ ', '', true],
    [1200, '[Red]0', '1200', true],
    [1200, '0.00E+00', '', true],
    // Units and scales make another number of it.
    [3, '0"盒"', '', false],
    [3, '0"kg"', '', false],
    [30_000, '0!.0,"万"', '', false],
    [30_000, '0,', '', false],
    [0.25, '0%', '', false],
    [0.25, '# ?/?', '', false],
    [3, '[DBNum1]General', '', false],
    [3, '[>2]0;0.0', '', false],
    // Nothing is shown.
    [3, ';;;', '', false],
    [0, '0;-0;;@', '', false],
    [3, '"缺货"', '', false],
  ] as const)
    expect({ value, code, shown: shown(value, code) }).toEqual({ value, code, shown: expected })
  for (const [id, format] of [
    ['14', 'date'],
    ['20', 'time'],
    ['31', 'date'],
    ['0', undefined],
  ] as const)
    expect(readFormat(id)).toBe(format)
  for (const code of ['m"月"d"日"', 'yyyy/m/d h:mm', 'yyyy"年"m"月"']) expect(readFormat('170', code)).toBe('date')
  for (const code of ['h:mm', '[h]:mm:ss', 'mm:ss']) expect(readFormat('170', code)).toBe('time')
})

test('a cell of each kind says to a column of texts what it shows, or why not', async () => {
  const cells: [cell: string, shown: string, fault?: string][] = [
    [number('20261128', 1), '00020261128'],
    [number('123456789012345'), '123456789012345'],
    [number('8.8123456789012304E+17'), '', '数字超过15位，末几位可能已被表格改成0，请把该列设为文本格式后重新填写'],
    [number('1000000000000000'), '', '数字超过15位'],
    [number('46024', 2), '', '单元格是日期「2026-01-02」，请把该列设为文本格式后重新填写'],
    [number('0.375', 3), '', '单元格只有时间「09:00:00」，没有日期'],
    [number('0.5', 4), '', '单元格的数字格式使显示的内容与数值 0.5 不同'],
    [truth(true), '', '单元格是逻辑值「TRUE」'],
    [error('#N/A'), '', '公式的结果是错误 #N/A'],
    [uncounted(), '', '公式没有计算结果'],
    [formula('甲'), '甲'],
    [text('="0042"'), '0042'],
    [text('69\u200b01\u202d7\u202c\ufeff'), '69017'],
    [text('6901\u200d'), '6901'],
    // Held together by one of them, it is one sign.
    [text('👩\u200d🌾 农家'), '👩\u200d🌾 农家'],
    [text('甲_xFFFF__x0001_乙'), '甲乙'],
    [text('4.2E+11'), '', '数字被表格改成了科学计数，请把该列设为文本格式后重新填写'],
    [text('毛\ufffd'), '', '有一个字没有保存完整（显示为�）'],
  ]
  const formats = ['00000000000', 'm"月"d"日"', 'h:mm', '0%']
  const rows = cells.map(([cell]) => row([cell, text('.')])).join('')
  const lines = await read(sheetsWorkbook([{ name: 'a', rows }], formats), 'xlsx')
  expect(lines).toHaveLength(cells.length)
  for (const [at, [cell, shown, fault]] of cells.entries()) {
    const said = readCell(lines[at] ?? { line: 0, cells: [] }, 0)
    expect({ cell, ...said }).toEqual({ cell, text: shown, fault: fault ? expect.stringContaining(fault) : '' })
  }
  const [dated, timed, percent, isTrue] = [4, 5, 6, 7].map((at) => lines[at] ?? { line: 0, cells: [] })
  expect(dated && readCell(dated, 0, 'moment')).toEqual({ text: '2026-01-02 00:00:00', fault: '' })
  expect(timed && readCell(timed, 0, 'moment').fault).toContain('没有日期')
  expect(percent && readCell(percent, 0, 'number').fault).toContain('请把该列设为常规格式后填写数字')
  expect(isTrue && readCell(isTrue, 0, 'truth')).toEqual({ text: 'TRUE', fault: '' })
  expect(isTrue && readCell(isTrue, 0, 'number').fault).toContain('逻辑值')
})

test('the sheet with the columns is read if it is the only one that is seen; hidden rows are told', async () => {
  const heading = row([text('订单号'), text('快递单号')])
  const ours = (no: string) => heading + row([text(no), text('1')])
  const notes = row([text('说明')])
  const firstOf = async (...sheets: Parameters<typeof sheetsWorkbook>[0][number][]) =>
    (await read(sheetsWorkbook(sheets), 'xlsx')).map(({ cells }) => cells[0]).join()
  expect(await firstOf({ name: '说明', rows: notes }, { name: '发货', rows: ours('A') })).toBe('订单号,A')
  expect(await firstOf({ name: '旧', rows: ours('A'), isHidden: true }, { name: '新', rows: ours('B') })).toBe(
    '订单号,B',
  )
  expect(await firstOf({ name: '旧', rows: notes, isHidden: true }, { name: '新', rows: row([text('x')]) })).toBe('x')
  await expect(firstOf({ name: '一月', rows: ours('A') }, { name: '二月', rows: ours('B') })).rejects.toThrow(
    '工作表「一月」和「二月」都有要导入的列，一次只能导入一个，请删除或隐藏不导入的工作表后再上传',
  )
  await expect(
    firstOf({ name: '说明', rows: notes }, { name: '发货', rows: ours('A'), isHidden: true }),
  ).rejects.toThrow('有要导入的列的工作表「发货」被隐藏了，请取消隐藏后再上传')
  const merged = `${notes}</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells><sheetData>`
  expect(await firstOf({ name: '说明', rows: merged }, { name: '发货', rows: ours('A') })).toBe('订单号,A')
  const rows = [heading, row([text('A'), text('1')], true), '<row ht="0"><c><v>2</v></c></row>', row([text('C')])].join(
    '',
  )
  const lines = await read(sheetsWorkbook([{ name: 'a', rows }]), 'xlsx')
  expect(lines.map(({ fault = '' }) => fault.slice(0, 9))).toEqual(['', '该行被隐藏或筛选掉', '该行被隐藏或筛选掉', ''])
})

test('a quote without a partner takes no other row with it, and several lines in quotes stay one cell', async () => {
  const told = async (...lines: string[]) =>
    (await read(['订单号,快递单号,备注', ...lines].join('\r\n'))).slice(1).map(({ line, cells, fault }) => {
      return `${line} ${cells.join('|')}${fault ? ' !' : ''}`
    })
  const rest = ['303,SF3,好', '404,SF4,好']
  const both = ['3 303|SF3|好', '4 404|SF4|好']
  expect(await told('202,SF2,"没有写完', ...rest)).toEqual(['2 202|SF2|"没有写完 !', ...both])
  // The next quote seems to be its partner.
  expect(await told('202,SF2,"没有写完', '303,SF3,"好"')).toEqual(['2 202|SF2|"没有写完 !', '3 303|SF3|好'])
  expect(await told('202,SF2,"没有写完', '303,SF3,毛巾 12"', '404,SF4,')).toEqual([
    '2 202|SF2|"没有写完 !',
    '3 303|SF3|毛巾 12"',
    '4 404|SF4',
  ])
  expect(await told('202,"SF2', '"303","SF3","好"')).toEqual(['2 202|"SF2 !', '3 303|SF3|好'])
  // Nothing is wrong with these.
  expect(await told('202,SF2,"两行,\n有, 逗号, 和""引号"""', ...rest)).toEqual([
    '2 202|SF2|两行,\n有, 逗号, 和"引号"',
    ...both,
  ])
  expect(await told('202,SF2,"甲\n毛巾, 浴巾, 方巾"', ...rest)).toEqual(['2 202|SF2|甲\n毛巾, 浴巾, 方巾', ...both])
  expect(await told('202,SF2,6" 盘', '"303",SF3,"好"尾')).toEqual(['2 202|SF2|6" 盘', '3 303|SF3|好尾'])
  const [open] = (await read('订单号,备注\n1,"啊')).slice(1)
  expect(open?.fault).toBe('第 2 行的引号不成对，请补上或删除多余的英文引号')
  await expect(told(...Array.from({ length: 102 }, (_, at) => `${at},SF,"x`))).rejects.toThrow('行的引号不成对')
})

test('in CSV codes are freed of the guards of other programs and of what nobody sees, and exponents are told', async () => {
  const lines = await read(
    [
      '订单号,编号',
      '1,="0060123"',
      '2,"=""0060,12"""',
      '3,60\u200e12\u2060',
      '4,6\uffff0\u000112',
      '5,6.01234E+12',
    ].join('\n'),
  )
  expect(lines.slice(1).map((line) => readCell(line, 1).text)).toEqual(['0060123', '0060,12', '6012', '6012', ''])
  expect(readCell(lines[5] ?? { line: 0, cells: [] }, 1).fault).toBe(
    '数字被表格改成了科学计数，请把该列设为文本格式后重新填写',
  )
})

test('a text that was cut in the middle of a character is read but for that cell, and marks of the end of old tools are no content', async () => {
  const [head, tail] = [Buffer.from('订单号,备注\n101,毛巾'), Buffer.from(',\n102,浴巾\n')]
  const cut = Buffer.concat([head.subarray(0, -1), tail])
  const lines = await read(cut)
  expect(lines.map((line) => [readCell(line, 0).text, readCell(line, 1).fault !== ''])).toEqual([
    ['订单号', false],
    ['101', true],
    ['102', false],
  ])
  // 订单号,备注 and 101,毛巾 in GB 18030, the last character cut
  const gb = Buffer.concat([Buffer.from('b6a9b5a5bac52cb1b8d7a20a3130312cc3ab', 'hex'), Buffer.from([0xbd, 10])])
  expect((await read(gb)).map((line) => readCell(line, 1).fault !== '')).toEqual([false, true])
  for (const end of ['\x1a', '\0', `\r\n\x1a${'\0'.repeat(100)}`]) {
    const path = await store(Buffer.from(`订单号,备注\n101,毛巾${end}`), 'csv')
    expect(await isContentOf(path, 'csv')).toBe(true)
    expect((await readSheet(path, 'csv', { maxRows: 9 })).map(({ cells }) => cells)).toEqual([
      ['订单号', '备注'],
      ['101', '毛巾'],
    ])
  }
  for (const content of ['\0\0\0', 'a\0b,c'])
    expect(await isContentOf(await store(Buffer.from(content), 'csv'), 'csv')).toBe(false)
})

test('what we write is well-formed for a strict parser and read by another program, whatever is stored', async () => {
  const odd = ['请尽快\uffff', '1 号\ufffe', '半个\ud83d', '控\u0001\u000b制', '回\r车', '=1+1', '_x0041_', '好👍']
  const written = ['请尽快', '1 号', '半个', '控制', '回\r车', "'=1+1", '_x0041_', '好👍']
  const long = `${'长'.repeat(32_765)}👍👍`
  const columns = [
    { title: '备\uffff注', value: (cell: string) => cell },
    { title: '=标题', value: () => 1.5, money: true as const },
  ]
  const book = await buffer(writeSheet('表\ufffe', columns, [...odd, long], 'xlsx'))
  await expectWellFormed(book)
  const { sheets } = await readXlsx(new Uint8Array(book))
  const [heading, ...rows] = sheets[0]?.rows ?? []
  expect(heading).toEqual(['备注', "'=标题"])
  expect(rows.slice(0, -1).map(([cell]) => cell)).toEqual(written)
  expect(String(rows.at(-1)?.[0]).isWellFormed()).toBe(true)
  const csv = (await buffer(writeSheet('表', columns, odd, 'csv'))).toString()
  expect(csv.isWellFormed() && !/[\ufffe\uffff\u0001]/.test(csv)).toBe(true)
})
