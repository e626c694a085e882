import { Icon } from './icon.tsx'
import styles from './stepper.module.css'

type Given = {
  /** What is counted, for screen readers. */
  label: string
  value: number
  min?: number
  max: number
  onChange: (value: number) => void
  /** Says why there is no more. */
  onMost?: () => void
}

/** A number, one more and one less. */
export function Stepper({ label, value, min = 1, max, onChange, onMost }: Given) {
  return (
    <fieldset className={styles.stepper} aria-label={label}>
      <button type="button" aria-label={`减少${label}`} disabled={value <= min} onClick={() => onChange(value - 1)}>
        <Icon name="less" size={14} />
      </button>
      <output>{value}</output>
      <button
        type="button"
        aria-label={`增加${label}`}
        disabled={value >= max && !onMost}
        className={value >= max ? styles.most : ''}
        onClick={() => (value < max ? onChange(value + 1) : onMost?.())}
      >
        <Icon name="add" size={14} />
      </button>
    </fieldset>
  )
}
