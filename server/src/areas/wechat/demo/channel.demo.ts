import type { Ctx } from '../../../platform/http/context.ts'
import { writePush } from '../../../platform/outside/wechat/fake/push.ts'
import { readWechat, takeTicket } from '../../../platform/outside/wechat/wechat-call.ts'
import { hearWechat } from '../callback/callback.service.ts'
import { getCallbackKeys, getWechatAccount } from '../wechat-user/wechat-account.service.ts'

/** Fills a demo shop with what the played WeChat has been asked and has told, as an account that is in use would show it. */
export async function fillChannelDemo(ctx: Ctx): Promise<void> {
  if (!ctx.platform.wechat.isFake) return
  const official = await getWechatAccount(ctx, 'wechat')
  await readWechat(official, '/cgi-bin/get_api_domain_ip', {}, { biz: 'test' })
  await takeTicket(official)
  await readWechat(await getWechatAccount(ctx, 'routine'), '/cgi-bin/get_api_domain_ip', {}, { biz: 'test' })
  await tell(ctx, 'public', { MsgType: 'event', Event: 'subscribe', EventKey: '' })
  await tell(ctx, 'public', { MsgType: 'text', Content: '什么时候发货？', MsgId: '24000000000000001' })
  await tell(ctx, 'mini', { MsgType: 'event', Event: 'weapp_audit_success', SuccTime: String(secondsOf(ctx)) })
}

async function tell(ctx: Ctx, side: 'public' | 'mini', said: Record<string, unknown>): Promise<void> {
  const keys = await getCallbackKeys(ctx, side === 'public' ? 'wechat' : 'routine')
  const fields = { ToUserName: 'gh_demo', FromUserName: 'sim_amy', CreateTime: secondsOf(ctx), ...said }
  const { query, payload } = writePush(fields, { ...keys, mode: 'sealed' }, ctx.now())
  await hearWechat(ctx, side, query, Buffer.from(payload))
}

const secondsOf = ({ now }: Ctx) => Math.floor(now().getTime() / 1000)
