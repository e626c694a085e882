import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { elementOf } from './canvas-dnd.ts'

export type Rect = { top: number; left: number; width: number; height: number }

/** Where components lie in the scrolled content; measured again with all that may move them. */
export function useRects(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  zoom: number,
  causes: readonly unknown[],
): ReadonlyMap<string, Rect> {
  const [rects, setRects] = useState<ReadonlyMap<string, Rect>>(new Map())
  const wanted = ids.join()
  const measure = useCallback(() => {
    const root = scroller.current
    if (!root) return
    const base = root.getBoundingClientRect()
    const scale = zoom / 100
    const next = new Map(
      wanted.split(',').flatMap((id) => {
        const rect = id ? elementOf(root, id)?.getBoundingClientRect() : undefined
        if (!rect) return []
        const place = {
          top: (rect.top - base.top) / scale + root.scrollTop,
          left: (rect.left - base.left) / scale,
          width: rect.width / scale,
          height: rect.height / scale,
        }
        return [[id, place] as const]
      }),
    )
    setRects((before) => (JSON.stringify([...before]) === JSON.stringify([...next]) ? before : next))
  }, [scroller, wanted, zoom])
  useLayoutEffect(measure, [measure, ...causes])
  useEffect(() => {
    const root = scroller.current
    if (!root) return
    const observer = new ResizeObserver(measure)
    for (const child of root.children) observer.observe(child)
    root.addEventListener('scroll', measure, { passive: true })
    root.addEventListener('load', measure, true)
    return () => {
      observer.disconnect()
      root.removeEventListener('scroll', measure)
      root.removeEventListener('load', measure, true)
    }
  }, [scroller, measure])
  return rects
}
