import type { Sku, SkuDraft } from '@zhanggui/contract/product/product.ts'
import { toFen } from '@zhanggui/domain/money.ts'
import {
  type Attr,
  type AttrValue,
  attrKeyOf,
  checkAttrs,
  MAX_SKUS,
  SINGLE_ATTR,
  sukOf,
} from '@zhanggui/domain/product/product-sku.ts'

/** The editable cells of a SKU. Money in yuan; null is an empty cell. */
export type SkuCells = {
  price: number | null
  otPrice: number | null
  cost: number | null
  vipPrice: number | null
  stock: number | null
  barCode: string
  skuNo: string
  weight: number | null
  volume: number | null
  brokerage: number | null
  brokerageTwo: number | null
  alertStock: number | null
  isShow: boolean
}
export type SkuField = keyof SkuCells

/** A row of the SKU table. Stored SKUs have an id; their stock is changed elsewhere. */
export type SkuRow = SkuCells & {
  /** Identifies the row, also while it has no id. */
  key: string
  id?: number
  attrValue: AttrValue
  image: string
  /** The lowest price of the last thirty days. */
  lowestPrice?: number
}

/** The dimensions of a product and the combinations on sale. */
export type Matrix = { attrs: readonly Attr[]; rows: readonly SkuRow[] }

let made = 0

/** A new row for a combination, blank except for the given cells. */
export function makeRow(attrValue: AttrValue, given: Partial<SkuRow> = {}): SkuRow {
  made += 1
  const blank = { price: null, otPrice: null, cost: null, vipPrice: null, weight: null, volume: null }
  const more = { brokerage: null, brokerageTwo: null, alertStock: null, barCode: '', skuNo: '', image: '' }
  return { ...blank, ...more, stock: 0, isShow: true, ...given, attrValue, key: `new-${made}` }
}

/** The only row of a product without specifications. */
export function singleRow(given: Partial<SkuRow> = {}): SkuRow {
  return makeRow({ [SINGLE_ATTR.attrName]: SINGLE_ATTR.attrValues[0] }, given)
}

/** A stored SKU as a row. */
export function rowOf(sku: Sku): SkuRow {
  const { id, attrValue, image, price, otPrice, cost, vipPrice, stock, barCode, skuNo } = sku
  const { weight, volume, brokerage, brokerageTwo, isShow, alertStock, lowestPrice } = sku
  const prices = {
    price,
    otPrice,
    cost,
    vipPrice,
    brokerage,
    brokerageTwo,
    ...(lowestPrice !== undefined && { lowestPrice }),
  }
  return { key: `id-${id}`, id, attrValue, image, stock, barCode, skuNo, weight, volume, isShow, alertStock, ...prices }
}

/**
 * The body of a row to save. The stock of a stored SKU is left out, so that sales in the meantime are kept; the cost is
 * left out for staff who may not see it.
 */
export function draftOf(row: SkuRow, seesCost: boolean): SkuDraft {
  const { id, attrValue, image, price, otPrice, cost, vipPrice, stock, brokerage, brokerageTwo } = row
  const { barCode, skuNo, weight, volume, isShow, alertStock } = row
  return {
    ...(id ? { id } : { stock: stock ?? 0 }),
    attrValue: { ...attrValue },
    price: price ?? 0,
    otPrice: otPrice ?? 0,
    weight: weight ?? 0,
    volume: volume ?? 0,
    brokerage: brokerage ?? 0,
    brokerageTwo: brokerageTwo ?? 0,
    image,
    barCode,
    skuNo,
    isShow,
    ...(seesCost && { cost: cost ?? 0 }),
    ...(vipPrice !== null && { vipPrice }),
    ...(alertStock !== null && { alertStock }),
  }
}

/** The dimensions in use: those with a name and values. One just added has none. */
export function usedAttrs(attrs: readonly Attr[]): Attr[] {
  return attrs.filter(({ attrName, attrValues }) => attrName && attrValues.length)
}

/** The number of possible combinations. */
export function countCombinations(attrs: readonly Attr[]): number {
  const used = usedAttrs(attrs)
  return used.length ? used.reduce((count, { attrValues }) => count * attrValues.length, 1) : 0
}

/** Every combination, in the order of dimensions and values. */
export function combinationsOf(attrs: readonly Attr[]): AttrValue[] {
  const used = usedAttrs(attrs)
  if (!used.length) return []
  return used.reduce<AttrValue[]>(
    (some, { attrName, attrValues }) =>
      some.flatMap((combination) => attrValues.map((value) => ({ ...combination, [attrName]: value }))),
    [{}],
  )
}

/**
 * The matrix with other dimensions. Rows whose combination survives stay unchanged, also if a value or a dimension is
 * renamed; combinations deleted by staff stay deleted; a new row starts with the values shared by all similar rows.
 * Beyond 600 combinations only the rows that still fit are kept.
 */
export function withAttrs(before: Matrix, attrs: readonly Attr[]): Matrix {
  const { attrs: oldAttrs, rows } = renamed(before, attrs)
  const oldValues = new Map(usedAttrs(oldAttrs).map(({ attrName, attrValues }) => [attrName, new Set(attrValues)]))
  const used = usedAttrs(attrs)
  const sameDimensions = used.length === oldValues.size && used.every(({ attrName }) => oldValues.has(attrName))
  const tooMany = countCombinations(attrs) > MAX_SKUS
  const kept = new Map(rows.map((row) => [attrKeyOf(row.attrValue), row]))
  const isOld = (combination: AttrValue) =>
    sameDimensions && Object.entries(combination).every(([name, value]) => oldValues.get(name)?.has(value))

  if (tooMany) return { attrs, rows: rows.filter((row) => fits(used, row.attrValue)) }
  const next = combinationsOf(attrs).flatMap((combination) => {
    const row = kept.get(attrKeyOf(combination))
    if (row) return [row]
    return isOld(combination) ? [] : [makeRow(combination, sharedCells(similarRows(rows, combination, oldValues)))]
  })
  return { attrs, rows: next }
}

/** The matrix with every combination; deleted ones return to their positions. */
export function withAllCombinations({ attrs, rows }: Matrix): Matrix {
  if (countCombinations(attrs) > MAX_SKUS) return { attrs, rows }
  const kept = new Map(rows.map((row) => [attrKeyOf(row.attrValue), row]))
  const oldValues = new Map(usedAttrs(attrs).map(({ attrName, attrValues }) => [attrName, new Set(attrValues)]))
  return {
    attrs,
    rows: combinationsOf(attrs).map(
      (combination) =>
        kept.get(attrKeyOf(combination)) ??
        makeRow(combination, sharedCells(similarRows(rows, combination, oldValues))),
    ),
  }
}

function fits(attrs: readonly Attr[], combination: AttrValue): boolean {
  const names = Object.keys(combination)
  return (
    names.length === attrs.length &&
    attrs.every(({ attrName, attrValues }) => attrValues.includes(combination[attrName] ?? ''))
  )
}

/** The rows that match a combination in all values that existed before. */
function similarRows(
  rows: readonly SkuRow[],
  combination: AttrValue,
  oldValues: ReadonlyMap<string, ReadonlySet<string>>,
) {
  const known = Object.entries(combination).filter(([name, value]) => oldValues.get(name)?.has(value))
  return rows.filter(({ attrValue }) => known.every(([name, value]) => attrValue[name] === value))
}

const inherited = [
  ...(['image', 'price', 'otPrice', 'cost', 'vipPrice', 'weight', 'volume'] as const),
  ...(['brokerage', 'brokerageTwo', 'alertStock', 'isShow'] as const),
]

function sharedCells(rows: readonly SkuRow[]): Partial<SkuRow> {
  const [first] = rows
  if (!first) return {}
  return Object.fromEntries(
    inherited.filter((name) => rows.every((row) => row[name] === first[name])).map((name) => [name, first[name]]),
  )
}

/** The old matrix under its new names, if exactly one dimension or value was renamed in place. */
function renamed({ attrs: before, rows }: Matrix, after: readonly Attr[]): Matrix {
  if (before.length !== after.length) return { attrs: before, rows }
  const names = before.flatMap(({ attrName }, index) => pairIfChanged(attrName, after[index]?.attrName))
  if (names.length === 1 && names[0] && isFree(names[0], before, after)) {
    const [[from, to]] = names as [[string, string]]
    return {
      attrs: before.map((attr) => (attr.attrName === from ? { ...attr, attrName: to } : attr)),
      rows: rows.map((row) => ({ ...row, attrValue: withKey(row.attrValue, from, to) })),
    }
  }
  for (const [index, { attrName, attrValues }] of before.entries()) {
    const now = after[index]
    if (now?.attrName !== attrName || now.attrValues.length !== attrValues.length) continue
    const changed = attrValues.flatMap((value, at) => pairIfChanged(value, now.attrValues[at]))
    const [change] = changed
    if (changed.length !== 1 || !change || now.attrValues.includes(change[0]) || attrValues.includes(change[1]))
      continue
    const [from, to] = change
    const swap = (value: string) => (value === from ? to : value)
    return {
      attrs: before.map((attr, at) => (at === index ? { attrName, attrValues: attrValues.map(swap) } : attr)),
      rows: rows.map((row) =>
        row.attrValue[attrName] === from ? { ...row, attrValue: { ...row.attrValue, [attrName]: to } } : row,
      ),
    }
  }
  return { attrs: before, rows }
}

function pairIfChanged(from: string, to: string | undefined): [string, string][] {
  return to !== undefined && to !== from ? [[from, to]] : []
}

function isFree([from, to]: [string, string], before: readonly Attr[], after: readonly Attr[]): boolean {
  return !before.some(({ attrName }) => attrName === to) && !after.some(({ attrName }) => attrName === from)
}

function withKey(combination: AttrValue, from: string, to: string): AttrValue {
  return Object.fromEntries(Object.entries(combination).map(([name, value]) => [name === from ? to : name, value]))
}

/** The problems of the cells, by row key and field. */
export type Problems = ReadonlyMap<string, string>

export function problemKey(row: string, field: string): string {
  return `${row} ${field}`
}

/** The problems that keep the rows from being saved, in row order. */
export function checkRows(rows: readonly SkuRow[], isSub: boolean): Problems {
  const problems = new Map<string, string>()
  const codes = new Map<string, string>()
  for (const { key, price, brokerage, brokerageTwo, skuNo } of rows) {
    if (price === null) problems.set(problemKey(key, 'price'), '请输入售价')
    else if (isSub && toFen(brokerage ?? 0) + toFen(brokerageTwo ?? 0) > toFen(price))
      problems.set(problemKey(key, 'brokerage'), '一级返佣与二级返佣之和不能大于售价')
    if (skuNo && codes.has(skuNo.toLowerCase())) problems.set(problemKey(key, 'skuNo'), `商家编码「${skuNo}」重复`)
    codes.set(skuNo.toLowerCase(), key)
  }
  return problems
}

/** The problem that keeps the dimensions from being saved. */
export function attrProblem({ attrs, rows }: Matrix): string | undefined {
  const count = countCombinations(attrs)
  if (count > MAX_SKUS) return `规格组合最多${MAX_SKUS}个，现在有${count}个`
  try {
    checkAttrs(attrs)
  } catch (error) {
    return (error as Error).message
  }
  return rows.length ? undefined : '请填写多规格属性！'
}

/** The name of a row as staff know it: 红,L. */
export function nameOf(attrs: readonly Attr[], row: SkuRow): string {
  return sukOf(usedAttrs(attrs), row.attrValue)
}
