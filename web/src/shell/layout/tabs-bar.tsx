import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { horizontalListSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type MouseEvent, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Tab } from '../model/tabs.ts'
import { contextMenuPosition, scrollToTab, wheelScroll } from '../model/tabs-geometry.ts'
import { closeTab, moveTab, useTabs } from '../tabs.ts'
import { TabMenu } from './tab-menu.tsx'
import styles from './tabs-bar.module.css'

type OpenMenu = { tab: Tab; barLeft: number; left: number; top: number }

/** The open pages in a line below the navbar (1.7). */
export function TabsBar({ activePath }: { activePath: string }) {
  const tabs = useTabs(({ visited }) => visited)
  const paths = useMemo(() => tabs.map(({ path }) => path), [tabs])
  const bar = useRef<HTMLElement>(null)
  const strip = useStrip(tabs, activePath)
  const [menu, setMenu] = useState<OpenMenu>()
  // A click stays a click until the pointer has moved.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))

  const openMenu = useCallback((tab: Tab, event: MouseEvent) => {
    event.preventDefault()
    const { left, width } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 0 }
    const { clientX, clientY } = event
    setMenu({ tab, barLeft: left, ...contextMenuPosition({ clientX, clientY, bar: { left, width } }) })
  }, [])

  return (
    <nav ref={bar} className={styles.bar} aria-label="标签页">
      {/* Around the list: it brings elements of its own, which a list may not hold. */}
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleDragEnd}>
        <SortableContext items={paths} strategy={horizontalListSortingStrategy}>
          <ul ref={strip} className={styles.strip}>
            {tabs.map((tab) => (
              <TabItem key={tab.path} tab={tab} active={tab.path === activePath} onMenu={openMenu} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {menu && <TabMenu {...menu} key={menu.tab.path} activePath={activePath} onClose={() => setMenu(undefined)} />}
    </nav>
  )
}

function handleDragEnd({ active, over }: DragEndEvent) {
  if (over) moveTab(String(active.id), String(over.id))
  // Letting go of a tab is a click on its link, too.
  const stop = (event: Event) => event.preventDefault()
  window.addEventListener('click', stop, { capture: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 50)
}

type TabItemProps = { tab: Tab; active: boolean; onMenu: (tab: Tab, event: MouseEvent) => void }

const TabItem = memo(function TabItem({ tab, active, onMenu }: TabItemProps) {
  const { path, fullPath, title, meta } = tab
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: path, disabled: meta.affix })

  // The middle button would otherwise scroll the page and open a window.
  function handleAuxClick(event: MouseEvent) {
    if (event.button !== 1) return
    event.preventDefault()
    if (!meta.affix) closeTab(path)
  }

  return (
    <li
      ref={setNodeRef}
      className={styles.tab}
      data-active={active}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      onContextMenu={(event) => onMenu(tab, event)}
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={handleAuxClick}
      {...listeners}
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

/** The strip scrolls by wheel, and by itself to the tab that became active (SH-84). */
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
