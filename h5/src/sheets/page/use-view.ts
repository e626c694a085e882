import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { useEffect } from 'react'

/** Counts that a page was seen; nobody waits for it. @param counts false for previews */
export function useView(pageId: number, counts: boolean): void {
  useEffect(() => {
    if (!counts || !navigator.sendBeacon) return
    const body = JSON.stringify({ pageId, items: [{ kind: 'view' }] })
    navigator.sendBeacon(frontPages.track.path, new Blob([body], { type: 'application/json' }))
  }, [pageId, counts])
}
