import { createHash } from 'node:crypto'
import { liveErrors } from '@zhanggui/domain/live/live.ts'
import { fitPicture, type PictureRoom } from '../../../platform/content/pictures.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { WechatRefusal, WechatSilence } from '../../../platform/outside/wechat/wechat-call.ts'
import { wechatError } from '../../../platform/outside/wechat/wechat-errors.ts'
import { fetchPicture } from '../../product/component/component-shop.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getWechatAccount } from '../../wechat/wechat-user/wechat-account.service.ts'
import type { LiveGateway } from './live-gateway.ts'
import * as media from './live-media.repository.ts'
import { mockLive } from './mock-live.service.ts'
import { openWechatLive } from './wechat-live.ts'

const KIB = 1024
const MIB = KIB ** 2
/** WeChat keeps a temporary picture for three days; the last hour is left to calls that are on their way. */
const KEPT_MS = 71 * 3600_000
/** Smaller codes are about the account as a whole. */
const FIRST_LIVE_CODE = 200_000
const NO_LIVE = 48_001

/** How large WeChat takes the pictures of rooms and goods. */
export const pictureRooms = {
  coverImg: { width: 1080, height: 1920, bytes: 2 * MIB },
  shareImg: { width: 800, height: 640, bytes: MIB },
  feedsImg: { width: 800, height: 800, bytes: 100 * KIB },
  goods: { width: 300, height: 300, bytes: MIB },
} as const satisfies Record<string, PictureRoom>

/** The live platform of the settings; undefined while live is switched off. @throws 422 NOT_CONFIGURED without an account */
export async function findLive(ctx: Ctx): Promise<LiveGateway | undefined> {
  const { live_gateway_mode: mode, live_gateway_base_url: baseUrl } = await getSettings(ctx)
  if (mode === 'off') return undefined
  if (mode === 'mock') return mockLive
  const account = await getWechatAccount(ctx, 'routine')
  return openWechatLive(baseUrl ? { ...account, baseUrl } : account)
}

/** The live platform, for what needs one. @throws 428 SWITCHED_OFF; 422 NOT_CONFIGURED */
export async function requireLive(ctx: Ctx): Promise<LiveGateway> {
  const live = await findLive(ctx)
  if (!live) throw new HttpError(428, 'SWITCHED_OFF', '直播未启用，请先在设置中开启')
  return live
}

/** WeChat's refusal in words as 422, its silence and that it is busy as 502; other errors stay as they are. */
export function liveError(error: unknown): unknown {
  if (error instanceof WechatSilence)
    return new HttpError(502, 'UPSTREAM', `微信没有应答（${error.message}），请稍后同步看看结果`)
  if (!(error instanceof WechatRefusal)) return error
  const { errcode, errmsg } = error
  const words = liveErrors[errcode]
  if (!words && errcode < FIRST_LIVE_CODE && errcode !== NO_LIVE) return asUnprocessable(wechatError(error))
  return new HttpError(422, 'UPSTREAM_REFUSED', words ?? `微信接口错误 ${errcode}：${errmsg}`, { errcode })
}

/** The code by which an anchor proves who they are, where a refusal has one. */
export function authUrlOf(error: unknown): string {
  const url = error instanceof WechatRefusal ? error.answer.qrcode_url : undefined
  return typeof url === 'string' ? url.slice(0, 512) : ''
}

const asUnprocessable = (error: unknown) =>
  error instanceof HttpError && error.status < 500 ? new HttpError(422, error.code, error.message, error.extra) : error

/** Awaits a call to the platform and says its errors by {@link liveError}. */
export function told<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw liveError(error)
  })
}

/** Whether the platform may have done what it was asked without answering. */
export const isUnsure = (error: unknown): boolean => error instanceof WechatSilence && error.sent

/** Gives the platform a picture, made to fit, unless it has it. @returns its media id @throws 404, 415, 422 */
export async function sendPicture(ctx: Ctx, live: LiveGateway, address: string, room: PictureRoom): Promise<string> {
  const picture = await fitPicture(await fetchPicture(ctx, address), room)
  const hash = createHash('sha256').update(picture.content).digest('hex')
  const known = await media.find(ctx, { account: live.account, hash })
  if (known) return known
  const mediaId = await live.uploadMedia(ctx, picture)
  await media.store(ctx, { account: live.account, hash }, mediaId, new Date(ctx.now().getTime() + KEPT_MS))
  return mediaId
}
