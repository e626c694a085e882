import { activityReport, type RankRow } from '@zhanggui/contract/promotion/activity-report.ts'
import { useLocation } from 'react-router'
import type { ListColumn } from '../../../kit/list-page/columns.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { CouponReportOf } from '../components/report/coupon-report.tsx'
import { type FigureName, figures } from '../components/report/figures.ts'

/** 活动效果: coupons by what they brought, or with `?id=` the report of one. */
export default function ActivityReportPage() {
  const { search } = useLocation()
  const id = Number(/^[1-9]\d{0,14}$/.exec(new URLSearchParams(search).get('id') ?? '')?.[0])
  return id ? <CouponReportOf key={id} id={id} /> : <Ranking />
}

function Ranking() {
  const list = useList(activityReport.list, { fixed: { type: 4 } })
  const dateLimit = list.filters.dateLimit
  const addressOf = ({ id }: RankRow) =>
    `/marketing/report?${new URLSearchParams({ id: String(id), ...(dateLimit && { days: String(dateLimit) }) })}`
  return (
    <ListPage
      list={list}
      filters={['name', { name: 'dateLimit', label: '时间' }]}
      exports={activityReport.download}
      address={addressOf}
      unit="张"
      card={(row) => ({
        title: row.title,
        below: `领取 ${figures.received.text(row)} · 使用 ${figures.used.text(row)} · 使用率 ${figures.useRate.text(row)}`,
        amount: figures.orderAmount.text(row),
        facts: [
          `优惠 ${figures.discount.text(row)}`,
          `新客 ${figures.newBuyers.text(row)}`,
          ...(row.roi ? [`投入产出比 ${figures.roi.text(row)}`] : []),
        ].join(' · '),
      })}
      empty="还没有优惠券"
      purpose="买家领券下单，这里看得到每张带来多少"
      columns={[
        { name: 'title', title: '优惠券', minWidth: 180, card: 'title' },
        column('received', 90, { sorts: true }),
        column('used', 90, { sorts: true }),
        column('useRate', 90, { sorts: true }),
        column('expired', 90, { low: true }),
        column('orderAmount', 130, { sorts: true }),
        column('discount', 110, { sorts: true }),
        column('newBuyers', 90, { low: true }),
        column('avgOrder', 100, { low: true }),
        ...(list.rows.some(({ roi }) => roi !== undefined) ? [column('roi', 100, { low: true })] : []),
      ]}
    />
  )
}

const column = (name: FigureName, width: number, more: { sorts?: true; low?: true }): ListColumn<RankRow> => ({
  ...{ name, width, align: 'right', title: figures[name].title },
  render: (row) => (row[name] ? figures[name].text(row, false) : '—'),
  ...more,
})
