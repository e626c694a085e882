import type { Label, LabelChange, LabelDraft, LabelQuery } from '@zhanggui/contract/product/product-label.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as labels from './product-label.repository.ts'

const QUEUE = 'product-label-rules'
/** Products looked at in one transaction. */
const BATCH = 5000

const taken = () => conflict('标签已存在', 'name')

/** What gives products the labels with rules: each night, and when such a label is saved. */
export function registerLabelRules({ scheduler, jobs }: Platform): void {
  scheduler.handle('labelRules', {
    title: '按规则更新商品标签',
    cron: '0 0 2 * * ?',
    run: (ctx, _, signal) => applyLabelRules(ctx, signal),
  })
  jobs.handle(QUEUE, { retries: 2, retrySeconds: 60 }, async (ctx, _, { signal }) => {
    await applyLabelRules(ctx, signal)
  })
}

/** A page of labels in display order. */
export async function listLabels(ctx: Ctx, query: LabelQuery) {
  const page = readPage(query)
  const { rows, total } = await labels.list(ctx, query, page)
  const list = rows.map(({ row, productCount }) => ({ ...describe(row), productCount }))
  return { list, total, page: page.page, limit: page.limit }
}

/** @throws 404 */
export async function getLabel(ctx: Ctx, id: number): Promise<Label> {
  const row = await labels.find(ctx, id)
  if (!row) throw notFound('商品标签')
  return describe(row)
}

/**
 * Adds a label; one with a rule finds its products in the background.
 * @throws 409 when the name is taken
 */
export async function saveLabel(ctx: Ctx, draft: LabelDraft) {
  return inTransaction(ctx, async (tx) => {
    const saved = await labels.insert(tx, draft)
    if (!saved) throw taken()
    await audit(tx, { objectId: saved.id, after: await getLabel(tx, saved.id) })
    if (draft.rule) await tx.platform.jobs.enqueue(tx, QUEUE, {})
    return saved
  })
}

/**
 * Changes a label. Without a rule it stays on the products that have it, and is given by staff from then on.
 * @throws 404, 409 for a taken name or another version
 */
export async function updateLabel(ctx: Ctx, { id, version, rule, ...change }: LabelChange) {
  return inTransaction(ctx, async (tx) => {
    const before = await getLabel(tx, id)
    const saved = await refuseTaken(labels.update(tx, id, version, { ...change, rule: rule ?? null }), taken)
    if (!saved) throw versionConflict(before)
    await audit(tx, { objectId: id, before, after: await getLabel(tx, id) })
    if (rule) await tx.platform.jobs.enqueue(tx, QUEUE, {})
    return saved
  })
}

/**
 * Deletes a label and takes it off the products.
 * @throws 404
 */
export async function removeLabel(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await labels.remove(tx, id)
    if (!row) throw notFound('商品标签')
    await audit(tx, { objectId: id, before: describe(row) })
  })
}

/**
 * Gives every product the labels whose rules it fits, and takes away those it no longer fits.
 * @returns how many products changed
 */
export async function applyLabelRules(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let total = 0
  let last = 0
  do {
    // Read anew for each batch: a label that was deleted meanwhile is not given any more.
    const step = await inTransaction(ctx, async (tx) => {
      const ruled = await labels.lockRuled(tx)
      return ruled.length ? labels.applyRules(tx, ruled, last, BATCH) : { last: 0, changed: 0 }
    })
    last = step.last
    total += step.changed
  } while (last && !signal.aborted)
  return total
}

function describe({ id, version, name, color, sort, isShow, rule, createdAt }: labels.LabelRow): Label {
  return { id, version, name, color, sort, isShow, rule, createTime: toWireTime(createdAt) }
}
