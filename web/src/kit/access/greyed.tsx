import { ConfigProvider, Tooltip } from 'antd'
import { createContext, type ReactNode, useContext } from 'react'
import styles from './greyed.module.css'

const Within = createContext(false)

/** Greys the controls within it where there is a reason to, and says the reason to pointer and keyboard. */
export function Greyed({ why, children }: { why: string | undefined; children: ReactNode }) {
  const isGreyed = useContext(Within)
  if (why === undefined || isGreyed) return children
  return (
    <Within value={true}>
      <ConfigProvider componentDisabled>
        <Tooltip title={why} trigger={['hover', 'focus']}>
          {/* biome-ignore lint/a11y: disabled controls take no focus, so what is around them says why */}
          <span className={styles.greyed} role="group" aria-label={why} tabIndex={0}>
            {children}
          </span>
        </Tooltip>
      </ConfigProvider>
    </Within>
  )
}
