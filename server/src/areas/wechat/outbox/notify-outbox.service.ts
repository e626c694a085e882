import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { frontMessage, OwnMessage } from '@zhanggui/contract/wechat/front-message.ts'
import type { NotifyQuery, NotifyRow } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { buyerMarks, messageChannels, outerChannels, placesOf } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readRules } from '../buyer-message/message-rule.service.ts'
import { isOff, queueAgain, ruleOf } from '../buyer-message/message-send.service.ts'
import * as sent from '../buyer-message/notify-outbox.repository.ts'
import * as outbox from './notify-outbox.repository.ts'

const WHAT = '发送记录'

/** A page of messages to buyers, newest first; openids and phones masked. */
export async function listNotified(ctx: Ctx, { page, limit, ...filter }: NotifyQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await outbox.list(ctx, filter, paging)
  return { list: await describe(ctx, rows), ...counted, page: paging.page, limit: paging.limit }
}

/** A message, and those by other channels of the same thing. @throws 404 */
export async function getNotified(ctx: Ctx, id: number) {
  const tries = await describe(ctx, await outbox.listTries(ctx, id))
  const row = tries.find((each) => each.id === id)
  if (!row) throw notFound(WHAT)
  return { ...row, tries }
}

async function describe(ctx: Ctx, rows: Awaited<ReturnType<typeof outbox.listTries>>): Promise<NotifyRow[]> {
  const rules = await readRules(ctx)
  return rows.map(({ row, nickname, reached }) => {
    const { id, mark, channel, uid, receiver, title, content, status, attempts, errcode, errmsg } = row
    return {
      id,
      mark,
      channel,
      uid,
      title,
      content,
      status,
      attempts,
      errcode,
      errmsg,
      name: buyerMarks[mark].title,
      nickname: nickname ?? '',
      receiver: channel === 'sms' ? maskPhone(receiver) : maskOpenid(receiver),
      mayResend:
        channel !== 'inner' &&
        status >= 3 &&
        !reached &&
        !isOff(
          rules.find(({ rule }) => rule.mark === mark),
          channel,
        ),
      nextTime: status === 0 || status === 2 ? wireTime(row.nextAt) : null,
      createTime: toWireTime(row.createdAt),
      sentTime: wireTime(row.sentAt),
    }
  })
}

const maskOpenid = (openid: string): string => (openid ? `${openid.slice(0, 3)}****${openid.slice(-4)}` : '')

/**
 * Sends messages again that did not reach their buyers.
 * @throws 404; 422 for one that did, that another channel has, or whose channel is off
 */
export function resendNotified(ctx: Ctx, ids: readonly number[]): Promise<{ count: number }> {
  return inTransaction(ctx, async (tx) => {
    const rows = tx.actor.scope.storeIds ? [] : await sent.lock(tx, ids)
    if (rows.length < ids.length) throw notFound(WHAT)
    for (const row of rows) {
      const { id, mark, bizId, channel, status } = row
      const name = `「${buyerMarks[mark].title}」`
      if (channel === 'inner' || status < 3) throw new Refusal(`${name}没有失败，不能重发`)
      if (isOff(await ruleOf(tx, mark), channel))
        throw new Refusal(`${name}的${messageChannels[channel]}渠道已关闭，不能重发`)
      const others = await sent.listOf(tx, mark, bizId, outerChannels)
      const other = others.find((each) => each.id !== id && each.status < 3)
      if (other) throw new Refusal(`${name}已由${messageChannels[other.channel]}发送，不再重发`)
      await sent.update(tx, id, {
        status: 0,
        attempts: 0,
        errcode: 0,
        errmsg: '',
        tryingSince: null,
        firstTriedAt: null,
      })
      await queueAgain(tx, row)
      await audit(tx, {
        action: 'resend',
        objectId: id,
        objectName: `${buyerMarks[mark].title} ${messageChannels[channel]}`,
      })
    }
    return { count: rows.length }
  })
}

/** A page of a buyer's own messages, newest first. */
export async function listOwn(ctx: Ctx, query: RouteInput<typeof frontMessage.list>['query']) {
  const paging = readPage(query)
  const { rows, ...counted } = await outbox.listOwn(ctx, ctx.buyer.uid, paging)
  const list = rows.map(({ id, mark, title, content, payload, readAt, createdAt }): OwnMessage => {
    const { h5, routine } = placesOf(payload.link)
    const isRead = readAt !== null
    return { id, mark, title, content, link: h5, page: routine, isRead, createTime: toWireTime(createdAt) }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

export const countUnread = async (ctx: Ctx) => ({ unread: await outbox.countUnread(ctx, ctx.buyer.uid) })

/** Notes that a buyer read messages; all of them without ids. @throws 404 for another's */
export async function readOwn(ctx: Ctx, ids: readonly number[] | undefined): Promise<Record<never, never>> {
  const { uid } = ctx.buyer
  if (ids && (await outbox.countOwn(ctx, uid, ids)) < ids.length) throw notFound('消息')
  await outbox.markRead(ctx, uid, ids)
  return {}
}
