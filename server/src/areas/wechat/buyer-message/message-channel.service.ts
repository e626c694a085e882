import { Refusal } from '@zhanggui/domain/errors.ts'
import { messageChannels, quietUntil, tomorrowOf } from '@zhanggui/domain/wechat/buyer-mark.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { callWechat, WechatRefusal, WechatSilence } from '../../../platform/outside/wechat/wechat-call.ts'
import { fateOf, wordsOf } from '../../../platform/outside/wechat/wechat-errors.ts'
import { sendSms } from '../../message/sms/sms.service.ts'
import { hasPermit, openidOf } from '../permit/subscribe-permit.service.ts'
import type { TemplateRow } from '../template/wechat-template.repository.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'
import { compose, valuesOf } from './message-compose.service.ts'
import type { Rule } from './message-rule.service.ts'
import { type OutboxRow, readSmsText } from './notify-outbox.repository.ts'

/** What is known of a message once somebody tried to send it. */
type Told = { receiver?: string; title?: string; content?: string; templateId?: string }

/** How an attempt ended. After `refused` the next channel is tried; `unknown` may have reached the buyer, so nothing is. */
export type Outcome = Told &
  (
    | { kind: 'sent'; msgId: string }
    | { kind: 'refused'; status: 3 | 4; errcode: number; errmsg: string }
    | { kind: 'later'; errcode: number; errmsg: string; at?: Date; isLost?: true; isQuiet?: true }
    | { kind: 'unknown'; errmsg: string }
  )

/** The next day. */
const DAY_LIMIT = 45009
/** Two messages to one person at once. */
const AT_ONCE = 43108
/** Said by codes of their own; the gateway has no words for them. */
const ownWords: Readonly<Record<number, string>> = {
  43107: '小程序的订阅消息能力被限制',
  43108: '同时给同一人发了两条，稍后再试',
}
/** The platform drops a repeat of a template message for ten minutes. */
const REPEAT_MS = 10 * 60_000
const LOST = '平台没有答复，不知道买家收到没有，没有重发'

export const skip = (errmsg: string, told: Told = {}): Outcome => ({
  kind: 'refused',
  status: 4,
  errcode: 0,
  errmsg,
  ...told,
})
const fail = (errmsg: string, told: Told = {}): Outcome => ({ kind: 'refused', status: 3, errcode: 0, errmsg, ...told })

/** Whether a message may be sent again whose last attempt has an unknown outcome. */
export function mayRepeat({ now }: Ctx, { channel, firstTriedAt }: OutboxRow): boolean {
  if (channel !== 'wechat' || !firstTriedAt) return channel === 'sms'
  return now().getTime() - firstTriedAt.getTime() < REPEAT_MS
}

export const lost = (): Outcome => ({ kind: 'unknown', errmsg: LOST })

/** Sends a message by the official account or the mini-program, outside of any transaction. */
export async function sendByWechat(
  ctx: Ctx,
  rule: Rule | undefined,
  row: Pick<OutboxRow, 'id' | 'uid' | 'payload' | 'firstTriedAt'> & { channel: 'wechat' | 'routine' },
): Promise<Outcome> {
  const { channel } = row
  const template = rule?.[channel]
  if (!template?.status || !template.tempId || template.isMissing) return fail('模板没有启用，或平台已没有')
  const openid = await openidOf(ctx, row.uid, channel)
  if (!openid) return skip(channel === 'wechat' ? '买家没有绑定公众号' : '买家没有用过小程序')
  if (channel === 'routine' && !(await hasPermit(ctx, openid, template.tempId)))
    return skip('未授权或已取消订阅', { receiver: openid, title: template.name })
  return sendTemplate(ctx, template, { ...row, openid })
}

/** Sends a template to a person. @param row its id lets the platform know a repeat */
export async function sendTemplate(
  ctx: Ctx,
  template: TemplateRow,
  row: Pick<OutboxRow, 'id' | 'uid' | 'payload' | 'firstTriedAt'> & { channel: 'wechat' | 'routine'; openid: string },
): Promise<Outcome> {
  const { channel, openid, payload } = row
  const { values, shown } = await valuesOf(ctx, row)
  const { body, fault, title, content } = await compose(ctx, template, { openid, values, shown, link: payload.link })
  const told = { receiver: openid, title, content, templateId: template.tempId }
  if (fault) return fail(fault, told)
  const isOfficial = channel === 'wechat'
  const path = isOfficial ? '/cgi-bin/message/template/send' : '/cgi-bin/message/subscribe/send'
  try {
    const account = await getWechatAccount(ctx, channel)
    const { msgid } = await callWechat(account, path, isOfficial ? { ...body, client_msg_id: String(row.id) } : body)
    return { kind: 'sent', msgId: String(msgid ?? ''), ...told }
  } catch (error) {
    return { ...read(ctx, row, error), ...told }
  }
}

function read(
  ctx: Ctx,
  { channel, firstTriedAt }: Pick<OutboxRow, 'channel' | 'firstTriedAt'>,
  error: unknown,
): Outcome {
  if (error instanceof WechatSilence) {
    const errmsg = `微信没有答复：${error.message}`
    if (!error.sent) return { kind: 'later', errcode: 0, errmsg }
    // Nothing tells a subscription message from its repeat.
    if (channel === 'routine' || !firstTriedAt) return lost()
    return { kind: 'later', errcode: 0, errmsg, isLost: true }
  }
  if (error instanceof HttpError)
    return skip(
      error.code === 'NOT_CONFIGURED' ? `没有填写${messageChannels[channel]}的 AppID 和 AppSecret` : error.message,
    )
  if (!(error instanceof WechatRefusal)) throw error
  const { errcode } = error
  const errmsg = ownWords[errcode] ?? wordsOf(error)
  if (errcode === DAY_LIMIT) return { kind: 'later', errcode, errmsg, at: tomorrowOf(ctx.now()) }
  const fate = fateOf(error)
  if (fate === 'later' || errcode === AT_ONCE) return { kind: 'later', errcode, errmsg }
  return { kind: 'refused', status: fate === 'skipped' ? 4 : 3, errcode, errmsg }
}

/**
 * Hands a message to the SMS queue.
 * @param tx the transaction that stores the outcome, so that it is queued once
 */
export async function sendBySms(tx: Ctx, rule: Rule | undefined, row: OutboxRow): Promise<Outcome> {
  const { quietFrom = '', quietTo = '', smsTempId = '' } = rule?.rule ?? {}
  const at = quietUntil(tx.now(), quietFrom, quietTo)
  if (at) return { kind: 'later', errcode: 0, errmsg: `夜间不发短信，${quietTo} 以后再发`, at, isQuiet: true }
  // The log of SMS keeps what was sent, and whoever holds the phone reads it: an address ends with its district.
  const { phone, shown } = await valuesOf(tx, row)
  if (!phone) return skip('买家没有手机号')
  const { mark, uid } = row
  try {
    const which = smsTempId ? { tempId: smsTempId } : { tempKey: mark }
    const logId = await sendSms(tx, { phone, purpose: mark, uid }, which, shown)
    return { kind: 'sent', msgId: String(logId), receiver: phone, content: await readSmsText(tx, logId) }
  } catch (error) {
    if (error instanceof HttpError && error.status === 429)
      return { kind: 'later', errcode: 0, errmsg: '这个号码的短信太频繁', receiver: phone }
    if (error instanceof Refusal || error instanceof HttpError) return fail(error.message, { receiver: phone })
    throw error
  }
}
