import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { callWechat, WechatRefusal, WechatSilence } from '../../../platform/outside/wechat/wechat-call.ts'
import { wechatError, wordsOf } from '../../../platform/outside/wechat/wechat-errors.ts'
import type { IncomingAnswer } from '../incoming/incoming.service.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'
import * as messages from './customer-message.repository.ts'

const QUEUE = 'wechat-customer-message'
const HOUR_MS = 3600_000
const afterMessage = { ms: 48 * HOUR_MS, most: 5 }
const afterAct = { ms: 60_000, most: 3 }
const TOO_LATE = new WechatRefusal(45015, 'response out of time limit')
const TOO_MANY = new WechatRefusal(45047, 'out of response count limit')

/** What a fan can be sent outside of an answer. */
export type CustomerMessage = Exclude<IncomingAnswer, { type: 'service' }>
type Sending = { openid: string; message: CustomerMessage }

/**
 * Sends a fan of the official account a message: five within 48 hours of theirs, three within a minute of what they did.
 * @throws 422 outside of that, and other refusals; 502 when WeChat does not answer
 */
export async function sendCustomerMessage(ctx: Ctx, sending: Sending): Promise<void> {
  await send(ctx, sending).catch((error: unknown) => {
    const { errcode } = error as WechatRefusal
    if (!(error instanceof WechatRefusal) || (errcode !== 45015 && errcode !== 45047)) throw wechatError(error)
    const words =
      errcode === 45015
        ? '只能在粉丝发来消息后 48 小时内，或关注、扫码、点菜单后 1 分钟内发消息'
        : '已达到可回复条数：粉丝发来消息后最多 5 条，关注、扫码、点菜单后最多 3 条'
    throw new HttpError(422, 'UPSTREAM_REFUSED', words, { errcode })
  })
}

/**
 * Sends a message after the transaction, or soon; one that WeChat refuses is let go.
 * @param tx a transaction, or none
 */
export async function sendLater(tx: Ctx, sending: Sending): Promise<void> {
  await tx.platform.jobs.enqueue(tx, QUEUE, sending)
}

/** Registers the job that sends what was too late to be an answer, or cannot be one. */
export function registerCustomerMessages({ jobs }: Platform): void {
  jobs.handle<Sending>(QUEUE, { atOnce: 2 }, async (ctx, sending) => {
    await send(ctx, sending).catch((error: unknown) => {
      const isLost = error instanceof WechatSilence && error.sent
      // Perhaps it was sent: twice would be worse than not at all.
      if (!(error instanceof WechatRefusal) && !isLost) throw error
      const reason = error instanceof WechatRefusal ? wordsOf(error) : error.message
      ctx.log.info({ reason }, 'a fan was not sent a message')
    })
  })
}

async function send(ctx: Ctx, { openid, message }: Sending): Promise<void> {
  const account = await getWechatAccount(ctx, 'wechat')
  // Counted before it is sent, so that of several at once no more go than WeChat allows.
  const id = await inTransaction(ctx, async (tx) => {
    await messages.takeTurn(tx, openid)
    await requireWindow(tx, openid)
    return messages.noteSent(tx, openid, message.type)
  })
  const body = { touser: openid, ...toWire(message) }
  await callWechat(account, '/cgi-bin/message/custom/send', body, undefined, { biz: 'customer-message' }).catch(
    async (error: unknown) => {
      if (!(error instanceof WechatSilence && error.sent)) await messages.forgetSent(ctx, id)
      throw error
    },
  )
}

/**
 * Refuses what WeChat would refuse. It is not asked, as too many refusals cost the account the right; only where its messages do not
 * come to us does it know more than we.
 */
async function requireWindow(ctx: Ctx, openid: string): Promise<void> {
  const { message, act, isHeard } = await messages.findWindows(ctx, openid)
  if (!isHeard) return
  const since = (at: Date) => ctx.now().getTime() - at.getTime()
  const open = [
    message && since(message.at) < afterMessage.ms ? message.sent < afterMessage.most : undefined,
    act && since(act.at) < afterAct.ms ? act.sent < afterAct.most : undefined,
  ]
  if (open.includes(true)) return
  throw open.includes(false) ? TOO_MANY : TOO_LATE
}

function toWire(message: CustomerMessage): Record<string, unknown> {
  switch (message.type) {
    case 'text':
      return { msgtype: 'text', text: { content: message.content } }
    case 'news': {
      const { title, description, url, picUrl: picurl } = message
      return { msgtype: 'news', news: { articles: [{ title, description, url, picurl }] } }
    }
    case 'miniprogram': {
      const { title, appid, pagePath: pagepath, mediaId } = message
      return { msgtype: 'miniprogrampage', miniprogrampage: { title, appid, pagepath, thumb_media_id: mediaId } }
    }
    default:
      return { msgtype: message.type, [message.type]: { media_id: message.mediaId } }
  }
}
