import type { FrontQuote } from '@zhanggui/contract/order/front-order.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { Media } from '../../file/attachment/media.service.ts'
import { toWireTrace } from '../trace/price-trace.service.ts'
import type { Basket, PricedBasket } from './quote.service.ts'

/** A quote on the wire, its lines in the order of the items; without those that are gone. */
export function toFrontQuote(quoted: PricedBasket, items: Basket['items'], media: Media): FrontQuote {
  const lines = items.flatMap(({ skuId, num }) => {
    const goods = quoted.goods.get(skuId)
    const line = quoted.lines.find(({ key }) => key === String(skuId))
    if (!goods || !line) return []
    const { productId, storeName, sku, listFen } = goods
    return [
      {
        skuId,
        productId,
        storeName,
        sku,
        num,
        image: media.toWire(goods.image),
        price: toYuan(listFen),
        unitPrice: toYuan(line.unitFen),
        lineTotal: toYuan(line.lineFen),
        couponShare: toYuan(line.couponFen),
        integralShare: toYuan(line.pointsFen),
        payShare: toYuan(line.payFen),
      },
    ]
  })
  const offer = quoted.pointsOffer()
  return {
    proTotalFee: toYuan(quoted.goodsFen),
    couponFee: toYuan(quoted.couponFen),
    deductionPrice: toYuan(quoted.pointsFen),
    usedIntegral: quoted.points,
    surplusIntegral: quoted.pointsLeft,
    freightFee: toYuan(quoted.freightFen),
    freightPending: quoted.freight.pending,
    payFee: toYuan(quoted.payFen),
    lines,
    trace: toWireTrace(quoted.trace),
    problems: [...quoted.problems],
    pointsOffer: { integral: offer.points, money: toYuan(offer.pointsFen) },
  }
}
