import type { Conflict } from '@zhanggui/contract/promotion/activity.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { type ActivityType, activityLists, nextWindow } from '@zhanggui/domain/promotion/activity.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { askApproval, asksBelowCost } from '../../work/approval/approval.service.ts'
import * as activities from './activity.repository.ts'
import type { ActivityDraft } from './activity-draft.service.ts'
import { type ActivityKind, missing, requireRight } from './activity-kinds.service.ts'
import * as activitySkus from './activity-sku.repository.ts'
import { findLow, findOverlaps, type Plan } from './conflict.service.ts'

const BELOW_COST = '部分规格的最低到手价低于成本，确认后才能开启'
const VERY_LOW = '部分规格的最低到手价不到售价的一成，确认后才能开启'

/** Opening has a right of its own, also where an activity is saved open, or an edit opens or closes it. @throws 403 */
export function requireOpening(ctx: Ctx, kind: ActivityKind, { status }: Pick<ActivityDraft, 'status'>): void {
  if (status) requireRight(ctx, kind, 'update:status')
}

/**
 * Opens an activity whose product is locked.
 * @returns its version
 * @throws 422 for a product that is not for sale, an activity that is over or has nothing left, a closed slot, [BELOW_COST] and
 *   [VERY_LOW] unless that is confirmed; 409 for another activity that stands in its way
 */
export async function open(
  tx: Ctx,
  kind: ActivityKind,
  id: number,
  { confirmBelowCost = false, isNew = false }: { confirmBelowCost?: boolean | undefined; isNew?: boolean } = {},
): Promise<number> {
  const row = await activities.lock(tx, id)
  if (!row) throw missing(kind)
  const product = await activities.lockProduct(tx, row.productId)
  if (!product || product.isDel || product.isRecycle) throw new Refusal('关联的商品已删除，无法开启活动')
  if (!product.isShow) throw new Refusal('关联的商品未上架，无法开启活动')
  if (!nextWindow(row, tx.now())) throw new Refusal('活动已结束，无法开启')
  const live = new Set((await activitySkus.listSkus(tx, id, row.productId)).map(({ skuId }) => skuId))
  const skus = (await activitySkus.lockSkus(tx, id)).filter((sku) => !sku.isDel && live.has(sku.productSkuId))
  if (!skus.some(({ quota }) => quota > 0)) throw new Refusal('限量已用完')
  if (row.slot && !row.slot.isOpen) throw new Refusal('秒杀时段已关闭')
  const plan = planOf(row, skus)
  const hard = (await findOverlaps(tx, plan)).find(({ level }) => level === 'hard')
  if (hard) throw new HttpError(409, 'ACTIVITY_CONFLICT', hard.message, { conflicts: [pickConflict(hard)] })
  if (!confirmBelowCost) await askAboutLow(tx, plan)
  else await askAnother(tx, kind, { ...row, isNew }, { plan, skus })
  const saved = await activities.update(tx, id, undefined, { status: true })
  if (!saved) throw missing(kind)
  if (!row.status) await emit(tx, 'activity.opened', { id, type: row.type, title: row.title })
  return saved.version
}

/** What an activity sells, and when. */
const planOf = (row: activities.ActivityRecord, skus: readonly activities.ActivitySkuRow[]): Plan => ({
  type: row.type as ActivityType,
  id: row.id,
  productId: row.productId,
  startAt: row.startAt,
  stopAt: row.stopAt,
  allowCoupon: row.allowCoupon,
  timeId: row.seckill?.timeId ?? 0,
  // What somebody pays in the end.
  skus: skus.map(({ productSkuId: skuId, priceFen, minPriceFen, quota }) => ({
    skuId,
    priceFen: row.type === 2 ? minPriceFen : priceFen,
    quota,
  })),
})

/** More units of an open activity that sells below its cost may have to wait for a second person, as its opening does. */
export async function askAboutMore(tx: Ctx, kind: ActivityKind, id: number): Promise<void> {
  const row = await activities.lock(tx, id)
  if (!row?.status) return
  const skus = (await activitySkus.lockSkus(tx, id)).filter((sku) => !sku.isDel)
  await askAnother(tx, kind, { ...row, isNew: false }, { plan: planOf(row, skus), skus })
}

const pickConflict = ({ type, id, title, message }: Conflict) => ({ type, id, title, message })

/** Asks whether it is meant, once for all SKUs; costs are told only to those who may see them. */
async function askAboutLow(tx: Ctx, plan: Plan): Promise<void> {
  const low = await findLow(tx, plan)
  if (!low.length) return
  const skus = low.map(({ skuId, suk, lowestFen, listFen, costFen, isBelowCost, isVeryLow }) => ({
    skuId,
    suk,
    lowest: toYuan(lowestFen),
    ...(isVeryLow && { price: toYuan(listFen) }),
    ...(isBelowCost && maySeeCost(tx) && { cost: toYuan(costFen) }),
  }))
  if (low.some(({ isBelowCost }) => isBelowCost)) throw new HttpError(422, 'BELOW_COST', BELOW_COST, { skus })
  throw new HttpError(422, 'VERY_LOW', VERY_LOW, { skus })
}

/** What sells below its cost may have to wait for a second person, however sure the first one is. */
async function askAnother(
  tx: Ctx,
  kind: ActivityKind,
  { id, title, isNew }: { id: number; title: string; isNew: boolean },
  { plan, skus }: { plan: Plan; skus: readonly activities.ActivitySkuRow[] },
): Promise<void> {
  if (!(await asksBelowCost(tx))) return
  const low = (await findLow(tx, plan)).filter(({ isBelowCost }) => isBelowCost)
  if (!low.length) return
  const quotaOf = (skuId: number) => plan.skus.find((sku) => sku.skuId === skuId)?.quota ?? 0
  await askApproval(tx, {
    kind: 'activity',
    amountFen: low.reduce((sum, { skuId, costFen, lowestFen }) => sum + (costFen - lowestFen) * quotaOf(skuId), 0),
    title: `开启${kind.what}「${title}」`,
    // What is not kept has no id yet.
    object: isNew
      ? { type: kind.object, id: cutText(`new ${title}`, 60), name: title }
      : {
          type: kind.object,
          id,
          name: title,
          link: `${activityLists[kind.type]}?keywords=${encodeURIComponent(cutText(title, 20))}`,
        },
    rule: '最低到手价低于成本',
    // Not what is left, which changes while buyers order.
    pinned: [
      ...[plan.productId, plan.startAt, plan.stopAt, plan.timeId],
      skus.map(({ productSkuId, priceFen, minPriceFen, quotaShow }) => [
        productSkuId,
        priceFen,
        minPriceFen,
        quotaShow,
      ]),
    ],
    changes: low.map(({ suk, lowestFen, costFen }) => ({
      name: suk,
      now: `成本 ${yuanText(costFen)}`,
      after: `最低到手价 ${yuanText(lowestFen)}`,
    })),
  })
}

/** Closes an activity. @returns its version */
export async function close(tx: Ctx, { id, type, title }: activities.ActivityRow): Promise<number> {
  const saved = await activities.update(tx, id, undefined, { status: false })
  if (!saved) throw notFound('活动')
  await emit(tx, 'activity.closed', { id, type, title, ended: false })
  return saved.version
}

/** What the trail says of an opening that was confirmed although somebody pays very little. */
export const labelsOf = ({
  status,
  confirmBelowCost,
}: Pick<ActivityDraft, 'status' | 'confirmBelowCost'>): Record<string, string> =>
  status && confirmBelowCost ? { status: '状态（已确认低价）' } : {}
