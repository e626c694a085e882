import { Tooltip } from 'antd'
import { labelTone } from './states.ts'
import styles from './text.module.css'
import tones from './tones.module.css'

/** Small tinted labels of a row: the first ones, the rest in +n. */
export function Labels({ of, max = 2 }: { of: readonly string[]; max?: number }) {
  if (!of.length) return null
  const rest = of.slice(max)
  return (
    <span className={styles.labels}>
      {of.slice(0, max).map((label) => (
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
