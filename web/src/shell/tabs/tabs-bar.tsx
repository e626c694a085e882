import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Dropdown } from 'antd'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { go } from '../../kit/page/go.ts'
import { TabMenu } from './tab-menu.tsx'
import { closeTab, moveTab, useTabs } from './tabs.ts'
import styles from './tabs-bar.module.css'
import { contextMenuPosition, scrollToTab, wheelScroll } from './tabs-geometry.ts'
import type { Tab } from './tabs-state.ts'

type OpenMenu = { tab: Tab; barLeft: number; left: number; top: number }

/** The tabs of open pages, below the navbar. */
export function TabsBar({ activePath }: { activePath: string }) {
  const tabs = useTabs(({ visited }) => visited)
  const bar = useRef<HTMLElement>(null)
  const { strip, overflows } = useStrip(tabs, activePath)
  const [menu, setMenu] = useState<OpenMenu>()

  const openMenu = useCallback((tab: Tab, event: MouseEvent) => {
    event.preventDefault()
    const { left, width } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 0 }
    const { clientX, clientY } = event
    setMenu({ tab, barLeft: left, ...contextMenuPosition({ clientX, clientY, bar: { left, width } }) })
  }, [])

  return (
    <nav ref={bar} className={styles.bar} aria-label="标签页">
      {/* One tab stop: the arrows move inside. */}
      <ul ref={strip} className={styles.strip} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            active={tab.path === activePath}
            stop={tab.path === (tabs.find(({ path }) => path === activePath) ?? tabs[0])?.path}
            onMenu={openMenu}
          />
        ))}
      </ul>
      {overflows && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            className: styles.all,
            selectedKeys: [activePath],
            items: tabs.map(({ path, title }) => ({ key: path, label: title })),
            onClick: ({ key }) => go(tabs.find(({ path }) => path === key)?.fullPath ?? key),
          }}
        >
          <button type="button" className={styles.more} aria-label="全部标签页" title="全部标签页">
            <DownOutlined />
          </button>
        </Dropdown>
      )}
      {menu && <TabMenu {...menu} key={menu.tab.path} activePath={activePath} onClose={() => setMenu(undefined)} />}
    </nav>
  )
}

/** Left and right go from tab to tab, Home and End to the first and the last, Delete closes. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const links = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('a'))
  const here = links.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: links.length - 1 }[event.key]
  if (event.key === 'Delete') links[here]?.parentElement?.querySelector('button')?.click()
  else if (here >= 0 && to !== undefined) links[(to + links.length) % links.length]?.focus()
  else return
  event.preventDefault()
}

/** The data of a dragged tab: its path. */
const DRAGGED_TAB = 'application/x-zhanggui-tab'

type TabItemProps = { tab: Tab; active: boolean; stop: boolean; onMenu: (tab: Tab, event: MouseEvent) => void }

const TabItem = memo(function TabItem({ tab, active, stop, onMenu }: TabItemProps) {
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
      <Link to={fullPath} aria-current={active ? 'page' : undefined} draggable={false} tabIndex={stop ? 0 : -1}>
        {title}
      </Link>
      {!meta.affix && (
        <button type="button" tabIndex={-1} aria-label={`关闭${title}`} onClick={() => closeTab(path)}>
          <CloseOutlined />
        </button>
      )}
    </li>
  )
})

/** The strip scrolls by wheel, and automatically to the tab that became active. */
function useStrip(tabs: readonly Tab[], activePath: string) {
  const strip = useRef<HTMLUListElement>(null)
  const active = tabs.findIndex(({ path }) => path === activePath)
  const count = tabs.length
  const [overflows, setOverflows] = useState(false)

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

  // A strip that became narrower scrolls, too: the active tab stays in sight.
  useLayoutEffect(() => {
    const measure = () => {
      const element = strip.current
      if (!element || !count) return setOverflows(false)
      const { scrollLeft, clientWidth: width, scrollWidth } = element
      setOverflows(scrollWidth > width)
      if (active < 0) return
      const items = Array.from(element.children, (child) =>
        child instanceof HTMLElement ? { left: child.offsetLeft, width: child.offsetWidth } : { left: 0, width: 0 },
      )
      element.scrollLeft = scrollToTab(items, active, { scrollLeft, width, max: scrollWidth - width })
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [active, count])

  return { strip, overflows }
}
