import { activityReport, type GoodsRank } from '@zhanggui/contract/promotion/activity-report.ts'
import { type ActivityType, activityTypes } from '@zhanggui/domain/promotion/activity.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { giftsText } from '../../../../kit/activity/activity-brought.tsx'
import type { ListColumn } from '../../../../kit/list-page/columns.ts'
import { ListPage } from '../../../../kit/list-page/list-page.tsx'
import { useList } from '../../../../kit/list-page/use-list.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { rangeText, USUAL, UsualRange } from './usual-range.tsx'

const whole = (value: number) => value.toLocaleString('en-US')
/** Nothing was brought: — rather than zeros. */
const amount = (yuan: number | undefined) => (yuan ? moneyText(yuan, false) : '—')
const addressOf = ({ id }: GoodsRank) => `/marketing/report?activityId=${id}`

/** The activities of a kind by what they brought. */
export function GoodsRanking({ type, tabs }: { type: ActivityType; tabs: ReactNode }) {
  const list = useList(activityReport.goodsList, { fixed: { type, dateLimit: [USUAL] } })
  const word = activityTypes[type]
  return (
    <ListPage
      list={list}
      summary={!list.filters.dateLimit && '近 30 天'}
      filters={['name', { name: 'dateLimit', label: '时间', control: <UsualRange />, text: rangeText }]}
      header={tabs}
      exports={activityReport.goodsDownload}
      sums={<Sums rows={list.rows} isWhole={list.total <= list.rows.length} />}
      address={addressOf}
      unit="个"
      card={(row) => ({
        title: row.title,
        below: `${row.startTime} 至 ${row.stopTime} · ${whole(row.paidOrders)} 单 ${whole(row.units)} 件`,
        amount: <b>{row.gmv ? moneyText(row.gmv) : '—'}</b>,
        facts: [
          `让利 ${moneyText(row.discount)}`,
          giftsText(row),
          row.refundAmount > 0 && `已退 ${moneyText(row.refundAmount)}`,
          row.margin !== undefined && `毛利 ${moneyText(row.margin)}`,
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      empty={`还没有${word}`}
      purpose={`${word}卖了多少、让了多少利、赚了还是亏了，都在这里`}
      columns={[
        {
          name: 'title',
          title: '活动',
          minWidth: 200,
          card: 'title',
          render: (row) => (
            <TwoLine top={<Link to={addressOf(row)}>{row.title}</Link>} below={`${row.startTime} 至 ${row.stopTime}`} />
          ),
          says: ({ title }) => title,
        },
        column('paidOrders', '付款订单', { sorts: true }),
        column('units', '件数', { sorts: true }),
        column('gmv', '带来实付', { sorts: true, money: true }),
        column('discount', '让利', { sorts: true, money: true }),
        column('points', '赠送积分', { low: true }),
        column('coupons', '赠送优惠券', { low: true }),
        column('refundAmount', '退款金额', { sorts: true, money: true }),
        {
          name: 'refundRate',
          title: '退款率',
          width: 84,
          align: 'right',
          low: true,
          render: ({ refundRate, paidOrders }) => (paidOrders ? `${refundRate}%` : '—'),
        },
        column('participants', '付款人数', { low: true }),
        column('newBuyers', '新客数', { low: true }),
        column('avgOrder', '客单价', { low: true, money: true }),
        ...(list.rows.some(({ cost }) => cost !== undefined) ? costs : []),
      ]}
    />
  )
}

/** The sums of the rows, which are those of the page where there are more. */
function Sums({ rows, isWhole }: { rows: readonly GoodsRank[]; isWhole: boolean }) {
  if (!rows.length) return null
  const money = (of: (row: GoodsRank) => number) =>
    moneyText(rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0) / 100)
  return (
    <>
      <span>
        {!isWhole && '本页 '}付款订单 <b>{whole(rows.reduce((sum, { paidOrders }) => sum + paidOrders, 0))}</b>
      </span>
      <span>
        带来实付 <b>{money(({ gmv }) => gmv)}</b>
      </span>
      <span>
        让利 <b>{money(({ discount }) => discount)}</b>
      </span>
      <span>
        退款金额 <b>{money(({ refundAmount }) => refundAmount)}</b>
      </span>
    </>
  )
}

type Figure = Exclude<keyof GoodsRank, 'id' | 'type' | 'title' | 'startTime' | 'stopTime' | 'refundRate' | 'roi'>

const column = (
  name: Figure,
  title: string,
  { money, ...more }: { sorts?: true; low?: true; money?: true },
): ListColumn<GoodsRank> => ({
  name,
  title,
  width: money ? 110 : 92,
  align: 'right',
  render: (row) => (money ? amount(row[name]) : whole(row[name] ?? 0)),
  ...more,
})

const costs: ListColumn<GoodsRank>[] = [
  column('cost', '成本', { low: true, money: true }),
  column('margin', '毛利', { money: true }),
  {
    name: 'roi',
    title: '投入产出比',
    width: 100,
    align: 'right',
    low: true,
    render: ({ roi }) => (roi === null || roi === undefined ? '—' : roi.toFixed(2)),
  },
]
