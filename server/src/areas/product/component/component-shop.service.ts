import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PictureRequest, ShopCategoryTree, ShopPicture } from '@zhanggui/contract/product/component-product.ts'
import { parseTime } from '@zhanggui/domain/display-time.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import type { ShopCategory } from '@zhanggui/domain/product/component-product.ts'
import { fileTypeFromBuffer } from 'file-type'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { safeFetch, UnsafeAddress } from '../../../platform/outside/safe-fetch.ts'
import { WechatRefusal, WechatSilence } from '../../../platform/outside/wechat/wechat-call.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getContent } from '../../file/file/file-content.service.ts'
import { getSecret, getSettings } from '../../setting/setting/setting.service.ts'
import * as components from './component-product.repository.ts'
import { openComponentShop } from './shop-component.ts'
import type { ShopGateway } from './shop-gateway.ts'
import { simulatedShop } from './shop-simulator.service.ts'

const DAY_MS = 24 * 3600_000
const MAX_PICTURE = 2 * 1024 ** 2
const pictureKinds = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
const OWN_KEY = /^(public)\/(\d{4})\/(\d\d)\/(\d\d)\/([a-z0-9]{32}\.[a-z0-9]{1,10})$/

/** The WeChat shop of the settings; undefined while it is switched off. */
export async function findShop(ctx: Ctx): Promise<ShopGateway | undefined> {
  const settings = await getSettings(ctx)
  const { wx_shop_mode: chosen } = settings
  const mode = chosen === 'auto' ? (ctx.platform.config.production ? 'off' : 'simulator') : chosen
  if (mode === 'off') return undefined
  if (mode === 'simulator') return simulatedShop
  const { wechat } = ctx.platform
  return openComponentShop({
    baseUrl: settings.wx_shop_base_url || (await wechat.base('api')),
    appid: settings.routine_appid,
    secret: (await getSecret(ctx, 'routine_appsecret')) ?? '',
    timeoutMs: settings.wx_shop_timeout_ms,
    allowPrivate: settings.private_network_allowed || wechat.isFake,
    now: ctx.now,
    gateway: ctx.platform.wechatGateway,
  })
}

/** The WeChat shop, for changes to it. @throws 428 SWITCHED_OFF */
export async function requireShop(ctx: Ctx): Promise<ShopGateway> {
  const shop = await findShop(ctx)
  if (!shop) throw new HttpError(428, 'SWITCHED_OFF', '请先完成微信小店配置')
  return shop
}

/** Converts a refusal by WeChat to 422 UPSTREAM_REFUSED, and a missing answer to 502 UPSTREAM. */
export function toHttpError(error: unknown): unknown {
  if (error instanceof WechatRefusal) {
    const { errcode } = error
    return new HttpError(422, 'UPSTREAM_REFUSED', `微信拒绝了请求：${error.message}`, { errcode })
  }
  if (error instanceof WechatSilence)
    return new HttpError(502, 'UPSTREAM', `第三方服务异常：微信小店（${error.message}），请稍后再试`)
  return error
}

/** Awaits a call to WeChat and converts its errors by {@link toHttpError}. */
export function withHttpErrors<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw toHttpError(error)
  })
}

/** Counts a submission if the settings allow one more now. @returns why it must wait; '' when it need not */
export async function countSubmission(ctx: Ctx): Promise<string> {
  const { wx_shop_hour_limit: hourly, wx_shop_day_limit: daily } = await getSettings(ctx)
  for (const [key, max, seconds] of [
    ['wx-shop hour', hourly, 3600],
    ['wx-shop day', daily, 86_400],
  ] as const) {
    const { allowed, resetSeconds } = await ctx.platform.limits.take(key, { max, seconds })
    if (allowed) continue
    const next = parseTime(new Date(ctx.now().getTime() + resetSeconds * 1000), '{m}-{d} {h}:{i}')
    return `提交次数已达上限，预计 ${next} 后自动提交`
  }
  return ''
}

/** The categories of the shop, fetched once a day; empty while it is switched off. @throws 502, 422 when fetching fails */
export async function readCategories(ctx: Ctx, refresh = false): Promise<ShopCategory[]> {
  const shop = await findShop(ctx)
  if (!shop) return []
  const known = await components.findCategories(ctx, shop.shop)
  if (known && !refresh && ctx.now().getTime() - known.fetchedAt.getTime() < DAY_MS) return known.categories
  const categories = await withHttpErrors(shop.getCats(ctx))
  await components.storeCategories(ctx, shop.shop, categories)
  return categories
}

/** The last fetched categories, whatever their age. */
export async function knownCategories(ctx: Ctx): Promise<Map<number, ShopCategory>> {
  const shop = await findShop(ctx)
  const known = shop && (await components.findCategories(ctx, shop.shop))
  return new Map(known?.categories.map((category) => [category.thirdCatId, category]))
}

/** The categories as a tree of three levels, in WeChat's order. */
export async function listCategories(ctx: Ctx, refresh = false): Promise<ShopCategoryTree> {
  const tree: ShopCategoryTree = []
  const rows = await readCategories(ctx, refresh)
  for (const [value, firsts] of Map.groupBy(rows, ({ firstCatId }) => firstCatId)) {
    const children = [...Map.groupBy(firsts, ({ secondCatId }) => secondCatId)].map(([second, leaves]) => ({
      value: second,
      label: leaves[0]?.secondCatName ?? '',
      children: leaves.map(({ thirdCatId, thirdCatName, ...leaf }) => ({
        value: thirdCatId,
        label: thirdCatName,
        qualification: leaf.qualification,
        qualificationType: leaf.qualificationType,
        productQualification: leaf.productQualification,
        productQualificationType: leaf.productQualificationType,
      })),
    }))
    tree.push({ value, label: firsts[0]?.firstCatName ?? '', children })
  }
  return tree
}

/**
 * Uploads a picture to WeChat: one of ours, from an address, or an uploaded one. The content itself is always sent, as
 * WeChat cannot reach a shop inside a private network; equal pictures get the stored answer.
 * @throws 400 without a picture, 413 above 2 MB, 415 for another type of file, 428, 502 and 422 from WeChat
 */
export async function uploadPicture(
  ctx: Ctx,
  { imgUrl, respType = 1 }: PictureRequest,
  [file]: readonly ReceivedFile[],
): Promise<ShopPicture> {
  const shop = await requireShop(ctx)
  if (!file && !imgUrl) throw badFields([{ field: 'imgUrl', message: '请选择图片' }])
  const content = file ? await readFile(file.path) : await fetchPicture(ctx, imgUrl ?? '')
  if (content.length > MAX_PICTURE)
    throw new HttpError(413, 'TOO_LARGE', `图片不能超过 2 MB，当前图片大小为 ${formatBytes(content.length)}`)
  const mime = (await fileTypeFromBuffer(content))?.mime ?? ''
  if (!pictureKinds.has(mime)) throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', '不是图片，或格式不支持')
  const hash = createHash('sha256').update(content).digest('hex')
  const media = await readMedia(ctx)
  const show = (row: ShopPicture) => ({ ...pick(row), tempUrl: media.toWire(row.tempUrl) })
  const known = await components.findPicture(ctx, shop.shop, hash)
  if (known && [known.mediaId, known.tempUrl, known.payMediaId][respType]) return show(known)
  const address = imgUrl ? media.toStored(imgUrl) : `https://simulator.invalid/${hash}`
  const answer = await withHttpErrors(shop.uploadImg(ctx, { mime, content, address, respType }))
  return inTransaction(ctx, async (tx) => {
    const objectName = `图片 ${file?.name ?? address}`
    await audit(tx, { action: 'create', objectType: 'component-product', objectId: '', objectName })
    return show((await components.storePicture(tx, { shop: shop.shop, hash }, answer)) ?? answer)
  })
}

function pick({ mediaId, tempUrl, payMediaId }: ShopPicture): ShopPicture {
  return { mediaId, tempUrl, payMediaId }
}

async function fetchPicture(ctx: Ctx, address: string): Promise<Buffer> {
  const key = OWN_KEY.exec((await readMedia(ctx)).toStored(address))
  if (key) {
    const [, scope = '', year = '', month = '', day = '', name = ''] = key
    const { open } = await getContent(ctx, { params: { scope, year, month, day, name }, query: {} })
    return Buffer.concat(await (await open()).toArray())
  }
  const { private_network_allowed: allowPrivate } = await getSettings(ctx)
  // Twice the limit, so that most larger pictures are refused with our own message.
  const answer = await safeFetch(address, { mostBytes: MAX_PICTURE * 2, allowPrivate }).catch((error: unknown) => {
    const reason = error instanceof UnsafeAddress ? error.message : '无法连接'
    throw new HttpError(422, 'PICTURE_UNAVAILABLE', `图片无法获取：${reason}`)
  })
  if (answer.status !== 200)
    throw new HttpError(422, 'PICTURE_UNAVAILABLE', `图片无法获取：对方网站返回 ${answer.status}`)
  return answer.body
}
