import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type BatchAnswer, PREVIEW_PRODUCTS, type ProductBatch } from '@zhanggui/contract/product/product.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { writeSheet } from '../../../platform/content/sheets.ts'
import { audit } from '../../../platform/data/audit.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { forbidden, HttpError } from '../../../platform/http/errors.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import { listAllNames } from '../category/category.service.ts'
import * as products from '../product/product.repository.ts'
import * as gifts from '../product/product-coupon.repository.ts'
import { getProduct } from '../product/product-describe.service.ts'
import { listMatching } from '../product/product-list.service.ts'
import { openUndo, recorded } from '../undo/product-undo.service.ts'
import { type ProductAction, type RefNames, readAction } from './product-action.service.ts'

const TASK = 'product-batch'
/** Up to this many products are changed by the call itself; more by a task. */
const MAX_AT_ONCE = 200
/** The maximum number of products of a batch. */
const MAX_PRODUCTS = 100_000

/**
 * Applies an action to many products, each in its own transaction: refusals are reported, the others are changed.
 * @returns the result; for a dry run the changes it would make to the products of a page; above 200 products the task that applies it
 * @throws 400 for data that does not fit the action, 403 without the action's own permission
 */
export async function runBatch(ctx: Ctx, batch: ProductBatch): Promise<BatchAnswer | Accepted<{ taskId: string }>> {
  const action = allowed(ctx, batch)
  if (!batch.filter === !batch.ids?.length) throw new BadInput('请选择商品', 'ids')
  if (batch.dryRun) return preview(ctx, action, await collect(ctx, batch, MAX_PRODUCTS), batch.page)
  const ids = await collect(ctx, batch, MAX_AT_ONCE + 1)
  if (ids.length <= MAX_AT_ONCE) return run(ctx, action, ids, await openUndoOf(ctx, batch, action))
  return new Accepted(await startTask(ctx, { type: TASK, title: action.title, params: batch }))
}

/** Registers the task that changes many products. */
export function registerBatches({ tasks }: Platform): void {
  tasks.handle<ProductBatch>(TASK, { needs: undefined }, runTask)
}

/** The record by which a batch can be taken back; complete deletion cannot be. */
async function openUndoOf(ctx: Ctx, batch: ProductBatch, { title }: ProductAction, actionTaskId = '') {
  return batch.action === 'delete' ? undefined : openUndo(ctx, { kind: 'batch', title, actionTaskId })
}

async function runTask(ctx: Ctx, batch: ProductBatch, work: TaskWork): Promise<TaskResult> {
  const action = allowed(ctx, batch)
  // The ids are fixed now, as the changes may take products out of the filter.
  const ids = await collect(ctx, batch, MAX_PRODUCTS)
  const undoId = await openUndoOf(ctx, batch, action, work.id)
  const { success, failed, errors } = await run(ctx, action, ids, undoId, (processed, bad) =>
    work.progress({ processed, total: ids.length, failed: bad }),
  )
  const message = `成功 ${success} 个，失败 ${failed} 个`
  if (!failed) return { rows: success, message }
  const errorFile = await work.newFile('xlsx')
  const columns = [
    { title: '商品ID', value: ({ id }: Failure) => id, width: 10 },
    { title: '商品名称', value: ({ name }: Failure) => name, width: 40 },
    { title: '原因', value: (failure: Failure) => failure.message, width: 60 },
  ]
  const sheet = writeSheet(action.title, columns, errors, 'xlsx')
  await pipeline(sheet, createWriteStream(errorFile.path, { mode: 0o600 }), { signal: work.signal })
  return { rows: success, message, errorFile }
}

type Failure = BatchAnswer['errors'][number]

/** @throws 403 without the permission of the action itself, 400 for data that does not fit it */
function allowed({ actor }: Ctx, { action: name, data = {} }: ProductBatch): ProductAction {
  const action = readAction(name, data)
  const missing = action.permissions.find((permission) => !holds(actor, permission))
  if (missing) throw forbidden(missing)
  return action
}

async function collect(ctx: Ctx, { ids, filter }: ProductBatch, max: number): Promise<number[]> {
  if (!filter) return [...(ids ?? [])].slice(0, max)
  return listMatching(ctx, filter, max)
}

async function run(
  ctx: Ctx,
  action: ProductAction,
  ids: readonly number[],
  undoId: number | undefined,
  progress?: (processed: number, failed: number) => Promise<void>,
): Promise<BatchAnswer> {
  const errors: Failure[] = []
  for (const [index, id] of ids.entries()) {
    try {
      await inTransaction(ctx, (tx) =>
        undoId ? recorded(tx, undoId, id, () => action.run(tx, id)) : action.run(tx, id),
      )
    } catch (error) {
      errors.push({ id, name: await nameOf(ctx, id), message: explain(ctx, error) })
    }
    await progress?.(index + 1, errors.length)
  }
  const success = ids.length - errors.length
  if (success)
    await audit(ctx, {
      action: 'batch',
      objectType: 'product',
      objectId: '',
      objectName: `${action.title} ${success} 个`,
    })
  return { total: ids.length, success, failed: errors.length, errors, ...(undoId && success && { undoId }) }
}

async function nameOf(ctx: Ctx, id: number): Promise<string> {
  const [found] = await products.findAll(ctx, [id])
  return found?.product.storeName ?? ''
}

/** The message of a refusal; internal errors are logged and answered with an apology. */
export function explain(ctx: Ctx, error: unknown): string {
  const isRefusal =
    error instanceof Refusal || error instanceof BadInput || (error instanceof HttpError && error.status < 500)
  if (isRefusal) return error.message
  ctx.log.error({ err: error }, 'a product was not changed')
  return '系统繁忙，请稍后再试'
}

async function preview(ctx: Ctx, action: ProductAction, ids: readonly number[], page = 1): Promise<BatchAnswer> {
  const samples: NonNullable<BatchAnswer['samples']> = []
  const names = await namesFor(ctx, action)
  for (const id of ids.slice((page - 1) * PREVIEW_PRODUCTS, page * PREVIEW_PRODUCTS)) {
    try {
      const product = await getProduct(ctx, id)
      const changes = action.preview(product, names).filter(({ before, after }) => before !== after)
      samples.push(...changes.map((change) => ({ suk: '', ...change, id, name: product.storeName })))
    } catch (error) {
      const note = { id, name: await nameOf(ctx, id), suk: '', field: '', before: '' }
      samples.push({ ...note, after: explain(ctx, error) })
    }
  }
  return { total: ids.length, success: 0, failed: 0, errors: [], samples }
}

async function namesFor(ctx: Ctx, { shows = [] }: ProductAction): Promise<RefNames> {
  const names: RefNames = {}
  for (const name of shows) names[name] = await nameReaders[name](ctx)
  return names
}

const byId = (rows: readonly { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
const nameReaders: Record<keyof RefNames, (ctx: Ctx) => Promise<ReadonlyMap<number, string>>> = {
  cateIds: listAllNames,
  tempId: async (ctx) => byId(await products.listTemplateNames(ctx)),
  labelIds: async (ctx) => byId(await products.listLabelNames(ctx)),
  couponIds: async (ctx) => byId(await gifts.listNames(ctx)),
}
