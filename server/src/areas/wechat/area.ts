import { RuleTrail } from '@zhanggui/contract/wechat/buyer-message.ts'
import { sql } from 'drizzle-orm'
import { type Area, adding } from '../../platform/area.ts'
import { daysAgo, eachOf, oldRows } from '../../platform/data/clean-up.ts'
import { defaults, demos } from '../../platform/data/defaults.ts'
import { trailWords, versioned } from '../../platform/data/versioned.ts'
import { todoCounters } from '../message/live/todo.service.ts'
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
import { serveChannelCodes } from './channel-code/channel-code.routes.ts'
import { answerCodeEvent, countCodeEvent, registerCodeTags } from './channel-code/channel-code-event.service.ts'
import { channelCodeHistory } from './channel-code.history.ts'
import { serveContentChecks } from './content-check/content-check.routes.ts'
import { contentToDecide } from './content-check/content-desk.service.ts'
import { registerContentChecks, takeMediaVerdict } from './content-check/content-media.service.ts'
import { registerCustomerMessages } from './customer-message/customer-message.service.ts'
import { serveFans } from './fan/fan.routes.ts'
import { registerFanEvents, takeFanEvent } from './fan/fan-event.service.ts'
import { registerFanSync } from './fan/fan-sync.service.ts'
import { serveGatewayLog } from './gateway-log/gateway-log.routes.ts'
import { keepGatewayLog } from './gateway-log/gateway-log.service.ts'
import { incomingAnswers, incomingEffects } from './incoming/incoming.service.ts'
import { tellAudit } from './incoming/program-audit.service.ts'
import { serveJssdk } from './jssdk/jssdk.routes.ts'
import { serveWechatMaterials } from './material/wechat-material.routes.ts'
import { menuLine } from './menu/menu-line.service.ts'
import { serveWechatMenu } from './menu/wechat-menu.routes.ts'
import { serveMiniCodes } from './mini-code/mini-code.routes.ts'
import { registerMiniCodes } from './mini-code/mini-code.service.ts'
import { serveNotified } from './outbox/notify-outbox.routes.ts'
import { serveChannelOverview } from './overview/channel-overview.routes.ts'
import { overviewLines } from './overview/channel-overview.service.ts'
import { answerIncoming, registerReplyHits } from './reply/reply-answer.service.ts'
import { serveWechatReplies } from './reply/wechat-reply.routes.ts'
import { serveFanTags } from './tag/fan-tag.routes.ts'
import { templateLine } from './template/template-line.service.ts'
import { serveWechatTemplates } from './template/wechat-template.routes.ts'
import { templateFollowers } from './template/wechat-template.service.ts'
import { wechatHistories } from './wechat.history.ts'
import { dropTokens, wechatTesters } from './wechat-user/wechat-setting.service.ts'
import { serveWechatUsers } from './wechat-user/wechat-user.routes.ts'

/** How long calls to WeChat, what it told us and what it drew are kept. */
const KEPT_DAYS = 30
const keptTables = [
  ...['wechat_api_log', 'wechat_callback', 'wechat_customer_message'],
  ...['wechat_mini_code', 'wechat_content_trace'],
]

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  ...['wechat-user', 'gateway-log', 'incoming', 'customer-message', 'callback', 'jssdk', 'overview'],
  ...['menu', 'material', 'reply', 'tag', 'fan', 'channel-code', 'mini-code', 'content-check'],
  ...['template', 'permit', 'buyer-message', 'outbox'],
] as const

/** People, messages and calls of WeChat. */
export const wechat: Area = {
  name: 'wechat',
  routes: [
    ...[serveWechatUsers, serveGatewayLog, serveWechatCallbacks, serveJssdk, serveChannelOverview],
    ...[serveWechatMenu, serveWechatMaterials, serveWechatReplies],
    ...[serveFanTags, serveFans, serveChannelCodes, serveMiniCodes, serveContentChecks],
    ...[serveWechatTemplates, serveBuyerMessages, serveNotified],
  ],
  adds: [
    // Loaded lazily: only demo shops need it.
    adding(
      demos,
      async (ctx) => (await import('./demo/channel.demo.ts')).fillChannelDemo(ctx),
      async (ctx) => (await import('./demo/reply.demo.ts')).fillReplyDemo(ctx),
      async (ctx) => (await import('./demo/fan.demo.ts')).fillFanDemo(ctx),
    ),
    adding(settingTesters, ...wechatTesters),
    adding(settingFollowers, dropTokens),
    adding(incomingEffects, tellAudit, takeFanEvent, countCodeEvent, takeMediaVerdict, hearOfMessages),
    adding(
      oldRows,
      eachOf(keptTables, (ctx) => sql`created_at < ${daysAgo(ctx, KEPT_DAYS)}`),
      pastRetention('notify_outbox'),
      eachOf(['wechat_token'], (ctx) => sql`expires_at < ${daysAgo(ctx, 2)}`),
    ),
    // The reply of a code before the one to everybody who begins to follow.
    adding(incomingAnswers, answerCodeEvent, answerIncoming),
    adding(
      overviewLines,
      { card: 'wechat', line: menuLine },
      { card: 'wechat', line: templateLine(1) },
      { card: 'routine', line: templateLine(2) },
    ),
    adding(todoCounters, contentToDecide),
    adding(defaults, addDefaultRules),
    adding(templateFollowers, rulesChanged),
    adding(smsFailures, (tx, logId, reason) => failSent(tx, 'sms', String(logId), reason)),
    adding(versioned, ...wechatHistories, channelCodeHistory),
    adding(trailWords, { object: 'buyer-message', titled: [RuleTrail] }),
  ],
  background: [
    ...[registerCustomerMessages, registerFanEvents, registerFanSync, registerCodeTags, registerMiniCodes],
    ...[registerContentChecks, registerBuyerMessages, registerMessageReports, registerReplyHits],
  ],
  inEveryProcess: [keepGatewayLog],
}
