import type { Sku } from '@zhanggui/contract/product/product.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import type { StoredActivity } from '../activity/activity-screens.ts'
import { type CellColumn, readCell } from '../sku-grid/cells.ts'

/** A SKU of the product, with its terms in the activity if it takes part. */
export type SkuLine = {
  skuId: number
  suk: string
  image: string
  salePrice: number
  otPrice: number
  /** Undefined for staff who may not see it. */
  cost?: number
  stock: number
  barCode: string
  weight: number
  volume: number
  sold: number
  reserved: number
  /** It takes part. */
  taken: boolean
  price: number | null
  /** The price it may fall to; undefined where a kind has none. */
  minPrice?: number | null
  quota: number | null
  /** As they are stored; undefined of one that does not take part yet. */
  stored?: { price: number; quota: number }
}

export type LineField = 'price' | 'minPrice' | 'quota'
export type LineColumn = CellColumn & { field: LineField }

const MAX_PRICE = 999_999.99
const MAX_QUOTA = 99_999_999

/** How a kind prices its SKUs. */
export type Pricing = {
  /** What it calls its price: 秒杀价. */
  priceTitle: string
  /** What it calls the price it may fall to: then it begins at any price, and one SKU alone takes part. */
  lowTitle?: string | undefined
}

/** The columns that are typed into. */
export const lineColumns = ({ priceTitle, lowTitle }: Pricing): readonly LineColumn[] => [
  { field: 'price', title: priceTitle, kind: 'money', max: MAX_PRICE },
  ...(lowTitle ? [{ field: 'minPrice', title: lowTitle, kind: 'money', max: MAX_PRICE } as const] : []),
  { field: 'quota', title: '限量', kind: 'count', max: MAX_QUOTA },
]

/** The SKUs of a product as an activity begins: all that have stock take part, with all of it; where one alone does, the first. */
export function linesOfProduct(skus: readonly Sku[], { lowTitle }: Pricing): SkuLine[] {
  const shown = skus.filter(({ isShow }) => isShow)
  const first = shown.find(({ stock }) => stock > 0)
  return shown.map((sku) => {
    const { id, suk, image, price, otPrice, cost, stock, barCode, weight, volume } = sku
    return {
      skuId: id,
      suk,
      image,
      salePrice: price,
      otPrice,
      stock,
      barCode,
      weight,
      volume,
      sold: 0,
      reserved: 0,
      taken: lowTitle ? sku === first : stock > 0,
      price: lowTitle ? price : null,
      quota: stock,
      ...(lowTitle && { minPrice: null }),
      ...(cost !== null && { cost }),
    }
  })
}

/** The SKUs of a stored activity. */
export const linesOf = (skus: StoredActivity['attrValue'], { lowTitle }: Pricing): SkuLine[] =>
  skus.map(({ id, price, minPrice, quota: _, quotaShow, cost, attrValue: _values, ...sku }) => {
    const taken = id !== null
    return {
      ...sku,
      taken,
      price: taken ? price : lowTitle ? sku.salePrice : null,
      ...(lowTitle && { minPrice: taken ? (minPrice ?? null) : null }),
      quota: taken ? quotaShow : sku.stock,
      ...(cost !== undefined && { cost }),
      ...(taken && { stored: { price, quota: quotaShow } }),
    }
  })

/** What is sent of the SKUs that take part. */
export const bodyOfLines = (lines: readonly SkuLine[]) =>
  lines
    .filter(({ taken }) => taken)
    .map(({ skuId, price, minPrice, quota }) => ({
      skuId,
      price: price ?? 0,
      quota: quota ?? 0,
      ...(minPrice !== undefined && { minPrice: minPrice ?? 0 }),
    }))

/** Those that can be judged already. */
export const readyLines = (lines: readonly SkuLine[]): SkuLine[] =>
  lines.filter(
    ({ taken, price, minPrice, quota }) =>
      taken &&
      price !== null &&
      price > 0 &&
      quota !== null &&
      quota > 0 &&
      minPrice !== null &&
      (minPrice ?? 0) < price,
  )

/** The least a unit brings: the price it may fall to, where there is one. */
export const leastOf = ({ price, minPrice }: Pick<SkuLine, 'price' | 'minPrice'>): number | null =>
  minPrice === undefined ? price : minPrice

/** 6.7 折; — without a price. */
export function discountText({ salePrice, ...line }: SkuLine): string {
  const price = leastOf(line)
  if (price === null || salePrice <= 0) return '—'
  return price >= salePrice ? '原价' : `${Number(((price / salePrice) * 10).toFixed(1))} 折`
}

/** How much of a SKU may be promised: what is sold and held, and what there is. */
export const mostOf = ({ sold, reserved, stock }: SkuLine): number => sold + reserved + stock

export type LineProblem = { skuId: number; field: LineField; message: string }

/** What keeps the SKUs from being saved; what is stored and did not change is not judged again. */
export function problemsOf(lines: readonly SkuLine[], { priceTitle, lowTitle }: Pricing): LineProblem[] {
  return lines
    .filter(({ taken }) => taken)
    .flatMap((line): LineProblem[] => {
      const { skuId, suk, price, minPrice, quota, salePrice, stored, sold, reserved } = line
      const lowSays =
        lowTitle &&
        (minPrice === null || minPrice === undefined
          ? `请输入「${suk}」的${lowTitle}`
          : price !== null && minPrice >= price && `「${suk}」${lowTitle}要低于${priceTitle}`)
      const [priceSays, quotaSays] = [
        price === null || price <= 0
          ? `请输入「${suk}」的${priceTitle}`
          : !lowTitle &&
            price > salePrice &&
            price !== stored?.price &&
            `「${suk}」活动价不能高于商品售价 ${salePrice.toFixed(2)} 元`,
        quota === null || quota < 1
          ? `请正确输入限量：「${suk}」`
          : quota < sold + reserved
            ? `「${suk}」限量不能小于已售和待付款数量 ${sold + reserved}`
            : quota > (stored?.quota ?? 0) && quota > mostOf(line) && `「${suk}」限量不能超过商品库存 ${line.stock}`,
      ]
      return [
        ...(priceSays ? [{ skuId, field: 'price' as const, message: priceSays }] : []),
        ...(lowSays ? [{ skuId, field: 'minPrice' as const, message: lowSays }] : []),
        ...(quotaSays ? [{ skuId, field: 'quota' as const, message: quotaSays }] : []),
      ]
    })
}

/** What 批量设置 gives the SKUs that take part. @param percent of the price on the shelf, where no price is given */
export type Fill = { price?: number | undefined; percent?: number | undefined; quota?: number | undefined }

export function fillLines(lines: readonly SkuLine[], { price, percent, quota }: Fill): SkuLine[] {
  return lines.map((line) => {
    if (!line.taken) return line
    const reduced = percent === undefined ? undefined : reduce(line.salePrice, percent)
    const next = price ?? reduced
    return { ...line, ...(next !== undefined && { price: next }), ...(quota !== undefined && { quota }) }
  })
}

/** To the fen, never nothing. */
const reduce = (yuan: number, percent: number) => toYuan(Math.max(1, Math.round((toFen(yuan) * percent) / 100)))

/** Pastes a block copied from a spreadsheet at a cell; lines that get something take part, unless one alone does. */
export function pasteLines(
  lines: readonly SkuLine[],
  columns: readonly LineColumn[],
  at: { row: number; column: number },
  block: readonly (readonly string[])[],
  single: boolean,
): { lines: SkuLine[]; pasted: number; problems: LineProblem[] } {
  const problems: LineProblem[] = []
  let pasted = 0
  const next = lines.map((line, index) => {
    const change: Partial<Record<LineField, number | null>> = {}
    for (const [offset, text] of (block[index - at.row] ?? []).entries()) {
      const column = columns[at.column + offset]
      if (!column) continue
      const read = readCell(column, text)
      if ('problem' in read) problems.push({ skuId: line.skuId, field: column.field, message: read.problem })
      else {
        change[column.field] = read.value as number | null
        pasted += 1
      }
    }
    return Object.keys(change).length ? { ...line, ...change, taken: single ? line.taken : true } : line
  })
  return { lines: next, pasted, problems }
}

/** 限量合计, what comes in when all is sold, and how much less that is than on the shelf, in yuan. */
export function sumsOf(lines: readonly SkuLine[]): { quota: number; amount: number; given: number } {
  const ready = readyLines(lines)
  const sum = (of: (line: SkuLine) => number) => ready.reduce((total, line) => total + of(line), 0)
  const times = (yuan: number, quota: number) => toFen(yuan) * quota
  const amount = sum((line) => times(leastOf(line) ?? 0, line.quota ?? 0))
  const usual = sum(({ salePrice, quota }) => times(salePrice, quota ?? 0))
  return { quota: sum(({ quota }) => quota ?? 0), amount: toYuan(amount), given: toYuan(Math.max(0, usual - amount)) }
}

/** The line that costs buyers least, of those that are filled in. */
export const cheapestOf = (lines: readonly SkuLine[]): SkuLine | undefined =>
  readyLines(lines).toSorted((one, other) => (leastOf(one) ?? 0) - (leastOf(other) ?? 0))[0]
