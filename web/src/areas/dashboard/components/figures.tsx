import { useQuery } from '@tanstack/react-query'
import { type HomeFigures, home } from '@zhanggui/contract/dashboard/home.ts'
import { Skeleton } from 'antd'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { Chart } from '../../../kit/chart/chart.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { figureTiles, trendSentence } from '../model/figures.ts'
import styles from './home-parts.module.css'
import { looked } from './looked.ts'

/** The figures of the day, for those who may see them. */
export function useFigures() {
  const allowed = useCan(home.figures)
  const query = useQuery({ ...read(home.figures, { silent: true }), ...looked, enabled: allowed })
  return { ...query, allowed }
}

/** 今天: what it brought so far, beside yesterday and the same weekday; absent without the permission. */
export function FigureTiles() {
  const { allowed, data, error, refetch, isPending } = useFigures()
  if (!allowed) return null
  if (data)
    return (
      <MetricTiles>
        {figureTiles(data).map(({ key, below, ...tile }) => (
          <MetricTile
            key={key}
            {...tile}
            below={below.map((part) => (
              <span key={part} className={styles.part}>
                {part}
              </span>
            ))}
          />
        ))}
      </MetricTiles>
    )
  return (
    <Section title="今天">
      {isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : <FailedBlock error={error} onRetry={refetch} />}
    </Section>
  )
}

/** How the day's sales grew, beside those of yesterday. */
export function FigureTrend() {
  const { data } = useFigures()
  return data ? <Trend of={data} /> : null
}

function Trend({ of }: { of: HomeFigures }) {
  const { hours, today, yesterday } = of
  const isQuiet = today.sales === 0 && yesterday.sales === 0
  return (
    <Section title="今天累计销售额">
      {isQuiet ? (
        <p>有了第一单，这里会变成每小时的销售额和昨天的对比。</p>
      ) : (
        <Chart
          kind="line"
          label={trendSentence(of)}
          points={hours.map((_, at) => `${String(at + 1).padStart(2, '0')}:00`)}
          series={[
            { name: '今天', values: hours.map((hour) => hour.today) },
            { name: '昨天', values: hours.map((hour) => hour.yesterday), before: true },
          ]}
          format={moneyText}
        />
      )}
    </Section>
  )
}
