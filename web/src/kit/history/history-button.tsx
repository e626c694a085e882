import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../page/load-chunk.ts'
import { useIsPhone } from '../page/use-is-phone.ts'
import { type HistoryOf, useHistoryObject } from './history-object.ts'

const ObjectHistory = lazy(() => loadChunk(() => import('./object-history.tsx')))

/** Opens 修改记录 of an object; nothing for sessions that may not read it. Phones have room for the sign alone. */
export function HistoryButton(of: HistoryOf) {
  const [open, setOpen] = useState(false)
  const phone = useIsPhone()
  if (!useHistoryObject(of.object)) return null
  return (
    <>
      <Button
        icon={<HistoryOutlined aria-hidden />}
        title="修改记录"
        aria-label="修改记录"
        onClick={() => setOpen(true)}
      >
        {!phone && '修改记录'}
      </Button>
      {open && <HistoryPanel {...of} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The panel, fetched when it is opened. */
export function HistoryPanel(props: HistoryOf & { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ObjectHistory {...props} />
    </Suspense>
  )
}
