import { ConfigProvider, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useCover } from '../page/cover.ts'
import { useFocusReturn } from './focus-return.ts'
import styles from './side-panel.module.css'

/** The library's own animation would drop the content when the tab is hidden; the one in side-panel.module.css does not. */
const still = { token: { motion: false } }

type SidePanelProps = {
  title: string
  /** Width in px; phones use their full width. */
  width: number
  onClose: () => void
  /** Buttons that stay visible. With them a click outside does not close the panel, as it holds a form. */
  footer?: ReactNode
  children: ReactNode
}

/** A panel at the right of a page, closed by a click outside or Esc. Render it only while it is open. */
export function SidePanel({ title, width, onClose, footer, children }: SidePanelProps) {
  useFocusReturn()
  useCover()
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
