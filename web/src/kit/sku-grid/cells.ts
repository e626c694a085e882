import { isYuan } from '@zhanggui/domain/money.ts'
import { plainNumber } from '@zhanggui/domain/plain-number.ts'
import { fitsDecimals } from '@zhanggui/domain/product/product-sku.ts'

/** What a cell of a table of SKUs holds; null is an empty cell. */
export type CellValue = number | string | boolean | null

/** How the cells of a column are read and named. */
export type CellColumn = {
  title: string
  kind: 'money' | 'count' | 'measure' | 'code' | 'flag'
  /** Maximum decimals of a measure. */
  decimals?: number
  /** Maximum value: of a measure, of a count, or of money in yuan. */
  max?: number
}

export type Reading = { value: CellValue } | { problem: string }

/** Reads a cell as typed or pasted: `￥1,299.00` is 1299, `是` is true. */
export function readCell({ title, kind, decimals = 0, max = 0 }: CellColumn, typed: string): Reading {
  const text = typed.normalize('NFKC').trim()
  if (kind === 'code') return [...text].length > 50 ? { problem: `${title}不能超过50个字符` } : { value: text }
  if (kind === 'flag') return readFlag(title, text)
  if (!text) return { value: null }
  const digits = plainNumber(text, kind === 'money')?.replace(/\.$/, '')
  if (digits === undefined) return { problem: `${title}应为数字` }
  const value = Number(digits)
  if (value < 0) return { problem: `${title}不能小于0` }
  if (kind === 'money' && value > max) return { problem: `${title}不能大于${max}` }
  if (kind === 'money' && !isYuan(digits)) return { problem: `${title}：金额最多两位小数` }
  if (kind === 'count' && !Number.isInteger(value)) return { problem: `${title}应为整数` }
  if (kind === 'measure' && !fitsDecimals(value, decimals)) return { problem: `${title}最多${decimals}位小数` }
  return value > max ? { problem: `${title}不能大于${max}` } : { value }
}

function readFlag(title: string, text: string): Reading {
  if (/^(是|启用|开|1|true|yes|y)$/i.test(text)) return { value: true }
  if (/^(否|停用|关|0|false|no|n)$/i.test(text)) return { value: false }
  return { problem: `${title}应为是或否` }
}

/** The text of a cell, as shown and copied. */
export function showCell(value: CellValue): string {
  if (value === null) return ''
  return typeof value === 'boolean' ? (value ? '是' : '否') : String(value)
}

/** The cells of a block copied from a spreadsheet: columns separated by tabs, cells with line breaks quoted. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.replace(/\r\n?/g, '\n').matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') rows.push([])
    if (!end) break
  }
  if (rows.length > 1 && !rows.at(-1)?.join('')) rows.pop()
  return rows
}

/** A quoted or plain cell and its terminator. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/g

/** Whether a column's cells hold numbers, which are right-aligned. */
export function isNumber(kind: CellColumn['kind']): true | undefined {
  return kind === 'code' || kind === 'flag' ? undefined : true
}
