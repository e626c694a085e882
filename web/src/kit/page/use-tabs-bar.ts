import type { TabsRef } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'

/** For the `ref` of tabs that may not all fit: the ⋯ of the others stands within the list of tabs, which owns nothing but tabs. */
export function useTabsBar(): RefObject<TabsRef | null> {
  const bar = useRef<TabsRef>(null)
  useEffect(() => {
    // Arrow keys and readers reach those behind ⋯ as they do the others.
    const more = bar.current?.nativeElement?.querySelector<HTMLElement>('.ant-tabs-nav-more')
    more?.setAttribute('aria-hidden', 'true')
    if (more) more.tabIndex = -1
  }, [])
  return bar
}
