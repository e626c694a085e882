import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './field.module.css'

type Given = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  label: string
  value: string
  onChange: (value: string) => void
  /** What is wrong with it. */
  fault?: string
  /** Beside the field. */
  children?: ReactNode
}

/** A line that is typed. */
export function Field({ label, value, onChange, fault, children, ...given }: Given) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...given}
        id={id}
        value={value}
        aria-invalid={fault ? true : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {children}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
