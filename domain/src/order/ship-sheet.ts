import { numberAmongWords } from '../keyword.ts'
import {
  findColumns,
  HEADING_LINES,
  type ImportColumns,
  type ImportLine,
  plainCell,
  plainTitle,
  readColumn,
  UNSEEN,
} from '../sheet-cells.ts'
import { cutText } from '../text.ts'

/** The columns of a sheet to ship by. */
export const shipSheetColumns = {
  orderNo: '订单号',
  express: '快递公司',
  expressNumber: '快递单号',
  goods: '商品编号',
  num: '数量',
  mark: '备注',
} as const
export type ShipColumn = keyof typeof shipSheetColumns
const names = Object.keys(shipSheetColumns) as ShipColumn[]

/** What a row says, by column. */
export type GivenShip = Record<ShipColumn, string>

/** A row as read. `fault` says why it cannot be relied on, `faultIn` by which column; '' for one that can. */
export type GivenShipRow = { row: number; given: GivenShip; fault: string; faultIn: ShipColumn | '' }

/** The headings that ERPs, couriers' tools and platforms give these columns; the first found counts. */
const aliases: Readonly<Record<ShipColumn, readonly string[]>> = {
  orderNo: [
    ...['订单号', '订单编号', '线上订单号', '网上订单号', '平台订单号', '平台单号', '店铺订单号', '商城订单号'],
    ...['商家订单号', '商户订单号', '外部订单号', '来源单号', '原始单号', '原始订单号', '网店订单号', '客户订单号'],
    ...['主订单编号', '主订单号', '交易单号', '交易编号', 'order no', 'order_no', 'order number', 'tid'],
  ],
  express: [
    ...['快递公司', '物流公司', '物流公司名称', '快递公司名称', '快递名称', '物流名称', '承运商', '承运公司', '快递'],
    ...['配送公司', '物流方式', '快递方式', '发货快递', '快递公司编码', '物流公司编码', 'carrier', 'express company'],
  ],
  expressNumber: [
    ...['快递单号', '运单号', '物流单号', '运单编号', '快递编号', '物流编号', '发货单号', '物流运单号', '快递运单号'],
    ...[
      '面单号',
      '电子面单号',
      '包裹单号',
      '母单号',
      '母运单号',
      '单号',
      'tracking number',
      'tracking no',
      'waybill no',
    ],
  ],
  goods: [
    '商品编号',
    '商品编码',
    '商家编码',
    '规格编码',
    '货品编号',
    '货品编码',
    '商品条码',
    '条码',
    '条形码',
    'sku编码',
  ],
  num: ['数量', '发货数量', '本次发货数量', '商品数量', '货品数量'],
  mark: ['备注', '发货备注', '物流备注'],
}

/** Of a remark only what cannot be stored: signs of several parts are held together by unseen ones. */
const UNSTORABLE = /[\p{Cs}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu

const limits: Record<ShipColumn, number> = {
  orderNo: 255,
  express: 50,
  expressNumber: 255,
  goods: 500,
  num: 100,
  mark: 500,
}

function tidyCell(name: ShipColumn, text: string): string {
  if (name === 'mark') return text.normalize('NFC').replace(UNSTORABLE, '').trim()
  const plain = plainCell(text)
  if (name !== 'orderNo' && name !== 'expressNumber') return plain
  const numbers = joinGroups(plain).trim()
  // Some platforms write the carrier before it: 顺丰速运:SF1234567890123.
  return (name === 'expressNumber' && numberAmongWords(numbers)) || numbers
}

/** What a row says, as long as it is stored. */
export function givenOf(cells: Partial<GivenShip>): GivenShip {
  const given = names.map((name) => [name, cutText(tidyCell(name, cells[name] ?? ''), limits[name])])
  return Object.fromEntries(given) as GivenShip
}

/** A row with what it says in more characters than are stored as its fault, unless it has another. */
function rowOf(row: number, cells: Partial<GivenShip>, found?: Fault): GivenShipRow {
  const long = names.find((name) => [...tidyCell(name, cells[name] ?? '')].length > limits[name])
  const tooLong = long && { fault: `${shipSheetColumns[long]}：最多${limits[long]}个字，请拆成多行`, faultIn: long }
  return { row, given: givenOf(cells), ...(found ?? tooLong ?? { fault: '', faultIn: '' }) }
}

/**
 * Reads a sheet to ship by. Columns are found by their headings, in any order.
 * @returns undefined where no line is a heading with order numbers and tracking numbers
 */
export function readShipSheet(lines: readonly ImportLine[]): GivenShipRow[] | undefined {
  for (const [index, { cells, fault }] of lines.slice(0, HEADING_LINES).entries()) {
    const columns = findColumns(cells.map(plainCell), aliases)
    if (fault || !columns.has('orderNo') || !columns.has('expressNumber')) continue
    return lines.slice(index + 1).flatMap((line) => {
      const read = rowOf(line.line, ...cellsOf(line, columns))
      return read.fault || read.given.orderNo || read.given.expressNumber ? [read] : []
    })
  }
  return undefined
}

/** Whether one of the first rows is the heading of a sheet to ship by. */
export const hasShipColumns = (first: readonly ImportLine[]): boolean => readShipSheet(first) !== undefined

type Fault = Pick<GivenShipRow, 'fault' | 'faultIn'>

/** The cells of a row, and the first fault of one. What cannot be relied on is shown all the same, as staff mend it. */
function cellsOf(line: ImportLine, columns: ImportColumns<ShipColumn>): [Partial<GivenShip>, Fault?] {
  const cells: Partial<GivenShip> = {}
  let found: Fault | undefined = line.fault ? { fault: line.fault, faultIn: '' } : undefined
  for (const [name, place] of columns) {
    const { index, title } = place
    const { text, fault } = readColumn(line, place, name === 'num' ? 'number' : 'text')
    cells[name] = fault ? (line.cells[index] ?? '') : text
    if (fault) found ??= { fault: `${title}：${fault}`, faultIn: name }
  }
  return [cells, found]
}

/**
 * Reads a pasted text, a row a line, with tabs, commas or spaces between: with a heading as a sheet, otherwise by what each
 * part looks like. Order numbers have 20 digits; what else has digits is a tracking number, the first word is the carrier.
 */
export function readShipText(text: string): GivenShipRow[] {
  const typed = text.split(/\r\n|\r|\n/).flatMap((line, index) => (line.trim() ? [{ line, row: index + 1 }] : []))
  const [first] = typed
  if (first && isHeading(first.line)) {
    const between = first.line.includes('\t') ? /\t/ : /[,，]/.test(first.line) ? /[,，]/ : /\s+/
    const lines = typed.map(({ line, row }) => ({ line: row, cells: line.split(between).map((cell) => cell.trim()) }))
    const rows = readShipSheet(lines)
    if (rows) return rows
  }
  return typed.map(({ line, row }) => rowOf(row, readShipLine(line)))
}

function isHeading(line: string): boolean {
  const parts = line.split(/[\t,，\s]+/).map((part) => plainTitle(plainCell(part)))
  return [aliases.orderNo, aliases.expressNumber].every((known) => parts.some((part) => known.includes(part)))
}

/** What numbers are called in a text copied from a chat or a list. */
const NUMBER_LABEL = /(?:订单(?:编)?号|(?:快递|运|物流|面)?单?(?:编)?号)[ \t]*[:：#]?[ \t]*#?(?=[A-Za-z\d])|#(?=\d)/g
/** What a carrier is called so. */
const CARRIER_LABEL = /(?:快递|物流|承运)(?:公司)?[ \t]*[:：][ \t]*/g
/** An order's number that has the next one or a word right behind it, and numbers right behind a word. */
const GLUED =
  /(?<=(?<![A-Za-z\d])\d{20}):?(?=[A-Za-z\p{Script=Han}])|(?<=\p{Script=Han}):?(?=[A-Za-z]{0,4}\d{8})|(?<=\d{8}-?)(?=\p{Script=Han})/gu
const MOBILE = /^1[3-9]\d{9}$/
const GROUPS = /(?<![A-Za-z\d])(?:[A-Za-z]{2,3} ?)?\d{3,4}(?:[ -]\d{3,5}){2,4}(?:[ -]\d{1,3})?(?![\dA-Za-z-])/g

/** A text with its numbers in one piece, without what they are called: 快递单号：SF 1234 5678 9012 3. */
const joinGroups = (text: string): string =>
  text.replace(NUMBER_LABEL, ' ').replace(GROUPS, (groups) => groups.replace(/[ -]/g, ''))

function readShipLine(typed: string): Partial<GivenShip> {
  const line = joinGroups(typed.normalize('NFKC').replace(UNSEEN, '')).replace(CARRIER_LABEL, ' ').replace(GLUED, ' ')
  const orders: string[] = []
  const numbers: string[] = []
  const words: string[] = []
  for (const part of line.split(/[\t,，;；、\s]+/)) {
    const plain = plainCell(part).replace(/^'+|'+$/g, '')
    if (/^\d{20}$/.test(plain)) orders.push(plain)
    else if (/^[A-Za-z0-9:.+-]{6,}$/.test(plain) && /\d/.test(plain)) numbers.push(plain)
    else if (plain) words.push(part)
  }
  const [express = '', ...rest] = words
  // Beside the number of a parcel that of a phone is the receiver's.
  const parcels = numbers.filter((number) => !MOBILE.test(number))
  const expressNumber = (parcels.length ? parcels : numbers).join(',')
  return { orderNo: orders.join(','), expressNumber, express, mark: rest.join(' ') }
}

/** The parts of a cell that holds several: separated by commas, semicolons, spaces or lines. */
export function partsOf(cell: string): string[] {
  const parts = cell.split(/[,，;；、\s]+/).map((part) => part.replace(/^'+|'+$/g, ''))
  return [...new Set(parts.filter(Boolean))]
}
