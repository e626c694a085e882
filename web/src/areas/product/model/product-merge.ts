import type { ProductInfo } from '@zhanggui/contract/product/product.ts'
import { ProductDraft } from '@zhanggui/contract/product/product.ts'
import { attrKeyOf } from '@zhanggui/domain/product/product-sku.ts'
import { isSame } from '../../../kit/form/meanwhile/meanwhile.ts'
import { type FormValues, skusOf, type UnfinishedForm, valuesOf } from './product-form.ts'
import { skuColumns } from './sku-columns.ts'
import type { SkuRow } from './sku-matrix.ts'
import { createSkuStore, rowsOf, type SkuState } from './sku-store.ts'

type Skus = UnfinishedForm['skus']
type Product = { values: FormValues; skus: Skus }

/** A product as the form shows it. */
export function formOfInfo(info: ProductInfo): Product {
  const { specType, isSub, matrix, single } = createSkuStore(skusOf(info)).getState()
  return { values: valuesOf(info), skus: { specType, isSub, matrix, single } }
}

/**
 * Puts what others changed, from `base` to `latest`, into a form, except what was typed there.
 * @returns the form, and the titles of what others changed, too, and stays as it was typed
 */
export function mergeProduct(mine: Product, base: Product, latest: Product): Product & { kept: string[] } {
  const kept: string[] = []
  const values = Object.fromEntries(
    Object.entries(latest.values).flatMap(([name, value]) => {
      const [was, now] = [base.values[name as keyof FormValues], mine.values[name as keyof FormValues]]
      if (isSame(was, value) || isSame(now, value)) return []
      if (isSame(now, was)) return [[name, value]]
      kept.push(titleOf(name))
      return []
    }),
  )
  return { values: { ...mine.values, ...values }, skus: mergeSkus(mine.skus, base.skus, latest.skus, kept), kept }
}

const titleOf = (name: string) =>
  (ProductDraft.properties as Readonly<Record<string, { title?: string }>>)[name]?.title ?? '其他设置'

function mergeSkus(mine: Skus, base: Skus, latest: Skus, kept: string[]): Skus {
  const isSub = mine.isSub === base.isSub ? latest.isSub : mine.isSub
  if (!isSame(shapeOf(base), shapeOf(latest))) {
    if (isSame(typedOf(mine), typedOf(base))) return { ...latest, isSub }
    kept.push('规格')
    return { ...mine, isSub }
  }
  const [was, is] = [byKey(base), byKey(latest)]
  const merged = (row: SkuRow): SkuRow => {
    const [from, to] = [was.get(keyOf(row)), is.get(keyOf(row))]
    return from && to ? mergeRow(row, from, to, kept) : row
  }
  return {
    ...mine,
    isSub,
    matrix: { ...mine.matrix, rows: mine.matrix.rows.map(merged) },
    single: mine.specType ? mine.single : merged(mine.single),
  }
}

/** The cells that staff type; the stock of stored rows is kept by its ledger and is always that of now. */
const CELLS = [...skuColumns({ isSub: true, seesCost: true }), { field: 'image' as const, title: '图片' }].filter(
  ({ field }) => field !== 'stock',
)

function mergeRow(row: SkuRow, from: SkuRow, to: SkuRow, kept: string[]): SkuRow {
  const cells = CELLS.flatMap(({ field, title }) => {
    if (isSame(from[field], to[field]) || isSame(row[field], to[field])) return []
    if (isSame(row[field], from[field])) return [[field, to[field]] as const]
    kept.push([...Object.values(row.attrValue), title].join(' '))
    return []
  })
  return { ...row, ...Object.fromEntries(cells), stock: to.stock }
}

const keyOf = (row: SkuRow) => attrKeyOf(row.attrValue)
const rows = (skus: Skus) => rowsOf(skus as SkuState)
const byKey = (skus: Skus) => new Map(rows(skus).map((row) => [keyOf(row), row]))
const shapeOf = (skus: Skus) => [skus.specType, skus.specType && skus.matrix.attrs, rows(skus).map(keyOf)]
const typedOf = (skus: Skus) => [shapeOf(skus), rows(skus).map((row) => CELLS.map(({ field }) => row[field]))]
