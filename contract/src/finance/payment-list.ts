import { payProviders, payStates, refundStates } from '@zhanggui/domain/finance/payment-list.ts'
import { payTypes, refundMethods } from '@zhanggui/domain/payment/payment.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

const state = <Words extends object>(words: Words, title: string) =>
  t.OneOf(t.keysOf(words) as (keyof Words & string)[], { title })

/** An attempt to pay, and what came of it. */
export const PaymentRow = t.Object({
  id: t.Id,
  outTradeNo: t.String({ title: '支付单号' }),
  /** What is paid for, as people call it: 订单. */
  bizTitle: t.String({ title: '用途' }),
  bizNo: t.String({ title: '业务单号' }),
  /** The order it leads to; null for anything else. */
  orderId: t.Nullable(t.Id),
  uid: t.Id,
  nickname: t.String({ title: '用户昵称' }),
  provider: t.OneOf(t.keysOf(payProviders), { title: '支付渠道' }),
  payType: t.OneOf(t.keysOf(payTypes), { title: '支付方式' }),
  amount: t.Amount({ title: '金额' }),
  state: state(payStates, '状态'),
  surplus: t.Boolean({ title: '多收' }),
  transactionId: t.String({ title: '交易单号' }),
  failMsg: t.String({ title: '说明' }),
  createTime: t.DateTime,
  payTime: t.Nullable(t.DateTime),
})
export type PaymentRow = t.Static<typeof PaymentRow>

/** Money that goes back. */
export const RefundRow = t.Object({
  id: t.Id,
  refundNo: t.String({ title: '退款单号' }),
  orderNo: t.String({ title: '订单号' }),
  orderId: t.Nullable(t.Id),
  /** The numbers of the payments it goes back by. */
  outTradeNos: t.Array(t.String(), { title: '支付单号' }),
  amount: t.Amount({ title: '金额' }),
  method: t.OneOf(t.keysOf(refundMethods), { title: '退款方式' }),
  state: state(refundStates, '状态'),
  surplus: t.Boolean({ title: '多收' }),
  reason: t.String({ title: '原因' }),
  failMsg: t.String({ title: '说明' }),
  operatorName: t.String({ title: '经办人' }),
  createTime: t.DateTime,
  finishTime: t.Nullable(t.DateTime),
})
export type RefundRow = t.Static<typeof RefundRow>

const keywords = t.Optional(t.String({ title: '单号', pasted: 'keyword', maxLength: 64 }))
const sums = (title: string) =>
  t.Object({
    /** Null where there are too many to be added. */
    amount: t.Nullable(t.Amount({ title })),
  })

const paymentFilters = {
  dateLimit: t.Optional(t.TimeRange),
  keywords,
  provider: t.Optional(t.OneOf(t.keysOf(payProviders), { title: '支付渠道' })),
  state: t.Optional(state(payStates, '状态')),
  surplus: t.Optional(t.Boolean({ title: '多收' })),
  uid: t.Optional(t.Id),
}

export const PaymentQuery = t.pageQuery(paymentFilters)
export type PaymentQuery = t.Static<typeof PaymentQuery>

export const RefundQuery = t.pageQuery({
  dateLimit: t.Optional(t.TimeRange),
  keywords,
  method: t.Optional(t.OneOf(t.keysOf(refundMethods), { title: '退款方式' })),
  state: t.Optional(state(refundStates, '状态')),
  surplus: t.Optional(t.Boolean({ title: '多收' })),
})
export type RefundQuery = t.Static<typeof RefundQuery>

const permission = 'admin:finance:payment:list'

/** 支付流水: attempts to pay, and refunds. */
export const paymentList = routes('payment-list', {
  list: {
    method: 'GET',
    path: '/admin/finance/payment/list',
    permission,
    summary: '支付流水，新的在前',
    query: PaymentQuery,
    response: t.Object({ ...t.pageOf(PaymentRow).properties, sums: sums('已付款合计') }),
  },
  download: exportRoute({
    path: '/admin/export/excel/payment',
    permission: 'admin:finance:export',
    summary: '导出支付流水',
    query: t.Object(paymentFilters),
  }),
})

export const refundList = routes('refund-list', {
  list: {
    method: 'GET',
    path: '/admin/finance/refund/list',
    permission,
    summary: '退款流水，新的在前',
    query: RefundQuery,
    response: t.Object({ ...t.pageOf(RefundRow).properties, sums: sums('已退款合计') }),
  },
  retry: {
    method: 'POST',
    path: '/admin/finance/refund/retry',
    permission: 'admin:finance:payment:retry',
    summary: '重试一笔失败的退款',
    body: t.Object({
      refundNo: t.String({
        title: '退款单号',
        pasted: 'number',
        pattern: /^R\d{20}$/,
        example: 'R20261123101500123456',
        hint: '退款单号应为 R 加20位数字',
      }),
    }),
    response: t.Object({ state: state(refundStates, '状态') }),
    errors: [404, 409, 422, 428],
  },
})
