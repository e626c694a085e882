import { useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import { activityReport, type GoodsReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { type ActivityType, activityTypes } from '@zhanggui/domain/promotion/activity.ts'
import { Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { giftsText } from '../../../../kit/activity/activity-brought.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { MetricTile, MetricTiles } from '../../../../kit/figures/metric-tile.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { usePageName } from '../../../../kit/page/page-name.ts'
import { budgetText } from '../../../../kit/text/budget.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { Buyers, DayByDay, Lifted, SoldOut, tookText } from './goods-parts.tsx'
import { ReportActs } from './report-acts.tsx'

/** 活动效果 of a flash sale, a bargain or a combination, in whole. */
export function GoodsReportOf({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(read(activityReport.goods, { query: { id } }))
  usePageName(data && `活动效果 · ${data.title}`)
  return (
    <DetailPage
      back={{ to: '/marketing/report', title: '活动效果' }}
      head={{
        picture: data && <Picture src={data.image} alt={data.title} size={48} />,
        title: data?.title ?? `活动 ${id}`,
        below: data && (
          <span>
            {activityTypes[data.type as ActivityType]} · {data.startTime} 至 {data.stopTime} · {data.phaseName}
            {data.soldOutTime && (
              <>
                {' · '}
                <When at={data.soldOutTime} /> 抢光
              </>
            )}
          </span>
        ),
        acts: data && <ReportActs of={data} />,
      }}
      side={
        data && (
          <>
            {data.participants > 0 && <Buyers of={data} />}
            <SoldOut of={data} />
          </>
        )
      }
    >
      {error ? (
        <Section title="活动效果">
          <FailedBlock error={error} onRetry={refetch} />
        </Section>
      ) : data ? (
        <Report of={data} />
      ) : (
        <Section title="活动效果">
          <Skeleton active />
        </Section>
      )}
    </DetailPage>
  )
}

const whole = (value: number) => value.toLocaleString('en-US')
/** Nothing was brought: — rather than zeros. */
const amount = (yuan: number) => (yuan ? moneyText(yuan) : '—')

function Report({ of: report }: { of: GoodsReport }) {
  const orders = useCan(order.list)
    ? { to: `/order/list?${new URLSearchParams({ activityId: String(report.id) })}` }
    : {}
  const { paidOrders, participants, units, quotaShow, sales } = report
  const word = activityTypes[report.type as ActivityType]
  const soldOut = report.skus.filter(({ soldOutTime }) => soldOutTime)
  const quickest = Math.min(...soldOut.map(({ soldOutSeconds }) => soldOutSeconds ?? 0))
  return (
    <>
      <MetricTiles wide>
        {report.lift && (
          <MetricTile
            title="净多赚"
            definition="比没办活动多赚的毛利，怎么算的见下面"
            value={moneyText(report.lift.net)}
            below="和活动前 7 天比"
          />
        )}
        <MetricTile
          title="活动销售额"
          definition="付款的活动订单：实付减去已退款"
          value={amount(report.gmv)}
          below={`${whole(paidOrders)} 单，${whole(units)} 件`}
          {...orders}
        />
        <MetricTile
          title="让利"
          definition="活动价比售价少收的金额；已退的件不算"
          value={amount(report.discount)}
          below={units > 0 && `平均每件少收 ${moneyText(report.discount / units)}`}
        />
        <MetricTile
          title="赠送"
          definition="卖出的件送的积分，和这些订单送的优惠券；已退和收回的不算"
          value={report.points || report.coupons ? giftsText(report).replace('送 ', '') : '—'}
        />
        {report.margin !== undefined && (
          <MetricTile
            title="毛利"
            definition="活动销售额减去卖出的件的成本"
            value={paidOrders ? moneyText(report.margin) : '—'}
            below={report.roi !== undefined && report.roi !== null && `让利 1 元换回 ${report.roi.toFixed(2)} 元`}
          />
        )}
        <MetricTile
          title="已售"
          value={whole(sales)}
          below={[`限量 ${whole(quotaShow)}`, report.budget !== null && `预算 ${budgetText(report)}`]
            .filter(Boolean)
            .join('，')}
        />
      </MetricTiles>
      <MetricTiles wide>
        <MetricTile
          title="付款人数"
          value={whole(participants)}
          below={`浏览 ${whole(report.views)} 次，下单 ${whole(report.orders)} 笔`}
        />
        <MetricTile title="新客数" definition="第一次在本店付款就买了这个活动的客户" value={whole(report.newBuyers)} />
        <MetricTile title="客单价" definition="活动销售额 ÷ 没有全额退款的订单数" value={amount(report.avgOrder)} />
        <MetricTile
          title="退款率"
          definition="已退款 ÷ 付款时的实付"
          value={paidOrders ? `${report.refundRate}%` : '—'}
          below={report.refundAmount > 0 && `已退 ${moneyText(report.refundAmount)}`}
        />
        <MetricTile
          title="抢光"
          definition="限量卖完的规格；又退回来的不算"
          value={`${soldOut.length} / ${report.skus.length}`}
          below={soldOut.length > 0 && `最快 ${tookText(quickest)}`}
        />
      </MetricTiles>
      <DayByDay of={report} word={word} />
      {report.lift !== undefined && <Lifted of={report.lift} word={word} />}
    </>
  )
}
