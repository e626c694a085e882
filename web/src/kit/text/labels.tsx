import { Tooltip } from 'antd'
import { labelTone } from './states.ts'
import styles from './text.module.css'
import tones from './tones.module.css'

/**
 * Small tinted labels of a row: the first ones, the rest in +n.
 * @param room for how many characters there is room, where a column is narrow
 */
export function Labels({ of, max = 2, room }: { of: readonly string[]; max?: number; room?: number }) {
  if (!of.length) return null
  const count = room === undefined ? max : Math.min(max, fitting(of, room))
  const rest = of.slice(count)
  return (
    <span className={styles.labels}>
      {of.slice(0, count).map((label) => (
        <span key={label} className={`${styles.label} ${tones[labelTone(label)]}`}>
          {label}
        </span>
      ))}
      {rest.length > 0 && (
        <Tooltip title={rest.join('、')}>
          <span className={`${styles.label} ${tones.idle}`}>+{rest.length}</span>
        </Tooltip>
      )}
    </span>
  )
}

/** How wide the frame of a label is, and the +n, in characters. */
const FRAME = 1.2
const REST = 2.2

/** How many of the labels fit, and the +n of the others; one always does. */
function fitting(labels: readonly string[], room: number): number {
  let used = 0
  const tooMany = labels.findIndex((label, at) => {
    used += label.length + FRAME
    return used + (at < labels.length - 1 ? REST : 0) > room
  })
  return tooMany < 0 ? labels.length : Math.max(1, tooMany)
}
