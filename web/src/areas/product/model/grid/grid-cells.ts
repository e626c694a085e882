import { type GridField, type GridProduct, gridFields } from '@zhanggui/contract/product/product-grid.ts'
import { amountText, isYuan, toFen } from '@zhanggui/domain/money.ts'
import { plainNumber } from '@zhanggui/domain/plain-number.ts'
import { MAX_PRICE_FEN } from '@zhanggui/domain/product/product-price.ts'
import { MAX_STOCK } from '@zhanggui/domain/product/product-stock.ts'

/** Fen, a count, or whether it is on the shelf. */
export type GridValue = number | boolean

/** A line of the grid: a SKU of a product. */
export type GridLine = {
  productId: number
  version: number
  skuId: number
  name: string
  image: string
  /** '' for the only SKU of a product. */
  suk: string
  /** The first line of a product has the cells of the product itself. */
  first: boolean
  /** Whether the SKU is sold while its product is on the shelf. */
  enabled: boolean
  /** As stored; without costs for those who may not see them. */
  values: Readonly<Partial<Record<GridField, GridValue>>>
}

/** A column as the user has it. */
export type GridColumn = {
  field: GridField
  title: string
  kind: 'money' | 'count' | 'flag'
  /** In fen or units. */
  max: number
  /** Belongs to the product, not to a SKU. */
  shared: boolean
  readOnly: boolean
  /** The only value that the user may set. */
  only?: boolean
}

type Shape = Pick<GridColumn, 'kind' | 'max' | 'shared'>
const money: Shape = { kind: 'money', max: MAX_PRICE_FEN, shared: false }
const shapes: Record<GridField, Shape> = {
  price: money,
  otPrice: money,
  cost: money,
  stock: { kind: 'count', max: MAX_STOCK, shared: false },
  sort: { kind: 'count', max: 99_999, shared: true },
  isShow: { kind: 'flag', max: 1, shared: true },
}

export type GridRights = { edits: boolean; seesCost: boolean; stocks: boolean; puts: boolean; takes: boolean }

/** The columns for someone with these rights: costs only if they may be seen; what may not be changed is read-only. */
export function gridColumns({ edits, seesCost, stocks, puts, takes }: GridRights): GridColumn[] {
  const may: Record<GridField, boolean> = {
    price: edits,
    otPrice: edits,
    cost: edits,
    sort: edits,
    stock: stocks,
    isShow: puts || takes,
  }
  return (Object.keys(gridFields) as GridField[])
    .filter((field) => field !== 'cost' || seesCost)
    .map((field) => ({
      field,
      title: gridFields[field],
      ...shapes[field],
      readOnly: !may[field],
      ...(field === 'isShow' && puts !== takes && { only: puts }),
    }))
}

/** Whether a cell can be edited; those of a product only in its first line. */
export const isEditable = (line: GridLine, { shared, readOnly }: GridColumn) => !readOnly && (!shared || line.first)

export type CellKey = string

/** A cell's name, the same in every version of its line. */
export function cellKey(
  { productId, skuId }: GridLine,
  { field, shared }: Pick<GridColumn, 'field' | 'shared'>,
): CellKey {
  return shared ? `p${productId}:${field}` : `s${skuId}:${field}`
}

/** The lines of a product. */
export function linesOf(product: GridProduct): GridLine[] {
  const { id, version, storeName, image, sort, isShow, skus } = product
  return skus.map((sku, index) => ({
    productId: id,
    version,
    skuId: sku.id,
    name: storeName,
    image,
    first: index === 0,
    enabled: sku.isShow,
    suk: skus.length > 1 ? sku.suk : '',
    values: {
      price: toFen(sku.price),
      otPrice: toFen(sku.otPrice),
      stock: sku.stock,
      sort,
      isShow,
      ...(sku.cost !== null && { cost: toFen(sku.cost) }),
    },
  }))
}

/** The text of a value, as shown and copied: 1299.00, 上架. */
export function showValue({ kind }: Pick<GridColumn, 'kind'>, value: GridValue | undefined): string {
  if (value === undefined) return ''
  if (kind === 'flag') return value ? '上架' : '下架'
  return kind === 'money' ? amountText(Number(value)) : String(value)
}

export type Reading = { value: GridValue } | { problem: string }

/**
 * Reads a cell as typed or pasted: full-width digits, ¥, 元 and thousand separators are understood.
 * @returns the value in fen or units, or what is wrong with the text
 */
export function readValue({ title, kind, max }: GridColumn, typed: string): Reading {
  const text = typed.normalize('NFKC').replace(/\s/g, '')
  if (kind === 'flag') return readFlag(title, text)
  const digits = plainNumber(text, kind === 'money') ?? ''
  if (/^-\d/.test(digits)) return { problem: `${title}不能小于0` }
  if (!/^(\d+\.?\d*|\.\d+)$/.test(digits)) return { problem: `${title}应为数字` }
  const [whole = '', decimals = ''] = digits.split('.')
  const plain = [whole.replace(/^0+(?=\d)/, '') || '0', decimals.replace(/0+$/, '')].filter(Boolean).join('.')
  const tooLarge = { problem: `${title}不能大于${kind === 'money' ? amountText(max) : max}` }
  if (whole.length > 12) return tooLarge
  if (kind === 'money' && !isYuan(plain)) return { problem: `${title}最多两位小数` }
  if (kind === 'count' && plain.includes('.')) return { problem: `${title}应为整数` }
  const value = kind === 'money' ? toFen(plain) : Number(plain)
  return value > max ? tooLarge : { value }
}

function readFlag(title: string, text: string): Reading {
  if (/^(上架|出售中|在售|是|1|true|yes|y)$/i.test(text)) return { value: true }
  if (/^(下架|仓库中|否|0|false|no|n)$/i.test(text)) return { value: false }
  return { problem: `${title}应为上架或下架` }
}
