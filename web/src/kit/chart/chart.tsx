import { Button } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { serverNow } from '../../api/server-time.ts'
import { loadChunk } from '../page/load-chunk.ts'
import { useWidth } from '../page/use-width.ts'
import { fullText, pastText } from '../text/when-text.ts'
import styles from './chart.module.css'

// The library comes with the first chart that is seen.
const ChartCanvas = lazy(() => loadChunk(() => import('./chart-canvas.tsx')))

export type ChartSeries = {
  name: string
  /** One for each point; null where there is none yet. */
  values: readonly (number | null)[]
  /** The period before: dashed, in grey. */
  before?: boolean
  /** Its colour among the six, where those of its place would be too much alike. */
  tone?: 1 | 2 | 3 | 4 | 5 | 6
}

/** The variable of a series' colour. */
export const toneOf = ({ before, tone }: ChartSeries, index: number) => (before ? '--was' : `--s${tone ?? index + 1}`)

export type ChartProps = {
  /** `step`: a value holds until the next point. */
  kind: 'line' | 'bar' | 'step'
  /** The sentence it tells, for readers who do not see it. */
  label: string
  /** The names at the lower edge, or moments, which stand apart as long as was between them. */
  points: readonly string[] | readonly Date[]
  /** Bars of a point stand on one another: what they are of adds up. */
  stack?: boolean
  /** At most six. */
  series: readonly ChartSeries[]
  /** A value as it is shown; with thousands apart if omitted. */
  format?: (value: number) => string
}

const plain = (value: number) => value.toLocaleString('en-US')

/** Figures over time, or beside one another, as lines or bars; 查看数据 shows them as a table. */
export function Chart({ format = plain, ...chart }: ChartProps) {
  const { label, points, series } = chart
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [asTable, setAsTable] = useState(false)
  const rows = points.map((point, index) => ({ key: index, point, values: series.map(({ values }) => values[index]) }))
  return (
    <figure className={styles.chart} aria-label={label}>
      <div className={styles.head}>
        {series.length > 1 && series.map((one, index) => <Legend key={one.name} of={one} index={index} />)}
        <Button type="link" size="small" className={styles.turn} onClick={() => setAsTable(!asTable)}>
          {asTable ? '查看图表' : '查看数据'}
        </Button>
      </div>
      {asTable ? (
        // Scrolls, so the keyboard must reach it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className={styles.data} tabIndex={0} aria-label="图表数据">
          <table>
            <thead>
              <tr>
                <th scope="col">{points[0] instanceof Date ? '时间' : '项目'}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, point, values }) => (
                <tr key={key}>
                  <td title={point instanceof Date ? fullText(point) : undefined}>
                    {point instanceof Date ? pastText(point, serverNow()) : point}
                  </td>
                  {series.map(({ name }, index) => (
                    <td key={name}>{valueText(values[index], format)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <div ref={box} className={styles.canvas} role="img" aria-label={label}>
          {width > 0 && (
            <Suspense>
              <ChartCanvas {...chart} format={format} width={width} />
            </Suspense>
          )}
        </div>
      )}
    </figure>
  )
}

/** A value as it is shown, — where there is none. */
export const valueText = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '—' : format(value)

function Legend({ of, index }: { of: ChartSeries; index: number }) {
  return (
    <span className={styles.legend}>
      <svg viewBox="0 0 16 8" aria-hidden="true">
        <path
          d="M0 4h16"
          stroke={`var(${toneOf(of, index)})`}
          strokeWidth="2"
          strokeDasharray={of.before ? '4 2' : undefined}
        />
      </svg>
      {of.name}
    </span>
  )
}
