import { activityReport, type RankRow } from '@zhanggui/contract/promotion/activity-report.ts'
import { type ActivityType, activityNumbers, activityTypes } from '@zhanggui/domain/promotion/activity.ts'
import { Link, useLocation, useNavigate } from 'react-router'
import { BarList } from '../../../kit/chart/bars.tsx'
import type { ListColumn } from '../../../kit/list-page/columns.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { AddCoupon } from '../components/add-coupon.tsx'
import { CouponReportOf } from '../components/report/coupon-report.tsx'
import { type FigureName, figures, rateNote } from '../components/report/figures.ts'
import { GoodsRanking } from '../components/report/goods-ranking.tsx'
import { GoodsReportOf } from '../components/report/goods-report.tsx'
import styles from '../components/report/report.module.css'
import { rangeText, USUAL, UsualRange } from '../components/report/usual-range.tsx'

/** 活动效果: coupons by what they brought, with `?kind=` activities of a kind; with `?id=` the report of one coupon, with `?activityId=` that of an activity. */
export default function ActivityReportPage() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const idOf = (name: string) => Number(/^[1-9]\d{0,14}$/.exec(params.get(name) ?? '')?.[0])
  const [id, activityId] = [idOf('id'), idOf('activityId')]
  if (activityId) return <GoodsReportOf key={activityId} id={activityId} />
  if (id) return <CouponReportOf key={id} id={id} />
  const kind = activityNumbers.find((each) => String(each) === params.get('kind'))
  return kind ? <GoodsRanking key={kind} type={kind} tabs={<KindTabs of={kind} />} /> : <Ranking />
}

const COUPONS = 4

/** What is ranked: coupons, or activities of a kind. */
function KindTabs({ of }: { of: ActivityType | typeof COUPONS }) {
  const navigate = useNavigate()
  return (
    <StateTabs
      tabs={[{ key: COUPONS, label: '优惠券' }, ...activityNumbers.map((key) => ({ key, label: activityTypes[key] }))]}
      value={of}
      onChange={(key) => navigate(key === COUPONS ? '/marketing/report' : `/marketing/report?kind=${key}`)}
    />
  )
}

function Ranking() {
  const list = useList(activityReport.list, { fixed: { type: COUPONS, dateLimit: [USUAL] } })
  const dateLimit = list.filters.dateLimit
  const addressOf = ({ id }: RankRow) =>
    `/marketing/report?${new URLSearchParams({ id: String(id), ...(dateLimit && { days: String(dateLimit) }) })}`
  return (
    <ListPage
      list={list}
      summary={!dateLimit && '近 30 天'}
      filters={['name', { name: 'dateLimit', label: '时间', control: <UsualRange />, text: rangeText }]}
      header={
        <>
          <KindTabs of={COUPONS} />
          <Brought rows={list.rows} addressOf={addressOf} />
        </>
      }
      exports={activityReport.download}
      sums={<Sums rows={list.rows} isWhole={list.total <= list.rows.length} />}
      address={addressOf}
      unit="种"
      card={(row) => ({
        title: row.title,
        below: [
          `领取 ${figures.received.text(row)}`,
          `使用 ${figures.used.text(row)}`,
          `使用率 ${figures.useRate.text(row)}`,
          rateNote(row),
        ]
          .filter(Boolean)
          .join(' · '),
        amount: <b>{figures.orderAmount.text(row)}</b>,
        facts: [
          `优惠 ${figures.discount.text(row)}`,
          `新客 ${figures.newBuyers.text(row)}`,
          ...(row.roi ? [`投入产出比 ${figures.roi.text(row)}`] : []),
        ].join(' · '),
      })}
      empty="还没有优惠券"
      purpose="发出的优惠券领了多少、用了多少、带来多少订单，都在这里"
      begin={<AddCoupon />}
      columns={[
        {
          name: 'title',
          title: '优惠券',
          minWidth: 180,
          card: 'title',
          render: (row) => <Link to={addressOf(row)}>{row.title}</Link>,
          says: ({ title }) => title,
        },
        column('received', 90, { sorts: true }),
        column('used', 90, { sorts: true }),
        {
          ...column('useRate', 96, { sorts: true }),
          render: (row) => <TwoLine end top={figures.useRate.text(row)} below={rateNote(row)} />,
          says: (row) => figures.useRate.text(row),
        },
        column('expired', 90, { low: true }),
        column('orders', 90, { low: true }),
        column('orderAmount', 130, { sorts: true }),
        column('discount', 110, { sorts: true }),
        column('refundAmount', 110, { low: true }),
        column('newBuyers', 90, { low: true }),
        column('avgOrder', 100, { low: true }),
        ...(list.rows.some(({ roi }) => roi !== undefined)
          ? [column('cost', 110, { low: true }), column('roi', 100, { low: true })]
          : []),
      ]}
    />
  )
}

/** As many as are taken in at a glance. */
const MAX_BARS = 6

/** What the coupons of the page brought, side by side, each the way to its report. */
function Brought({ rows, addressOf }: { rows: readonly RankRow[]; addressOf: (row: RankRow) => string }) {
  const best = rows.filter(({ orderAmount }) => orderAmount > 0).toSorted((a, b) => b.orderAmount - a.orderAmount)
  if (best.length < 2) return null
  return (
    <div className={styles.brought}>
      <BarList
        label="带来的订单金额"
        items={best.slice(0, MAX_BARS).map((row) => ({
          key: row.id,
          title: <Link to={addressOf(row)}>{row.title}</Link>,
          value: row.orderAmount,
          text: moneyText(row.orderAmount),
        }))}
      />
    </div>
  )
}

/** The sums of the rows, which are those of the page where there are more. */
function Sums({ rows, isWhole }: { rows: readonly RankRow[]; isWhole: boolean }) {
  if (!rows.length) return null
  const count = (of: (row: RankRow) => number) => rows.reduce((sum, row) => sum + of(row), 0).toLocaleString('en-US')
  const money = (of: (row: RankRow) => number) =>
    moneyText(rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0) / 100)
  return (
    <>
      <span>
        {!isWhole && '本页 '}领取 <b>{count(({ received }) => received)}</b>
      </span>
      <span>
        使用 <b>{count(({ used }) => used)}</b>
      </span>
      <span>
        订单金额 <b>{money(({ orderAmount }) => orderAmount)}</b>
      </span>
      <span>
        优惠金额 <b>{money(({ discount }) => discount)}</b>
      </span>
      <span>
        退款金额 <b>{money(({ refundAmount }) => refundAmount)}</b>
      </span>
    </>
  )
}

const column = (name: FigureName, width: number, more: { sorts?: true; low?: true }): ListColumn<RankRow> => ({
  name,
  width,
  align: 'right',
  title: figures[name].title,
  render: (row) => figures[name].text(row, false),
  ...more,
})
