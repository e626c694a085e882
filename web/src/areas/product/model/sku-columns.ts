import { isYuan } from '@zhanggui/domain/money.ts'
import { MAX_PRICE_FEN } from '@zhanggui/domain/product/product-price.ts'
import { fitsDecimals, VOLUME_DECIMALS, WEIGHT_DECIMALS } from '@zhanggui/domain/product/product-sku.ts'
import { MAX_STOCK } from '@zhanggui/domain/product/product-stock.ts'
import type { SkuCells, SkuField } from './sku-matrix.ts'

/** An editable column of the SKU table. */
export type SkuColumn = {
  field: SkuField
  title: string
  /** px */
  width: number
  kind: 'money' | 'count' | 'measure' | 'code' | 'flag'
  /** Maximum decimals of a measure. */
  decimals?: number
  /** Maximum value: of a measure, of a count, or of money in yuan. */
  max?: number
}

const money = { kind: 'money', width: 104, max: MAX_PRICE_FEN / 100 } as const
const code = { kind: 'code', width: 136 } as const

const columns: readonly SkuColumn[] = [
  { field: 'price', title: '售价', ...money },
  { field: 'cost', title: '成本价', ...money },
  { field: 'otPrice', title: '原价', ...money },
  { field: 'vipPrice', title: '会员价', ...money },
  { field: 'stock', title: '库存', width: 112, kind: 'count', max: MAX_STOCK },
  { field: 'barCode', title: '商品编号', ...code },
  { field: 'skuNo', title: '商家编码', ...code },
  { field: 'weight', title: '重量（KG）', width: 104, kind: 'measure', decimals: WEIGHT_DECIMALS, max: 99_999 },
  { field: 'volume', title: '体积(m³)', width: 104, kind: 'measure', decimals: VOLUME_DECIMALS, max: 99_999 },
  { field: 'brokerage', title: '一级返佣(元)', ...money },
  { field: 'brokerageTwo', title: '二级返佣(元)', ...money },
  { field: 'alertStock', title: '库存预警', width: 96, kind: 'count', max: 99_999_999 },
  { field: 'isShow', title: '启用', width: 64, kind: 'flag' },
]

/** The columns of the table: brokerage if it is set per SKU, cost for staff who may see it. */
export function skuColumns({ isSub, seesCost }: { isSub: boolean; seesCost: boolean }): SkuColumn[] {
  return columns.filter(({ field }) => {
    if (field === 'cost') return seesCost
    return isSub || (field !== 'brokerage' && field !== 'brokerageTwo')
  })
}

export type Reading = { value: SkuCells[SkuField] } | { problem: string }

/** Reads a cell as typed or pasted: `￥1,299.00` is 1299, `是` is true. */
export function readCell({ title, kind, decimals = 0, max = 0 }: SkuColumn, typed: string): Reading {
  const text = typed.normalize('NFKC').trim()
  if (kind === 'code') return [...text].length > 50 ? { problem: `${title}不能超过50个字符` } : { value: text }
  if (kind === 'flag') return readFlag(title, text)
  if (!text) return { value: null }
  const digits = text.replace(/^[¥$]\s*/, '').replace(/(?<=\d),(?=\d{3})/g, '')
  const value = Number(digits)
  if (Number.isNaN(value)) return { problem: `${title}应为数字` }
  if (value < 0) return { problem: `${title}不能小于0` }
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
export function showCell(value: SkuCells[SkuField]): string {
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
export function isNumber(kind: SkuColumn['kind']): true | undefined {
  return kind === 'code' || kind === 'flag' ? undefined : true
}
