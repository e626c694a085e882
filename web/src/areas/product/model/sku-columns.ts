import { isYuan } from '@zhanggui/domain/money.ts'
import { MAX_PRICE_FEN } from '@zhanggui/domain/product/product-price.ts'
import { fitsDecimals, VOLUME_DECIMALS, WEIGHT_DECIMALS } from '@zhanggui/domain/product/product-sku.ts'
import { MAX_STOCK } from '@zhanggui/domain/product/product-stock.ts'
import type { SkuCells, SkuField } from './sku-matrix.ts'

/** A column of the SKU table that staff type into. */
export type SkuColumn = {
  field: SkuField
  title: string
  /** px */
  width: number
  kind: 'money' | 'count' | 'measure' | 'code' | 'flag'
  /** Most decimals of a measure. */
  decimals?: number
  /** Of a measure, a count or, in yuan, of money. */
  most?: number
}

const money = { kind: 'money', width: 104, most: MAX_PRICE_FEN / 100 } as const
const code = { kind: 'code', width: 136 } as const

const columns: readonly SkuColumn[] = [
  { field: 'price', title: '售价', ...money },
  { field: 'cost', title: '成本价', ...money },
  { field: 'otPrice', title: '原价', ...money },
  { field: 'vipPrice', title: '会员价', ...money },
  { field: 'stock', title: '库存', width: 112, kind: 'count', most: MAX_STOCK },
  { field: 'barCode', title: '商品编号', ...code },
  { field: 'skuNo', title: '商家编码', ...code },
  { field: 'weight', title: '重量（KG）', width: 104, kind: 'measure', decimals: WEIGHT_DECIMALS, most: 99_999 },
  { field: 'volume', title: '体积(m³)', width: 104, kind: 'measure', decimals: VOLUME_DECIMALS, most: 99_999 },
  { field: 'brokerage', title: '一级返佣(元)', ...money },
  { field: 'brokerageTwo', title: '二级返佣(元)', ...money },
  { field: 'alertStock', title: '库存预警', width: 96, kind: 'count', most: 99_999_999 },
  { field: 'isShow', title: '启用', width: 64, kind: 'flag' },
]

/** The columns of the table: brokerage where it is set for each SKU, cost for those who may see it. */
export function skuColumns({ isSub, seesCost }: { isSub: boolean; seesCost: boolean }): SkuColumn[] {
  return columns.filter(({ field }) => {
    if (field === 'cost') return seesCost
    return isSub || (field !== 'brokerage' && field !== 'brokerageTwo')
  })
}

export type Reading = { value: SkuCells[SkuField] } | { problem: string }

/** A cell as staff typed or pasted it: `￥1,299.00` is 1299, `是` is on. */
export function readCell({ title, kind, decimals = 0, most = 0 }: SkuColumn, typed: string): Reading {
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
  return value > most ? { problem: `${title}不能大于${most}` } : { value }
}

function readFlag(title: string, text: string): Reading {
  if (/^(是|启用|开|1|true|yes|y)$/i.test(text)) return { value: true }
  if (/^(否|停用|关|0|false|no|n)$/i.test(text)) return { value: false }
  return { problem: `${title}应为是或否` }
}

/** A cell as it is shown and copied. */
export function showCell(value: SkuCells[SkuField]): string {
  if (value === null) return ''
  return typeof value === 'boolean' ? (value ? '是' : '否') : String(value)
}

/** The cells of a block copied from a spreadsheet: tabs between columns, quotes around cells with line ends in them. */
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

/** A quoted or a plain cell, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/g

/** Whether a column's cells hold numbers, which stand at their right. */
export function isNumber(kind: SkuColumn['kind']): true | undefined {
  return kind === 'code' || kind === 'flag' ? undefined : true
}
