import type { CSSProperties } from 'react'
import styles from './slider.module.css'

type Given = {
  label: string
  min: number
  max: number
  value: number
  disabled: boolean
  onChange: (value: number) => void
}

/** A number that is dragged: the browser's own control, in the colours of the console. */
export function Slider({ label, min, max, value, disabled, onChange }: Given) {
  const part = (value - min) / Math.max(1, max - min)
  return (
    <input
      type="range"
      className={styles.slider}
      style={{ '--at': `${Math.round(part * 100)}%` } as CSSProperties}
      aria-label={label}
      min={min}
      max={max}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}
