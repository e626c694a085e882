import type { NotifyEvent } from './message/notify-event.ts'
import type { WebhookEvent } from './message/webhook.ts'
import { pay } from './setting/settings/pay.ts'

/** Why something is declared and not offered: what is still to be built, or why it has no use. */
const parts = {
  alipay: 'Alipay is not built',
  olderPay: 'of the older protocol of WeChat Pay; that of today needs neither this key nor the file of the certificate',
  printers: 'cloud printers are not built; notes are printed by the browser',
  waybills: 'no label is ordered from a carrier; only its templates are listed',
  live: 'live rooms are not built',
  storefront: "the buyers' pages and the mini-program are not built, which alone show this",
  oauth: 'the storefront signs in by a code of SMS alone, also in WeChat',
  replies: 'the replies of the official account are not built',
  checks: 'what buyers write is not sent to WeChat to be checked',
  reports: 'parcels are not reported to WeChat yet',
  mentions: 'remarks of orders name no colleagues',
} as const

const because = (reason: keyof typeof parts, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, parts[reason]]))

/**
 * The one list of what is declared before the part that reads it is built, with the reason. It is neither shown nor answered nor
 * taken: no field of a settings group, no event of 消息设置 or of a webhook. Whoever builds the part takes its lines away here; a
 * test fails for whatever is offered and read by nothing.
 */
export const notYetOffered: {
  settings: Readonly<Record<string, string>>
  notices: Readonly<Partial<Record<NotifyEvent, string>>>
  webhooks: Readonly<Partial<Record<WebhookEvent, string>>>
} = {
  settings: {
    ...because(
      'alipay',
      Object.keys(pay).filter((key) => key.startsWith('ali_pay_')),
    ),
    ...because('olderPay', ['pay_weixin_key', 'pay_weixin_certificate', 'pay_routine_key', 'pay_routine_certificate']),
    ...because('printers', ['ylyprint_status', 'ylyprint_auto_status']),
    ...because('printers', ['app_id', 'app_secret', 'machine_code', 'machine_msign']),
    ...because('waybills', ['config_export_to_name', 'config_export_to_address', 'config_export_siid']),
    ...because('live', ['live_gateway_mode', 'live_gateway_base_url']),
    ...because('storefront', ['seo_title', 'news_slides_limit', 'front_api_url', 'routine_name']),
    ...because('oauth', ['wechat_login_type']),
    ...because('replies', ['wechat_reply_media']),
    ...because('checks', ['content_check']),
    ...because('reports', ['wechat_routine_shipping_switch']),
  },
  notices: {
    'order.mention': parts.mentions,
  },
  webhooks: {},
}

/** Whether something of a kind is offered already. */
export function isOffered(kind: keyof typeof notYetOffered, name: string): boolean {
  return !Object.hasOwn(notYetOffered[kind], name)
}
