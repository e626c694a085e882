import { type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './tab-menu.module.css'
import { closeAllTabs, closeOtherTabs, closeTab, closeTabsLeft, closeTabsRight, refreshTab } from './tabs.ts'
import type { Tab } from './tabs-state.ts'

type Props = { tab: Tab; activePath: string; barLeft: number; left: number; top: number; onClose: () => void }

/** The actions of a tab, at the place of the right click. */
export function TabMenu({ tab, activePath, barLeft, left, top, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const { path, fullPath, meta } = tab
  const actions = [
    ['刷新', () => refreshTab(path)],
    ...(meta.affix ? [] : [['关闭', () => closeTab(path)] as const]),
    ['关闭其他', () => closeOtherTabs(path)],
    ['关闭全部', () => closeAllTabs()],
    ['关闭左侧', () => closeTabsLeft(path)],
    ['关闭右侧', () => closeTabsRight(path)],
    ['新窗口打开', () => window.open(fullPath, '_blank', 'noopener')],
  ] as const

  useHiding(onClose, activePath)
  useEffect(() => menu.current?.focus(), [])

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const buttons = Array.from(event.currentTarget.querySelectorAll('button'))
    if (!step || !buttons.length) return
    event.preventDefault()
    const focused = buttons.findIndex((button) => button.matches(':focus'))
    buttons.at(focused < 0 && step < 0 ? -1 : (focused + step) % buttons.length)?.focus()
  }

  return (
    // Its position is relative to the bar horizontally and to the window vertically.
    <div className={styles.origin} style={{ left: barLeft }}>
      <div
        ref={menu}
        className={styles.menu}
        style={{ left, top }}
        role="menu"
        tabIndex={-1}
        aria-label="标签页操作"
        onKeyDown={handleKey}
      >
        {actions.map(([label, run]) => (
          <button
            key={label}
            type="button"
            role="menuitem"
            onClick={() => {
              onClose()
              run()
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Hides on a click elsewhere, scrolling, a page change, Esc, and when the window loses the focus. */
function useHiding(onClose: () => void, address: string) {
  const hide = useRef(onClose)
  const openedAt = useRef(address)
  useEffect(() => {
    hide.current = onClose
    if (address !== openedAt.current) onClose()
  }, [onClose, address])
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const close = () => hide.current()
    const onMenu = ({ target }: Event) => target instanceof Element && target.closest('[role="menu"]')
    document.addEventListener('pointerdown', (event) => onMenu(event) || close(), { signal })
    document.addEventListener('click', (event) => onMenu(event) || close(), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
    window.addEventListener('scroll', close, { signal, capture: true })
    window.addEventListener('blur', close, { signal })
    return () => ending.abort()
  }, [])
}
