import { sql } from 'drizzle-orm'
import { type Area, adding } from '../../platform/area.ts'
import { daysAgo, eachOf, oldRows } from '../../platform/data/clean-up.ts'
import { registerBuyerMessages } from './buyer-message/buyer-message.service.ts'
import { keepGatewayLog } from './gateway-log/gateway-log.service.ts'
import { serveWechatUsers } from './wechat-user/wechat-user.routes.ts'

/** How long calls to WeChat, and what it told us, are kept. */
const KEPT_DAYS = 30

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['wechat-user', 'gateway-log', 'incoming', 'customer-message', 'buyer-message'] as const

/** People, messages and calls of WeChat. */
export const wechat: Area = {
  name: 'wechat',
  routes: [serveWechatUsers],
  adds: [
    adding(
      oldRows,
      eachOf(['wechat_api_log', 'wechat_callback'], (ctx) => sql`created_at < ${daysAgo(ctx, KEPT_DAYS)}`),
      eachOf(['wechat_token'], (ctx) => sql`expires_at < ${daysAgo(ctx, 2)}`),
    ),
  ],
  background: [registerBuyerMessages],
  inEveryProcess: [keepGatewayLog],
}
