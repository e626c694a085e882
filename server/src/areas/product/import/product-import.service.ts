import type {
  ImportInfo,
  ImportOptions,
  ImportQuery,
  ImportRow,
  ImportSample,
  productImport,
} from '@zhanggui/contract/product/product-import.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { foreignSystem } from '@zhanggui/domain/product/foreign-sheet.ts'
import { findSheetColumns, productSheetColumns, readProductSheet } from '@zhanggui/domain/product/product-sheet.ts'
import { findShopifyColumns, shopifyHeadings } from '@zhanggui/domain/product/shopify-columns.ts'
import { readShopifyExport } from '@zhanggui/domain/product/shopify-export.ts'
import { isShopifyInventory, readShopifyInventory } from '@zhanggui/domain/product/shopify-inventory.ts'
import { findUnread, type ImportLine } from '@zhanggui/domain/sheet-cells.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { startTask } from '../../../platform/work/tasks.ts'
import { discardKeptFile, keepPrivateFile } from '../../file/file/file.service.ts'
import { readImportLines } from '../../file/import-sheet/import-sheet.service.ts'
import * as imports from './product-import.repository.ts'
import { type ImportContent, planImport } from './product-import-plan.service.ts'

export const IMPORT_TASK = 'product.import'
/** The maximum number of rows of a file, without its heading. */
export const MAX_IMPORT_ROWS = 20_000
const KEPT_MS = 30 * 24 * 3600_000
const SHOWN_REMARKS = 200
const SHOWN_PRODUCTS = 20
/** Unread columns that are kept with an import. */
const MAX_UNREAD = 100
const WHAT = '导入记录'

/**
 * Reads a file of products and reports what importing it would do. The shop does not change; the file is kept, so that the
 * import can be carried out and the file downloaded again.
 * @throws 400 for a file that is not a sheet or has an unknown heading; 403 for 上架 without that permission
 */
export async function checkImport(ctx: Ctx, received: readonly ReceivedFile[], options: ImportOptions) {
  const [file] = received
  if (!file) throw new Error('the contract asks for a file')
  const id = await readProducts(ctx, file, options, (content) => storeCheck(ctx, file, content, options))
  return { importId: id, ...(await getImport(ctx, id)) }
}

/** Stores what an import of the content would do. @returns its id */
async function storeCheck(
  ctx: Ctx,
  file: ReceivedFile,
  content: ImportContent,
  options: ImportOptions,
): Promise<number> {
  const { format, products, unread } = content
  const plan = await planImport(ctx, content, options)
  const stored = await keepPrivateFile(ctx, [file], 'import')
  return inTransaction(ctx, async (tx) => {
    const valid = plan.items.filter(({ status }) => status === 'pending')
    const made = (action: string) => valid.filter((item) => item.action === action).length
    const importId = await imports.insert(
      tx,
      {
        fileId: stored.id,
        fileName: file.name,
        fileHash: file.hash,
        format,
        mode: options.mode ?? 'upsert',
        options,
        total: products.length,
        valid: valid.length,
        creates: made('create'),
        updates: made('update'),
        skus: valid.reduce((sum, { product }) => sum + product.skus.length, 0),
        newCategories: plan.newCategories,
        newBrands: plan.newBrands,
        newLabels: plan.newLabels,
        unread: unread.slice(0, MAX_UNREAD),
      },
      plan.items,
    )
    await audit(tx, { action: 'import', objectId: importId, objectName: `${file.name}（检查）` })
    return importId
  })
}

/**
 * Reads the products of our own sheet or a Shopify export.
 * @param use what is done with them before the next file is read
 * @throws 400 for other systems' files and unknown headings
 */
export function readProducts<Result>(
  ctx: Ctx,
  file: Pick<ReceivedFile, 'path' | 'extension'>,
  options: ImportOptions,
  use: (content: ImportContent) => Result | Promise<Result>,
): Promise<Result> {
  return readImportLines(ctx, file, sheetRules, (lines) => use(contentOf(lines, options)))
}

function contentOf([heading, ...lines]: readonly ImportLine[], { untrackedStock = 0 }: ImportOptions): ImportContent {
  if (!heading || !lines.length) throw badFields([{ field: 'file', message: '文件中没有商品，请检查是否选错了文件' }])
  const system = foreignSystem([heading, ...lines.slice(0, 2)].map(({ cells }) => cells))
  if (system) {
    const message = `这是${system}，不能直接导入，请把商品名称、售价、库存等复制到导入模板中再上传`
    throw badFields([{ field: 'file', message }])
  }
  const shopify = findShopifyColumns(heading.cells)
  if (shopify) {
    const isInventory = isShopifyInventory(shopify)
    return {
      format: 'shopify',
      columns: shopify,
      // The columns of an inventory that are not known are its locations.
      unread: isInventory ? [] : findUnread(heading.cells, shopify, shopifyHeadings),
      products: isInventory
        ? readShopifyInventory(shopify, heading.cells, lines)
        : readShopifyExport(shopify, lines, { untrackedStock }),
    }
  }
  const sheet = findSheetColumns(heading.cells)
  if (sheet) {
    const unread = findUnread(heading.cells, sheet, Object.values(productSheetColumns))
    return { format: 'sheet', columns: sheet, unread, products: readProductSheet(sheet, lines) }
  }
  const message = `第 ${heading.line} 行不是可识别的表头，请使用导入模板，或 Shopify 导出的商品 CSV`
  throw badFields([{ field: 'file', message }])
}

const isHeading = (cells: readonly string[]) =>
  findShopifyColumns(cells) !== undefined || findSheetColumns(cells) !== undefined

/** Whether a sheet of several is the one with the products: those of Matrixify have sheets of collections beside it. */
function hasColumns([heading]: readonly ImportLine[]): boolean {
  if (!heading) return false
  const shopify = findShopifyColumns(heading.cells)
  if (!shopify) return findSheetColumns(heading.cells) !== undefined
  return isShopifyInventory(shopify) || (['price', 'sku', 'value1'] as const).some((name) => shopify.has(name))
}

export const sheetRules = { maxRows: MAX_IMPORT_ROWS, isHeading, hasColumns }

/**
 * Starts an import, once.
 * @param policy `all` refuses an import with any problem
 * @throws 404, 409 when it was started before, 422 when it holds nothing that can be imported
 */
export async function confirmImport(ctx: Ctx, importId: number, policy: 'skip' | 'all') {
  return inTransaction(ctx, async (tx) => {
    const row = await imports.lock(tx, importId)
    if (!row) throw notFound(WHAT)
    if (row.status !== 'checked') throw stateConflict('该导入已执行')
    const bad = row.total - row.valid
    if (policy === 'all' && bad)
      throw new Refusal(`有 ${bad} 个商品存在错误，请修改文件后重新上传，或选择跳过有错误的商品`)
    if (!row.valid) throw new Refusal('没有可以导入的商品，请按提示修改文件后重新上传')
    const title = `导入商品：${row.fileName}`
    const { taskId } = await startTask(tx, { type: IMPORT_TASK, title, params: { importId } })
    await imports.update(tx, importId, { status: 'running', taskId })
    await audit(tx, { action: 'import', objectId: importId, objectName: `${row.fileName} ${row.valid} 个商品` })
    return new Accepted({ taskId })
  })
}

/** A page of imports, newest first. */
export async function listImports(ctx: Ctx, { status, ...left }: ImportQuery) {
  const page = readPage(left)
  const { rows, ...total } = await imports.list(ctx, status, page)
  return { list: rows.map(describe), ...total, page: page.page, limit: page.limit }
}

/** The number of files that were checked and wait to be imported. */
export const countCheckedImports = (ctx: Ctx) => imports.countIn(ctx, 'checked')

/** @throws 404 */
export async function getImport(ctx: Ctx, id: number): Promise<ImportInfo> {
  const found = await imports.find(ctx, id)
  if (!found) throw notFound(WHAT)
  const { row } = found
  const earlier = await imports.findEarlier(ctx, row)
  const errors = await imports.listRemarks(ctx, id, 'errors', SHOWN_REMARKS)
  const warnings = await imports.listRemarks(ctx, id, 'warnings', SHOWN_REMARKS)
  return {
    ...describe(found),
    importedBefore: earlier ? toWireTime(earlier) : null,
    newCategories: row.newCategories,
    newBrands: row.newBrands,
    newLabels: row.newLabels,
    unread: row.unread,
    pictures: await imports.countPictures(ctx, id),
    preview: (await imports.listItems(ctx, id, { limit: SHOWN_PRODUCTS })).map(toSample),
    errors: errors.list,
    errorCount: errors.total,
    warnings: warnings.list,
    warningCount: warnings.total,
  }
}

/** Pictures of an import that could not be fetched. */
export async function listMissingPictures(
  ctx: Ctx,
  { id, ...left }: RouteInput<typeof productImport.missing>['query'],
) {
  const page = readPage(left)
  const { rows, ...total } = await imports.listMissing(ctx, id, page)
  return { list: rows, ...total, page: page.page, limit: page.limit }
}

/** The row of an import. @throws 404 */
export async function requireImport(ctx: Ctx, id: number): Promise<imports.ImportRecord> {
  const found = await imports.find(ctx, id)
  if (!found) throw notFound(WHAT)
  return found.row
}

/** Deletes imports older than thirty days, and their files. */
export async function purgeImports(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_MS)
  let purged = 0
  while (!signal.aborted) {
    const old = await imports.listOld(ctx, before, 100)
    for (const { id, fileId } of old) {
      await imports.remove(ctx, id)
      await discardKeptFile(ctx, fileId, 'import')
    }
    purged += old.length
    if (!old.length) break
  }
  return purged
}

function describe({ row, createBy, undo }: imports.FoundImport): ImportRow {
  const { id, fileName, format, mode, status, total, valid, creates, updates, skus, done, failed, taskId } = row
  return {
    id,
    fileName,
    format,
    mode,
    status,
    total,
    valid,
    creates,
    updates,
    skus,
    done,
    failed,
    taskId,
    invalid: total - valid,
    pictureTaskId: row.pictureTaskId,
    createBy: createBy ?? '系统',
    createTime: toWireTime(row.createdAt),
    finishTime: row.finishTime && toWireTime(row.finishTime),
    undoId: undo?.id ?? 0,
    undoStatus: undo?.status ?? null,
  }
}

function toSample({ product, productId, action }: imports.ItemRecord): ImportSample {
  const prices = product.skus.flatMap(({ price }) => (price === undefined ? [] : Number(price)))
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  return {
    row: product.firstRow,
    productId: productId ?? 0,
    action,
    storeName: product.storeName ?? product.key,
    category: (product.categories ?? []).map((path) => path.join('/')).join('；'),
    image: product.image ?? '',
    price: prices.length ? (least === most ? `${least}` : `${least} ~ ${most}`) : '',
    stock: product.skus.reduce((sum, { stock = 0 }) => sum + stock, 0),
    skuCount: product.skus.length,
  }
}
