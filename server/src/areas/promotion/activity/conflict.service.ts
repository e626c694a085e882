import type { activity, Conflict } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { amountText, toFen, toYuan } from '@zhanggui/domain/money.ts'
import { type ActivityType, activityTypes, lastDayOf, windowOfDays } from '@zhanggui/domain/promotion/activity.ts'
import { lowestWithin } from '@zhanggui/domain/promotion/lowest-price.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { findProduct, listOpenCoupons } from '../calendar/lowest.repository.ts'
import { kindOf, requireRight } from './activity-kinds.service.ts'
import * as activitySkus from './activity-sku.repository.ts'
import * as uses from './activity-use.repository.ts'

/** An activity as it would run. */
export type Plan = {
  type: ActivityType
  /** 0 of a new one. */
  id: number
  productId: number
  startAt: Date
  stopAt: Date
  /** Of a flash sale; 0 of others. */
  timeId: number
  allowCoupon: boolean | null
  /** `quota` is what is left. */
  skus: readonly { skuId: number; priceFen: number; quota: number }[]
}

/** A SKU that buyers may have for less than it costs, or for next to nothing. */
export type LowSku = {
  skuId: number
  suk: string
  lowestFen: number
  /** On the shelf. */
  listFen: number
  costFen: number
  isBelowCost: boolean
  isVeryLow: boolean
}

/** Below this share of the price on the shelf a price is taken for a slip of the keyboard. */
const VERY_LOW_PERCENT = 10

type Typed = RouteInput<typeof activity.conflicts>['body']

/** What stands in the way of an activity that is being typed; what comes of costs only for those who may see them. */
export async function checkPlan(ctx: Ctx, { body }: { body: Typed }): Promise<Conflict[]> {
  const plan = await readPlan(ctx, body)
  return [...(await findOverlaps(ctx, plan)), ...(await findShortStock(ctx, plan)), ...(await describeLow(ctx, plan))]
}

/** What buyers would pay at least for each SKU of an activity that is being typed, coupons included where allowed. */
export async function listLowest(ctx: Ctx, { body }: { body: Typed }) {
  const found = await findLowest(ctx, await readPlan(ctx, body))
  return found.map(({ skuId, lowestFen }) => ({ skuId, lowest: toYuan(lowestFen) }))
}

async function readPlan(ctx: Ctx, body: Typed): Promise<Plan> {
  const kind = kindOf(ctx, body.type)
  requireRight(ctx, kind, 'list')
  const window = windowOfDays(body.startTime, body.stopTime)
  if (!window) throw new BadInput('活动日期不存在', 'startTime')
  const { type, productId, timeId = 0, allowCoupon = null } = body
  const held = new Map(
    body.id
      ? (await activitySkus.listSkus(ctx, body.id, productId)).map(({ skuId, taking }) => [
          skuId,
          (taking?.reserved ?? 0) + (taking?.sold ?? 0),
        ])
      : [],
  )
  const skus = body.attrValue.map(({ skuId, price, minPrice = price, quota }) => ({
    skuId,
    // What somebody pays in the end.
    priceFen: toFen(type === 2 ? minPrice : price),
    quota: Math.max(0, quota - (held.get(skuId) ?? 0)),
  }))
  return { type, id: body.id ?? 0, productId, startAt: window.from, stopAt: window.to, timeId, allowCoupon, skus }
}

/** Other activities of the product that would run meanwhile: of the same kind and SKU, and slot, they cannot. */
export async function findOverlaps(ctx: Ctx, plan: Plan): Promise<Conflict[]> {
  const { id, type, productId, startAt: from, stopAt: to, timeId, skus } = plan
  const found = await uses.listOverlaps(ctx, {
    id,
    productId,
    skuIds: skus.map(({ skuId }) => skuId),
    from,
    to,
    timeId,
  })
  return found.flatMap((other): Conflict[] => {
    const about = {
      type: other.type,
      id: other.id,
      title: other.title,
      startTime: toWireDay(other.startAt),
      stopTime: lastDayOf(other.stopAt),
    }
    if (other.type === type) {
      if (!other.sameSku || (type === 1 && !other.sameSlot)) return []
      const message = `该商品规格在相同时段已有${activityTypes[type]}活动：${other.title}`
      return [{ level: 'hard', code: 'OVERLAP', ...about, message }]
    }
    const message = `同一时间还有${activityTypes[other.type]}活动「${other.title}」，买家按商品设置的活动优先级看到`
    return [{ level: 'soft', code: 'OTHER_KIND', ...about, message }]
  })
}

const alone = { type: 0, id: 0, title: '', startTime: '', stopTime: '' }

/** SKUs of which open activities promise more than there is. */
async function findShortStock(ctx: Ctx, plan: Plan): Promise<Conflict[]> {
  const others = await uses.sumOthers(
    ctx,
    plan.id,
    plan.skus.map(({ skuId }) => skuId),
  )
  const stock = new Map((await activitySkus.listSkus(ctx, plan.id, plan.productId)).map((sku) => [sku.skuId, sku]))
  return plan.skus.flatMap(({ skuId, quota }): Conflict[] => {
    const sku = stock.get(skuId)
    const sum = quota + (others.get(skuId) ?? 0)
    if (!sku || sum <= sku.stock) return []
    const message = `规格「${sku.suk}」活动限量合计 ${sum} 大于库存 ${sku.stock}，可能提前售罄`
    return [{ level: 'soft', code: 'STOCK', ...alone, message }]
  })
}

async function describeLow(ctx: Ctx, plan: Plan): Promise<Conflict[]> {
  return (await findLow(ctx, plan)).flatMap(({ suk, lowestFen, costFen, isBelowCost, isVeryLow }): Conflict[] => {
    // Who may not see costs reads the same on either side of them.
    if (!isBelowCost || !maySeeCost(ctx)) {
      if (!isVeryLow) return []
      const message = `规格「${suk}」最低到手价 ${amountText(lowestFen)} 元，不到售价的一成`
      return [{ level: 'soft', code: 'VERY_LOW', ...alone, message }]
    }
    const message = `规格「${suk}」最低到手价 ${amountText(lowestFen)} 元，低于成本 ${amountText(costFen)} 元`
    return [{ level: 'soft', code: 'BELOW_COST', ...alone, message }]
  })
}

/** The SKUs of an activity that buyers may have below their cost or for less than a tenth of their price, coupons included where allowed. */
export async function findLow(ctx: Ctx, plan: Plan): Promise<LowSku[]> {
  return (await findLowest(ctx, plan)).flatMap((sku) => {
    const isBelowCost = sku.lowestFen < sku.costFen
    const isVeryLow = sku.lowestFen * 100 < sku.listFen * VERY_LOW_PERCENT
    return isBelowCost || isVeryLow ? [{ ...sku, isBelowCost, isVeryLow }] : []
  })
}

async function findLowest(
  ctx: Ctx,
  { type, id, productId, startAt, stopAt, allowCoupon, skus }: Plan,
): Promise<Omit<LowSku, 'isBelowCost' | 'isVeryLow'>[]> {
  const settings = await getSettings(ctx)
  const product = await findProduct(ctx, productId, false)
  if (!product) throw notFound('商品')
  const to = new Date(stopAt.getTime() - 1000)
  const from = ctx.now() > startAt && ctx.now() < to ? ctx.now() : startAt
  const allowsCoupon = allowCoupon ?? settings.activity_allow_coupon
  const coupons = allowsCoupon ? await listOpenCoupons(ctx, productId, from, to) : []
  const known = new Map(product.skus.map((sku) => [sku.id, sku]))
  return skus.flatMap(({ skuId, priceFen }) => {
    const sku = known.get(skuId)
    if (!sku) return []
    const unitFen = Math.min(priceFen, sku.listFen)
    const way = { type, id, title: '', unitFen, allowsCoupon, from: startAt, to }
    const { fen: lowestFen } = lowestWithin(
      { productId, categoryIds: product.categoryIds },
      { ways: [way], coupons, from, to },
    )
    const { suk, listFen, costFen } = sku
    return [{ skuId, suk, lowestFen, listFen, costFen }]
  })
}
