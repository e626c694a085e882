import type { frontDetail } from '@zhanggui/contract/promotion/front-activity.ts'
import type * as t from '@zhanggui/contract/schema.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { activityPhase, nextWindow, percentGone } from '@zhanggui/domain/promotion/activity.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { readMember } from '../../product/window/window.service.ts'
import * as activities from './activity.repository.ts'
import type { ActivityKind } from './activity-kinds.service.ts'
import { missing } from './activity-kinds.service.ts'
import * as activitySkus from './activity-sku.repository.ts'
import * as fronts from './front-activity.repository.ts'

/** What buyers see of an activity is a second behind what staff change. */
const KEPT = { ttlSeconds: 1, max: 200 }

type FrontDetail = t.Static<t.TObject<typeof frontDetail>>

/**
 * An activity as its page shows it, whatever its kind: what it says of the activity, and of the product and the caller.
 * @param takesPart the caller bought in it, and sees it though it is deleted, or for members alone now
 * @throws 404 to others for one that is deleted, and for members alone when the caller is none
 */
export async function describeFront(ctx: Ctx, kind: ActivityKind, id: number, takesPart = false) {
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof readShown>>>('activity-details', KEPT)
  const { row, sums, skus, attrs } = await kept.get(`${id} ${takesPart}`, () => readShown(ctx, id, takesPart))
  if (row?.type !== kind.type) throw missing(kind)
  const uid = ctx.shopper?.uid ?? 0
  const [product, member, media] = await Promise.all([
    fronts.findProduct(ctx, row.productId, uid),
    readMember(ctx),
    readMedia(ctx),
  ])
  if (!product) throw missing(kind)
  if (product.visibility === 2 && member.finds === 'all' && !takesPart)
    throw new HttpError(404, 'NOT_FOUND', '该商品仅会员可见')
  const { cid, params, ensures, collected } = product
  const { productId, title, info, unitName, giveIntegral } = row
  const quota = { quotaShow: sums?.quotaShow ?? 0, quota: sums?.left ?? 0 }
  const window = nextWindow(row, ctx.now())
  const detail: FrontDetail = {
    serverTime: toWireTime(ctx.now()),
    startTime: wireTime(window?.from ?? null),
    endTime: wireTime(window?.to ?? null),
    attr: attrs.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
    attrValue: skus
      .filter(({ isShow }) => isShow)
      .map(({ skuId, suk, attrValue, image, saleFen, otPriceFen, stock, taking }) => ({
        skuId,
        suk,
        attrValue,
        id: taking?.id ?? null,
        image: media.toWire(image),
        price: toYuan(Math.min(taking?.priceFen ?? saleFen, saleFen)),
        otPrice: toYuan(otPriceFen),
        quota: taking ? Math.min(taking.quota, stock) : 0,
        quotaShow: taking?.quotaShow ?? 0,
      })),
    productPrice: toYuan(sums?.cheapest.saleFen ?? 0),
    params,
    ensures,
    cid,
    collected,
    openOrderNo: (uid && (await fronts.findOpenOrder(ctx, uid, id))) || '',
    productState: stateOf(product),
  }
  return {
    row,
    activity: {
      id,
      productId,
      cid,
      title,
      info,
      unitName,
      giveIntegral,
      ...quota,
      phase: activityPhase(row, ctx.now()),
      image: media.toWire(row.image),
      images: row.images.map(media.toWire),
      content: media.toWireHtml(row.content),
      price: toYuan(Math.min(sums?.cheapest.priceFen ?? 0, sums?.cheapest.saleFen ?? 0)),
      otPrice: toYuan(sums?.cheapest.otPriceFen ?? 0),
      percent: percentGone(quota),
      sales: (sums?.sold ?? 0) + product.ficti,
    },
    detail,
  }
}

/** What everybody sees of an activity, whom a second does not hurt. */
async function readShown(ctx: Ctx, id: number, takesPart: boolean) {
  const row = await (takesPart ? activities.findAny : activities.find)(ctx, id)
  if (!row) return { row, sums: undefined, skus: [], attrs: [] }
  const [sums] = await activitySkus.sumSkus(ctx, [id])
  const skus = await activitySkus.listSkus(ctx, id, row.productId)
  return { row, sums, skus, attrs: await activitySkus.listAttrs(ctx, row.productId) }
}

function stateOf(product: NonNullable<Awaited<ReturnType<typeof fronts.findProduct>>>): FrontDetail['productState'] {
  if (product.isDel || product.isRecycle) return 'deleted'
  if (!product.isShow) return 'soldOut'
  return product.stock > 0 ? 'normal' : 'sellOut'
}
