import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import styles from './tool.module.css'

type ToolProps = { label: string; expanded?: boolean; onClick?: () => void; children: ReactNode }

/** A button of the navbar: a picture, with its name as tooltip. */
export function Tool({ label, expanded, children, ...rest }: ToolProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <button type="button" className={styles.tool} aria-label={label} aria-expanded={expanded} {...rest}>
        {children}
      </button>
    </Tooltip>
  )
}
