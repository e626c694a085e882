import { points } from '@zhanggui/contract/points/points.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { pointsLinkLabels, pointsStatusLabels } from '@zhanggui/domain/user/ledger.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import * as records from './points.repository.ts'

/** 积分日志: a row for each record. */
export const pointsExport = defineLongExport(points.download, {
  name: '积分日志',
  count: records.count,
  next: records.next,
  idOf: ({ id }) => id,
  columns: [
    { title: 'ID', of: 'id', value: ({ id }) => id, width: 10 },
    { title: '标题', of: 'title', value: ({ title }) => title },
    { title: '积分余量', of: 'balance', value: ({ balance }) => balance, width: 12 },
    // A number, as a text with its sign would be taken for a formula.
    { title: '明细数字', of: 'sign', value: ({ type, integral }) => (type === 1 ? integral : -integral), width: 12 },
    { title: '备注', of: 'mark', value: ({ mark }) => mark, width: 30 },
    { title: '用户编号', value: ({ uid }) => uid, width: 10 },
    { title: '用户昵称', of: 'nickname', value: ({ uid, nickname }) => nickname || `用户 ${uid}` },
    { title: '来源', of: 'linkType', value: ({ linkType }) => pointsLinkLabels[linkType], width: 10 },
    { title: '关联单号', of: 'linkId', value: ({ linkId }) => linkId, width: 24 },
    { title: '状态', of: 'status', value: ({ status }) => pointsStatusLabels[status], width: 10 },
    { title: '添加时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
    { title: '变动时间', value: ({ updatedAt }) => toWireTime(updatedAt), width: 20 },
  ],
})
