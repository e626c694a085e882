import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../kit/page/load-chunk.ts'
import { useSettings } from '../../kit/settings/settings.ts'

const SettingsDrawer = lazy(() => loadChunk(() => import('./settings-drawer.tsx')))

/** The panel 系统布局设置; loads when first opened. */
export function SettingsPanel() {
  const open = useSettings((settings) => settings.showSettings)
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense>
        <SettingsDrawer open={open} />
      </Suspense>
    )
  )
}
