import styles from '../../../kit/watching.module.css'

const WIDTH = 120
const HEIGHT = 40

/** A small chart of the last values, the newest at the right. @param max the least value at its upper edge */
export function Sparkline({ values, max, label }: { values: readonly number[]; max?: number; label: string }) {
  const top = Math.max(max ?? 0, ...values, Number.MIN_VALUE)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(HEIGHT - (value / top) * HEIGHT).toFixed(1)}`,
  )
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {points.length > 1 && (
        <>
          <polygon className={styles.area} points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
          <polyline className={styles.line} points={points.join(' ')} />
        </>
      )}
    </svg>
  )
}
