import { Activity, type ComponentType, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ViewContext } from '../../kit/page/view.ts'
import type { LayoutProps } from '../routing/gate.ts'
import styles from './kept-views.module.css'
import { leaveTab, useTabs } from './tabs.ts'
import { keepAlive } from './tabs-state.ts'

/**
 * The current page and, hidden behind it, the pages kept while their tab is open: input and scroll position are kept, timers
 * and polls stop until they are shown again. Each path has an instance of its own.
 * @param Page draws the page of a match
 */
export function KeptViews({ match, place, Page }: LayoutProps & { Page: ComponentType<LayoutProps> }) {
  const live = useTabs(keepAlive)
  const [kept, setKept] = useState<readonly Kept[]>([])
  const views = nextViews(kept, { match, place }, live)
  if (views !== kept) setKept(views)
  return views.map((view) => (
    <Activity key={`${view.nth} ${view.match.path}`} mode={view.match.path === match.path ? 'visible' : 'hidden'}>
      <View match={view.match} place={view.place} Page={Page} />
    </Activity>
  ))
}

/** An instance of a page. */
type Kept = LayoutProps & {
  /** Counts the instances of a path. */
  nth: number
  /** Whether a tab has kept it, so that it ends with the tab. */
  isLive: boolean
  /** Its tab was closed while it was shown: it stays until the next page is drawn, even if that is one of the same path. */
  isOver: boolean
}

/** In the order they were opened, which does not change: moving a page in the document would lose its scroll position. */
function nextViews(kept: readonly Kept[], { match, place }: LayoutProps, live: readonly string[]): readonly Kept[] {
  const isSame = (view: Kept) => view.match === match && view.place === place
  const shown = kept.find((view) => view.match.path === match.path)
  const present = shown?.isOver && !isSame(shown) ? undefined : shown
  const isLive = live.includes(match.path)
  const next = {
    match,
    place,
    nth: present?.nth ?? (shown ? shown.nth + 1 : 0),
    isLive,
    isOver: present !== undefined && (present.isOver || (present.isLive && !isLive)),
  }
  const staying = kept.filter((view) => (view === shown ? present : live.includes(view.match.path)))
  if (!present) return [...staying, next]
  if (isSame(present) && present.isLive === next.isLive && present.isOver === next.isOver)
    return staying.length < kept.length ? staying : kept
  return staying.map((view) => (view === present ? next : view))
}

const View = memo(function View({ match, place, Page }: LayoutProps & { Page: ComponentType<LayoutProps> }) {
  const { path, record } = match
  const title = record.meta.title ?? ''
  const owner = useMemo(() => ({ path, title, leave: (to: string) => leaveTab(path, to) }), [path, title])
  return (
    <ViewContext value={owner}>
      <ScrollKeeper>
        <Page match={match} place={place} />
      </ScrollKeeper>
    </ViewContext>
  )
})

/** Restores the scroll positions inside a page when its tab is shown again: not every browser does. */
function ScrollKeeper({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [positions] = useState(() => new Map<Element, Pick<Element, 'scrollLeft' | 'scrollTop'>>())
  useLayoutEffect(() => {
    const element = box.current
    const note = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      const { scrollLeft, scrollTop } = target
      positions.set(target, { scrollLeft, scrollTop })
    }
    for (const [part, position] of positions)
      if (element?.contains(part)) Object.assign(part, position)
      else positions.delete(part)
    element?.addEventListener('scroll', note, { capture: true, passive: true })
    return () => element?.removeEventListener('scroll', note, { capture: true })
  }, [positions])
  return (
    <div ref={box} className={styles.view}>
      {children}
    </div>
  )
}
