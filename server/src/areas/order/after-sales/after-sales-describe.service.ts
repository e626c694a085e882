import type { SalesRow, SalesStep } from '@zhanggui/contract/order/after-sales.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { salesStateText, salesTab } from '@zhanggui/domain/order/after-sales.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Media } from '../../file/attachment/media.service.ts'
import { stateOf } from '../order/order-describe.service.ts'
import type { CaseRow, logOf } from './after-sales.repository.ts'
import type { ListedCase } from './after-sales-list.repository.ts'

/** Where a case stands, in words; of money that was approved, how far it got. */
export function stateTextOf(row: CaseRow, refund?: { state: number } | null): string {
  if (salesTab(row) === 'waitPay' && refund?.state === 0) return '退款中'
  if (salesTab(row) === 'waitPay' && refund?.state === 2) return '退款失败'
  return salesStateText(row)
}

/** When the system acts next if nobody does. */
export function deadlineOf(row: CaseRow): string | null {
  const tab = salesTab(row)
  const at = tab === 'audit' ? row.auditDeadline : tab === 'waitReturn' ? row.returnDeadline : null
  return wireTime(at)
}

/** A case as the list shows it. */
export function toWireCase({ sale, nickname, avatar, lines, order, refund }: ListedCase, media: Media): SalesRow {
  const { id, version, salesNo, orderId, orderNo, uid, serviceType, state, salesState, received, reason, explain } =
    sale
  const { expressName, expressNo } = sale
  return {
    id,
    version,
    salesNo,
    orderId,
    orderNo,
    uid,
    nickname,
    avatar: media.toWire(avatar),
    serviceType,
    state,
    salesState,
    received,
    tab: salesTab(sale),
    stateStr: stateTextOf(sale, refund),
    refundAmount: toYuan(sale.refundAmountFen),
    postage: toYuan(sale.postageFen),
    reason,
    explain,
    images: sale.images.map(media.toWire),
    createTime: toWireTime(sale.createdAt),
    deadline: deadlineOf(sale),
    expressName,
    expressNo,
    refund,
    lines: lines.map(({ moneyFen, image, ...line }) => ({
      ...line,
      image: media.toWire(image),
      money: toYuan(moneyFen),
    })),
    order: {
      payPrice: toYuan(order.payPriceFen),
      statusStr: stateOf(order),
      storeName: order.storeName ?? '',
      paid: order.paid,
      refundStatus: order.refundStatus,
      pinkStatus: order.pinkStatus,
    },
  }
}

type LogRow = Awaited<ReturnType<typeof logOf>>[number]

/** A step of a case. */
export function toWireStep(
  { afterSalesId: _, createdAt, images, operatorId: __, ...step }: LogRow,
  media: Media,
): SalesStep {
  return { ...step, images: images.map(media.toWire), createTime: toWireTime(createdAt) }
}
