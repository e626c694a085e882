import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { go } from '../../go/go.ts'
import styles from './button.module.css'

type Given = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  /** The one act of a screen is solid, the second soft, all others are a line. */
  kind?: 'solid' | 'soft' | 'line'
  /** How high it is drawn, in pixels; it can be touched 44 high in any case. */
  size?: 44 | 32 | 28
  /** What it does is on its way. */
  isBusy?: boolean
  /** The address of a screen that it opens. */
  to?: string
  isWide?: boolean
  children: ReactNode
}

export function Button({
  kind = 'solid',
  size = 44,
  isBusy = false,
  to,
  isWide,
  className = '',
  onClick,
  ...given
}: Given) {
  const look = `${styles.button} ${styles[kind]} ${styles[`s${size}`]} ${isWide ? styles.wide : ''} ${className}`
  return (
    <button
      {...given}
      type="button"
      className={look}
      aria-busy={isBusy}
      aria-disabled={isBusy || undefined}
      onClick={to === undefined ? onClick : () => go(to)}
    />
  )
}
