import { type PayType, usualMethodOf } from '@zhanggui/domain/payment/payment.ts'
import { copyMoment } from '../../../platform/data/bulk.ts'
import { numberOf } from '../../../platform/data/numbers.ts'
import { type Fate, HOUR_MS } from './order-fate.bulk.ts'
import type { Last, Line, Writer } from './order-rows.bulk.ts'

type Refundable = {
  drawn: number
  n: number
  created: number
  lines: readonly Line[]
  payFen: number
  freightFen: number
  /** Because its team failed. */
  isOfTeam: boolean
}
/** A refund: when, and what of each line. */
type Back = {
  isWhole: boolean
  isCase: boolean
  isOfTeam: boolean
  when: number
  at: string
  refundNo: string
  amountFen: number
  moneyFen: readonly number[]
  freightFen: number
}
type WrittenFor = {
  id: number
  orderNo: string
  uid: number
  nickname: string
  paymentId: number
  payType: PayType
  lines: readonly Line[]
  points: number
}

/** What went back of a paid order, if anything: all of it before it was sent, or some money of what has arrived. */
export function refundOf(
  { refunded, refundAfter = 0 }: Fate,
  { n, created, lines, payFen, freightFen, drawn, isOfTeam }: Refundable,
): Back | undefined {
  if (!refunded) return undefined
  const when = created + refundAfter
  const isWhole = refunded === 'whole'
  const shares = lines.map(({ total, points, adjust }) => total - points + adjust)
  const some = Math.floor((shares[0] ?? 0) / 10)
  const moneyFen = isWhole ? shares : shares.map((_, index) => (index ? 0 : some))
  const amountFen = isWhole ? payFen : some
  if (!amountFen) return undefined
  const refundNo = numberOf('R', new Date(when), drawn + n)
  return {
    isWhole,
    when,
    at: copyMoment(when),
    refundNo,
    amountFen,
    moneyFen,
    freightFen: isWhole ? freightFen : 0,
    isCase: n % 2 === 0 && !isOfTeam,
    isOfTeam,
  }
}

/** Writes a refund and, of half those of whole orders, its case; the ids follow `last`. */
export function writeRefund(writer: Writer, last: Last, refund: Back & WrittenFor): void {
  const { isWhole, isCase, at, when, refundNo, amountFen, freightFen, moneyFen, id, orderNo, uid, nickname, lines } =
    refund
  const refundId = ++last.refund
  const caseId = isWhole && isCase ? ++last.case : null
  const asked = copyMoment(when - 2 * HOUR_MS)
  const parts = JSON.stringify([{ paymentId: refund.paymentId, amountFen, state: 1 }])
  const method = usualMethodOf(refund.payType)
  const points = isWhole ? refund.points : 0
  writer.add('refund', [
    ...[
      refundId,
      at,
      at,
      refundNo,
      id,
      caseId,
      parts,
      amountFen,
      amountFen - freightFen,
      freightFen,
      points,
      1,
      method,
    ],
    ...[reasonOf(refund), at, refund.isOfTeam ? 'team' : ''],
  ])
  if (caseId) {
    const salesNo = `S${refundNo.slice(1)}`
    writer.add('after_sales', [
      ...[caseId, asked, at, salesNo, id, orderNo, uid, 1, 0, amountFen, freightFen, '不想要了', 3, at, at, refundNo],
    ])
    const log = (time: string, what: string, message: string, isBuyer: boolean) =>
      writer.add('after_sales_log', [
        time,
        caseId,
        what,
        message,
        ...(isBuyer ? ['buyer', uid, nickname] : ['system', 0, '系统']),
      ])
    log(asked, 'apply', '申请仅退款', true)
    log(at, 'refunded', `已退款，退款单号 ${refundNo}`, false)
  }
  for (const [index, { id: lineId, num, points: part }] of lines.entries()) {
    const fen = moneyFen[index] ?? 0
    if (isWhole) writer.add('refund_line', [refundId, lineId, num, num, fen, part])
    else if (fen) writer.add('refund_line', [refundId, lineId, 0, 0, fen, 0])
    if (caseId) writer.add('after_sales_line', [caseId, lineId, num, fen])
  }
}

const reasonOf = ({ isWhole, isOfTeam }: Back): string =>
  isOfTeam ? '拼团失败，自动退款' : isWhole ? '不想要了' : '商品有瑕疵'
