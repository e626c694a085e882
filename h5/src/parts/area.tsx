import { useId } from 'react'
import styles from './typed/field.module.css'

type Given = { label: string; value: string; onChange: (value: string) => void; placeholder?: string; max: number }

/** Several lines that are typed. */
export function Area({ label, value, onChange, placeholder, max }: Given) {
  const id = useId()
  return (
    <div className={styles.area}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={max}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
