import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { type DragEvent, type MouseEvent, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { TabMenu } from './tab-menu.tsx'
import { closeTab, moveTab, useTabs } from './tabs.ts'
import styles from './tabs-bar.module.css'
import { contextMenuPosition, scrollToTab, wheelScroll } from './tabs-geometry.ts'
import type { Tab } from './tabs-state.ts'

type OpenMenu = { tab: Tab; barLeft: number; left: number; top: number }

/** The tabs of open pages, below the navbar (1.7). */
export function TabsBar({ activePath }: { activePath: string }) {
  const tabs = useTabs(({ visited }) => visited)
  const bar = useRef<HTMLElement>(null)
  const strip = useStrip(tabs, activePath)
  const [menu, setMenu] = useState<OpenMenu>()

  const openMenu = useCallback((tab: Tab, event: MouseEvent) => {
    event.preventDefault()
    const { left, width } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 0 }
    const { clientX, clientY } = event
    setMenu({ tab, barLeft: left, ...contextMenuPosition({ clientX, clientY, bar: { left, width } }) })
  }, [])

  return (
    <nav ref={bar} className={styles.bar} aria-label="标签页">
      <ul ref={strip} className={styles.strip}>
        {tabs.map((tab) => (
          <TabItem key={tab.path} tab={tab} active={tab.path === activePath} onMenu={openMenu} />
        ))}
      </ul>
      {menu && <TabMenu {...menu} key={menu.tab.path} activePath={activePath} onClose={() => setMenu(undefined)} />}
    </nav>
  )
}

/** The data of a dragged tab: its path. */
const DRAGGED_TAB = 'application/x-zhanggui-tab'

type TabItemProps = { tab: Tab; active: boolean; onMenu: (tab: Tab, event: MouseEvent) => void }

const TabItem = memo(function TabItem({ tab, active, onMenu }: TabItemProps) {
  const { path, fullPath, title, meta } = tab
  const [target, setTarget] = useState(false)

  // The middle button would otherwise scroll the page and open a window.
  function handleAuxClick(event: MouseEvent) {
    if (event.button !== 1) return
    event.preventDefault()
    if (!meta.affix) closeTab(path)
  }

  function handleDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes(DRAGGED_TAB)) return
    event.preventDefault()
    setTarget(true)
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setTarget(false)
    const dragged = event.dataTransfer.getData(DRAGGED_TAB)
    if (dragged) moveTab(dragged, path)
  }

  return (
    <li
      className={styles.tab}
      data-active={active}
      data-target={target}
      draggable={!meta.affix}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED_TAB, path)}
      onDragOver={handleDragOver}
      onDragLeave={() => setTarget(false)}
      onDrop={handleDrop}
      onContextMenu={(event) => onMenu(tab, event)}
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={handleAuxClick}
    >
      <Link to={fullPath} aria-current={active ? 'page' : undefined} draggable={false}>
        {title}
      </Link>
      {!meta.affix && (
        <button type="button" aria-label={`关闭${title}`} onClick={() => closeTab(path)}>
          <CloseOutlined />
        </button>
      )}
    </li>
  )
})

/** The strip scrolls by wheel, and automatically to the tab that became active (SH-84). */
function useStrip(tabs: readonly Tab[], activePath: string) {
  const strip = useRef<HTMLUListElement>(null)
  const active = tabs.findIndex(({ path }) => path === activePath)
  const count = tabs.length

  useEffect(() => {
    const element = strip.current
    const turn = (event: WheelEvent) => {
      if (!element || element.scrollWidth <= element.clientWidth) return
      event.preventDefault()
      element.scrollLeft += wheelScroll(event.deltaY || event.deltaX)
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [])

  useLayoutEffect(() => {
    const element = strip.current
    if (!element || active < 0 || !count) return
    const items = Array.from(element.children, (child) =>
      child instanceof HTMLElement ? { left: child.offsetLeft, width: child.offsetWidth } : { left: 0, width: 0 },
    )
    const { scrollLeft, clientWidth: width, scrollWidth } = element
    element.scrollLeft = scrollToTab(items, active, { scrollLeft, width, max: scrollWidth - width })
  }, [active, count])

  return strip
}
