import { bill } from '@zhanggui/contract/finance/bill.ts'
import { cashOf, changeOf } from '@zhanggui/domain/finance/bill.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { type PayType, payTypes } from '@zhanggui/domain/payment/payment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import * as bills from './bill.repository.ts'
import { operatorOf } from './bill.service.ts'

/** 资金流水: a row for each movement. */
export const billExport = defineLongExport(bill.download, {
  name: '资金流水',
  count: bills.count,
  next: bills.next,
  idOf: ({ id }) => id,
  columns: [
    { title: '时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
    { title: '用户编号', value: ({ uid }) => uid, width: 10 },
    { title: '客户', of: 'nickname', value: ({ uid, nickname }) => nickname || `用户 ${uid}` },
    { title: '类型', of: 'title', value: ({ title }) => title, width: 14 },
    { title: '关联单号', of: 'linkId', value: ({ linkId }) => linkId, width: 24 },
    { title: '备注', of: 'linkId', value: ({ mark }) => mark, width: 30 },
    { title: '操作人', of: 'linkId', value: operatorOf, width: 12 },
    { title: '支付方式', of: 'payType', value: ({ payType }) => payTypes[payType as PayType] ?? '', width: 12 },
    { title: '收付', of: 'cash', value: (row) => toYuan(cashOf(row)), width: 12 },
    { title: '余额变动', of: 'change', value: (row) => toYuan(changeOf(row)), width: 12 },
    {
      title: '变动后余额',
      of: 'balance',
      value: ({ affectBalance, balanceFen }) => (affectBalance ? toYuan(balanceFen) : ''),
      width: 14,
    },
  ],
})
