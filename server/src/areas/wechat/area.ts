import { sql } from 'drizzle-orm'
import { type Area, adding } from '../../platform/area.ts'
import { daysAgo, eachOf, oldRows } from '../../platform/data/clean-up.ts'
import { defaults, demos } from '../../platform/data/defaults.ts'
import { smsFailures } from '../message/sms/sms.service.ts'
import { pastRetention } from '../setting/setting/log-retention.service.ts'
import { settingFollowers } from '../setting/setting/setting.service.ts'
import { settingTesters } from '../setting/setting/setting-test.service.ts'
import { serveBuyerMessages } from './buyer-message/buyer-message.routes.ts'
import { registerBuyerMessages } from './buyer-message/buyer-message.service.ts'
import { hearOfMessages, registerMessageReports } from './buyer-message/message-event.service.ts'
import { addDefaultRules, rulesChanged } from './buyer-message/message-rule.service.ts'
import { failSent } from './buyer-message/message-send.service.ts'
import { serveWechatCallbacks } from './callback/callback.routes.ts'
import { registerCustomerMessages } from './customer-message/customer-message.service.ts'
import { serveGatewayLog } from './gateway-log/gateway-log.routes.ts'
import { keepGatewayLog } from './gateway-log/gateway-log.service.ts'
import { incomingEffects } from './incoming/incoming.service.ts'
import { tellAudit } from './incoming/program-audit.service.ts'
import { serveJssdk } from './jssdk/jssdk.routes.ts'
import { serveNotified } from './outbox/notify-outbox.routes.ts'
import { serveChannelOverview } from './overview/channel-overview.routes.ts'
import { serveWechatTemplates } from './template/wechat-template.routes.ts'
import { templateFollowers } from './template/wechat-template.service.ts'
import { dropTokens, wechatTesters } from './wechat-user/wechat-setting.service.ts'
import { serveWechatUsers } from './wechat-user/wechat-user.routes.ts'

/** How long calls to WeChat, and what it told us, are kept. */
const KEPT_DAYS = 30
const logTables = ['wechat_api_log', 'wechat_callback', 'wechat_customer_message']

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  ...['wechat-user', 'gateway-log', 'incoming', 'customer-message', 'callback', 'jssdk', 'overview'],
  ...['template', 'permit', 'buyer-message', 'outbox'],
] as const

/** People, messages and calls of WeChat. */
export const wechat: Area = {
  name: 'wechat',
  routes: [
    ...[serveWechatUsers, serveGatewayLog, serveWechatCallbacks, serveJssdk, serveChannelOverview],
    ...[serveWechatTemplates, serveBuyerMessages, serveNotified],
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
      pastRetention('notify_outbox'),
      eachOf(['wechat_token'], (ctx) => sql`expires_at < ${daysAgo(ctx, 2)}`),
    ),
    adding(defaults, addDefaultRules),
    adding(templateFollowers, rulesChanged),
    adding(incomingEffects, hearOfMessages),
    adding(smsFailures, (tx, logId, reason) => failSent(tx, 'sms', String(logId), reason)),
  ],
  background: [registerCustomerMessages, registerBuyerMessages, registerMessageReports],
  inEveryProcess: [keepGatewayLog],
}
