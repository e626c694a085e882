import type { ComponentProps, ReactNode } from 'react'
import styles from '../pages/login.module.css'

type TextBoxProps = ComponentProps<'input'> & {
  name: string
  label: string
  icon: ReactNode
  problem?: string
  hint?: string
}

/**
 * A labelled input. Plain HTML rather than the component library, whose inputs would load all of its forms: everyone waits
 * for this page first.
 */
export function TextBox({ label, icon, problem, hint, children, ...input }: TextBoxProps) {
  const { name } = input
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      <div className={styles.box} data-problem={Boolean(problem)}>
        {icon}
        <input
          {...input}
          id={name}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(problem)}
          aria-describedby={problem && `${name}-problem`}
        />
        {children}
      </div>
      {hint && (
        <p className={styles.hint} role="status">
          {hint}
        </p>
      )}
      {problem && (
        <p className={styles.problem} id={`${name}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
