import type { GoodsReport, NetLift } from '@zhanggui/contract/promotion/activity-report.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { ShareBar } from '../../../../kit/chart/bars.tsx'
import { Chart } from '../../../../kit/chart/chart.tsx'
import { Waterfall } from '../../../../kit/chart/waterfall.tsx'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { Lines } from '../../../../kit/detail/parts.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { lengthText } from '../../../../kit/text/when-text.ts'
import { daySales } from './day-sales.ts'
import styles from './report.module.css'

const whole = (value: number) => value.toLocaleString('en-US')

/** What the activity sold day by day, on top of what its product sold at the usual price. */
export function DayByDay({ of: report, word }: { of: GoodsReport; word: string }) {
  const { days, usual, activity, before } = daySales(report, toWireDay(serverNow()))
  return (
    <Section title="每天卖多少">
      {days.length ? (
        <>
          <Chart
            kind="bar"
            stack
            label={`${days.length} 天里卖出 ${moneyText(report.gmv)}，让利 ${moneyText(report.discount)}`}
            points={days.map((day) => day.slice(5))}
            series={[
              { name: '平时价', values: usual, tone: 6 },
              { name: `${word}价`, values: activity, tone: 1 },
              ...(before > 0 ? [{ name: '前 7 天平均', values: days.map(() => before), before: true }] : []),
            ]}
            format={(value) => moneyText(value)}
          />
          <p className={styles.note}>平时价：同一商品不参加活动的订单，活动前 7 天起，不含运费</p>
        </>
      ) : (
        <p>还没有人付款</p>
      )}
    </Section>
  )
}

/** What the activity brought beyond what its product would have brought without it. */
export function Lifted({ of: lift, word }: { of: NetLift | null; word: string }) {
  return (
    <Section title="这场到底多赚多少" count="和没办活动比">
      {lift ? (
        <>
          <Waterfall
            label={`比没办活动净多赚 ${moneyText(lift.net)}`}
            steps={[
              { label: `${word}卖出`, value: lift.sold },
              { label: lift.fewer < 0 ? '平时价多卖' : '平时价少卖', value: -lift.fewer },
              { label: lift.extraCost < 0 ? '少卖的货的成本' : '多卖的货的成本', value: -lift.extraCost },
              { label: '送的券、积分', value: -lift.gifts },
            ]}
            total="净多赚"
          />
          <p className={styles.note}>
            平时价少卖：活动这 {lift.days} 天按原价的销售额，比活动前 7
            天的日均少的部分。都不含运费，退款已扣；券和积分按能抵的钱算。
          </p>
        </>
      ) : (
        <p>活动过完第一天，这里会算出比平时多赚多少</p>
      )}
    </Section>
  )
}

/** Whom the activity brought, by what they had bought before. */
export function Buyers({ of: { participants, buyers } }: { of: GoodsReport }) {
  const { fresh, lapsed, regular, again } = buyers
  return (
    <Section title="买家" count={`${whole(participants)} 人`}>
      <ShareBar
        label={`${whole(participants)} 位买家：新客 ${fresh}，90 天没来的 ${lapsed}，常客 ${regular}`}
        items={[
          { key: 'fresh', title: '新客', value: fresh },
          { key: 'lapsed', title: '90 天没来的', value: lapsed },
          { key: 'regular', title: '常客', value: regular },
        ]}
        format={(value) => `${whole(value)} 人`}
      />
      {fresh > 0 && <p>新客 14 天内又买 {whole(again)} 人</p>}
    </Section>
  )
}

/** 几点抢光: which SKUs are sold out, since when, and after how long. */
export function SoldOut({ of: { skus, type } }: { of: GoodsReport }) {
  return (
    <Section
      title="几点抢光"
      count={`${skus.filter(({ soldOutTime }) => soldOutTime).length} / ${skus.length} 个规格`}
      flush
    >
      <Lines
        rows={skus.map((sku) => ({ ...sku, id: sku.skuId }))}
        pageSize={20}
        columns={[
          {
            title: '规格',
            render: ({ suk, sold, quotaShow }) => (
              <TwoLine top={suk} below={`已售 ${whole(sold)} / ${whole(quotaShow)}`} />
            ),
          },
          {
            title: '抢光',
            width: 96,
            render: ({ soldOutTime }) => (soldOutTime ? <When at={soldOutTime} /> : '—'),
          },
          {
            title: '用时',
            width: 96,
            align: 'end',
            render: ({ soldOutSeconds }) => (soldOutSeconds === null ? '—' : tookText(soldOutSeconds)),
          },
        ]}
      />
      {type === 1 && <p className={styles.under}>用时只算开抢的时段</p>}
    </Section>
  )
}

/** 48 秒, 1 小时 22 分. */
export const tookText = (seconds: number) => (seconds < 60 ? `${seconds} 秒` : lengthText(Math.floor(seconds / 60)))
