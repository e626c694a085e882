import { useQuery } from '@tanstack/react-query'
import { type FanFigures, fan } from '@zhanggui/contract/wechat/fan.ts'
import { Segmented, Skeleton } from 'antd'
import { read } from '../../../api/read.ts'
import { ShareBar } from '../../../kit/chart/bars.tsx'
import { Chart } from '../../../kit/chart/chart.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import styles from './fans.module.css'

const SPANS = [14, 30, 90] as const
export type Span = (typeof SPANS)[number]

/** The figures of the followers, for as many days. */
export const useFanFigures = (days: Span) => useQuery(read(fan.figures, { query: { days }, silent: true }))

type Props = { figures: ReturnType<typeof useFanFigures>; days: Span; onTurn: (days: Span) => void }

/** 每天关注与取关 and 从哪来. */
export function FanCharts({ figures: { data, error, refetch }, days, onTurn }: Props) {
  const failed = error && !data && <FailedBlock error={error} onRetry={refetch} />
  const turn = (
    <Segmented<Span>
      aria-label="看多少天"
      size="small"
      value={days}
      onChange={onTurn}
      options={SPANS.map((value) => ({ value, label: `${value} 天` }))}
    />
  )
  return (
    <div className={styles.top}>
      <Section title="每天关注与取关" acts={turn}>
        {failed || (data ? <Days of={data} /> : <Skeleton active />)}
      </Section>
      <Section title="从哪来" count={data && `${data.followers.toLocaleString('en-US')} 人`}>
        {failed ||
          (data ? (
            <ShareBar
              label="粉丝来源"
              items={data.sources.map(({ source, title, count }) => ({ key: source, title, value: count }))}
            />
          ) : (
            <Skeleton active />
          ))}
      </Section>
    </div>
  )
}

function Days({ of: { days } }: { of: FanFigures }) {
  const sum = (name: 'follows' | 'leaves') => days.reduce((total, day) => total + day[name], 0)
  return (
    <Chart
      kind="bar"
      label={`${days.length} 天里 ${sum('follows')} 人关注，${sum('leaves')} 人取消关注`}
      points={days.map(({ day }) => day.slice(5))}
      series={[
        { name: '关注', values: days.map(({ follows }) => follows) },
        { name: '取关', values: days.map(({ leaves }) => leaves), tone: 3 },
      ]}
    />
  )
}
