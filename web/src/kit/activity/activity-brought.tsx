import type { GoodsRank } from '@zhanggui/contract/promotion/activity-report.ts'
import { Link } from 'react-router'
import type { ListColumn } from '../list-page/columns.ts'
import { moneyText } from '../text/money.tsx'
import { TwoLine } from '../text/two-line.tsx'
import type { ActivityRow } from './activity-screens.ts'
import type { ActivityBrought } from './use-activity-brought.ts'

const count = (value: number) => value.toLocaleString('en-US')

/** What was given away besides the price: 送 300 积分、2 张券. */
export function giftsText({ points, coupons }: Pick<GoodsRank, 'points' | 'coupons'>): string {
  const gifts = [points > 0 && `${count(points)} 积分`, coupons > 0 && `${count(coupons)} 张券`].filter(Boolean)
  return gifts.length ? `送 ${gifts.join('、')}` : ''
}

/** The columns of what an activity brought, gave away and cost; none for those who may not see it. */
export function broughtColumns(brought: ActivityBrought | undefined): ListColumn<ActivityRow>[] {
  if (!brought?.isKnown) return []
  const { of, seesCost } = brought
  const columns: ListColumn<ActivityRow>[] = [
    {
      name: 'gmv',
      title: '带来实付',
      width: 116,
      least: 104,
      align: 'right',
      render: (row) => <Money of={of(row)} id={row.id} />,
      says: (row) => String(of(row)?.gmv ?? 0),
    },
    {
      name: 'discount',
      title: '让利',
      width: 116,
      align: 'right',
      low: true,
      render: (row) => {
        const found = of(row)
        return found?.paidOrders ? <TwoLine end top={moneyText(found.discount)} below={giftsText(found)} /> : '—'
      },
      says: (row) => String(of(row)?.discount ?? 0),
    },
  ]
  if (!seesCost) return columns
  return [
    ...columns,
    {
      name: 'cost',
      title: '成本',
      width: 108,
      align: 'right',
      low: true,
      render: (row) => {
        const { cost, margin = 0, paidOrders } = of(row) ?? {}
        return cost !== undefined && paidOrders ? (
          <TwoLine end top={moneyText(cost)} below={`毛利 ${moneyText(margin)}`} />
        ) : (
          '—'
        )
      },
      says: (row) => String(of(row)?.cost ?? 0),
    },
  ]
}

/** What its orders came to, which opens its report, and what of it went back. */
function Money({ of: row, id }: { of: GoodsRank | undefined; id: number }) {
  if (!row?.paidOrders) return '—'
  return (
    <TwoLine
      end
      top={
        <Link to={`/marketing/report?activityId=${id}`}>
          <b>{moneyText(row.gmv)}</b>
        </Link>
      }
      below={row.refundAmount > 0 && `已退 ${moneyText(row.refundAmount)}`}
    />
  )
}

type SumsProps = {
  rows: readonly ActivityRow[]
  /** All that the filters match, not this page alone. */
  isWhole: boolean
  brought: ActivityBrought | undefined
}

/** The sums of the rows, which are those of the page where there are more. */
export function ActivitySums({ rows, isWhole, brought }: SumsProps) {
  if (!rows.length) return null
  const found = brought?.isKnown ? rows.flatMap((row) => brought.of(row) ?? []) : []
  const sum = (of: (row: GoodsRank) => number) =>
    found.reduce((total, row) => total + Math.round(of(row) * 100), 0) / 100
  const refunded = sum(({ refundAmount }) => refundAmount)
  const gifts = giftsText({
    points: sum(({ points }) => points),
    coupons: sum(({ coupons }) => coupons),
  })
  return (
    <>
      <span>
        {!isWhole && '本页 '}已售 <b>{count(rows.reduce((total, { sales }) => total + sales, 0))}</b>
      </span>
      {found.length > 0 && (
        <>
          <span>
            带来实付 <b>{moneyText(sum(({ gmv }) => gmv))}</b>
          </span>
          <span>
            让利 <b>{moneyText(sum(({ discount }) => discount))}</b>
          </span>
          {gifts && <span>{gifts}</span>}
          {refunded > 0 && (
            <span>
              已退 <b>{moneyText(refunded)}</b>
            </span>
          )}
          {brought?.seesCost && (
            <span>
              成本 <b>{moneyText(sum(({ cost = 0 }) => cost))}</b>
            </span>
          )}
        </>
      )}
    </>
  )
}
