import type { ChannelCard, ChannelCardKey, ChannelLine } from '@zhanggui/contract/wechat/channel-overview.ts'
import { wireTime } from '@zhanggui/domain/time.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lastCall, wordsFor } from '../gateway-log/gateway-log.service.ts'
import { lastHeard } from '../incoming/incoming.repository.ts'
import type { WechatSide } from '../incoming/incoming.tables.ts'
import { getCallbackKeys, hasWechatAccount } from '../wechat-user/wechat-account.service.ts'
import { findHome, findHomeCode } from './channel-overview.repository.ts'

const TOKEN_PATH = '/cgi-bin/stable_token'
/** A mini-program or an account that is used is heard more often than that. */
const QUIET_MS = 7 * 24 * 3600_000
/** The width of a code. */
const PIXELS = 320

type OwnLine = Omit<ChannelLine, 'at'> & { at?: Date | undefined }

/** Lines of the cards that other objects and areas add: templates, the menu. */
export const overviewLines = defineHook<{ card: ChannelCardKey; line(ctx: Ctx): Promise<ChannelLine | undefined> }>(
  'lines of the overview of channels',
)

const sides = {
  wechat: { name: '公众号', side: 'public', page: '/channel/wechat/config' },
  routine: { name: '小程序', side: 'mini', page: '/channel/routine/config' },
} as const

/** How each way into the shop is doing, and where what is wrong is mended. */
export async function describeChannels(ctx: Ctx): Promise<{ cards: ChannelCard[] }> {
  const heard = await lastHeard(ctx)
  const cards = [
    await accountCard(ctx, 'routine', heard),
    await accountCard(ctx, 'wechat', heard),
    await storefrontCard(ctx),
  ]
  for (const { card, line } of ctx.platform.hooks.of(overviewLines)) {
    const added = await line(ctx)
    if (added) cards.find(({ key }) => key === card)?.lines.push(added)
  }
  return { cards }
}

async function accountCard(
  ctx: Ctx,
  key: 'wechat' | 'routine',
  heard: ReadonlyMap<WechatSide, Date>,
): Promise<ChannelCard> {
  const { name, side, page } = sides[key]
  const settings = await getSettings(ctx)
  const media = await readMedia(ctx)
  const isOpen = await hasWechatAccount(ctx, key)
  const { appid, token } = await getCallbackKeys(ctx, key)
  const lines = isOpen
    ? [await tokenLine(ctx, appid, page), callbackLine(ctx, heard.get(side), Boolean(token), page)]
    : [{ key: 'configured', label: '账号', state: 'off', text: '还没有填写', link: page } as const]
  return {
    key,
    name: (key === 'routine' && settings.routine_name) || name,
    about: maskAppid(appid),
    qrcode: key === 'wechat' ? media.toWire(settings.wechat_qrcode) : await miniCodeOf(ctx, appid),
    callbackUrl: callbackUrl(ctx, side, settings.site_url),
    lines: lines.map(toWire),
  }
}

/** Whether WeChat gave a token when it was asked last. */
async function tokenLine(ctx: Ctx, appid: string, page: string): Promise<OwnLine> {
  const line = { key: 'token', label: '连得上微信' }
  const last = await lastCall(ctx, appid, TOKEN_PATH)
  if (!last) return { ...line, state: 'warn', text: '还没有连过，请测试连接', link: page }
  if (last.errcode === 0) return { ...line, state: 'ok', text: '拿到令牌', at: last.createdAt, link: '' }
  return { ...line, state: 'bad', text: wordsFor(last), at: last.createdAt, link: page }
}

function callbackLine({ now }: Ctx, at: Date | undefined, hasToken: boolean, page: string): OwnLine {
  const line = { key: 'callback', label: '收得到通知', link: page }
  if (!hasToken) return { ...line, state: 'bad', text: '还没有填写服务器令牌' }
  if (!at) return { ...line, state: 'warn', text: '还没有收到过，请在微信后台填写服务器地址' }
  const isQuiet = now().getTime() - at.getTime() > QUIET_MS
  return isQuiet
    ? { ...line, state: 'warn', text: '已有一周没有收到', at }
    : { ...line, state: 'ok', text: '最近收到', at, link: '' }
}

async function storefrontCard(ctx: Ctx): Promise<ChannelCard> {
  const { site_url } = await getSettings(ctx)
  const home = await findHome(ctx)
  const lines: OwnLine[] = [
    site_url
      ? { key: 'address', label: '网址', state: 'ok', text: '已填写', link: '' }
      : {
          key: 'address',
          label: '网址',
          state: 'bad',
          text: '还没有填写移动端网址',
          link: '/system/setting?group=site&field=site_url',
        },
    home
      ? { key: 'home', label: '首页', state: 'ok', text: home.name, at: home.at, link: '' }
      : { key: 'home', label: '首页', state: 'warn', text: '还没有发布首页', link: '/decor/page' },
  ]
  const about = site_url ? `${site_url.replace(/\/$/, '')}/h5` : ''
  const qrcode = about && (await drawCode(about))
  return { key: 'h5', name: 'H5 商城', about, qrcode, callbackUrl: '', lines: lines.map(toWire) }
}

async function drawCode(address: string): Promise<string> {
  const { toDataURL } = await import('qrcode')
  return toDataURL(address, { width: PIXELS, margin: 2, errorCorrectionLevel: 'M' })
}

/** The code that was drawn of the mini-program's home page; none is drawn for it. */
async function miniCodeOf(ctx: Ctx, appid: string): Promise<string> {
  const code = await findHomeCode(ctx, appid)
  return code ? `data:${code.mime};base64,${code.content.toString('base64')}` : ''
}

/** Where WeChat sends its messages: to the address that the shop is known by. */
function callbackUrl({ platform }: Ctx, side: WechatSide, siteUrl: string): string {
  const base = (platform.config.publicUrl ?? siteUrl).replace(/\/$/, '')
  return `${base}/api/callback/wechat/${side}`
}

const maskAppid = (appid: string) => (appid.length > 10 ? `${appid.slice(0, 6)}…${appid.slice(-4)}` : appid)

const toWire = ({ at, ...line }: OwnLine): ChannelLine => ({ ...line, at: wireTime(at ?? null) })
