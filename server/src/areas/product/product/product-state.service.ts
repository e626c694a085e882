import { checkShelf } from '@zhanggui/domain/product/product.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { inUse, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { freeFiles } from '../../file/file/file-ref.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { listByIds } from '../category/category.service.ts'
import { listActivities, listKeepers, listUses } from './guard.service.ts'
import * as products from './product.repository.ts'
import { WHAT } from './product-describe.service.ts'
import { renewCopies, renewSearch } from './product-refresh.service.ts'
import * as skus from './product-sku.repository.ts'
import { named, removeSkus } from './product-sku.service.ts'

const IN_ACTIVITY = '商品有进行中的营销活动，请先关闭活动'
const labels = { isShow: '上架', isRecycle: '回收站', isDel: '彻底删除' }

/**
 * Puts a product on the shelf, if it is not there already.
 * @throws 404, 409 in the recycle bin, 422 when it is incomplete
 */
export function putOnShelf(ctx: Ctx, id: number) {
  return inTransaction(ctx, (tx) => shelve(tx, id))
}

/** Puts a product on the shelf within a transaction, like {@link putOnShelf}. */
export async function shelve(tx: Ctx, id: number) {
  const row = await lockProduct(tx, id)
  if (row.isRecycle) throw stateConflict('商品已删除')
  if (row.isShow) return versionOf(row)
  const { product_allow_zero_price: allowZeroPrice } = await getSettings(tx)
  const enabled = (await skus.listOf(tx, [id])).filter(({ isShow }) => isShow)
  const categories = await listByIds(tx, row.cateIds)
  checkShelf(
    {
      hasPicture: row.image !== '',
      enabledSkus: enabled.length,
      priceFen: Math.min(...enabled.map(({ priceFen }) => priceFen)),
      hasTemplate: await products.hasTemplate(tx, row.tempId),
      hasShownCategory: categories.some(({ isShow }) => isShow),
    },
    allowZeroPrice,
  )
  const saved = await move(
    tx,
    row,
    { isShow: true, firstShowTime: row.firstShowTime ?? tx.now(), autoOnTime: null },
    'product.up',
  )
  if (!row.firstShowTime) await renewCopies(tx, [id], false)
  return saved
}

/**
 * Takes a product off the shelf, if it is there.
 * @param force takes it off despite open activities, which are closed by the event
 * @throws 404, 409 in the recycle bin, 422 IN_USE for open activities
 */
export function takeOffShelf(ctx: Ctx, id: number, force = false) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockProduct(tx, id)
    if (row.isRecycle) throw stateConflict('商品已删除')
    if (!row.isShow) return versionOf(row)
    if (!force) await refuseActivities(tx, id)
    return move(tx, row, { isShow: false, autoOffTime: null }, 'product.down', { force })
  })
}

/**
 * Puts a product into the recycle bin.
 * @throws 404, 409 when it is there already, 422 IN_USE for open activities
 */
export function recycleProduct(ctx: Ctx, id: number) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockProduct(tx, id)
    if (row.isRecycle) throw stateConflict('商品已在回收站')
    await refuseActivities(tx, id)
    const off = { isShow: false, isRecycle: true, recycleTime: tx.now(), autoOnTime: null, autoOffTime: null }
    return move(tx, row, off, 'product.recycled')
  })
}

/**
 * Restores a product from the recycle bin to the warehouse, never to the shelf.
 * @throws 404, 409 when it is not there
 */
export function restoreProduct(ctx: Ctx, id: number) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockProduct(tx, id)
    if (!row.isRecycle) throw stateConflict('商品不在回收站')
    return move(tx, row, { isRecycle: false, recycleTime: null }, 'product.restored')
  })
}

/**
 * Completely deletes a product in the recycle bin: it disappears from lists, search and the media library, and its stock is
 * written out; its rows stay for orders, ledger and replies.
 * @throws 404, 409 outside the recycle bin, 422 IN_USE for open activities and live products of the shop component
 */
export function deleteProduct(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockProduct(tx, id)
    if (!row.isRecycle) throw stateConflict('请先移入回收站')
    await refuseActivities(tx, id)
    const uses = await listUses(tx, [id])
    if (uses.length) throw inUse('请先删除小店商品', named(uses))
    const kept = await listKeepers(tx, [id])
    if (kept.length) throw inUse('商品在直播商品里，请先删除直播商品', kept)
    const live = (await skus.lockOf(tx, id)).filter(({ isDel }) => !isDel)
    await removeSkus(tx, id, live, 'product_deleted')
    await products.removeSearch(tx, id)
    await products.replaceCategories(tx, id, [])
    await freeFiles(tx, 'product', id)
    await products.update(tx, id, { isDel: true, stock: 0 })
    await audit(tx, { action: 'delete', objectId: id, objectName: row.storeName, labels })
    await emit(tx, 'product.deleted', { id })
  })
}

async function lockProduct(tx: Ctx, id: number): Promise<products.ProductRecord> {
  const row = await products.lock(tx, id)
  if (!row) throw notFound(WHAT)
  return row
}

/** @throws 422 IN_USE while activities of the product are open */
async function refuseActivities(tx: Ctx, id: number): Promise<void> {
  const uses = await listActivities(tx, [id])
  if (uses.length) throw inUse(IN_ACTIVITY, named(uses))
}

async function move(
  tx: Ctx,
  row: products.ProductRecord,
  change: Partial<products.ProductRecord>,
  event: string,
  data: Record<string, unknown> = {},
) {
  const saved = await products.update(tx, row.id, change)
  await renewSearch(tx, [row.id])
  const stateOf = ({ isShow, isRecycle, isDel }: products.ProductRecord) => ({ isShow, isRecycle, isDel })
  await audit(tx, {
    action: 'status',
    objectType: 'product',
    objectId: row.id,
    objectName: row.storeName,
    labels,
    before: stateOf(row),
    after: stateOf({ ...row, ...change }),
  })
  await emit(tx, event, { id: row.id, ...data })
  return saved
}

function versionOf({ id, version }: products.ProductRecord) {
  return { id, version }
}
