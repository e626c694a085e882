import styles from './chart.module.css'

/** The room of a line within a cell; the last point keeps its radius within it. */
const WIDTH = 100
const HEIGHT = 32
const EDGE = 3

type SparklineProps = {
  values: readonly number[]
  /** The least value at the upper edge; the greatest of them if omitted. */
  max?: number
  /** What it shows; without it the line only repeats what stands beside it. */
  label?: string
  /** As wide as its place, with the area below filled. */
  wide?: boolean
}

/** The last values as a line, the newest at the right. */
export function Sparkline({ values, max, label, wide }: SparklineProps) {
  const top = Math.max(max ?? 0, ...values, Number.MIN_VALUE)
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) =>
      [EDGE + index * step, HEIGHT - EDGE - (value / top) * (HEIGHT - 2 * EDGE)].map((at) => at.toFixed(1)) as [
        string,
        string,
      ],
  )
  const line = points.map((point) => point.join()).join(' ')
  const [first, last] = [points[0], points.at(-1)]
  return (
    <svg
      className={styles.spark}
      data-wide={wide}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio={wide ? 'none' : undefined}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {first && last && points.length > 1 && (
        <>
          {wide && <polygon className={styles.area} points={`${first[0]},${HEIGHT} ${line} ${last[0]},${HEIGHT}`} />}
          <polyline className={styles.line} points={line} />
          {!wide && <circle className={styles.dot} cx={last[0]} cy={last[1]} r={EDGE} />}
        </>
      )}
    </svg>
  )
}
