import type { ReactNode } from 'react'
import { Named } from '../../kit/page/named.tsx'
import styles from './tool.module.css'

type ToolProps = {
  label: string
  expanded?: boolean
  /** Whether to hide the tooltip, where it would cover what the button has opened. */
  quiet?: boolean
  autoFocus?: boolean
  onClick?: () => void
  children: ReactNode
}

/** A button of the navbar: an icon, with its name as tooltip. */
export function Tool({ label, expanded, quiet, children, ...rest }: ToolProps) {
  return (
    <Named name={quiet ? '' : label} after={0.4}>
      <button type="button" className={styles.tool} aria-label={label} aria-expanded={expanded} {...rest}>
        {children}
      </button>
    </Named>
  )
}
