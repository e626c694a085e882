import { createHash, randomUUID } from 'node:crypto'
import type { JssdkConfig } from '@zhanggui/contract/wechat/jssdk.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { takeTicket } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'

/** What pages of the shop ask of WeChat's browser. */
const JS_API_LIST = [
  ...['updateAppMessageShareData', 'updateTimelineShareData', 'hideMenuItems', 'chooseWXPay', 'scanQRCode'],
  ...['chooseImage', 'previewImage', 'getLocation', 'openLocation'],
]

/**
 * Signs a page of the shop for WeChat's browser.
 * @param url as the browser has it
 * @throws 400 for a page that is not the shop's, 422 without an account or when WeChat refuses, 502 when it does not answer
 */
export async function signPage(ctx: Ctx, url: string): Promise<JssdkConfig> {
  const page = url.split('#', 1)[0] ?? ''
  await requireOurs(ctx, page)
  const account = await getWechatAccount(ctx, 'wechat')
  const ticket = await takeTicket(account).catch(refuseWechat)
  const timestamp = Math.floor(ctx.now().getTime() / 1000)
  const nonceStr = randomUUID().replaceAll('-', '').slice(0, 16)
  return {
    appId: account.appid,
    timestamp,
    nonceStr,
    signature: signatureOf({ ticket, nonceStr, timestamp, url: page }),
    jsApiList: JS_API_LIST,
  }
}

/** The signature over the page as it is: the platform does not decode it. */
export function signatureOf(of: { ticket: string; nonceStr: string; timestamp: number; url: string }): string {
  const text = `jsapi_ticket=${of.ticket}&noncestr=${of.nonceStr}&timestamp=${of.timestamp}&url=${of.url}`
  return createHash('sha1').update(text).digest('hex')
}

async function requireOurs(ctx: Ctx, url: string): Promise<void> {
  const { site_url } = await getSettings(ctx)
  const bases = [site_url, ctx.platform.config.publicUrl].filter((base) => base && URL.canParse(base))
  if (!bases.length) throw new Refusal('请先在站点设置中填写移动端网址', 'NOT_CONFIGURED')
  const isOurs = URL.canParse(url) && bases.some((base) => isBelow(new URL(url), new URL(base ?? '')))
  if (!isOurs) throw badFields([{ field: 'url', message: '网址不属于本店' }])
}

function isBelow(page: URL, base: URL): boolean {
  const path = base.pathname.replace(/\/$/, '')
  return page.origin === base.origin && (page.pathname === path || page.pathname.startsWith(`${path}/`))
}
