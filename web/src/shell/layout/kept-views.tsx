import { Activity, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LayoutProps } from '../gate.ts'
import { keepAlive } from '../model/tabs.ts'
import { Screen } from '../screen.tsx'
import { useTabs } from '../tabs.ts'
import { ViewContext } from '../view.ts'
import styles from './kept-views.module.css'

/**
 * The page on show, and hidden behind it those that are kept while their tab is open: their input and scrolling wait,
 * their timers and polls stop until they are shown again (SH-73). Each path has an instance of its own.
 */
export function KeptViews(shown: LayoutProps) {
  const live = useTabs(keepAlive)
  const [kept, setKept] = useState<readonly LayoutProps[]>([])
  const views = nextViews(kept, shown, live)
  if (views !== kept) setKept(views)
  return views.map((view) => (
    <Activity key={view.match.path} mode={view.match.path === shown.match.path ? 'visible' : 'hidden'}>
      <View {...view} />
    </Activity>
  ))
}

/** In the order they were opened, which does not change: moving a page in the document would lose its scrolling. */
function nextViews(kept: readonly LayoutProps[], shown: LayoutProps, live: readonly string[]): readonly LayoutProps[] {
  const { match, place } = shown
  const present = kept.find((view) => view.match.path === match.path)
  const staying = kept.filter((view) => view === present || live.includes(view.match.path))
  if (!present) return [...staying, { match, place }]
  if (present.match === match && present.place === place) return staying.length < kept.length ? staying : kept
  return staying.map((view) => (view === present ? { match, place } : view))
}

const View = memo(function View({ match, place }: LayoutProps) {
  const { path, record } = match
  const title = record.meta.title ?? ''
  const owner = useMemo(() => ({ path, title }), [path, title])
  return (
    <ViewContext value={owner}>
      <ScrollKeeper>
        <Screen match={match} place={place} />
      </ScrollKeeper>
    </ViewContext>
  )
})

/** Puts back, when its tab is shown again, how far the parts of a page were scrolled: not every browser does by itself. */
function ScrollKeeper({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [positions] = useState(() => new Map<Element, { left: number; top: number }>())
  useLayoutEffect(() => {
    const element = box.current
    const note = ({ target }: Event) => {
      if (target instanceof Element) positions.set(target, { left: target.scrollLeft, top: target.scrollTop })
    }
    for (const [part, position] of positions)
      if (element?.contains(part)) part.scrollTo(position)
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
