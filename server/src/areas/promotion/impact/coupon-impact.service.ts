import { type CouponImpact, type couponImpact, IMPACT_LOOKED } from '@zhanggui/contract/promotion/coupon-impact.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as impacts from './coupon-impact.repository.ts'

/**
 * Which SKUs that are for sale a coupon could bring below their cost, at the best level's price and in the best basket for it
 * (docs/prices.md, The lowest price). At most `IMPACT_LOOKED` are looked at, of more those with the thinnest margins. Says nothing to
 * those who may not see costs.
 */
export async function estimateImpact(
  ctx: Ctx,
  { useType, scopeIds = [], money, minPrice = 0 }: RouteInput<typeof couponImpact.estimate>['query'],
): Promise<CouponImpact> {
  if (!maySeeCost(ctx)) return { below: null, isLowerBound: false, list: [] }
  const { vip_open: vipOpen } = await getSettings(ctx)
  const terms = { useType, scopeIds, moneyFen: toFen(money), minFen: toFen(minPrice) }
  const isMore = ({ looked }: impacts.Impact) => looked > IMPACT_LOOKED
  let impact = useType === 1 ? undefined : await impacts.judgeNamed(ctx, terms, vipOpen)
  // Of too many the thinnest margins tell more than any others; those of single products are not found in their order.
  if (!impact || (useType === 3 && isMore(impact))) impact = await impacts.judgeThinnest(ctx, terms, vipOpen)
  return {
    below: impact.below,
    isLowerBound: isMore(impact),
    list: impact.list.map(({ priceFen, costFen, lowestFen, ...sku }) => ({
      ...sku,
      price: toYuan(priceFen),
      cost: toYuan(costFen),
      lowest: toYuan(lowestFen),
    })),
  }
}
