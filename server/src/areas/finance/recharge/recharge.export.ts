import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { rechargeChannels, rechargeStateOf } from '@zhanggui/domain/finance/recharge-words.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import * as recharges from './recharge-list.repository.ts'

/** 充值记录: a row for each recharge. */
export const rechargeExport = defineLongExport(recharge.download, {
  name: '充值记录',
  count: recharges.count,
  next: recharges.next,
  idOf: ({ id }) => id,
  columns: [
    { title: '充值单号', of: 'orderNo', value: ({ rechargeNo }) => rechargeNo, width: 24 },
    { title: '用户编号', value: ({ uid }) => uid, width: 10 },
    { title: '用户', of: 'nickname', value: ({ uid, nickname }) => nickname || `用户 ${uid}` },
    { title: '充值金额', of: 'price', value: ({ priceFen }) => toYuan(priceFen), width: 12 },
    { title: '赠送金额', of: 'givePrice', value: ({ giveFen }) => toYuan(giveFen), width: 12 },
    { title: '已退金额', of: 'refundPrice', value: ({ refundPriceFen }) => toYuan(refundPriceFen), width: 12 },
    { title: '已扣回赠送', of: 'refundPrice', value: ({ refundGiveFen }) => toYuan(refundGiveFen), width: 12 },
    { title: '支付方式', of: 'rechargeType', value: ({ rechargeType }) => payTypes[rechargeType], width: 12 },
    { title: '支付渠道', value: ({ channel }) => rechargeChannels[channel], width: 10 },
    {
      title: '状态',
      of: 'statusName',
      value: (row) => rechargeStateOf({ ...row, closed: row.closeTime !== null }),
      width: 10,
    },
    { title: '创建时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
    { title: '支付时间', of: 'payTime', value: ({ payTime }) => (payTime ? toWireTime(payTime) : ''), width: 20 },
  ],
})
