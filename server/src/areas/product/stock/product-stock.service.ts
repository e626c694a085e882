import type {
  LedgerQuery,
  LedgerRow,
  Mismatch,
  PriceQuery,
  PriceRow,
  StockAddition,
  StockAdjustment,
} from '@zhanggui/contract/product/product-stock.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { adjustReasons, fitsReason, MAX_STOCK, stockReasons } from '@zhanggui/domain/product/product-stock.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, gathering, inTransaction } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { type Batch, readPage } from '../../../platform/http/paging.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import type { StockNote } from '../ledger/stock-ledger.repository.ts'
import * as ledger from '../ledger/stock-ledger.repository.ts'
import * as products from '../product/product.repository.ts'
import { WHAT } from '../product/product-describe.service.ts'
import { renewCopies } from '../product/product-refresh.service.ts'
import { lockOf as lockAllOf, type SkuRow } from '../product/product-sku.repository.ts'
import type { StockItem } from './product-stock.parts.ts'
import * as stock from './product-stock.repository.ts'

export type { StockItem }

const NOT_OF_PRODUCT = '商品规格属性ID数组数据异常，请刷新后再试'
const MAX_MISMATCHES = 200

/**
 * Takes stock for a sale in the caller's transaction, as late in it as possible, so that hot rows are locked briefly. A
 * refused caller must roll back.
 * @param items items of the same SKU are added up
 * @throws 409 for a SKU that is not on sale, and SOLD_OUT for one without enough stock
 */
export async function takeStock(
  tx: Ctx,
  items: readonly StockItem[],
  note: StockNote,
  { allowOffShelf = false } = {},
): Promise<void> {
  const wanted = inOrder(items)
  await requireTaken(tx, wanted, await stock.take(tx, wanted, note, allowOffShelf), { allowOffShelf })
  await emit(tx, ...takenEvent(items))
}

/** The event of a sale. */
export function takenEvent(items: readonly StockItem[]): ['stock.changed', { skuIds: number[] }] {
  return ['stock.changed', { skuIds: items.map(({ skuId }) => skuId) }]
}

/** Throws why the first item that was not taken, by SKU, was not. @throws as {@link takeStock} */
export async function requireTaken(
  tx: Ctx,
  items: readonly StockItem[],
  taken: readonly number[],
  { allowOffShelf = false } = {},
): Promise<void> {
  const missing = inOrder(items).find(({ skuId }) => !taken.includes(skuId))
  if (missing) throw await whyNot(tx, missing, allowOffShelf)
}

async function whyNot(tx: Ctx, { skuId, num }: StockItem, allowOffShelf: boolean): Promise<HttpError> {
  const [sku] = await stock.findStates(tx, [skuId])
  if (!sku || sku.isDel || !sku.isShow || !(sku.isSold || allowOffShelf)) return stateConflict('商品已下架')
  return new HttpError(409, 'SOLD_OUT', `规格「${sku.suk}」库存不足`, { skuId, stock: sku.stock, wanted: num })
}

/**
 * Gives back taken stock, even to SKUs removed since; a repetition with the same reference and reason does nothing.
 * @param tx a transaction
 */
export async function giveBackStock(tx: Ctx, items: readonly StockItem[], note: StockNote): Promise<void> {
  const given = inOrder(items)
  const ids = given.map(({ skuId }) => skuId)
  const rows = new Map((await stock.lockSkus(tx, ids)).map((sku) => [sku.id, sku]))
  // Read under the locks, so that an earlier call that gave it back has committed by now.
  const noted = note.refId ? await stock.findNoted(tx, ids, note) : new Set<number>()
  const changes = new Map(given.filter(({ skuId }) => rows.has(skuId) && !noted.has(skuId)).map(toChange))
  await changeStock(tx, rows, changes, note)
  await stock.queueRefresh(tx, productsOf(rows, changes))
}

/** Taken stock that comes back, or sales that are counted (1) or were none after all (-1). */
type LateMove = { items: readonly StockItem[] } & ({ backAs: StockNote } | { sales: 1 | -1 })

/**
 * Gives back stock and counts sales at the end of the transaction, whichever of its acts asks for it: everybody waits for SKUs, so they
 * are locked last, all at once and in the order of their ids.
 * @param tx a transaction
 */
export const moveStockLast = gathering<LateMove>(async (tx, moves) => {
  await lockGoods(
    tx,
    moves.flatMap(({ items }) => items.map(({ skuId }) => skuId)),
  )
  for (const move of moves)
    if ('backAs' in move) await giveBackStock(tx, move.items, move.backAs)
    else await countSales(tx, move.items, move.sales)
})

/** Locks SKUs in the order of their ids, before acts that each lock some of them. @param tx a transaction */
export async function lockGoods(tx: Ctx, skuIds: readonly number[]): Promise<void> {
  if (skuIds.length) await stock.lockSkus(tx, [...new Set(skuIds)])
}

const toChange = ({ skuId, num }: StockItem): [number, number] => [skuId, num]

/**
 * Adds to sales when an order is paid, or subtracts when units are refunded.
 * @param tx a transaction
 */
export async function countSales(tx: Ctx, items: readonly StockItem[], sign: 1 | -1): Promise<void> {
  await stock.addSales(
    tx,
    inOrder(items).map(({ skuId, num }) => ({ skuId, num: num * sign })),
  )
}

/** Merges items by SKU, in the lock order. */
function inOrder(items: readonly StockItem[]): StockItem[] {
  const sums = new Map<number, number>()
  for (const { skuId, num } of items) sums.set(skuId, (sums.get(skuId) ?? 0) + num)
  return [...sums].map(([skuId, num]) => ({ skuId, num })).sort((one, other) => one.skuId - other.skuId)
}

/**
 * Adds to the stock of a product's SKUs.
 * @throws 400 when nothing is added or a SKU is repeated, 404, 409 in the recycle bin, 422 for a SKU of another product
 */
export async function addStock(ctx: Ctx, { id, attrValueList }: StockAddition) {
  const items = attrValueList.filter(({ addStock: added }) => added)
  if (new Set(attrValueList.map((item) => item.id)).size < attrValueList.length)
    throw new BadInput('有重复的商品规格属性ID', 'attrValueList')
  if (!items.length) throw new BadInput('请填写增加库存', 'attrValueList')
  return inTransaction(ctx, async (tx) => {
    const product = await lockProduct(tx, id)
    const rows = await lockOf(
      tx,
      id,
      attrValueList.map((item) => item.id),
    )
    const changes = new Map(items.map((item) => [item.id, item.addStock]))
    await changeStock(tx, rows, changes, { reason: 'manual_add' })
    return finish(tx, product, rows, changes, '增加库存')
  })
}

/**
 * Changes the stock of a product's SKUs by an amount, or sets it.
 * @throws 400 for a repeated SKU, no change, or a reason that does not permit the direction; 404; 409 when the stock has
 *   changed since it was read, or would fall below zero; 422 for a SKU of another product
 */
export async function adjustStock(ctx: Ctx, { id, items, reason, remark = '' }: StockAdjustment) {
  if (new Set(items.map((item) => item.id)).size < items.length) throw new BadInput('有重复的商品规格属性ID', 'items')
  for (const [index, { mode, version, quantity }] of items.entries()) {
    if (mode === 'set' && version === undefined)
      throw new BadInput('请刷新后再试：缺少规格版本', `items[${index}].version`)
    if (mode === 'set' && quantity < 0) throw new BadInput('库存不能小于0', `items[${index}].quantity`)
  }
  return inTransaction(ctx, async (tx) => {
    const product = await lockProduct(tx, id)
    const rows = await lockOf(
      tx,
      id,
      items.map((item) => item.id),
    )
    const changes = new Map<number, number>()
    for (const { id: skuId, mode, quantity, version } of items) {
      const sku = rows.get(skuId)
      if (!sku) throw new Refusal(NOT_OF_PRODUCT)
      if (mode === 'set' && version !== sku.version)
        throw stateConflict(`规格「${sku.suk}」库存已变化（当前 ${sku.stock}），请刷新后再试`)
      const change = mode === 'set' ? quantity - sku.stock : quantity
      if (!change) continue
      if (!fitsReason(reason, change))
        throw new BadInput(
          `「${stockReasons[reason]}」只能${adjustReasons[reason] > 0 ? '增加' : '减少'}库存`,
          'reason',
        )
      changes.set(skuId, change)
    }
    if (!changes.size) throw new BadInput('库存没有变化', 'items')
    await changeStock(tx, rows, changes, { reason, remark })
    return finish(tx, product, rows, changes, stockReasons[reason])
  })
}

/**
 * Changes the stock of all live SKUs of a product by an amount, or sets it.
 * @param tx a transaction
 * @throws as {@link moveStock}
 */
export function changeAllStock(tx: Ctx, id: number, mode: 'add' | 'set', quantity: number, note: StockNote) {
  return moveStock(tx, id, (sku) => (mode === 'set' ? quantity - sku.stock : quantity), note)
}

/**
 * Changes the stock of a product's live SKUs, each by its own amount.
 * @param tx a transaction
 * @throws 404, 409 in the recycle bin or when stock would fall below zero
 */
export async function moveStock(tx: Ctx, id: number, by: (sku: SkuRow) => number, note: StockNote) {
  const product = await lockProduct(tx, id)
  const rows = new Map((await lockAllOf(tx, id)).filter(({ isDel }) => !isDel).map((sku) => [sku.id, sku]))
  const changes = [...rows.values()].map((sku): [number, number] => [sku.id, by(sku)])
  const real = new Map(changes.filter(([, change]) => change))
  if (!real.size) return { id, version: product.version }
  await changeStock(tx, rows, real, note)
  return finish(tx, product, rows, real, stockReasons[note.reason])
}

/**
 * Changes the stock of locked SKUs and records it in the ledger.
 * @throws 400 above 99,999,999, 409 SOLD_OUT below zero
 */
export async function changeStock(
  tx: Ctx,
  rows: ReadonlyMap<number, SkuRow>,
  changes: ReadonlyMap<number, number>,
  note: StockNote,
): Promise<void> {
  for (const [id, change] of changes) {
    const { stock: had = 0, suk = '' } = rows.get(id) ?? {}
    if (had + change < 0) throw new HttpError(409, 'SOLD_OUT', `规格「${suk}」库存不足`)
    if (had + change > MAX_STOCK) throw new BadInput(`规格「${suk}」库存不能大于${MAX_STOCK}`)
  }
  if (!changes.size) return
  const after = await stock.change(tx, changes)
  await ledger.note(
    tx,
    [...changes].map(([skuId, change]) => {
      return { productId: rows.get(skuId)?.productId ?? 0, skuId, change, after: after.get(skuId) ?? 0 }
    }),
    note,
  )
  await emit(tx, 'stock.changed', { productIds: productsOf(rows, changes), skuIds: [...changes.keys()] })
}

function productsOf(rows: ReadonlyMap<number, SkuRow>, changes: ReadonlyMap<number, number>): number[] {
  return [...new Set([...changes.keys()].flatMap((id) => rows.get(id)?.productId ?? []))]
}

/**
 * Locks the product before its SKUs, in the order of product edits, so that the two cannot deadlock.
 * @throws 404, 409 in the recycle bin
 */
async function lockProduct(tx: Ctx, id: number): Promise<products.ProductRecord> {
  const product = await products.lock(tx, id)
  if (!product) throw notFound(WHAT)
  if (product.isRecycle) throw stateConflict('商品已删除')
  return product
}

/** @throws 422 when one of the SKUs does not belong to the product */
async function lockOf(tx: Ctx, productId: number, ids: readonly number[]): Promise<Map<number, SkuRow>> {
  const rows = await stock.lockSkus(tx, ids)
  const isOwn = (sku: SkuRow) => sku.productId === productId && !sku.isDel
  if (rows.length < ids.length || !rows.every(isOwn)) throw new Refusal(NOT_OF_PRODUCT)
  return new Map(rows.map((sku) => [sku.id, sku]))
}

/** The last steps of a stock change by staff: copies, so that lists show it at once, and the audit trail. */
async function finish(
  tx: Ctx,
  { id, version, storeName }: products.ProductRecord,
  rows: ReadonlyMap<number, SkuRow>,
  changes: ReadonlyMap<number, number>,
  label: string,
) {
  await renewCopies(tx, [id])
  const shown = (by: number) =>
    Object.fromEntries(
      [...changes].map(([skuId, change]) => {
        const sku = rows.get(skuId)
        return [sku?.suk ?? '', (sku?.stock ?? 0) + change * by]
      }),
    )
  await audit(tx, {
    action: 'stock',
    objectType: 'product',
    objectId: id,
    objectName: storeName,
    before: { stock: shown(0) },
    after: { stock: shown(1) },
    labels: { stock: label },
  })
  return { id, version }
}

/** A page of the stock ledger, newest first. */
export async function listLedger(ctx: Ctx, { page, limit, dateLimit, ...filter }: LedgerQuery) {
  const paging = readPage({ page, limit })
  const times = parseTimeRange(dateLimit, ctx.now())
  const { rows, ...counted } = await stock.listLedger(ctx, { ...filter, ...times }, paging)
  return { list: await describeLedger(ctx, rows), ...counted, page: paging.page, limit: paging.limit }
}

/** The number of ledger rows of an export. */
export function countLedger(ctx: Ctx, { dateLimit, ...filter }: LedgerQuery): Promise<number> {
  return stock.countLedger(ctx, { ...filter, ...parseTimeRange(dateLimit, ctx.now()) })
}

/** The next rows of the ledger for an export. */
export async function nextLedger(ctx: Ctx, { dateLimit, ...filter }: LedgerQuery, batch: Batch): Promise<LedgerRow[]> {
  const rows = await stock.nextLedger(ctx, { ...filter, ...parseTimeRange(dateLimit, ctx.now()) }, batch)
  return describeLedger(ctx, rows)
}

async function describeLedger(ctx: Ctx, rows: readonly stock.FoundLedgerRow[]): Promise<LedgerRow[]> {
  const media = await readMedia(ctx)
  return rows.map(({ entry, isSeen, storeName, image, suk }) => {
    const { createdAt, operatorType, ...row } = entry
    const unseen = !isSeen && { refId: '', ...(operatorType === 'buyer' && { operatorId: 0, operatorName: '买家' }) }
    return {
      ...row,
      ...unseen,
      storeName: storeName ?? '',
      image: media.toWire(image ?? ''),
      suk: suk ?? '',
      createTime: toWireTime(createdAt),
    }
  })
}

/** The SKUs whose stock and ledger disagreed in last night's comparison. */
export async function listMismatches(ctx: Ctx): Promise<Mismatch[]> {
  const rows = await stock.listMismatches(ctx, MAX_MISMATCHES)
  return rows.map(({ image: _, storeName, suk, ...row }) => ({ ...row, storeName: storeName ?? '', suk: suk ?? '' }))
}

/** A page of price changes, newest first. Changes of costs are shown only to callers who may see costs. */
export async function listPrices(ctx: Ctx, { page, limit, dateLimit, ...filter }: PriceQuery, maySeeCost: boolean) {
  const paging = readPage({ page, limit })
  const range = parseTimeRange(dateLimit, ctx.now())
  const { rows, ...counted } = await stock.listPrices(ctx, { ...filter, ...range, withCost: maySeeCost }, paging)
  const list = rows.map(({ entry, storeName, suk }): PriceRow => {
    const { createdAt, operatorType: _, oldFen, newFen, ...row } = entry
    return {
      ...row,
      storeName: storeName ?? '',
      suk: suk ?? '',
      old: oldFen === null ? null : toYuan(oldFen),
      new: newFen === null ? null : toYuan(newFen),
      createTime: toWireTime(createdAt),
    }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}
