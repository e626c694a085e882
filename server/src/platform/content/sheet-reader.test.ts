import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawWorkbook } from '../../testing/files/workbooks.ts'
import { isContentOf } from './file-content.ts'
import { readSheet } from './sheet-reader.ts'
import { writeSheet } from './sheets.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhanggui-sheets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const MAX_ROWS = 20_000
let serial = 0
async function store(content: Buffer | string, extension: 'csv' | 'xlsx') {
  const path = join(folder, `${++serial}.${extension}`)
  await writeFile(path, content)
  return path
}
const readBook = async (content: Buffer) => readSheet(await store(content, 'xlsx'), 'xlsx', { maxRows: MAX_ROWS })
const readText = async (content: Buffer | string) =>
  readSheet(await store(content, 'csv'), 'csv', { maxRows: MAX_ROWS })
const cellsOf = (lines: { cells: readonly string[] }[]) => lines.map(({ cells }) => cells)
const inline = (text: string, place = '') => `<c${place && ` r="${place}"`} t="inlineStr"><is><t>${text}</t></is></c>`

describe('a sheet above a limit is refused while it is read', () => {
  const blanks = ' '.repeat(1_000_000)
  test.each<[what: string, book: () => Buffer, message: string]>([
    ['300 MB of blanks in cells', () => rawWorkbook(`<row>${inline(blanks).repeat(310)}</row>`), '文字过多'],
    ['60 MB of blanks between cells', () => rawWorkbook(`<row>${' '.repeat(60_000_000)}</row>`), '解压后过大'],
    ['60 MB of blanks as shared strings', () => rawWorkbook('', `<si><t>${blanks}</t></si>`.repeat(60)), '文字过多'],
    ['2,000,001 shared strings', () => rawWorkbook('', `<si/>`.repeat(2_000_001)), '文字过多'],
    ['a cell of 1,000,001 characters', () => rawWorkbook(`<row>${inline('a'.repeat(1_000_001))}</row>`), '内容过长'],
    [
      'one long string in 100 cells',
      () => rawWorkbook(`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`, `<si><t>${'a'.repeat(900_000)}</t></si>`),
      '文字过多',
    ],
    ['a cell in column 1,001', () => rawWorkbook(`<row>${inline('a', 'ALM1')}</row>`), '第 1 行超过 1000 列'],
    ['5,005,000 cells', () => rawWorkbook(`<row>${inline('a', 'ALL1')}</row>`.repeat(5005)), '单元格超过 5,000,000 个'],
    ['3,000,000 elements within each other', () => rawWorkbook(`<row>${'<a>'.repeat(3_000_000)}`), '文件已损坏'],
    ['200,011 blank rows', () => rawWorkbook('<row/>'.repeat(200_011)), '一次最多导入 20,000 行'],
  ])('%s', async (_, book, message) => {
    await expect(readBook(book())).rejects.toThrow(message)
  })

  test.each<[what: string, text: () => string, message: string | RegExp]>([
    ['1,001 columns', () => `a${',a'.repeat(1000)}`, '第 1 行超过 1000 列'],
    // Refused for what it is before it is parsed, not when the memory of its thread is full.
    ['10 million commas', () => `${','.repeat(10_000_000)}a`, '第 1 行超过 1000 列'],
    ['10 million cells behind a good line', () => `a,b\r\n${'a,'.repeat(10_000_000)}`, '第 2 行超过 1000 列'],
    ['19 MB without a separator', () => 'a'.repeat(19_000_000), '第 1 行的内容过长'],
    ['a quote that never ends', () => `a,b\n"${'a,"",\n'.repeat(3_000_000)}`, '第 2 行的内容过长'],
    ['a million blank rows', () => '\n'.repeat(1_000_000), '一次最多导入 20,000 行'],
  ])('%s in text', async (_, text, message) => {
    await expect(readText(text())).rejects.toThrow(message)
  })
})

test('sheets are read one at a time; those that wait learn how many are before them, and the 12th is refused', async () => {
  const path = await store('商品名称,售价\n毛巾,1', 'csv')
  const waits: number[][] = []
  const ends: number[] = []
  const reads = Array.from({ length: 11 }, async (_, index) => {
    waits[index] = []
    const lines = await readSheet(path, 'csv', { maxRows: 1, onWait: (ahead) => waits[index]?.push(ahead) })
    ends.push(index)
    return lines.length
  })
  await expect(readSheet(path, 'csv', { maxRows: 1 })).rejects.toThrow('正在检查的文件过多，请稍后再试')
  expect(await Promise.all(reads)).toEqual(Array(11).fill(2))
  expect(waits.slice(0, 4)).toEqual([[], [1, 0], [2, 1, 0], [3, 2, 1, 0]])
  expect(ends).toEqual(ends.toSorted((one, other) => one - other))
})

test('the next sheet is read once the lines of the one before are done with', async () => {
  const path = await store('a\n1', 'csv')
  const order: string[] = []
  const use = (name: string) => async () => {
    order.push(`${name} begins`)
    await setTimeout(500)
    order.push(`${name} ends`)
  }
  await Promise.all(['one', 'two'].map((name) => readSheet(path, 'csv', { maxRows: 1 }, use(name))))
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('after a sheet that cannot be read the next one is', async () => {
  const bad = readText(Buffer.from([0xff, 0xff, 0x80]))
  const good = readText('a,b\n1,2')
  await expect(bad).rejects.toThrow('无法识别文件的文字编码')
  expect(cellsOf(await good)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('a sheet of 100,000 rows that we wrote is recognized as a workbook and read again', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => index)
  const columns = [
    { title: '商品名称', value: (row: number) => `毛巾 ${row} _x0041_` },
    { title: '售价', value: (row: number) => row / 100, money: true as const },
  ]
  const path = join(folder, 'long.xlsx')
  await pipeline(writeSheet('商品', columns, rows, 'xlsx'), createWriteStream(path))
  expect(await isContentOf(path, 'xlsx')).toBe(true)
  const lines = await readSheet(path, 'xlsx', { maxRows: 100_000 })
  expect(lines).toHaveLength(100_001)
  expect(lines[0]).toEqual({ line: 1, cells: ['商品名称', '售价'] })
  expect(lines.at(-1)).toEqual({ line: 100_001, cells: ['毛巾 99999 _x0041_', '999.99'] })
})

test('a long text repeated below itself counts once, as descriptions do for each SKU', async () => {
  const text = 'a'.repeat(30_000)
  const lines = await readBook(
    rawWorkbook(`<row>${inline(text)}${inline('1')}</row><row>${inline(text)}</row>`.repeat(700)),
  )
  expect(lines).toHaveLength(1400)
  expect(lines.every(({ cells }) => cells[0] === text)).toBe(true)
  expect(lines[1399]?.cells).toEqual([text])
  const other = Array.from({ length: 1100 }, (_, index) => `<row>${inline(`${index}${text}`)}</row>`).join('')
  await expect(readBook(rawWorkbook(other))).rejects.toThrow('文字过多')
})

test('cells are read as Excel shows them: shared and rich text, numbers, dates, truth values, places', async () => {
  const strings =
    '<si><t>红</t></si><si><r><t>大</t></r><r><t xml:space="preserve"> 号</t></r><rPh><t>ダイ</t></rPh></si>'
  const book = rawWorkbook(
    `<x:row r="3"><x:c r="B3" t="s"><x:v>1</x:v></x:c><x:c r="D3"><x:v>0.30000000000000004</x:v></x:c></x:row>
    <row><c t="b"><v>1</v></c><c t="str"><f>A1</f><v>a&amp;b_x000D_</v></c><c><v>6901234567892</v></c><c t="s"><v>0</v></c></row>`,
    strings,
  )
  expect(await readBook(book)).toEqual([
    { line: 3, cells: ['', '大 号', '', '0.3'] },
    {
      line: 4,
      cells: ['TRUE', 'a&b\r', '6901234567892', '红'],
      faults: { 0: '单元格是逻辑值「TRUE」，请把该列设为文本格式后重新填写' },
      values: { 0: { kind: 'truth', text: 'TRUE' } },
    },
  ])
  const dated = await writeXlsx({
    sheets: [{ name: 'a', rows: [[new Date('2026-05-30T16:09:33Z'), 46172, '46172']] }],
  })
  expect(cellsOf(await readBook(Buffer.from(dated)))).toEqual([['2026-05-30 16:09:33', '46172', '46172']])
})

test('the separator is read from a first line such as sep=;, which Excel does not show', async () => {
  for (const end of ['\n', '\r\n'])
    expect(await readText(`\uFEFFsep=;${end}商品名称;售价${end}毛巾, 大;1`)).toEqual([
      { line: 1, cells: ['商品名称', '售价'] },
      { line: 2, cells: ['毛巾, 大', '1'] },
    ])
  expect(cellsOf(await readText('SEP=|\n商品名称|售价'))).toEqual([['商品名称', '售价']])
})
