import { brokerage } from '@zhanggui/contract/distribution/brokerage.ts'
import {
  commissionLevels,
  commissionLinkLabels,
  commissionStatusLabels,
} from '@zhanggui/domain/distribution/commission.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import * as records from './brokerage.repository.ts'

/** 佣金记录: a row for each record. */
export const brokerageExport = defineLongExport(brokerage.download, {
  name: '佣金记录',
  count: records.count,
  next: records.next,
  idOf: ({ id }) => id,
  columns: [
    { title: 'ID', of: 'id', value: ({ id }) => id, width: 10 },
    { title: '推广员编号', value: ({ uid }) => uid, width: 12 },
    { title: '推广员', of: 'nickname', value: ({ uid, nickname }) => nickname || `用户 ${uid}` },
    { title: '类型', of: 'linkType', value: ({ linkType }) => commissionLinkLabels[linkType], width: 12 },
    { title: '标题', of: 'title', value: ({ title }) => title },
    // A number, as a text with its sign would be taken for a formula.
    { title: '佣金', of: 'price', value: ({ type, priceFen }) => toYuan(type === 1 ? priceFen : -priceFen), width: 12 },
    { title: '佣金余量', of: 'balance', value: ({ balanceFen }) => toYuan(balanceFen), width: 12 },
    {
      title: '级别',
      of: 'level',
      value: ({ brokerageLevel }) => (brokerageLevel ? commissionLevels[brokerageLevel] : ''),
      width: 8,
    },
    { title: '状态', of: 'status', value: ({ status }) => commissionStatusLabels[status], width: 10 },
    { title: '关联单号', of: 'linkId', value: ({ linkId }) => linkId, width: 24 },
    { title: '备注', of: 'mark', value: ({ mark }) => mark, width: 30 },
    { title: '操作人', value: ({ operatorName }) => operatorName, width: 12 },
    { title: '解冻时间', value: ({ thawTime }) => (thawTime ? toWireTime(thawTime) : ''), width: 20 },
    { title: '时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
  ],
})
