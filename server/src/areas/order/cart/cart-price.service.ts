import type { CartPrice, CartPriceQuery } from '@zhanggui/contract/order/cart.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { RankedCoupon } from '@zhanggui/domain/promotion/quote.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findNearest } from '../../coupon/copy/front-coupon.service.ts'
import { type PricedBasket, rankBasket } from '../../promotion/quote/quote.service.ts'
import { linesOfCart } from './cart.service.ts'

/**
 * What lines of the calling buyer's cart, or units of a SKU, come to without freight: with the copy that takes off most, and
 * what the next coupon within reach lacks.
 * @throws {BadInput} for neither or both; 404 for a line that is not the buyer's, and for a SKU of a product that they do not see
 */
export async function priceCart(ctx: Ctx, { ids, skuId, num }: CartPriceQuery): Promise<CartPrice> {
  const { uid } = ctx.buyer
  if (!ids === !skuId) throw new BadInput('请选择购物车商品，或者一个规格', ids ? 'skuId' : 'ids')
  const items = skuId ? [{ skuId, num: num ?? 1 }] : await linesOfCart(ctx, uid, ids ?? [])
  const { priced, ranked } = await rankBasket(ctx, {
    uid,
    items: items.map((item) => ({ skuId: item.skuId, num: item.num })),
    shippingType: 2,
    usePoints: false,
  })
  if (skuId) requireSeen(priced)
  const best = ranked.find(({ problem, discountFen }) => !problem && discountFen > 0)
  return {
    listFee: toYuan(priced.listFen),
    memberFee: toYuan(priced.listFen - priced.goodsFen),
    goodsFee: toYuan(priced.goodsFen),
    coupon: best ? { id: best.coupon.id, name: best.coupon.name, discount: toYuan(best.discountFen) } : null,
    payFee: toYuan(best ? best.payFen : priced.payFen),
    next: await nextOf(ctx, priced, ranked),
    problems: [...priced.problems],
  }
}

/** A number says nothing of goods that are not on the shelf, or for members alone: not even their names. @throws 404 */
function requireSeen({ problems }: PricedBasket): void {
  const codes = problems.map(({ code }) => code)
  if (codes.includes('MEMBERS_ONLY')) throw new HttpError(404, 'NOT_FOUND', '该商品仅会员可见')
  if (codes.includes('OFF_SHELF') || codes.includes('GONE')) throw new HttpError(404, 'NOT_FOUND', '商品已下架')
}

/** The coupon that lacks least, of equal ones a held copy before one that is still to be taken; null where none is within reach. */
async function nextOf(ctx: Ctx, priced: PricedBasket, ranked: readonly RankedCoupon[]): Promise<CartPrice['next']> {
  const [held] = ranked
    .filter(({ lacksFen }) => lacksFen !== undefined)
    .sort((one, other) => (one.lacksFen ?? 0) - (other.lacksFen ?? 0))
  const open = await findNearest(
    ctx,
    priced.lines.flatMap(({ key, lineFen }) => {
      const goods = priced.goods.get(Number(key))
      return goods ? [{ productId: goods.productId, categoryIds: goods.categoryIds, lineFen }] : []
    }),
  )
  if (held?.lacksFen !== undefined && held.lacksFen <= (open?.lacksFen ?? held.lacksFen)) {
    const { couponId, name, moneyFen } = held.coupon
    return { couponId, name, money: toYuan(moneyFen), lacks: toYuan(held.lacksFen), held: true }
  }
  if (!open) return null
  const { couponId, name, moneyFen, lacksFen } = open
  return { couponId, name, money: toYuan(moneyFen), lacks: toYuan(lacksFen), held: false }
}
