import { sql } from 'drizzle-orm'
import { type Area, adding } from '../../platform/area.ts'
import { daysAgo, eachOf, oldRows } from '../../platform/data/clean-up.ts'
import { demos } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { settingFollowers } from '../setting/setting/setting.service.ts'
import { settingTesters } from '../setting/setting/setting-test.service.ts'
import { registerBuyerMessages } from './buyer-message/buyer-message.service.ts'
import { serveWechatCallbacks } from './callback/callback.routes.ts'
import { registerCustomerMessages } from './customer-message/customer-message.service.ts'
import { serveGatewayLog } from './gateway-log/gateway-log.routes.ts'
import { keepGatewayLog } from './gateway-log/gateway-log.service.ts'
import { incomingAnswers, incomingEffects } from './incoming/incoming.service.ts'
import { tellAudit } from './incoming/program-audit.service.ts'
import { serveJssdk } from './jssdk/jssdk.routes.ts'
import { serveWechatMaterials } from './material/wechat-material.routes.ts'
import { menuLine } from './menu/menu-line.service.ts'
import { serveWechatMenu } from './menu/wechat-menu.routes.ts'
import { serveChannelOverview } from './overview/channel-overview.routes.ts'
import { overviewLines } from './overview/channel-overview.service.ts'
import { answerIncoming, registerReplyHits } from './reply/reply-answer.service.ts'
import { serveWechatReplies } from './reply/wechat-reply.routes.ts'
import { wechatHistories } from './wechat.history.ts'
import { dropTokens, wechatTesters } from './wechat-user/wechat-setting.service.ts'
import { serveWechatUsers } from './wechat-user/wechat-user.routes.ts'

/** How long calls to WeChat, and what it told us, are kept. */
const KEPT_DAYS = 30
const logTables = ['wechat_api_log', 'wechat_callback', 'wechat_customer_message']

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  ...['wechat-user', 'gateway-log', 'incoming', 'customer-message', 'callback', 'jssdk', 'overview'],
  ...['menu', 'material', 'reply', 'buyer-message'],
] as const

/** People, messages and calls of WeChat. */
export const wechat: Area = {
  name: 'wechat',
  routes: [
    ...[serveWechatUsers, serveGatewayLog, serveWechatCallbacks, serveJssdk, serveChannelOverview],
    ...[serveWechatMenu, serveWechatMaterials, serveWechatReplies],
  ],
  adds: [
    // Loaded lazily: only demo shops need it.
    adding(demos, async (ctx) => (await import('./demo/channel.demo.ts')).fillChannelDemo(ctx)),
    adding(settingTesters, ...wechatTesters),
    adding(settingFollowers, dropTokens),
    adding(incomingEffects, tellAudit),
    adding(
      oldRows,
      eachOf(logTables, (ctx) => sql`created_at < ${daysAgo(ctx, KEPT_DAYS)}`),
      eachOf(['wechat_token'], (ctx) => sql`expires_at < ${daysAgo(ctx, 2)}`),
    ),
    adding(incomingAnswers, answerIncoming),
    adding(overviewLines, { card: 'wechat', line: menuLine }),
    adding(versioned, ...wechatHistories),
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/reply.demo.ts')).fillReplyDemo(ctx)),
  ],
  background: [registerCustomerMessages, registerBuyerMessages, registerReplyHits],
  inEveryProcess: [keepGatewayLog],
}
