import { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { amountText, toFen } from '@zhanggui/domain/money.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { RUSH_TOPIC } from '../../../platform/http/rush.ts'
import { announce } from '../../../platform/work/bus.ts'
import { approvalAct } from '../../work/approval/approval.service.ts'
import * as activities from './activity.repository.ts'
import type { ActivityDraft } from './activity-draft.service.ts'
import { type ActivityKind, lockBoth, requireKind } from './activity-kinds.service.ts'
import { askAboutMore } from './activity-opening.service.ts'
import * as activitySkus from './activity-sku.repository.ts'

/** Gives the SKUs their prices and quotas; rules hold for what is new or changes, so that what has sold can still be edited. */
export async function storeSkus(
  tx: Ctx,
  kind: ActivityKind,
  id: number,
  { attrValue, productId }: ActivityDraft,
  isMulti: boolean,
): Promise<void> {
  if (new Set(attrValue.map(({ skuId }) => skuId)).size < attrValue.length)
    throw new BadInput('有重复的规格', 'attrValue')
  if (!isMulti && attrValue.length > 1) throw new Refusal('单规格商品属性值不能大于1')
  const held = new Map((await activitySkus.lockSkus(tx, id)).map((sku) => [sku.productSkuId, sku]))
  const skus = new Map((await activitySkus.listSkus(tx, id, productId)).map((sku) => [sku.skuId, sku]))
  const changes = attrValue.flatMap(({ skuId, price, minPrice = 0, quota }, index) => {
    const sku = skus.get(skuId)
    if (!sku) throw new Refusal('规格不属于该商品')
    const before = held.get(skuId)
    const had = before?.isDel ? undefined : before
    const prices = { priceFen: toFen(price), minPriceFen: toFen(minPrice) }
    const { priceFen, minPriceFen } = prices
    const isSamePrice = had?.priceFen === priceFen && had.minPriceFen === minPriceFen
    const field = (name: string) => `attrValue[${index}].${name}`
    // A bargain may begin above the shelf: nobody pays that.
    if (kind.type !== 2 && !isSamePrice && priceFen > sku.saleFen)
      throw new BadInput(`规格「${sku.suk}」活动价不能高于商品售价 ${amountText(sku.saleFen)} 元`, field('price'))
    if (had?.quotaShow === quota) return isSamePrice ? [] : [{ productSkuId: skuId, ...prices, quotaShow: quota }]
    if (quota < 1) throw new BadInput('请正确输入限量', field('quota'))
    const { reserved = 0, sold = 0 } = before ?? {}
    if (before && quota < reserved + sold) throw belowHeld(before)
    if (quota > (had?.quotaShow ?? 0)) requireStock(quota - reserved - sold, sku, field('quota'))
    return [{ productSkuId: skuId, ...prices, quotaShow: quota }]
  })
  const wanted = new Set(attrValue.map(({ skuId }) => skuId))
  const gone = [...held.values()].filter(
    (sku) => !sku.isDel && !wanted.has(sku.productSkuId) && skus.has(sku.productSkuId),
  )
  const busy = (await kind.going?.busySkus?.(tx, id)) ?? []
  const cut = gone.find((sku) => busy.includes(sku.id))
  if (cut) throw stateConflict(`规格「${skus.get(cut.productSkuId)?.suk}」有进行中的砍价，不能移除`)
  const kept = gone.find((sku) => sku.sold + sku.reserved > 0)
  if (kept) throw stateConflict(`规格「${skus.get(kept.productSkuId)?.suk}」已有订单，不能移除`)
  await activitySkus.removeSkus(
    tx,
    gone.map((sku) => sku.id),
  )
  await activitySkus.storeSkus(tx, id, changes)
  const raised = changes.flatMap(({ productSkuId }) => held.get(productSkuId)?.id ?? [])
  if (raised.length) announceQuota(tx, raised)
}

/** Sets the whole quota of a SKU, also while it runs. @throws 403; 404; 409 below what is held or sold, or another version; 422 above the stock */
function setQuota(ctx: Ctx, { id, skuId, quota, version }: RouteInput<typeof activity.quota>['body']) {
  return inTransaction(ctx, async (tx) => {
    const kind = await requireKind(tx, id, 'update')
    const { row } = await lockBoth(tx, kind, id)
    const before = await kind.getTyped(tx, id)
    if (version !== undefined && version !== row.version) throw versionConflict(before)
    const held = (await activitySkus.lockSkus(tx, id)).find((sku) => sku.productSkuId === skuId && !sku.isDel)
    const sku = (await activitySkus.listSkus(tx, id, row.productId)).find((each) => each.skuId === skuId)
    if (!held || !sku) throw notFound('参与活动的规格')
    if (quota > held.quotaShow) requireStock(quota - held.reserved - held.sold, sku, 'quota')
    const set = await activitySkus.setQuota(tx, id, skuId, quota)
    if (!set) throw belowHeld(held)
    const saved = await activities.update(tx, id, undefined, {})
    if (!saved) throw notFound(kind.what)
    if (quota > held.quotaShow) {
      await askAboutMore(tx, kind, id)
      announceQuota(tx, [held.id])
    }
    await audit(tx, {
      action: 'stock',
      objectType: kind.object,
      objectId: id,
      objectName: row.title,
      before,
      after: await kind.getTyped(tx, id),
    })
    return { ...saved, ...set }
  })
}

/** The same as an act, which may wait for a second person. */
export const setQuotaAct = approvalAct(activity.quota, setQuota)

function requireStock(left: number, { suk, stock }: activitySkus.ListedSku, field: string): void {
  if (left > stock) throw new BadInput(`规格「${suk}」限量不能超过商品库存 ${stock}`, field)
}

const belowHeld = ({ reserved, sold }: Pick<activities.ActivitySkuRow, 'reserved' | 'sold'>) =>
  stateConflict(`限量不能小于已售和待付款数量 ${reserved + sold}`)

/** Tells every process that quota of activity SKUs has risen, once it is committed. */
export function announceQuota(tx: Ctx, activitySkuIds: readonly number[]): void {
  for (const id of activitySkuIds) announce(tx, RUSH_TOPIC, String(id))
}
