import type {
  Reply,
  ReplyChange,
  ReplyComment,
  ReplyDraft,
  ReplyModeration,
  ReplyQuery,
} from '@zhanggui/contract/product/product-reply.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskName } from '@zhanggui/domain/mask.ts'
import { gradeReply, type ReplyAudit, type ReplyType } from '@zhanggui/domain/product/product-reply.ts'
import { readKeyword } from '@zhanggui/domain/product/product-search.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { parseWireTime, toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { HttpError, notFound, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { type TodoCounter, todoChanged } from '../../message/live/todo.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import {
  type Checked,
  type ContentOwner,
  canShow,
  holdContent,
  settleContent,
} from '../../wechat/content-check/content-check.service.ts'
import * as replies from './product-reply.repository.ts'

const WHAT = '商品评论'
const OBJECT = 'product-reply'
/** Owner of the files that replies show. */
const FILES = 'productReply'
const QUEUE = 'product-reply-recount'
const BATCH = 200
/** The maximum length of a reply's name in the audit trail. */
const MAX_NAME = 60

const labels = {
  isShow: '显示',
  auditStatus: '审核状态',
  merchantReplyContent: '回复内容',
  isReply: '已回复',
  replyBy: '回复人',
  merchantReplyTime: '回复时间',
}

/** A buyer's reply on an order line. */
export type BuyerReply = {
  uid: number
  oid: number
  productId: number
  /** The SKU's code and values. */
  unique: string
  sku: string
  replyType: ReplyType
  productScore: number
  serviceScore: number
  comment: string
  /** Addresses, in wire format. */
  pics: readonly string[]
  /** Said by the shop for a buyer who said nothing. */
  isAuto?: boolean
  nickname: string
  avatar: string
}

/** Registers the background recount that follows a change of settings. */
export function registerReplies({ outbox, jobs }: Platform): void {
  jobs.handle(QUEUE, { retries: 2, retrySeconds: 60 }, async (ctx, _, { signal }) => {
    await recountVirtual(ctx, signal)
  })
  outbox.consume('product-reply-counts', ['setting.changed'], async (tx, { data }) => {
    const { keys } = data as { keys: string[] }
    if (keys.includes('reply_virtual_counts')) await tx.platform.jobs.enqueue(tx, QUEUE, {})
  })
}

/** The number of unanswered replies, on bell and menu. */
export const repliesToAnswer: TodoCounter = {
  name: 'repliesToAnswer',
  page: 'product/product-reply-list',
  permission: 'admin:product:reply:comment',
  count: replies.countUnanswered,
}

/** A page of replies, newest first. */
export async function listReplies(ctx: Ctx, { page, limit, dateLimit, productSearch, ...filter }: ReplyQuery) {
  const paging = readPage({ page, limit })
  const product = productSearch ? (readKeyword(productSearch) ?? null) : undefined
  const found = { ...filter, ...parseTimeRange(dateLimit, ctx.now()), ...(product !== undefined && { product }) }
  const { rows, ...counted } = await replies.list(ctx, found, paging)
  const media = await readMedia(ctx)
  return { list: rows.map((row) => describe(ctx, row, media)), ...counted, page: paging.page, limit: paging.limit }
}

/** @throws 404 */
export async function getReply(ctx: Ctx, id: number): Promise<Reply> {
  const row = await replies.find(ctx, id)
  if (!row) throw notFound(WHAT)
  return describe(ctx, row, await readMedia(ctx))
}

/**
 * Adds a fictitious reply, permanently marked as such.
 * @throws 428 while the settings do not allow any, 422 for an unknown product or SKU, {@link BadInput} for a time before
 *   the product was added or in the future
 */
export async function saveReply(ctx: Ctx, { createTime, ...draft }: ReplyDraft) {
  const { reply_virtual_enabled: allowed } = await getSettings(ctx)
  if (!allowed) throw new HttpError(428, 'SWITCHED_OFF', '虚拟评论功能未启用')
  const media = await readMedia(ctx)
  return inTransaction(ctx, async (tx) => {
    const place = await readPlace(tx, { ...draft, createTime })
    const { productScore, serviceScore, nickname, comment, isShow = true, isTop = false } = draft
    const text = {
      nickname,
      comment,
      avatar: media.toStored(draft.avatar),
      pics: (draft.pics ?? []).map(media.toStored),
    }
    const grade = { productScore, serviceScore, ...gradeReply(productScore, serviceScore) }
    const row = { ...text, ...grade, ...place, isShow, isTop, isVirtual: true }
    const [id = 0] = await replies.insert(tx, [row])
    await finish(tx, id, row)
    await recount(tx, [row.productId])
    await emit(tx, 'reply.created', { id, productId: row.productId, isVirtual: true })
    await audit(tx, { objectType: OBJECT, objectId: id, objectName: nameOf(row), after: await getReply(tx, id) })
    return { id, version: 0 }
  })
}

/**
 * Changes a reply: any field of a fictitious one, but only visibility, pinning and audit status of a buyer's.
 * @throws 404, 409 for another version, 422 for other fields of a buyer's reply, and as {@link saveReply}
 */
export async function updateReply(ctx: Ctx, { id, version, isShow, isTop, auditStatus, ...written }: ReplyChange) {
  const media = await readMedia(ctx)
  return inTransaction(ctx, async (tx) => {
    const [row] = await replies.lock(tx, [id])
    if (!row) throw notFound(WHAT)
    const before = await getReply(tx, id)
    if (version !== undefined && version !== row.version) throw versionConflict(before)
    if (!row.isVirtual && Object.values(written).some((value) => value !== undefined))
      throw new Refusal('买家评价内容不可修改')
    if (row.isVirtual && auditStatus !== undefined && auditStatus !== 1) throw new Refusal('虚拟评论无需审核')
    const change = {
      isShow: isShow ?? row.isShow,
      isTop: isTop ?? row.isTop,
      auditStatus: auditStatus ?? row.auditStatus,
      ...(row.isVirtual && (await rewrite(tx, row, written, media))),
    }
    const saved = await replies.update(tx, id, change)
    if (change.auditStatus) await settleContent(tx, 'reply', id, change.auditStatus === 1)
    const now = { ...row, ...change }
    await finish(tx, id, now)
    await recount(tx, [row.productId, now.productId])
    await audit(tx, {
      objectType: OBJECT,
      objectId: id,
      objectName: nameOf(now),
      before,
      after: await getReply(tx, id),
    })
    return saved
  })
}

/**
 * Answers replies in the shop's name, or replaces the answer.
 * @throws 404 when one of them does not exist: then none is answered
 */
export async function commentReplies(ctx: Ctx, { ids, merchantReplyContent }: ReplyComment): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const rows = await replies.lock(tx, ids)
    if (rows.length < ids.length) throw notFound(WHAT)
    const answer = { isReply: true, merchantReplyContent, merchantReplyTime: tx.now(), replyBy: tx.actor.userId }
    for (const row of rows) {
      await replies.update(tx, row.id, answer)
      if (!row.isReply && !row.isVirtual) await emit(tx, 'reply.commented', { id: row.id, uid: row.uid })
      await audit(tx, {
        action: 'update',
        objectType: OBJECT,
        objectId: row.id,
        objectName: nameOf(row),
        labels,
        before: { isReply: row.isReply, merchantReplyContent: row.merchantReplyContent },
        after: { isReply: true, merchantReplyContent },
      })
    }
    await todoChanged(tx)
  })
}

/**
 * Shows, hides, approves or rejects replies. Replies that are missing or need no audit are reported; the others change.
 * @throws {BadInput} when no change is given
 */
export async function moderateReplies(ctx: Ctx, { ids, isShow, auditStatus }: ReplyModeration) {
  if (isShow === undefined && auditStatus === undefined) throw new BadInput('请选择显示、隐藏或审核结果', 'isShow')
  return inTransaction(ctx, async (tx) => {
    const rows = new Map((await replies.lock(tx, ids)).map((row) => [row.id, row]))
    const errors: { id: number; name: string; message: string }[] = []
    for (const id of ids) {
      const row = rows.get(id)
      if (!row) errors.push({ id, name: '', message: `${WHAT}不存在或已被删除` })
      else if (row.isVirtual && auditStatus !== undefined && auditStatus !== 1)
        errors.push({ id, name: nameOf(row), message: '虚拟评论无需审核' })
      else await moderate(tx, row, { isShow, auditStatus })
    }
    await recount(
      tx,
      [...rows.values()].map(({ productId }) => productId),
    )
    await todoChanged(tx)
    return { total: ids.length, success: ids.length - errors.length, failed: errors.length, errors }
  })
}

async function moderate(tx: Ctx, row: replies.ReplyRecord, given: { isShow?: boolean; auditStatus?: ReplyAudit }) {
  const { isShow = row.isShow, auditStatus = row.auditStatus } = given
  if (isShow === row.isShow && auditStatus === row.auditStatus) return
  await replies.update(tx, row.id, { isShow, auditStatus })
  if (auditStatus) await settleContent(tx, 'reply', row.id, auditStatus === 1)
  await audit(tx, {
    action: 'status',
    objectType: OBJECT,
    objectId: row.id,
    objectName: nameOf(row),
    labels,
    before: { isShow: row.isShow, auditStatus: row.auditStatus },
    after: { isShow, auditStatus },
  })
}

/**
 * Deletes a reply: staff and buyers no longer see it, but its row stays.
 * @throws 404
 */
export async function removeReply(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [row] = await replies.lock(tx, [id])
    if (!row) throw notFound(WHAT)
    const before = await getReply(tx, id)
    await replies.update(tx, id, { isDel: true })
    await settleContent(tx, 'reply', id, false)
    await freeFiles(tx, FILES, id)
    await recount(tx, [row.productId])
    await todoChanged(tx)
    await audit(tx, { objectType: OBJECT, objectId: id, objectName: nameOf(row), before })
  })
}

/**
 * Stores a buyer's replies on the lines of an order, in the transaction that marks the lines as replied. Pass all of them
 * in one call: it locks their products, after all other locks of that transaction. They await audit if the settings say so, or what
 * WeChat said of their text and is still to say of their pictures.
 * @returns their ids, in the order given
 */
export async function createReplies(tx: Ctx, given: readonly BuyerReply[], checked?: Checked): Promise<number[]> {
  const { reply_audit_mode: audited } = await getSettings(tx)
  const media = await readMedia(tx)
  const rows = given.map(({ pics, avatar, ...reply }) => ({
    ...reply,
    ...gradeReply(reply.productScore, reply.serviceScore),
    avatar: media.toStored(avatar),
    pics: pics.map(media.toStored),
    auditStatus: audited || !canShow(checked, pics) ? (0 as const) : (1 as const),
  }))
  const ids = await replies.insert(tx, rows)
  for (const [index, row] of rows.entries()) {
    const id = ids[index] ?? 0
    await finish(tx, id, row)
    if (checked && !canShow(checked, row.pics))
      await holdContent(tx, { kind: 'reply', bizId: id, uid: row.uid, text: row.comment, pics: row.pics, checked })
    await emit(tx, 'reply.created', { id, productId: row.productId, isVirtual: false })
    if (row.level === 'poor') await notifyPoor(tx, id, row)
  }
  await recount(
    tx,
    rows.map(({ productId }) => productId),
  )
  await todoChanged(tx)
  return ids
}

/** What becomes of replies that were held for their content: shown unless the shop looks at all of them, or rejected. */
export const checkedReplies: ContentOwner = {
  kind: 'reply',
  permission: 'admin:product:reply:update',
  release: async (tx, { bizId }, byStaff) => {
    if (byStaff || !(await getSettings(tx)).reply_audit_mode) await judge(tx, bizId, 1)
  },
  refuse: (tx, { bizId }) => judge(tx, bizId, 2),
}

async function judge(tx: Ctx, id: number, auditStatus: ReplyAudit): Promise<void> {
  const [row] = await replies.lock(tx, [id])
  if (row?.auditStatus !== 0) return
  await moderate(tx, row, { auditStatus })
  await recount(tx, [row.productId])
}

/** Recounts the replies of all products with fictitious ones, by the current settings. */
export async function recountVirtual(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const ids = await replies.listVirtual(ctx, after, BATCH)
    const last = ids.at(-1)
    if (last === undefined) return
    await inTransaction(ctx, (tx) => recount(tx, ids))
    after = last
  }
}

async function recount(tx: Ctx, productIds: readonly number[]): Promise<void> {
  const { reply_virtual_counts: countsVirtual } = await getSettings(tx)
  await replies.recount(tx, [...new Set(productIds)], countsVirtual)
}

async function notifyPoor(tx: Ctx, id: number, { productId, nickname, comment }: BuyerReply | replies.ReplyInsert) {
  await notify(tx, {
    event: 'reply.negative',
    level: 'warn',
    title: `${nickname} 给了差评`,
    content: comment,
    link: `/product/reply?productId=${productId}&level=poor`,
    object: { type: OBJECT, id },
    payload: { id, productId },
  })
}

/** Registers the files a reply uses. */
async function finish(tx: Ctx, id: number, { avatar = '', pics = [], ...row }: replies.ReplyInsert): Promise<void> {
  await useFiles(
    tx,
    { type: FILES, id, field: 'media', title: `「${row.nickname}」的评论` },
    [avatar, ...pics].join(' '),
  )
}

/** The content of a fictitious reply: the fields staff sent, else its current ones. */
async function rewrite(
  tx: Ctx,
  row: replies.ReplyRecord,
  written: Omit<ReplyChange, 'id' | 'version' | 'isShow' | 'isTop' | 'auditStatus'>,
  media: Media,
) {
  const { productScore = row.productScore, serviceScore = row.serviceScore } = written
  const { avatar, pics, nickname = row.nickname, comment = row.comment } = written
  const { productId = row.productId, sku = productId === row.productId ? row.sku : '' } = written
  const createTime = written.createTime || toWireTime(row.createdAt)
  // An unchanged SKU stays, even when the product no longer has it.
  const isMoved = productId !== row.productId || sku !== row.sku || createTime !== toWireTime(row.createdAt)
  return {
    nickname,
    comment,
    productScore,
    serviceScore,
    ...gradeReply(productScore, serviceScore),
    avatar: avatar === undefined ? row.avatar : media.toStored(avatar),
    pics: pics?.map(media.toStored) ?? row.pics,
    ...(isMoved && (await readPlace(tx, { productId, sku, createTime }))),
  }
}

/** The product and time of a fictitious reply. */
async function readPlace(tx: Ctx, given: Pick<ReplyDraft, 'productId' | 'sku' | 'createTime'>) {
  const { productId, sku = '', createTime } = given
  const product = await replies.keepProduct(tx, productId)
  if (!product) throw new Refusal('商品不存在或已被删除，请重新选择')
  const unique = sku ? await replies.findSkuCode(tx, productId, sku) : ''
  if (unique === undefined) throw new Refusal(`商品没有规格「${sku}」，请重新选择`)
  const createdAt = createTime ? parseWireTime(createTime) : tx.now()
  if (!createdAt) throw new BadInput('评价时间格式不正确', 'createTime')
  if (createdAt > tx.now()) throw new BadInput('评价时间不能晚于现在', 'createTime')
  // The wire has whole seconds.
  if (createTime && createTime < toWireTime(product.createdAt))
    throw new BadInput('评价时间不能早于商品添加时间', 'createTime')
  return { productId, sku, unique, createdAt }
}

function nameOf({ nickname, comment }: Pick<replies.ReplyInsert, 'nickname' | 'comment'>): string {
  return `${nickname}：${cutText(comment, MAX_NAME)}`
}

/** Whose reply it is, and of which order, is not for accounts that see stores alone: replies name no store. */
function describe(
  { actor: { scope } }: Ctx,
  { reply, image, storeName, answeredBy }: replies.ReplyFound,
  media: Media,
): Reply {
  const { createdAt, updatedAt, createdBy: _by, updatedBy: _last, isDel: _del, merchantReplyTime, ...row } = reply
  return {
    ...row,
    ...(scope.storeIds && !row.isVirtual && { uid: 0, oid: 0, nickname: maskName(row.nickname) }),
    avatar: media.toWire(row.avatar),
    pics: row.pics.map(media.toWire),
    storeProduct: { id: row.productId, image: media.toWire(image), storeName },
    merchantReplyTime: merchantReplyTime && toWireTime(merchantReplyTime),
    replyBy: answeredBy ?? '',
    createTime: toWireTime(createdAt),
    updateTime: toWireTime(updatedAt),
  }
}
