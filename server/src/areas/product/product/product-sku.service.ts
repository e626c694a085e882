import { isDeepStrictEqual } from 'node:util'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { type PriceField, type PriceSource, priceFieldNames } from '@zhanggui/domain/product/product-price.ts'
import { matchSkus } from '@zhanggui/domain/product/product-sku.ts'
import { MAX_STOCK, type StockReason } from '@zhanggui/domain/product/product-stock.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, inUse } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as ledger from '../ledger/stock-ledger.repository.ts'
import { listUses, type ProductUse } from './guard.service.ts'
import type { ProductRecord } from './product.repository.ts'
import { maySeeCost } from './product-describe.service.ts'
import type { FormSku } from './product-form.ts'
import * as skus from './product-sku.repository.ts'

/** What a save changed of a product's SKUs. */
export type SkuResult = {
  stockIds: number[]
  priceIds: number[]
  /** A code was added, changed or removed, or a SKU that may have one. */
  codes: boolean
  any: boolean
}

const priceColumns = {
  price: 'priceFen',
  otPrice: 'otPriceFen',
  cost: 'costFen',
  vipPrice: 'vipPriceFen',
  brokerage: 'brokerageFen',
  brokerageTwo: 'brokerageTwoFen',
} as const satisfies Record<PriceField, keyof skus.SkuRow>

/** Inserts the SKUs of a new product with their initial stock. Returns their ids. */
export async function addSkus(
  tx: Ctx,
  productId: number,
  given: readonly FormSku[],
  source: PriceSource = 'edit',
): Promise<number[]> {
  const rows = given.map(({ id: _, stockBase: _base, stock: initial = 0, ...fields }) => ({
    ...fields,
    stock: initial,
  }))
  const ids = await skus.insert(tx, productId, rows)
  const noted = rows.flatMap(({ stock: initial }, index) =>
    initial ? [{ productId, skuId: ids[index] ?? 0, change: initial, after: initial }] : [],
  )
  await ledger.note(tx, noted, { reason: reasonOf(source, 'init') })
  return ids
}

/**
 * Updates the SKUs of a product from the form: matched by id or values, removed ones restored, omitted ones removed.
 * Stock changes by the difference to the stock the form was loaded with; without that it stays.
 * @param product locked
 * @throws 409 when stock would fall below zero; 422 when the product is on the shelf and no enabled SKU is left, and
 *   IN_USE for the removal of a SKU that is still in use
 */
export async function changeSkus(
  tx: Ctx,
  product: Pick<ProductRecord, 'id' | 'isShow'>,
  given: readonly FormSku[],
  source: PriceSource,
  mayCost = maySeeCost(tx),
): Promise<SkuResult> {
  const stored = await skus.lockOf(tx, product.id)
  const { matches, rest } = matchSkus(stored, given)
  const gone = rest.filter(({ isDel }) => !isDel)
  if (product.isShow) await checkOnShelf(tx, given)
  const off = matches.filter((sku, index) => sku?.isShow && !sku.isDel && !given[index]?.isShow)
  await refuseUsed(tx, product.id, [...gone, ...off.flatMap((sku) => sku ?? [])])
  const changes: skus.SkuChange[] = []
  const added: FormSku[] = []
  for (const [index, sku] of given.entries()) {
    const match = matches[index]
    if (match) changes.push(toChange(match, mayCost ? sku : { ...sku, costFen: match.costFen }, index))
    else added.push(mayCost ? sku : { ...sku, costFen: 0 })
  }
  await removeSkus(tx, product.id, gone)
  const byId = new Map(stored.map((sku) => [sku.id, sku]))
  const changed = changes.filter((change) => differs(byId.get(change.id), change))
  const wanted = new Set(given.map(({ attrKey }) => attrKey))
  const moving = changes.filter(({ id, attrKey, skuNo }) => {
    const was = byId.get(id)
    return was?.attrKey !== attrKey || was.skuNo !== skuNo
  })
  const inTheWay = rest.filter(({ attrKey }) => wanted.has(attrKey))
  await skus.freeKeys(
    tx,
    [...moving, ...inTheWay].map(({ id }) => id),
  )
  await skus.update(tx, changed)
  await noteStock(tx, product.id, changes, byId, source)
  const addedIds = await addSkus(tx, product.id, added, source)
  const prices = changes.flatMap((change) => priceChanges(byId.get(change.id), change, product.id))
  await ledger.notePrices(tx, prices, source)
  return {
    stockIds: [...changes.filter(({ change }) => change).map(({ id }) => id), ...gone.map(({ id }) => id), ...addedIds],
    priceIds: [...new Set(prices.map(({ skuId }) => skuId))],
    codes: added.length + gone.length > 0 || changed.some((change) => hasOtherCodes(byId.get(change.id), change)),
    any: added.length + gone.length + changed.length > 0,
  }
}

function differs(stored: skus.SkuRow | undefined, { change, raises, ...fields }: skus.SkuChange): boolean {
  return (
    !stored ||
    stored.isDel ||
    change !== 0 ||
    raises ||
    !isDeepStrictEqual(fields, { ...skus.fieldsOf(stored), id: stored.id })
  )
}

function hasOtherCodes(stored: skus.SkuRow | undefined, { barCode, skuNo }: skus.SkuChange): boolean {
  return !stored || stored.isDel || stored.barCode !== barCode || stored.skuNo !== skuNo
}

/** Checks that a product on the shelf can still be sold. */
async function checkOnShelf(tx: Ctx, given: readonly FormSku[]): Promise<void> {
  const enabled = given.filter(({ isShow }) => isShow)
  if (!enabled.length) throw new Refusal('至少保留一个启用的规格')
  const { product_allow_zero_price: allowZeroPrice } = await getSettings(tx)
  if (!allowZeroPrice && enabled.some(({ priceFen }) => priceFen <= 0)) throw new Refusal('商品在售，售价不能为0')
}

/** Writes out the stock of SKUs and removes them. */
export async function removeSkus(
  tx: Ctx,
  productId: number,
  gone: readonly skus.SkuRow[],
  reason: 'sku_removed' | 'product_deleted' = 'sku_removed',
): Promise<void> {
  const noted = gone
    .filter((sku) => sku.stock)
    .map((sku) => ({ productId, skuId: sku.id, change: -sku.stock, after: 0 }))
  await ledger.note(tx, noted, { reason })
  await skus.remove(
    tx,
    gone.map(({ id }) => id),
  )
}

function toChange(
  stored: skus.SkuRow,
  { stockBase, stock: wanted, ...fields }: FormSku,
  index: number,
): skus.SkuChange {
  // A restored SKU starts with the given stock, like a new one, as its former stock was written out.
  const base = stored.isDel ? 0 : stockBase
  const change = base === undefined || wanted === undefined ? 0 : wanted - base
  const after = stored.stock + change
  if (after < 0) throw new HttpError(409, 'SOLD_OUT', `规格「${stored.suk}」库存不足`)
  if (after > MAX_STOCK) throw new BadInput(`库存不能大于${MAX_STOCK}`, `attrValue[${index}].stock`)
  const raises = change !== 0 || stored.isDel || priceFieldNames.some((field) => isOther(stored, fields, field))
  return { ...fields, id: stored.id, change, raises }
}

function isOther(
  stored: skus.SkuRow,
  fields: skus.SkuFields | Omit<FormSku, 'stock' | 'stockBase'>,
  field: PriceField,
) {
  return stored[priceColumns[field]] !== fields[priceColumns[field]]
}

/** The price changes between a stored SKU and its new content. */
export function priceChanges(
  stored: skus.SkuRow | undefined,
  fields: skus.SkuFields & { id: number },
  productId: number,
): ledger.PriceChange[] {
  if (!stored) return []
  return priceFieldNames
    .filter((field) => isOther(stored, fields, field))
    .map((field) => {
      const column = priceColumns[field]
      return { productId, skuId: stored.id, field, oldFen: stored[column], newFen: fields[column] }
    })
}

async function noteStock(
  tx: Ctx,
  productId: number,
  changes: readonly skus.SkuChange[],
  byId: ReadonlyMap<number, skus.SkuRow>,
  source: PriceSource,
): Promise<void> {
  for (const revived of [false, true]) {
    const usual = revived ? 'init' : 'manual_set'
    const rows = changes.flatMap(({ id, change }) => {
      const was = byId.get(id)
      if (!was || !change || was.isDel !== revived) return []
      return [{ productId, skuId: id, change, after: was.stock + change }]
    })
    await ledger.note(tx, rows, { reason: reasonOf(source, usual) })
  }
}

/** The reason in the ledger: imports and what takes something back have their own. */
function reasonOf(source: PriceSource, usual: StockReason): StockReason {
  return source === 'import' || source === 'undo' ? source : usual
}

/** @throws 422 IN_USE when an open activity needs one of the SKUs */
async function refuseUsed(tx: Ctx, productId: number, taken: readonly skus.SkuRow[]): Promise<void> {
  if (!taken.length) return
  const uses = (await listUses(tx, [productId])).filter(({ skuId }) =>
    taken.some(({ id }) => skuId === undefined || skuId === id),
  )
  if (!uses.length) return
  const shop = uses.find(({ type }) => type === 'component')
  if (uses.every(({ type }) => type === 'component')) {
    const sku = taken.find(({ id }) => id === shop?.skuId) ?? taken[0]
    throw inUse(`规格「${sku?.suk}」已在小店中使用`, named(uses))
  }
  throw inUse('商品有进行中的营销活动，请先关闭活动', named(uses))
}

/** The uses of a product, in the format of answers. */
export function named(uses: readonly ProductUse[]): { type: string; id: number; name: string }[] {
  return uses.map(({ type, id, name }) => ({ type, id, name }))
}
