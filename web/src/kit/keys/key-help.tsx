import { lazy, Suspense, useEffect } from 'react'
import { loadChunk } from '../page/load-chunk.ts'
import { EVERYWHERE, listKeys, useKeys, useListedKeys } from './keys.ts'

const KeyList = lazy(() => loadChunk(() => import('./key-list.tsx')))

/** `?` lists the keys of the page and of the console. */
export function KeyHelp() {
  const { groups } = useListedKeys()
  useKeys(EVERYWHERE, [
    { key: '?', act: '列出这些快捷键', run: listKeys },
    { key: 'escape', label: 'Esc', act: '关闭打开的窗口' },
  ])
  useEffect(() => close, [])
  return (
    groups && (
      <Suspense fallback={null}>
        <KeyList groups={groups} onClose={close} />
      </Suspense>
    )
  )
}

function close() {
  useListedKeys.setState({ groups: undefined })
}
