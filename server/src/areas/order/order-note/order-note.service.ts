import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { canHold, canUnhold } from '@zhanggui/domain/order/order-state.ts'
import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder, trail, withOrder } from '../order/order-change.service.ts'
import { requireTags } from '../order/order-tag.service.ts'
import { refuseBy, WHAT } from '../order/order-transition.service.ts'
import { findListed } from '../order-list/order-info.repository.ts'
import * as notes from './order-note.repository.ts'

type Named = { orderNo: string; version?: number | undefined }

const MAX_TAGS = 20
const MAX_HOLD_DAYS = 366
const COMMENT = '内部留言'
const DAY_MS = 24 * 3600_000

/**
 * Puts tags on an order and takes tags off.
 * @throws 400 for a tag that is not in the dictionary, 404, 409 for another version, 422 for too many tags
 */
export async function tagOrder(
  ctx: Ctx,
  { add = [], remove = [], ...named }: Named & { add?: readonly number[]; remove?: readonly number[] },
) {
  if (!add.length && !remove.length) throw new BadInput('请选择标签', 'add')
  const words = await requireTags(ctx, add, 'add')
  return withOrder(ctx, named, async (tx, order) => {
    const tagIds = [...order.tagIds.filter((id) => !remove.includes(id) || add.includes(id))]
    tagIds.push(...add.filter((id) => !tagIds.includes(id)))
    if (tagIds.length > MAX_TAGS) throw new Refusal(`一个订单最多 ${MAX_TAGS} 个标签`)
    if (isSame(tagIds, order.tagIds)) return { id: order.id, version: order.version }
    const textOf = (ids: readonly number[]) => ids.map((id) => `「${words.get(id)?.label ?? id}」`).join('')
    const on = textOf(tagIds.filter((id) => !order.tagIds.includes(id)))
    const off = textOf(order.tagIds.filter((id) => !tagIds.includes(id)))
    const saved = await orders.changeOrder(tx, order.id, { tagIds })
    await orders.noteOrder(tx, order.id, {
      changeType: 'tag',
      message: [on && `加上标签${on}`, off && `去掉标签${off}`].filter(Boolean).join('，'),
    })
    await trail(tx, order, 'tag', { tags: textOf(order.tagIds) }, { tags: textOf(tagIds) })
    return saved
  })
}

const isSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((id) => others.includes(id))

/**
 * Puts an order on hold until someone ends it or a day comes; it cannot be shipped meanwhile.
 * @throws 400 for a day that is not to come, 404, 409
 */
export function holdOrder(
  ctx: Ctx,
  { reason, until, ...named }: Named & { reason: string; until?: string | undefined },
) {
  const holdUntil = until === undefined ? null : readDay(ctx, until)
  return withOrder(ctx, named, async (tx, order) => {
    refuseBy(canHold(order))
    const saved = await orders.changeOrder(tx, order.id, {
      hold: true,
      holdReason: reason,
      holdUntil,
      ...(order.printTime && { printStale: true }),
    })
    const message = `挂起${holdUntil ? `到 ${holdUntil}` : ''}：${reason}`
    await orders.noteOrder(tx, order.id, { changeType: 'hold', message })
    await trail(tx, order, 'hold', holdOf(order), { hold: true, holdReason: reason, holdUntil })
    return saved
  })
}

const holdOf = ({ hold, holdReason, holdUntil }: orders.OrderRow) => ({ hold, holdReason, holdUntil })
const NOT_HELD = { hold: false, holdReason: '', holdUntil: null }

/** Takes an order off hold. @throws 404, 409 */
export function unholdOrder(ctx: Ctx, named: Named) {
  return withOrder(ctx, named, async (tx, order) => {
    refuseBy(canUnhold(order))
    const saved = await endHold(tx, order, '解除挂起')
    await trail(tx, order, 'unhold', holdOf(order), NOT_HELD)
    return saved
  })
}

/** @param order locked */
export async function endHold(tx: Ctx, order: orders.OrderRow, message: string) {
  const saved = await orders.changeOrder(tx, order.id, NOT_HELD)
  await orders.noteOrder(tx, order.id, { changeType: 'unhold', message })
  return saved
}

/** A day that exists and is to come. @throws {BadInput} */
export function readDay({ now }: Ctx, typed: string): string {
  const at = parseWireTime(typed)
  if (!at || toWireDay(at) !== typed) throw new BadInput('挂起日期不存在，请重新选择', 'until')
  if (typed <= toWireDay(now())) throw new BadInput('挂起日期须晚于今天', 'until')
  if (at.getTime() > now().getTime() + MAX_HOLD_DAYS * DAY_MS) throw new BadInput('挂起日期不能超过一年', 'until')
  return typed
}

/** Writes what staff say to each other about an order. @throws 404 */
export function commentOrder(ctx: Ctx, { orderNo, content }: { orderNo: string; content: string }) {
  return inTransaction(ctx, async (tx) => {
    const order = await findListed(tx, { orderNo })
    if (!order) throw notFound(WHAT)
    const { operatorId, operatorName } = operatorOf(tx)
    const id = await notes.insertComment(tx, { orderId: order.id, content, operatorId, operatorName })
    await trail(tx, order, 'comment', { content: '' }, { content })
    return { id }
  })
}

/** Changes one's own comment within a day. @throws 403 for another's, 404, 422 later */
export function editComment(ctx: Ctx, { id, content }: { id: number; content: string }) {
  return inTransaction(ctx, async (tx) => {
    const { comment, order } = await ownComment(tx, id)
    if (content !== comment.content) {
      await notes.changeComment(tx, id, content)
      await trail(tx, order, 'commentEdit', { content: comment.content }, { content })
    }
    return { id }
  })
}

/** Deletes one's own comment within a day; that there was one stays in the log. @throws 403 for another's, 404, 422 later */
export function removeComment(ctx: Ctx, { id }: { id: number }) {
  return inTransaction(ctx, async (tx) => {
    const { comment, order } = await ownComment(tx, id)
    await notes.removeComment(tx, id)
    await orders.noteOrder(tx, order.id, { changeType: 'comment', message: `删除一条${COMMENT}` })
    await trail(tx, order, 'commentDelete', { content: comment.content }, { content: '' })
    return {}
  })
}

/** Whether the caller may still change a comment. */
export function mayChange({ now, caller }: Ctx, { operatorId, createdAt }: notes.CommentRow): boolean {
  return operatorId === caller?.userId && now().getTime() - createdAt.getTime() < DAY_MS
}

async function ownComment(tx: Ctx, id: number) {
  const found = await notes.lockComment(tx, id)
  if (!found || found.order.isSystemDel || !seesOrder(tx, found.order)) throw notFound(COMMENT)
  if (found.comment.operatorId !== tx.actor.userId)
    throw new HttpError(403, 'FORBIDDEN', `只能修改或删除自己写的${COMMENT}`)
  if (!mayChange(tx, found.comment)) throw new Refusal(`${COMMENT}超过 24 小时，不能修改或删除`)
  return found
}
