import {
  GRID_LINES,
  GRID_PRODUCTS,
  type GridAnswer,
  type GridCell,
  type GridEdit,
  type GridFailure,
  type GridField,
  type GridProduct,
  type GridQuery,
  type GridSave,
  gridFieldNames,
} from '@zhanggui/contract/product/product-grid.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { MAX_STOCK, stockReasons } from '@zhanggui/domain/product/product-stock.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, HttpError, notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as products from '../product/product.repository.ts'
import { changePrices, editFields } from '../product/product.service.ts'
import { maySeeCost, SEE_COST, WHAT } from '../product/product-describe.service.ts'
import * as lists from '../product/product-list.repository.ts'
import { readFilter, readOrder } from '../product/product-list.service.ts'
import * as skus from '../product/product-sku.repository.ts'
import { shelve, takeOffShelf } from '../product/product-state.service.ts'
import { moveStock } from '../stock/product-stock.service.ts'
import { continueBatch, openUndo, recorded } from '../undo/product-undo.service.ts'
import { explain } from './product-batch.service.ts'

const TITLE = '快速编辑'
const UPDATE = 'admin:product:update'
const NOT_OF_PRODUCT = '规格不存在或已被删除，请刷新后再试'

/**
 * A page of products with their SKUs, at most 200 and at most 2,000 SKUs, which it says when it is cut: those named, in their
 * order, or those that a filter of the list finds, on the shelf if it names no tab.
 * @throws 400 for a keyword that is too long, or a page too far
 */
export async function listGrid(ctx: Ctx, { ids, type = 1, page: number, limit: asked, ...query }: GridQuery) {
  const { priceOrder, salesOrder, stockOrder, createTimeOrder, ...others } = query
  const paging = readPage({ page: number, limit: asked ?? GRID_PRODUCTS }, GRID_PRODUCTS)
  const { page, limit } = paging
  if (ids) {
    const { total, ...rows } = await readGrid(ctx, ids, GRID_LINES)
    return { ...rows, total, page: 1, limit: ids.length }
  }
  const filter = { type, ...(await readFilter(ctx, others)) }
  const { found, ...counted } = await lists.listPage(
    ctx,
    lists.listView,
    filter,
    readOrder({ priceOrder, salesOrder, stockOrder, createTimeOrder }),
    paging,
  )
  const { list, cut } = await readGrid(
    ctx,
    found.map(({ id }) => id),
    GRID_LINES,
  )
  return { list, ...(cut && { cut }), ...counted, page, limit }
}

/**
 * Products with their SKUs as they are now, in the order of the ids; deleted ones are left out.
 * @param most how many SKUs they may have together: products from the first that has too many on are left out
 * @returns with the number of all these products, and whether some were left out
 */
async function readGrid(
  ctx: Ctx,
  ids: readonly number[],
  most = Infinity,
): Promise<{ list: GridProduct[]; total: number; cut?: true }> {
  const media = await readMedia(ctx)
  const seesCost = maySeeCost(ctx)
  const found = new Map((await products.findAll(ctx, ids)).map(({ product }) => [product.id, product]))
  const wanted = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  let lines = 0
  const end = wanted.findIndex(({ skuCount }, index) => {
    lines += skuCount
    return index > 0 && lines > most
  })
  const shown = end < 0 ? wanted : wanted.slice(0, end)
  const shownIds = shown.map(({ id }) => id)
  const rows = Map.groupBy(await skus.listOf(ctx, shownIds), ({ productId }) => productId)
  const list = shown.map((product) => {
    const { id, version, storeName, sort, isShow, isRecycle } = product
    return {
      id,
      version,
      storeName,
      sort,
      isShow,
      isRecycle,
      image: media.toWire(product.image),
      skus: (rows.get(id) ?? []).map((sku) => ({
        id: sku.id,
        suk: sku.suk,
        stock: sku.stock,
        isShow: sku.isShow,
        price: toYuan(sku.priceFen),
        otPrice: toYuan(sku.otPriceFen),
        cost: seesCost ? toYuan(sku.costFen) : null,
      })),
    }
  })
  return { list, total: wanted.length, ...(end >= 0 && { cut: true }) }
}

/**
 * Saves edited cells, each product in its own transaction: a product is saved whole or left as it is with the reason.
 * @throws 400 for a repeated product or SKU, 403 without the permission for one of the fields, 404 and 409 for an action
 *   that cannot be continued
 */
export async function saveGrid(
  ctx: Ctx,
  { changes, undoId: given, reason, remark = '' }: GridSave,
): Promise<GridAnswer> {
  checkChanges(changes)
  requireRights(ctx, changes)
  const undoId = given ? await continueBatch(ctx, given) : await openUndo(ctx, { kind: 'batch', title: TITLE })
  const why = [reason ? stockReasons[reason] : TITLE, remark].filter(Boolean).join('：')
  const note = { reason: 'batch', remark: cutText(why, 255) } as const
  const errors: GridFailure[] = []
  for (const change of changes) {
    try {
      await inTransaction(ctx, (tx) => recorded(tx, undoId, change.id, () => saveProduct(tx, change, note)))
    } catch (error) {
      errors.push(await failureOf(ctx, change.id, error))
    }
  }
  const success = changes.length - errors.length
  const objectName = `${TITLE} ${success} 个`
  if (success) await audit(ctx, { action: 'batch', objectType: 'product', objectId: '', objectName })
  const { list: rows } = await readGrid(
    ctx,
    changes.map(({ id }) => id),
  )
  return { success, errors, rows, ...((success || given) && { undoId }) }
}

function checkChanges(changes: readonly GridEdit[]): void {
  if (new Set(changes.map(({ id }) => id)).size < changes.length) throw new BadInput('有重复的商品', 'changes')
  for (const [index, { sort, isShow, skus: cells = [] }] of changes.entries()) {
    const at = `changes[${index}]`
    if (new Set(cells.map(({ id }) => id)).size < cells.length) throw new BadInput('有重复的规格', `${at}.skus`)
    if (sort === undefined && isShow === undefined && !cells.length) throw new BadInput('没有要保存的修改', at)
    for (const [place, { stock, stockBase }] of cells.entries())
      if (stock !== undefined && stockBase === undefined)
        throw new BadInput('请刷新后再试：缺少读取时的库存', `${at}.skus[${place}].stockBase`)
  }
}

/** The permissions that a value of each column needs. */
const rights: Record<GridField, (value: unknown) => readonly string[]> = {
  price: () => [UPDATE],
  otPrice: () => [UPDATE],
  cost: () => [UPDATE, SEE_COST],
  stock: () => ['admin:product:stock:adjust'],
  sort: () => [UPDATE],
  isShow: (on) => [on ? 'admin:product:up' : 'admin:product:down'],
}

/** @throws 403 without the permission for one of the columns */
function requireRights({ actor }: Ctx, changes: readonly GridEdit[]): void {
  const edited: Partial<Record<GridField, unknown>>[] = changes.flatMap(({ skus: cells = [], ...own }) => [
    own,
    ...cells,
  ])
  const needed = gridFieldNames.flatMap((field) =>
    edited.flatMap(({ [field]: value }) => (value === undefined ? [] : rights[field](value))),
  )
  const missing = needed.find((permission) => !holds(actor, permission))
  if (missing) throw forbidden(missing)
}

type SkuEdit = NonNullable<GridEdit['skus']>[number]

const hasPrice = ({ price, otPrice, cost }: SkuEdit) => [price, otPrice, cost].some((value) => value !== undefined)

/** Cells that were refused; the product stays as it is. */
class CellRefusal extends Refusal {
  readonly cells: readonly GridCell[]

  constructor(cells: readonly GridCell[]) {
    super([...new Set(cells.map(({ message }) => message))].join('；'))
    this.cells = cells
  }
}

/** Carries out the edits of a product that {@link recorded} has locked with its SKUs. */
async function saveProduct(tx: Ctx, change: GridEdit, note: { reason: 'batch'; remark: string }): Promise<void> {
  const { id, version, sort, isShow, skus: cells = [] } = change
  const row = await products.lock(tx, id)
  if (!row) throw notFound(WHAT)
  if (row.isRecycle) throw stateConflict('商品已删除')
  if (row.version !== version) throw versionConflict({ id })
  const live = new Map((await skus.listOf(tx, [id])).map((sku) => [sku.id, sku]))
  const wrong = await cellProblems(tx, change, isShow ?? row.isShow, live)
  if (wrong.length) throw new CellRefusal(wrong)
  const edits = new Map(cells.map((cell) => [cell.id, cell]))
  if (isShow === false) await asCell('isShow', takeOffShelf(tx, id))
  const own = sort === undefined ? {} : { sort }
  if (cells.some(hasPrice)) await changePrices(tx, id, (sku) => pricesOf(edits.get(sku.id)), own)
  else if (sort !== undefined) await editFields(tx, id, undefined, own)
  if (cells.some(stockBy)) {
    await moveStock(tx, id, (sku) => stockBy(edits.get(sku.id)), note)
    // Differences add up: the same one sent again, or by a second person, must meet another version.
    await products.update(tx, id, {})
  }
  if (isShow === true) await asCell('isShow', shelve(tx, id))
}

/** The cells that break a rule, each with the reason. */
async function cellProblems(
  tx: Ctx,
  { skus: cells = [] }: GridEdit,
  willShow: boolean,
  live: ReadonlyMap<number, skus.SkuRow>,
): Promise<GridCell[]> {
  const { product_allow_zero_price: allowsZero } = await getSettings(tx)
  return cells.flatMap((cell): GridCell[] => {
    const sku = live.get(cell.id)
    const wrong = (field: GridField | '', message: string) => ({ skuId: cell.id, field, message })
    if (!sku) return [wrong('', NOT_OF_PRODUCT)]
    const priceFen = cell.price === undefined ? undefined : toFen(cell.price)
    const brokerage = sku.brokerageFen + sku.brokerageTwoFen
    const stock = sku.stock + stockBy(cell)
    return [
      ...(priceFen === 0 && willShow && sku.isShow && !allowsZero ? [wrong('price', '商品在售，售价不能为0')] : []),
      ...(priceFen !== undefined && priceFen < brokerage
        ? [wrong('price', `售价不能小于一级返佣与二级返佣之和 ${yuanText(brokerage)}`)]
        : []),
      ...(stock < 0 ? [wrong('stock', `库存不足，当前 ${sku.stock}`)] : []),
      ...(stock > MAX_STOCK ? [wrong('stock', `库存不能大于${MAX_STOCK}，当前 ${sku.stock}`)] : []),
    ]
  })
}

/** Names the cell that a refusal is about. */
async function asCell(field: GridField, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    const isRefusal = error instanceof Refusal || (error instanceof HttpError && error.status === 422)
    throw isRefusal ? new CellRefusal([{ skuId: 0, field, message: error.message }]) : error
  }
}

function pricesOf({ price, otPrice, cost }: Partial<SkuEdit> = {}) {
  return {
    ...(price !== undefined && { priceFen: toFen(price) }),
    ...(otPrice !== undefined && { otPriceFen: toFen(otPrice) }),
    ...(cost !== undefined && { costFen: toFen(cost) }),
  }
}

const stockBy = ({ stock = 0, stockBase = 0 }: Partial<SkuEdit> = {}) => stock - stockBase

/** Why a product was left as it is; after another's change, whose it was. */
async function failureOf(ctx: Ctx, id: number, error: unknown): Promise<GridFailure> {
  const [found] = await products.findAll(ctx, [id])
  const name = found?.product.storeName ?? ''
  const isStale = error instanceof HttpError && error.code === 'VERSION_CONFLICT'
  if (isStale && found) {
    const [changedBy, changedAt] = [found.updateName ?? '系统', toWireTime(found.product.updatedAt)]
    const message = `${changedBy}在 ${changedAt} 修改过，请核对后再保存`
    return { id, name, message, cells: [], changedBy, changedAt }
  }
  const cells = error instanceof CellRefusal ? [...error.cells] : []
  return { id, name, message: cutText(explain(ctx, error), 500), cells }
}
