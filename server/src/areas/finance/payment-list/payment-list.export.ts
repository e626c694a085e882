import { paymentList } from '@zhanggui/contract/finance/payment-list.ts'
import { payProviders, payStateNames, payStates } from '@zhanggui/domain/finance/payment-list.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import * as lists from './payment-list.repository.ts'

const stateOf = ({ state, surplus }: lists.FoundPayment['payment']) =>
  surplus ? '多收待退' : payStates[payStateNames[state as 0] ?? 'open']

/** 支付流水: a row for each attempt. */
export const paymentExport = defineLongExport(paymentList.download, {
  name: '支付流水',
  count: lists.countPayments,
  next: lists.nextPayments,
  idOf: ({ payment }) => payment.id,
  columns: [
    { title: '支付单号', of: 'outTradeNo', value: ({ payment }) => payment.outTradeNo, width: 26 },
    { title: '交易单号', of: 'outTradeNo', value: ({ payment }) => payment.transactionId, width: 32 },
    { title: '业务单号', of: 'bizNo', value: ({ payment }) => payment.bizNo, width: 24 },
    { title: '用户编号', value: ({ payment }) => payment.uid, width: 10 },
    { title: '用户昵称', of: 'nickname', value: ({ payment, nickname }) => nickname || `用户 ${payment.uid}` },
    { title: '支付渠道', of: 'provider', value: ({ payment }) => payProviders[payment.provider], width: 12 },
    { title: '支付方式', of: 'provider', value: ({ payment }) => payTypes[payment.payType], width: 12 },
    { title: '金额', of: 'amount', value: ({ payment }) => toYuan(payment.amountFen), width: 12 },
    { title: '状态', of: 'state', value: ({ payment }) => stateOf(payment), width: 12 },
    { title: '说明', of: 'state', value: ({ payment }) => payment.failMsg, width: 30 },
    { title: '创建时间', of: 'createTime', value: ({ payment }) => toWireTime(payment.createdAt), width: 20 },
    {
      title: '付款时间',
      of: 'createTime',
      value: ({ payment }) => (payment.payTime ? toWireTime(payment.payTime) : ''),
      width: 20,
    },
  ],
})
