import type { LabelDraft, productLabel } from '@zhanggui/contract/product/product-label.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { answerPage, keep, wireRow } from '../../../platform/data/keep.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import * as labels from './product-label.repository.ts'

const QUEUE = 'product-label-rules'
/** Products per transaction. */
const BATCH = 5000

/** The job that applies labels with rules: each night, and when such a label is saved. */
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

/**
 * Labels. One with a rule is applied in the background; one that loses its rule stays on its products, and from then on
 * staff assign it. A deleted label is taken off the products.
 */
export const labelService = keep(labels, {
  what: '商品标签',
  taken: ['标签已存在', 'name'],
  toRow: (draft: LabelDraft) => ({ ...draft, rule: draft.rule ?? null }),
  show: wireRow,
  stored: async (tx, _, { rule }) => {
    if (rule) await tx.platform.jobs.enqueue(tx, QUEUE, {})
  },
})

/** A page of labels in display order, with their numbers of products. */
export const listLabels = (ctx: Ctx, { query }: RouteInput<typeof productLabel.list>) =>
  answerPage(ctx, query, labels.list, wireRow)

/**
 * Gives every product the labels whose rules it meets, and removes those whose rules it no longer meets.
 * @returns how many products changed
 */
export async function applyLabelRules(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let total = 0
  let last = 0
  do {
    // Read again for each batch, so that a label deleted meanwhile is no longer applied.
    const step = await inTransaction(ctx, async (tx) => {
      const ruled = await labels.lockRuled(tx)
      return ruled.length ? labels.applyRules(tx, ruled, last, BATCH) : { last: 0, changed: 0 }
    })
    last = step.last
    total += step.changed
  } while (last && !signal.aborted)
  return total
}
