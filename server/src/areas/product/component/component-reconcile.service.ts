import { editStatus } from '@zhanggui/domain/product/component-product.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { WechatSilence } from '../../../platform/outside/wechat/wechat-call.ts'
import { passDraft, refuseDraft } from './component-event.service.ts'
import * as components from './component-product.repository.ts'
import { PUSH_QUEUE } from './component-shelf.service.ts'
import { findShop, readCategories } from './component-shop.service.ts'
import { submitQueued } from './component-submit.service.ts'
import type { RemoteSpu } from './shop-gateway.ts'

const BATCH = 100
const MINUTE_MS = 60_000
const AUDIT_MS = 30 * MINUTE_MS
/** WeChat is asked about a submission without an answer after this time. */
const UNANSWERED_MS = MINUTE_MS
/** A push that is overdue by this time is sent again. */
const OVERDUE_MS = 5 * MINUTE_MS
const EVENT_MS = 30 * 24 * 60 * MINUTE_MS
/** WeChat's clock and ours may differ by this much. */
const CLOCKS_MS = MINUTE_MS
const NOT_RECEIVED = '微信没有收到，请重新提交'

/**
 * Asks WeChat about submissions whose answer was lost and audits that take long, and settles them; repeats overdue pushes
 * and sends queued submissions.
 * @returns the number of drafts WeChat was asked about
 */
export async function reconcileComponents(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const now = ctx.now().getTime()
  await components.purgeEvents(ctx, new Date(now - EVENT_MS))
  const shop = await findShop(ctx)
  if (!shop) return 0
  for (const id of await components.listLatePushes(ctx, new Date(now - OVERDUE_MS), BATCH))
    await ctx.platform.jobs.enqueue(ctx, PUSH_QUEUE, { id })
  const times = { unanswered: new Date(now - UNANSWERED_MS), inAudit: new Date(now - AUDIT_MS) }
  const drafts = await components.listOpenDrafts(ctx, times, BATCH)
  let done = 0
  for (const { productId, submitTime } of drafts) {
    if (signal.aborted) break
    try {
      const remote = await shop.getSpu(ctx, String(productId), true)
      await inTransaction(ctx, (tx) => settle(tx, productId, submitTime, remote))
      done++
    } catch (error) {
      if (!(error instanceof WechatSilence)) throw error
      ctx.log.warn({ err: error, product: productId }, 'WeChat cannot be reached; its products are checked later')
      return done
    }
  }
  await submitQueued(ctx, shop, signal)
  return done
}

async function settle(tx: Ctx, id: number, submittedAt: Date | null, remote: RemoteSpu | undefined): Promise<void> {
  const found = await components.lock(tx, id)
  if (!found || found.online.isDel) return
  const { draft } = found
  // It was submitted again, or an event arrived, while we asked.
  const isOpen = draft.syncState !== 'ok' || draft.editStatus === editStatus.inAudit
  if (!isOpen || draft.submitTime?.getTime() !== submittedAt?.getTime()) return
  const before = (draft.submitTime?.getTime() ?? 0) - CLOCKS_MS
  const isOlder = remote?.submittedAt !== undefined && remote.submittedAt.getTime() < before
  if (!remote || (isOlder && draft.syncState !== 'ok')) {
    const lost = { editStatus: editStatus.unsubmitted, syncState: 'failed', syncError: NOT_RECEIVED } as const
    await components.updateDraft(tx, draft.id, lost)
    return
  }
  // Nothing changed, so the version stays, for open forms.
  if (remote.editStatus === draft.editStatus && draft.syncState === 'ok') return
  if (remote.productId) await components.update(tx, id, { componentProductId: remote.productId })
  await components.storeSkuIds(tx, remote.skuIds)
  if (remote.editStatus === editStatus.passed) await passDraft(tx, found, remote.status, tx.now())
  else if (remote.editStatus === editStatus.refused) await refuseDraft(tx, found, remote.rejectReason, tx.now())
  else {
    const inAudit = remote.editStatus === editStatus.inAudit ? editStatus.inAudit : editStatus.unsubmitted
    await components.updateDraft(tx, draft.id, { editStatus: inAudit, syncState: 'ok', syncError: '' })
  }
}

/** Fetches the categories of the shop. Returns their number. */
export async function refreshCategories(ctx: Ctx): Promise<number> {
  return (await readCategories(ctx, true)).length
}
