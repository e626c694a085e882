import { commissionLinkTypes } from '@zhanggui/domain/distribution/commission.ts'
import { brokerageKinds } from '@zhanggui/domain/distribution/promoter.ts'
import { commissionStatus } from '../order/order-commission.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

/** A record of the commission ledger. */
export const BrokerageRow = t.Object({
  id: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '推广员' }),
  title: t.String({ title: '标题' }),
  /** 1 in, 2 out. */
  type: t.OneOfNumbers([1, 2], { title: '收支', description: '1 收入，2 支出' }),
  price: t.Amount({ title: '佣金' }),
  /** Before anything of it went back. */
  originPrice: t.Amount({ title: '原佣金' }),
  /** What the promoter had afterwards; below 0 where refunds took back more than there was. */
  balance: t.Yuan,
  linkType: t.OneOf(commissionLinkTypes, { title: '来源' }),
  linkId: t.String({ title: '关联单号' }),
  /** 0 for what is no order's. */
  level: t.OneOfNumbers([0, 1, 2], { title: '级别', description: '1 一级，2 二级，0 不分级' }),
  status: commissionStatus,
  mark: t.String({ title: '备注' }),
  operatorName: t.String({ title: '操作人' }),
  thawTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type BrokerageRow = t.Static<typeof BrokerageRow>

const filters = {
  keywords: t.Optional(t.String({ title: '推广员或单号', pasted: 'keyword', maxLength: 64 })),
  uid: t.Optional(t.Id),
  type: t.Optional(
    t.OneOfNumbers([1, 2, 3, 4, 5, 6, 7], {
      title: '类型',
      description: Object.entries(brokerageKinds)
        .map(([kind, label]) => `${kind} ${label}`)
        .join('，'),
    }),
  ),
  dateLimit: t.Optional(t.TimeRange),
}
export const BrokerageQuery = t.pageQuery(filters)
export type BrokerageQuery = t.Static<typeof BrokerageQuery>
const BrokerageFilter = t.Object(filters)

/** 佣金记录: every movement of commission. */
export const brokerage = routes('brokerage', {
  list: {
    method: 'GET',
    path: '/admin/finance/founds/monitor/brokerage/record',
    permission: 'admin:finance:monitor:brokerage:record',
    summary: '佣金记录，新的在前',
    query: BrokerageQuery,
    response: t.Object({
      ...t.pageOf(BrokerageRow).properties,
      /** Of all that match and moved what a promoter has, and what still waits; null beyond 10,000 records. */
      footer: t.Nullable(
        t.Object(
          {
            in: t.Amount({ title: '收入' }),
            out: t.Amount({ title: '支出' }),
            waiting: t.Amount({ title: '未到账' }),
          },
          { title: '合计' },
        ),
      ),
    }),
  },
  download: exportRoute({
    path: '/admin/export/excel/brokerage',
    permission: 'admin:finance:export',
    summary: '导出佣金记录',
    query: BrokerageFilter,
  }),
})
