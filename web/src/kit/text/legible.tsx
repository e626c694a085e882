import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'

const theme = {
  token: { colorTextDisabled: 'var(--text)' },
  // Buttons are not read, but pressed.
  components: { Button: { colorTextDisabled: 'color-mix(in srgb, var(--text) 30%, transparent)' } },
}

/** Around a form that is only looked at: what cannot be changed reads as well as what can. */
export function Legible({ when, children }: { when: boolean; children: ReactNode }) {
  return <ConfigProvider {...(when && { theme })}>{children}</ConfigProvider>
}
