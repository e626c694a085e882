import { componentStatus, editStatus, formatComponentStatus } from '@zhanggui/domain/product/component-product.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import * as products from '../product/product.repository.ts'
import * as components from './component-product.repository.ts'

/** The job queue that takes products off the WeChat shop. */
export const DELIST_QUEUE = 'component-delist'
const MAX_REASON = 500
const labels = { status: '状态', statusReason: '下架原因', editStatus: '微信审核', auditReason: '拒绝原因' }

/** An event from WeChat with a verified signature. */
export type ShopEvent = {
  /** Identifies the event: the same however often it is sent. */
  key: string
  /** When WeChat created it. */
  at: Date
  event: string
  /** The content in WeChat's format. */
  data: Readonly<Record<string, unknown>>
}

/**
 * Handles an event of the WeChat shop, once however often it is sent.
 * @returns whether it was new
 */
export function handleShopEvent(ctx: Ctx, { key, at, event, data }: ShopEvent): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if (!(await components.noteEvent(tx, key))) return false
    if (event === 'open_product_category_audit') await components.forgetCategories(tx)
    const id = Number(data.out_product_id)
    const isOurs = Number.isSafeInteger(id) && id > 0
    if (event === 'open_product_spu_audit' && isOurs) await settleAudit(tx, id, at, data)
    if (event === 'open_product_spu_status_update' && isOurs) await changeStatus(tx, id, data)
    return true
  })
}

/** Handles the end of an audit; one of an earlier submission is ignored. */
async function settleAudit(tx: Ctx, id: number, at: Date, data: ShopEvent['data']): Promise<void> {
  const found = await components.lock(tx, id)
  if (!found || found.online.isDel) return
  const { draft } = found
  // WeChat counts in seconds.
  const submitted = Math.floor((draft.submitTime?.getTime() ?? 0) / 1000) * 1000
  const waits =
    draft.editStatus === editStatus.inAudit || draft.syncState === 'pending' || draft.syncState === 'unknown'
  if (!waits || at.getTime() < submitted) return
  if (Number(data.status) === editStatus.passed)
    await passDraft(tx, found, Number(data.spu_status ?? componentStatus.onShelf), at)
  else if (Number(data.status) === editStatus.refused)
    await refuseDraft(tx, found, String(data.reject_reason ?? ''), at)
}

type Locked = { online: components.ProductRow; draft: components.DraftRow }

/** Makes the submission live. @param found locked */
export async function passDraft(tx: Ctx, { online, draft }: Locked, status: number, at: Date): Promise<void> {
  const { title, headImg, qualificationPics, thirdCatId, brandId, descInfo, descImgs, tempId, unitName } = draft
  const { giveIntegral, ficti, specType } = draft
  await components.update(tx, online.id, {
    title,
    headImg,
    qualificationPics,
    thirdCatId,
    brandId,
    descInfo,
    descImgs,
    tempId,
    unitName,
    giveIntegral,
    ficti,
    specType,
    status,
    statusReason: '',
  })
  await components.replaceSkus(
    tx,
    online.id,
    draft.attrValue.map((sku) => ({ ...sku, productId: online.id })),
  )
  await components.updateDraft(tx, draft.id, {
    editStatus: editStatus.passed,
    auditReason: '',
    auditTime: at,
    syncState: 'ok',
    syncError: '',
  })
  const text = JSON.stringify([headImg, qualificationPics, descInfo, descImgs, draft.attrValue])
  await useFiles(tx, { type: 'component-product', id: online.id, field: 'media', title: `小店商品「${title}」` }, text)
  await auditResult(tx, { online, draft }, { status, editStatus: editStatus.passed, auditReason: '' })
  // The main product left the shelf during the audit.
  const [main] = await products.findAll(tx, [online.primaryProductId])
  if (status === componentStatus.onShelf && !main?.product.isShow) await queueDelisting(tx, online.id)
}

/** Marks the submission as refused; the live product stays unchanged. @param found locked */
export async function refuseDraft(tx: Ctx, { online, draft }: Locked, reason: string, at: Date): Promise<void> {
  const auditReason = cutText(reason, MAX_REASON)
  await components.updateDraft(tx, draft.id, {
    editStatus: editStatus.refused,
    auditReason,
    auditTime: at,
    syncState: 'ok',
    syncError: '',
  })
  await auditResult(tx, { online, draft }, { status: online.status, editStatus: editStatus.refused, auditReason })
}

/** Handles a change of status by WeChat itself: a takedown, or any other status number. */
async function changeStatus(tx: Ctx, id: number, data: ShopEvent['data']): Promise<void> {
  const found = await components.lock(tx, id)
  const status = Number(data.status)
  if (!found || found.online.isDel || !Number.isInteger(status) || Math.abs(status) > 32_000) return
  const { online } = found
  if (online.status === status) return
  const statusReason = cutText(String(data.reason ?? ''), MAX_REASON)
  await components.update(tx, id, { status, statusReason })
  const before = { status: formatComponentStatus(online.status), statusReason: online.statusReason }
  const after = { status: formatComponentStatus(status), statusReason }
  await audit(tx, { ...about(online), action: 'status', labels, before, after })
  if (status === componentStatus.onShelf || status === componentStatus.offShelf) return
  await notify(tx, {
    event: 'component.takedown',
    level: 'error',
    title: `小店商品「${online.title}」${formatComponentStatus(status)}`,
    content: statusReason || '请到微信小店后台查看原因',
    link: `/product/component/list?proId=${online.primaryProductId}`,
    object: { type: 'component-product', id },
  })
}

/** Queues taking a product off the WeChat shop, after the commit. */
export async function queueDelisting(tx: Ctx, id: number): Promise<void> {
  await tx.platform.jobs.enqueue(tx, DELIST_QUEUE, { id })
}

function about({ id, title }: components.ProductRow) {
  return { objectType: 'component-product', objectId: id, objectName: title }
}

async function auditResult(
  tx: Ctx,
  { online, draft }: Locked,
  now: { status: number; editStatus: number; auditReason: string },
): Promise<void> {
  const before = { status: online.status, editStatus: draft.editStatus, auditReason: draft.auditReason }
  await audit(tx, { ...about(online), action: 'audit', labels, before, after: now })
}
