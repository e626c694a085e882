import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { activityReport, type CouponReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { couponSources } from '@zhanggui/domain/promotion/coupon.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../../api/read.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { Chart } from '../../../../kit/chart/chart.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { Lines } from '../../../../kit/detail/parts.tsx'
import { MetricTile, MetricTiles } from '../../../../kit/figures/metric-tile.tsx'
import { DateRange } from '../../../../kit/form/dates/date-range.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { usePageName } from '../../../../kit/page/page-name.ts'
import { useAddress } from '../../../../kit/page/use-address.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { everyDay } from './every-day.ts'
import { type FigureName, figureGroups, figures, rateNote } from './figures.ts'
import styles from './report.module.css'
import { USUAL } from './usual-range.tsx'

const LIST = '/marketing/report'

/** 活动效果 of one coupon: its figures, by day and by source. */
export function CouponReportOf({ id }: { id: number }) {
  const address = useAddress()
  const days = new URLSearchParams(address.search).get('days') ?? USUAL
  const { start, end } = daysOf(days)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(activityReport.report, { query: { type: 4, id, start, end } }),
    placeholderData: keepPreviousData,
  })
  usePageName(data && `活动效果 · ${data.title}`)
  const chooseDays = (next: readonly string[] | undefined) => {
    const params = address.latest()
    params.set('days', next?.join() ?? USUAL)
    address.replace(params)
  }
  return (
    <DetailPage
      back={{ to: LIST, title: '活动效果' }}
      head={{
        title: data?.title ?? `优惠券 ${id}`,
        below: (
          <>
            <span className={styles.range}>
              <DateRange value={[start, end]} onChange={chooseDays} />
            </span>
            {data && <Name title={data.title} />}
          </>
        ),
      }}
    >
      {error && !isPlaceholderData ? (
        <Section title="活动效果">
          <FailedBlock error={error} onRetry={refetch} />
        </Section>
      ) : data ? (
        <Report id={id} days={`${start},${end}`} report={data} />
      ) : (
        <Section title="活动效果">
          <Skeleton active />
        </Section>
      )}
    </DetailPage>
  )
}

/** The way to the coupon itself. */
function Name({ title }: { title: string }) {
  return <Link to={`/marketing/coupon/list?${new URLSearchParams({ name: title })}`}>打开优惠券</Link>
}

function Report({ id, days, report }: { id: number; days: string; report: CouponReport }) {
  const mayList = useCan(couponCopy.list)
  const record = (given: Record<string, string>) =>
    mayList ? { to: `/marketing/coupon/record?${new URLSearchParams({ couponId: String(id), ...given })}` } : {}
  const mayOrders = useCan(order.list)
  const paid = new URLSearchParams({ couponId: String(id), dateField: 'pay', dateLimit: days })
  const orders = mayOrders ? { to: `/order/list?${paid}` } : {}
  const links: Partial<Record<FigureName, { to?: string }>> = {
    orders,
    orderAmount: orders,
    discount: orders,
    received: record({ dateLimit: days }),
    used: record({ status: '1' }),
    expired: record({ status: '2' }),
  }
  const { bySource } = report
  const daily = everyDay(report.daily, { received: 0, used: 0, expired: 0, orderAmount: 0, discount: 0 })
  const points = daily.map(({ day }) => day.slice(5))
  return (
    <>
      {figureGroups.map((names) => (
        <MetricTiles key={names[0]} wide>
          {names
            .filter((name) => !costs.includes(name) || report.roi !== undefined)
            .map((name) => {
              const { title, definition, text } = figures[name]
              const below = name === 'useRate' && (report.received ? rateNote(report) : '没有人领取')
              return (
                <MetricTile
                  key={name}
                  title={title}
                  definition={definition}
                  below={below}
                  value={text(report)}
                  {...links[name]}
                />
              )
            })}
        </MetricTiles>
      ))}
      <Section title="每天领取和使用">
        <Chart
          kind="line"
          label={`${points.length} 天里领取 ${report.received} 张，使用 ${report.used} 张，过期 ${report.expired} 张`}
          points={points}
          series={[
            { name: '领取', values: daily.map(({ received }) => received) },
            { name: '使用', values: daily.map(({ used }) => used), tone: 3 },
            { name: '过期', values: daily.map(({ expired }) => expired), tone: 6 },
          ]}
        />
      </Section>
      <Section title="每天订单和优惠">
        <Chart
          kind="line"
          label={`${points.length} 天里带来订单 ${moneyText(report.orderAmount)}，优惠 ${moneyText(report.discount)}`}
          points={points}
          series={[
            { name: '订单金额', values: daily.map(({ orderAmount }) => orderAmount) },
            { name: '优惠金额', values: daily.map(({ discount }) => discount), tone: 3 },
          ]}
          format={(value) => moneyText(value)}
        />
      </Section>
      <Section title="按获取方式" flush>
        <Lines
          empty="这些天没有人领取或使用"
          rows={bySource.map((row) => ({ ...row, id: row.source }))}
          columns={[
            {
              title: '获取方式',
              render: ({ source }) =>
                mayList ? <Link {...linkOf(record({ source }))}>{couponSources[source]}</Link> : couponSources[source],
            },
            {
              title: '领取数',
              width: 120,
              align: 'right',
              sum: report.received.toLocaleString('en-US'),
              render: ({ received }) => received.toLocaleString('en-US'),
            },
            {
              title: '使用数',
              width: 120,
              align: 'right',
              sum: report.used.toLocaleString('en-US'),
              render: ({ used }) => used.toLocaleString('en-US'),
            },
            {
              title: '使用率',
              width: 120,
              align: 'right',
              sum: figures.useRate.text(report),
              render: ({ received, used }) => (received ? `${((used / received) * 100).toFixed(1)}%` : '—'),
            },
          ]}
        />
      </Section>
    </>
  )
}

/** For those who may see costs. */
const costs: readonly FigureName[] = ['cost', 'roi']

const linkOf = ({ to = '' }: { to?: string }) => ({ to })

/** The days of a range in the address; those of the last thirty where it is none. */
function daysOf(text: string): { start: string; end: string } {
  try {
    return rangeOf(text)
  } catch {
    return rangeOf(USUAL)
  }
}

function rangeOf(text: string) {
  const { from, to } = parseTimeRange(text, serverNow())
  if (!from || !to) throw new RangeError('no range')
  return { start: toWireDay(from), end: toWireDay(to) }
}
