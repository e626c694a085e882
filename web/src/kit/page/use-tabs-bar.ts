import type { TabsRef } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the `ref` of tabs that may not all fit: the ⋯ of the others stands within the list of tabs, which owns nothing but tabs, and
 * no tab is cut in the middle of a word.
 */
export function useTabsBar(): RefObject<TabsRef | null> {
  const bar = useRef<TabsRef>(null)
  useEffect(() => {
    const box = bar.current?.nativeElement
    // Arrow keys and readers reach those behind ⋯ as they do the others.
    const more = box?.querySelector<HTMLElement>('.ant-tabs-nav-more')
    more?.setAttribute('aria-hidden', 'true')
    if (more) more.tabIndex = -1
    const wrap = box?.querySelector<HTMLElement>('.ant-tabs-nav-wrap')
    const strip = wrap?.querySelector<HTMLElement>('.ant-tabs-nav-list')
    if (!wrap || !strip || typeof ResizeObserver === 'undefined') return
    const hide = () => hideCut(wrap)
    const [sizes, moves] = [new ResizeObserver(hide), new MutationObserver(hide)]
    sizes.observe(wrap)
    sizes.observe(strip)
    moves.observe(strip, { attributeFilter: ['style'] })
    return () => {
      for (const observer of [sizes, moves]) observer.disconnect()
    }
  }, [])
  return bar
}

/** Hides tabs that stand only partly in sight; they are behind ⋯, and come into sight as a whole with the focus. */
function hideCut(wrap: HTMLElement) {
  const { left, right } = wrap.getBoundingClientRect()
  for (const tab of wrap.querySelectorAll<HTMLElement>('.ant-tabs-tab')) {
    const box = tab.getBoundingClientRect()
    tab.style.opacity = box.right > right + 1 || box.left < left - 1 ? '0' : ''
  }
}
