import type { OrderLine, OrderLineShares, OrderState } from '@zhanggui/contract/order/order-line.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { type OrderTab, orderStateOf, type RefundStatus } from '@zhanggui/domain/order/order-state.ts'
import type { Media } from '../../file/attachment/media.service.ts'
import type { LineRow } from './order.repository.ts'

/** What goods cost is shown to those who may see it of products. */
export const SEE_COST = 'admin:product:cost:view'

/** A line as everybody sees it. */
export function toWireLine(line: LineRow, media: Media): OrderLine {
  const { id, productId, skuId, unique, storeName, image, sku, num, sentNum, refundNum, cutNum, afterNum, isReply } =
    line
  return {
    id,
    productId,
    skuId,
    unique,
    storeName,
    image: media.toWire(image),
    sku,
    price: toYuan(line.priceFen),
    unitPrice: toYuan(line.unitPriceFen),
    num,
    lineTotal: toYuan(line.lineTotalFen),
    payShare: toYuan(line.payShareFen),
    sentNum,
    refundNum,
    cutNum,
    afterNum,
    refundMoney: toYuan(line.refundMoneyFen),
    isReply,
  }
}

/** A line with how its price came about, without its cost. */
export function toWireShares(line: LineRow, media: Media): OrderLineShares {
  const { lineNo, barCode, useIntegralShare } = line
  return {
    ...toWireLine(line, media),
    lineNo,
    barCode,
    useIntegralShare,
    memberDiscount: toYuan(line.memberDiscountFen),
    activityDiscount: toYuan(line.activityDiscountFen),
    couponShare: toYuan(line.couponShareFen),
    integralShare: toYuan(line.integralShareFen),
    adjustShare: toYuan(line.adjustShareFen),
    freightShare: toYuan(line.freightShareFen),
  }
}

/** Where an order stands, in words. */
export function stateOf({ tab, refundStatus }: { tab: OrderTab; refundStatus: RefundStatus }): OrderState {
  return orderStateOf(tab, refundStatus) ?? { key: 'deleted', value: '已删除' }
}
