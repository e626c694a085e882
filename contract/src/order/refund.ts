import { chosenMethods, refundMethods } from '@zhanggui/domain/payment/payment.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { orderNo } from './order-line.ts'

/** How money goes back, as staff choose it. */
export const chosenMethod = t.OneOf(t.keysOf(chosenMethods), { title: '退款方式' })
/** How money went back; also against what an edit added. */
export const refundMethod = t.OneOf(t.keysOf(refundMethods), { title: '退款方式' })
const method = t.Optional(chosenMethod)
export const voucher = t.Optional(t.String({ title: '退款凭证', maxLength: 512 }))
export const refundNo = t.String({
  title: '退款单号',
  pattern: /^R\d{20}$/,
  hint: '退款单号不正确',
  example: 'R20261123000000000000',
})

export const refundReason = t.String({ title: '退款原因', minLength: 1, maxLength: 255 })

/** What goes back: units at their defaults, units for less, or money alone. */
const asked = {
  orderNo,
  /** Units of lines; without any the amount is a compensation. */
  lines: t.Optional(
    t.Array(t.Object({ lineId: t.Id, num: t.Integer({ title: '退款数量', minimum: 1, maximum: 999_999 }) }), {
      title: '退款商品',
      minItems: 1,
      maxItems: 200,
      example: [{ lineId: 1, num: 1 }],
    }),
  ),
  /** The whole sum, freight in it; the defaults of the units otherwise. All that is left takes every unit and all freight. */
  amount: t.Optional(t.Amount({ title: '退款金额', maximum: 999_999.99 })),
  /** What of it is freight; decided when nothing was ever sent and no unit remains. */
  postage: t.Optional(t.Amount({ title: '退运费', maximum: 999_999.99 })),
  /** Units that had been sent go back on the shelf. */
  restock: t.Optional(t.Boolean({ title: '退回库存' })),
  /** To where the money came from, unless given. */
  method,
}

const Wish = t.Object({
  ...asked,
  reason: refundReason,
  /** What proves money that was handed over. */
  voucher,
  version: t.Version,
})
export type RefundForm = t.Static<typeof Wish>
const Ask = t.Object({
  ...asked,
  reason: t.Optional(t.String({ title: '退款原因', maxLength: 255 })),
  version: t.Version,
})
export type RefundQuestion = t.Static<typeof Ask>

const QuotedLine = t.Object({
  lineId: t.Id,
  num: t.Integer({ title: '退款数量' }),
  max: t.Amount({ title: '最多可退' }),
  money: t.Amount({ title: '退款金额' }),
  points: t.Integer({ title: '退回积分' }),
  /** What the coupon paid of these units; it does not go back as money. */
  coupon: t.Amount({ title: '优惠券分摊' }),
  /** How the sum came about. */
  text: t.String({ title: '计算' }),
})

/** What a refund comes to, and what happens with it. */
export const RefundSum = t.Object({
  lines: t.Array(QuotedLine, { title: '商品' }),
  goods: t.Amount({ title: '商品金额' }),
  postage: t.Amount({ title: '退运费' }),
  total: t.Amount({ title: '退款金额' }),
  /** The most that can go back as it is asked for. */
  max: t.Amount({ title: '最多可退' }),
  postageMax: t.Amount({ title: '可退运费' }),
  /** Nothing was sent and no unit remains: all freight goes back. */
  postageIsFixed: t.Boolean(),
  paid: t.Amount({ title: '实付金额' }),
  refundedBefore: t.Amount({ title: '已退金额' }),
  /** What is left after it. */
  left: t.Amount({ title: '剩余金额' }),
  pointsBack: t.Integer({ title: '退回积分' }),
  pointsTaken: t.Integer({ title: '扣回积分' }),
  /** Points to take back that the customer has spent already. */
  pointsShort: t.Integer({ title: '积分不足' }),
  experience: t.Integer({ title: '扣回成长值' }),
  /** What happens to the coupon; '' without one. */
  coupon: t.String({ title: '优惠券' }),
  commission: t.Array(
    t.Object({
      level: t.Integer({ title: '级别' }),
      promoter: t.String({ title: '推广员' }),
      amount: t.Amount({ title: '扣回佣金' }),
    }),
    { title: '佣金' },
  ),
  /** Units that go back on the shelf. */
  stock: t.Array(t.Object({ sku: t.String({ title: '规格' }), num: t.Integer({ title: '数量' }) }), {
    title: '退回库存',
  }),
  /** How it goes, once decided. */
  method: refundMethod,
  /** What of it staff hand over in cash or by transfer, and prove by a voucher. */
  handOver: t.Amount({ title: '线下退款金额' }),
  /** The order ends refunded. */
  ends: t.Boolean(),
  /** A second person must agree first; cash is handed over after that. */
  asksFirst: t.Boolean({ title: '须审批' }),
  /** The sum in words. */
  text: t.String({ title: '计算' }),
})
export type RefundSum = t.Static<typeof RefundSum>

/** A refund as a command answers it. */
export const SavedRefund = t.Object({
  ...t.SavedVersion.properties,
  refundNo: t.String({ title: '退款单号' }),
  /** 0 on its way, 1 succeeded, 2 failed. */
  state: t.Integer({ title: '状态' }),
})
export type SavedRefund = t.Static<typeof SavedRefund>

/** The provider's own page says how a silent refund ended; or how what was refused goes now. */
const Again = t.Object(
  {
    refundNo,
    method,
    outcome: t.Optional(t.OneOf(['succeeded', 'failed'], { title: '退款结果' })),
    voucher,
  },
  { example: { refundNo: 'R20261123101500123456', method: 'balance' } },
)
export type RefundAgain = t.Static<typeof Again>

const base = '/admin/store/order/refund'

/** 退款: money that goes back (docs/payments.md, Refunds). */
export const refund = routes('refund', {
  quote: {
    method: 'POST',
    path: `${base}/quote`,
    permission: 'admin:order:refund',
    quiet: true,
    whileSeeing: true,
    summary: '退款试算',
    body: Ask,
    response: RefundSum,
    errors: [404, 409, 422],
  },
  start: {
    method: 'POST',
    path: base,
    permission: 'admin:order:refund',
    summary: '退款',
    body: Wish,
    response: SavedRefund,
    accepted: Asked,
    errors: [404, 409, 422, 428],
  },
  again: {
    method: 'POST',
    path: `${base}/again`,
    permission: 'admin:order:refund',
    summary: '重新退款',
    body: Again,
    response: SavedRefund,
    errors: [404, 409, 422, 428],
  },
})
