import { ConfigProvider, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useFocusReturn } from './focus-return.ts'
import styles from './side-panel.module.css'

/** The library's own motion would drop the content when the tab is hidden; side-panel.module.css has one that does not. */
const still = { token: { motion: false } }

type SidePanelProps = {
  title: string
  /** px; phones use their whole width. */
  width: number
  onClose: () => void
  /** Buttons that stay in sight. With them a click outside does not shut the panel: something is filled in. */
  footer?: ReactNode
  children: ReactNode
}

/** What is looked at beside a page: a panel at its right, shut by a click outside or Esc. Draw it only while it is open. */
export function SidePanel({ title, width, onClose, footer, children }: SidePanelProps) {
  useFocusReturn()
  return (
    <ConfigProvider theme={still}>
      <Drawer
        open
        rootClassName={styles.panel}
        title={title}
        size={`min(${width}px, 100vw)`}
        onClose={onClose}
        mask={{ closable: !footer }}
        footer={footer}
        closable={{ 'aria-label': '关闭' }}
      >
        {children}
      </Drawer>
    </ConfigProvider>
  )
}
