import type { ActivitySku } from '@zhanggui/contract/promotion/activity.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { activityPhase, lastDayOf, percentGone, phaseName } from '@zhanggui/domain/promotion/activity.ts'
import { toWireDay, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type DescribedBudget, describeBudgets, NO_BUDGET } from '../../coupon/budget/budget.service.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import type * as activities from './activity.repository.ts'
import type { ActivityDraft, Kept } from './activity-draft.service.ts'
import * as activitySkus from './activity-sku.repository.ts'

const nothing: Omit<activitySkus.ActivitySums, 'activityId'> = {
  quotaShow: 0,
  quota: 0,
  reserved: 0,
  sold: 0,
  left: 0,
  aboveSale: false,
  belowCost: false,
  soldOutAt: null,
  cheapest: { priceFen: 0, saleFen: 0, otPriceFen: 0, costFen: 0, stock: 0 },
}

/** Activities as answers show them, in the order given. Costs only for those who may see them. */
export async function describeActivities<Row extends activities.ActivityRecord>(ctx: Ctx, found: readonly Row[]) {
  const ids = found.map(({ id }) => id)
  const sums = new Map((await activitySkus.sumSkus(ctx, ids)).map((each) => [each.activityId, each]))
  const budgets = await describeBudgets(ctx, 'activity', ids)
  const media = await readMedia(ctx)
  return found.map((row) => describe(ctx, row, sums.get(row.id) ?? nothing, budgets.get(row.id) ?? NO_BUDGET, media))
}

export type DescribedActivity = Awaited<ReturnType<typeof describeActivities>>[number]

function describe(
  ctx: Ctx,
  row: activities.ActivityRecord,
  sums: Omit<activitySkus.ActivitySums, 'activityId'>,
  budget: DescribedBudget,
  media: Media,
) {
  const { id, version, productId, title, info, unitName, tempId, sort, giveIntegral, status } = row
  const { allowCoupon, allowPoints, startAt, stopAt } = row
  const { quotaShow, quota, reserved, sold, left, aboveSale, belowCost, soldOutAt, cheapest } = sums
  return {
    id,
    version,
    productId,
    title,
    info,
    unitName,
    tempId,
    sort,
    giveIntegral,
    status,
    allowCoupon,
    allowPoints,
    ...budget,
    image: media.toWire(row.image),
    images: row.images.map(media.toWire),
    startTime: toWireDay(startAt),
    stopTime: lastDayOf(stopAt),
    quotaShow,
    quota,
    reserved,
    sales: sold,
    soldOut: quota === 0,
    soldOutTime: wireTime(soldOutAt === null ? null : new Date(soldOutAt)),
    percent: percentGone(sums),
    left,
    browse: row.browse,
    price: toYuan(cheapest.priceFen),
    salePrice: toYuan(cheapest.saleFen),
    otPrice: toYuan(cheapest.otPriceFen),
    ...(maySeeCost(ctx) && { cost: toYuan(cheapest.costFen), belowCost }),
    stock: cheapest.stock,
    aboveSale,
    phase: activityPhase(row, ctx.now()),
    phaseName: phaseName(row, ctx.now()),
    createTime: toWireTime(row.createdAt),
    updateTime: toWireTime(row.updatedAt),
  }
}

/** What the page of an activity has besides: its text, its product's dimensions, and every SKU, taking part or not. */
export async function describeDetail(ctx: Ctx, row: activities.ActivityRecord) {
  const media = await readMedia(ctx)
  const skus = await activitySkus.listSkus(ctx, row.id, row.productId)
  return {
    content: media.toWireHtml(row.content),
    attr: await activitySkus.listAttrs(ctx, row.productId),
    attrValue: skus.map((sku) => describeSku(ctx, sku, media)),
  }
}

function describeSku(ctx: Ctx, sku: activitySkus.ListedSku, media: Media): ActivitySku {
  const { skuId, suk, attrValue, stock, barCode, weight, volume, taking } = sku
  const { quota = 0, quotaShow = 0, sold = 0, reserved = 0 } = taking ?? {}
  return {
    id: taking?.id ?? null,
    skuId,
    suk,
    attrValue,
    image: media.toWire(sku.image),
    price: toYuan(taking?.priceFen ?? sku.saleFen),
    salePrice: toYuan(sku.saleFen),
    otPrice: toYuan(sku.otPriceFen),
    ...(maySeeCost(ctx) && { cost: toYuan(sku.costFen) }),
    stock,
    quota,
    quotaShow,
    sold,
    reserved,
    barCode,
    weight,
    volume,
  }
}

type TypedActivity = Kept<ActivityDraft> & {
  id: number
  version: number
  attrValue: { skuId: number; suk: string; price: number; quota: number }[]
}

/** What staff typed of an activity, for the audit trail: what orders and the clock change is left out. */
export async function describeTyped(ctx: Ctx, row: activities.ActivityRecord): Promise<TypedActivity> {
  const media = await readMedia(ctx)
  const { id, version, productId, title, info, unitName, tempId, sort, giveIntegral, status } = row
  const { allowCoupon, allowPoints } = row
  const skus = await activitySkus.listSkus(ctx, row.id, row.productId)
  return {
    id,
    version,
    productId,
    title,
    info,
    unitName,
    tempId,
    sort,
    giveIntegral,
    status,
    allowCoupon,
    allowPoints,
    budget: (await describeBudgets(ctx, 'activity', [id])).get(id)?.budget ?? 0,
    image: media.toWire(row.image),
    images: row.images.map(media.toWire),
    startTime: toWireDay(row.startAt),
    stopTime: lastDayOf(row.stopAt),
    content: media.toWireHtml(row.content),
    attrValue: skus.flatMap(({ skuId, suk, taking }) =>
      taking ? [{ skuId, suk, price: toYuan(taking.priceFen), quota: taking.quotaShow }] : [],
    ),
  }
}
