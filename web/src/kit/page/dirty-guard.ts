import { useContext, useInsertionEffect } from 'react'
import { confirm } from '../feedback/feedback.ts'
import { ViewContext } from './view.ts'

/** The number of guards with unsaved input, by page. */
const dirty = new Map<string, number>()

/**
 * Asks staff before unsaved input is lost: when the page's tab is closed or refreshed, and when the window is left.
 * The guard stays active while the page is in a hidden tab.
 */
export function useDirtyGuard(isDirty: boolean) {
  const { path } = useContext(ViewContext)
  // Other effects end when the tab is hidden; this one lasts as long as the page.
  useInsertionEffect(() => {
    if (!isDirty) return
    dirty.set(path, (dirty.get(path) ?? 0) + 1)
    return () => {
      const left = (dirty.get(path) ?? 0) - 1
      if (left > 0) dirty.set(path, left)
      else dirty.delete(path)
    }
  }, [isDirty, path])
}

/** The paths of the pages with unsaved input. */
export function dirtyPaths(): ReadonlySet<string> {
  return new Set(dirty.keys())
}

/** Asks whether pages may be closed, if any of them has unsaved input. */
export async function mayLeave(paths: readonly string[]): Promise<boolean> {
  return (
    !paths.some((path) => dirty.has(path)) || (await confirm({ content: '有未保存的修改，离开吗？', okText: '离开' }))
  )
}

/** Asks before a part of this page is closed or takes another's place, if the page has unsaved input. */
export function useMayLeave(): () => Promise<boolean> {
  const { path } = useContext(ViewContext)
  return async () => !dirty.has(path) || (await mayLeave([path]))
}

/** Discards unsaved input without another question: the user has chosen to sign out. */
export function forgetDirty() {
  dirty.clear()
}

window.addEventListener('beforeunload', (event) => {
  if (dirty.size) event.preventDefault()
})
