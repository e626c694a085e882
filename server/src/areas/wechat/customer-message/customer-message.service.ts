import type { Ctx } from '../../../platform/http/context.ts'
import { callWechat } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import type { IncomingAnswer } from '../incoming/incoming.service.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'

/** What a fan can be sent outside of an answer. */
export type CustomerMessage = Exclude<IncomingAnswer, { type: 'service' }>

/**
 * Sends a fan of the official account a message: five within 48 hours of theirs, three within a minute of what they did.
 * @throws 422 outside of that, and other refusals; 502 when WeChat does not answer
 */
export async function sendCustomerMessage(
  ctx: Ctx,
  { openid, message }: { openid: string; message: CustomerMessage },
): Promise<void> {
  const account = await getWechatAccount(ctx, 'wechat')
  const body = { touser: openid, ...toWire(message) }
  await callWechat(account, '/cgi-bin/message/custom/send', body, undefined, { biz: 'customer-message' }).catch(
    refuseWechat,
  )
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
