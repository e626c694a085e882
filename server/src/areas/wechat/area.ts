import { sql } from 'drizzle-orm'
import { type Area, adding } from '../../platform/area.ts'
import { daysAgo, eachOf, oldRows } from '../../platform/data/clean-up.ts'
import { demos } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { todoCounters } from '../message/live/todo.service.ts'
import { registerBuyerMessages } from './buyer-message/buyer-message.service.ts'
import { channelCodeHistory } from './channel-code.history.ts'
import { serveChannelCodes } from './channel-code/channel-code.routes.ts'
import { countCodeEvent, registerCodeTags } from './channel-code/channel-code-event.service.ts'
import { serveContentChecks } from './content-check/content-check.routes.ts'
import { contentToDecide } from './content-check/content-desk.service.ts'
import { registerContentChecks, takeMediaVerdict } from './content-check/content-media.service.ts'
import { serveFans } from './fan/fan.routes.ts'
import { registerFanEvents, takeFanEvent } from './fan/fan-event.service.ts'
import { registerFanSync } from './fan/fan-sync.service.ts'
import { keepGatewayLog } from './gateway-log/gateway-log.service.ts'
import { incomingEffects } from './incoming/incoming.service.ts'
import { serveMiniCodes } from './mini-code/mini-code.routes.ts'
import { registerMiniCodes } from './mini-code/mini-code.service.ts'
import { serveFanTags } from './tag/fan-tag.routes.ts'
import { serveWechatUsers } from './wechat-user/wechat-user.routes.ts'

/** How long calls to WeChat, and what it told us, are kept. */
const KEPT_DAYS = 30

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  ...['wechat-user', 'gateway-log', 'incoming', 'customer-message'],
  ...['tag', 'fan', 'channel-code', 'mini-code', 'content-check', 'buyer-message'],
] as const

/** People, messages and calls of WeChat. */
export const wechat: Area = {
  name: 'wechat',
  routes: [serveWechatUsers, serveFanTags, serveFans, serveChannelCodes, serveMiniCodes, serveContentChecks],
  adds: [
    adding(
      oldRows,
      eachOf(['wechat_api_log', 'wechat_callback'], (ctx) => sql`created_at < ${daysAgo(ctx, KEPT_DAYS)}`),
      eachOf(['wechat_mini_code', 'wechat_content_trace'], (ctx) => sql`created_at < ${daysAgo(ctx, KEPT_DAYS)}`),
      eachOf(['wechat_token'], (ctx) => sql`expires_at < ${daysAgo(ctx, 2)}`),
    ),
    adding(incomingEffects, takeFanEvent, countCodeEvent, takeMediaVerdict),
    adding(todoCounters, contentToDecide),
    adding(versioned, channelCodeHistory),
    adding(demos, async (ctx) => (await import('./demo/fan.demo.ts')).fillFanDemo(ctx)),
  ],
  background: [
    ...[registerFanEvents, registerFanSync, registerCodeTags, registerMiniCodes, registerContentChecks],
    registerBuyerMessages,
  ],
  inEveryProcess: [keepGatewayLog],
}
