import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'

const theme = {
  token: { colorTextDisabled: 'var(--text)' },
  // Buttons are exempt: they are pressed, not read.
  components: { Button: { colorTextDisabled: 'color-mix(in srgb, var(--text) 30%, transparent)' } },
}

/** Wraps a read-only form: its disabled controls stay legible. */
export function Legible({ when, children }: { when: boolean; children: ReactNode }) {
  return <ConfigProvider {...(when && { theme })}>{children}</ConfigProvider>
}
