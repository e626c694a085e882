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
/** A submission that was interrupted is asked about after this time, a push that is overdue sent again. */
const UNANSWERED_MS = MINUTE_MS
const OVERDUE_MS = 5 * MINUTE_MS
const EVENT_MS = 30 * 24 * 60 * MINUTE_MS
/** WeChat's clock and ours may differ by so much. */
const CLOCKS_MS = MINUTE_MS
const NOT_RECEIVED = '微信没有收到，请重新提交'

/**
 * Asks WeChat what became of submissions whose answer was lost and of audits that take long, and settles them; sends on what
 * should have been told, and submits what waited for room.
 * @returns how many drafts were asked about
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
      ctx.log.warn({ err: error, product: productId }, 'WeChat was not heard, its products are asked about later')
      return done
    }
  }
  await submitQueued(ctx, shop, signal)
  return done
}

async function settle(tx: Ctx, id: number, asked: Date | null, remote: RemoteSpu | undefined): Promise<void> {
  const found = await components.lock(tx, id)
  if (!found || found.online.isDel) return
  const { draft } = found
  // It was submitted again, or heard of, while we asked.
  const isOpen = draft.syncState !== 'ok' || draft.editStatus === editStatus.inAudit
  if (!isOpen || draft.submitTime?.getTime() !== asked?.getTime()) return
  const before = (draft.submitTime?.getTime() ?? 0) - CLOCKS_MS
  const isOlder = remote?.submittedAt !== undefined && remote.submittedAt.getTime() < before
  if (!remote || (isOlder && draft.syncState !== 'ok')) {
    const lost = { editStatus: editStatus.unsubmitted, syncState: 'failed', syncError: NOT_RECEIVED } as const
    await components.updateDraft(tx, draft.id, lost)
    return
  }
  // Nothing new: whoever has the form open keeps its version.
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

/** Fetches the categories of the shop. Returns how many there are. */
export async function refreshCategories(ctx: Ctx): Promise<number> {
  return (await readCategories(ctx, true)).length
}
