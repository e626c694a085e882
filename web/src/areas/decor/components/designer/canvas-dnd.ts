import {
  DndContext,
  type DragStartEvent,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { nameOf } from '@zhanggui/page-kit/diff.ts'
import { type Component, componentsOf } from '@zhanggui/page-kit/page.ts'
import { placed, rangeOf, whyNotAdd } from '@zhanggui/page-kit/placement.ts'
import { definitionOf, titleOf } from '@zhanggui/page-kit/registry.ts'
import { createElement, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { addComponent, moveTo } from '../../model/page-acts.ts'
import { setBusy, usePageStore } from '../../model/page-store.ts'

// All of dragging lies here: the library behind it may change. The canvas is one draggable and one droppable: what is lifted is the
// component under the pointer, and the place is found among middles that were measured at the start. Nothing is drawn by React
// while something moves.

/** So near to an edge the canvas scrolls, and so fast at most. */
const EDGE = 60
const SPEED = 14
const FIXED = '该组件位置固定'

/** Where the components of a list stand, from top to bottom: the canvas, or the outline. */
export type DropZone = {
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>
  /** Its scale on the screen. */
  scale: () => number
  /** The insertion line, absolutely placed in the scroller. */
  line: RefObject<HTMLElement | null>
}

type Dragged =
  | { kind: 'new'; type: string; preset: number | undefined }
  | { kind: 'move'; ids: readonly string[]; type: string }
type Running = {
  what: Dragged
  x: number
  y: number
  frame: number
  index: number | undefined
  zone: DropZone | undefined
  middles: number[]
}

/** The element of a component: those without a box of their own are measured by what they draw. */
export function elementOf(root: ParentNode | null, id: string): HTMLElement | undefined {
  const found = root?.querySelector<HTMLElement>(`[data-component="${id}"], [data-row-of="${id}"]`)
  if (!found) return undefined
  return getComputedStyle(found).display === 'contents'
    ? ((found.firstElementChild as HTMLElement | null) ?? undefined)
    : found
}

const all = () => componentsOf(usePageStore.getState().history.present)

/** What of a zone lies where, in pixels of its content. */
function measure({ scroller, scale }: DropZone): { id: string; top: number; bottom: number }[] {
  const root = scroller.current
  if (!root) return []
  const { top } = root.getBoundingClientRect()
  return all().flatMap(({ id }) => {
    const rect = elementOf(root, id)?.getBoundingClientRect()
    if (!rect) return []
    const at = (y: number) => (y - top) / scale() + root.scrollTop
    return [{ id, top: at(rect.top), bottom: at(rect.bottom) }]
  })
}

/** The first of rising numbers that is greater: found by halves. */
function bisect(rising: readonly number[], value: number): number {
  let [from, to] = [0, rising.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((rising[middle] ?? 0) < value) from = middle + 1
    else to = middle
  }
  return from
}

/** The place within the zone of a type that is nearest to an index, and whether there is no other. */
function allowedIndex(what: Dragged, index: number): { index: number; isFixed: boolean } {
  const components = all()
  const [first, last] = rangeOf(components, what.type)
  const isFixed = what.kind === 'move' ? last - first <= 1 : first === last && definitionOf(what.type)?.zone !== 'flow'
  return { index: Math.min(last, Math.max(first, index)), isFixed }
}

function showLine(zone: DropZone, index: number): void {
  const line = zone.line.current
  if (!line) return
  const places = measure(zone)
  const ids = all().map(({ id }) => id)
  const next = places.find(({ id }) => id === ids[index])
  const before = places.findLast(({ id }) => ids.indexOf(id) < index)
  line.style.display = 'block'
  line.style.top = `${next ? next.top : (before?.bottom ?? 0)}px`
}

const hideLine = (zone: DropZone | undefined) => {
  if (zone?.line.current) zone.line.current.style.display = ''
}

/** Lets components be dragged from the palette, and within canvas and outline. */
export function DragArea({
  zones,
  ghost,
  children,
}: {
  zones: readonly DropZone[]
  ghost: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const running = useRef<Running>(undefined)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  )

  const follow = useEffectEvent((event: MouseEvent | TouchEvent) => {
    const drag = running.current
    const point = 'touches' in event ? event.touches[0] : event
    if (!drag || !point) return
    drag.x = point.clientX
    drag.y = point.clientY
    if (!drag.frame) drag.frame = requestAnimationFrame(place)
  })
  useEffect(() => {
    const listen = (event: MouseEvent | TouchEvent) => follow(event)
    window.addEventListener('mousemove', listen)
    window.addEventListener('touchmove', listen)
    return () => {
      window.removeEventListener('mousemove', listen)
      window.removeEventListener('touchmove', listen)
    }
  }, [])

  /** Once a frame: the ghost follows, the line shows the place, the zone scrolls at its edges. */
  function place() {
    const drag = running.current
    if (!drag) return
    drag.frame = 0
    const { x, y, what } = drag
    if (ghost.current) ghost.current.style.transform = `translate(${x + 12}px, ${y + 12}px)`
    const zone = zones.find(({ scroller }) => isInside(scroller.current, x, y))
    if (zone !== drag.zone) {
      hideLine(drag.zone)
      drag.zone = zone
      if (zone) drag.middles = measure(zone).map(({ top, bottom }) => (top + bottom) / 2)
    }
    drag.index = undefined
    const root = zone?.scroller.current
    if (!zone || !root) return
    const { top, bottom } = root.getBoundingClientRect()
    const wanted = bisect(drag.middles, (y - top) / zone.scale() + root.scrollTop)
    const { index, isFixed } = allowedIndex(what, wanted)
    drag.index = isFixed && what.kind === 'move' ? undefined : index
    ghost.current?.toggleAttribute('data-fixed', isFixed && wanted !== index)
    if (drag.index === undefined) hideLine(zone)
    else showLine(zone, index)
    const speed = y < top + EDGE ? -(top + EDGE - y) : y > bottom - EDGE ? y - bottom + EDGE : 0
    if (!speed) return
    root.scrollTop += Math.max(-SPEED, Math.min(SPEED, speed / 4))
    drag.frame = requestAnimationFrame(place)
  }

  function start({ activatorEvent }: DragStartEvent) {
    const what = draggedOf(activatorEvent.target as Element)
    if (!what) return
    running.current = { what, x: -999, y: -999, frame: 0, index: undefined, zone: undefined, middles: [] }
    setBusy(true)
    document.documentElement.style.cursor = 'grabbing'
    if (!ghost.current) return
    ghost.current.textContent =
      what.kind === 'move' && what.ids.length > 1 ? `${what.ids.length} 个组件` : titleOf(what.type)
    ghost.current.dataset.why = FIXED
    ghost.current.style.display = 'block'
  }

  function stop(): Running | undefined {
    const drag = running.current
    running.current = undefined
    setBusy(false)
    document.documentElement.style.cursor = ''
    if (drag?.frame) cancelAnimationFrame(drag.frame)
    hideLine(drag?.zone)
    if (ghost.current) ghost.current.style.display = ''
    return drag
  }

  function end() {
    const { what, index } = stop() ?? {}
    if (!what || index === undefined) return
    if (what.kind === 'move') moveTo(what.ids, index)
    else addComponent(what.type, { index, ...(what.preset === undefined ? {} : { preset: what.preset }) })
  }

  return createElement(
    DndContext,
    {
      sensors,
      autoScroll: false,
      onDragStart: start,
      onDragEnd: end,
      onDragCancel: () => void stop(),
      accessibility: { screenReaderInstructions: { draggable: '' }, announcements: silent },
    },
    children,
  )
}

/** The pointer sees what happens; what the keyboard does is announced by the canvas. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

function isInside(element: HTMLElement | null, x: number, y: number): boolean {
  const rect = element?.getBoundingClientRect()
  return rect !== undefined && x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom
}

/** What lies under the pointer that lifts something. */
function draggedOf(target: Element): Dragged | undefined {
  const { history, selection } = usePageStore.getState()
  const tile = target.closest<HTMLElement>('[data-tile]')
  if (tile) {
    const { tile: type = '', preset } = tile.dataset
    return whyNotAdd(history.present, type)
      ? undefined
      : { kind: 'new', type, preset: preset === undefined ? undefined : Number(preset) }
  }
  const { component, rowOf } = target.closest<HTMLElement>('[data-component], [data-row-of]')?.dataset ?? {}
  const id = component ?? rowOf
  const found = componentsOf(history.present).find((each) => each.id === id)
  if (!found || !id) return undefined
  return { kind: 'move', ids: selection.includes(id) ? selection : [id], type: found.type }
}

/** A part of the screen whose components can be lifted, and where they can be dropped. Drawn once, however much it holds. */
export function DragSource({
  id,
  className,
  disabled,
  children,
}: {
  id: 'palette' | 'canvas' | 'outline'
  className?: string | undefined
  disabled: boolean
  children: ReactNode
}) {
  const { listeners, setNodeRef } = useDraggable({ id, disabled })
  const drop = useDroppable({ id, disabled: id === 'palette' })
  return createElement(
    'div',
    {
      className,
      ref: (node: HTMLElement | null) => {
        setNodeRef(node)
        drop.setNodeRef(node)
      },
      ...(disabled ? {} : listeners),
    },
    children,
  )
}

/**
 * Moves the selected component by keys: Space lifts, the arrows move it, Space drops it, Esc leaves it where it was. The library's
 * sensor moves by pixels and knows no place, so this has an index of its own.
 */
export function useKeyboardLift(zone: DropZone, announce: (words: string) => void) {
  const [lifted, setLifted] = useState<{ component: Component; index: number }>()
  const others = () => all().filter(({ id }) => id !== lifted?.component.id)
  const words = (index: number) => `第 ${index + 1} 个，共 ${all().length} 个`

  function show(component: Component, index: number) {
    // Indexes count without the lifted one; the line stands among all.
    const list = all()
    const own = list.findIndex(({ id }) => id === component.id)
    showLine(zone, index > own ? index + 1 : index)
    elementOf(zone.scroller.current, list[index]?.id ?? '')?.scrollIntoView?.({ block: 'nearest' })
  }

  return {
    lifted: lifted?.component.id,
    /** Space: lifts or drops. */
    turn() {
      const { configName, readOnly, history } = usePageStore.getState()
      if (lifted) {
        hideLine(zone)
        setLifted(undefined)
        const { component, index } = lifted
        const list = componentsOf(history.present)
        const own = list.findIndex(({ id }) => id === component.id)
        moveTo([component.id], index > own ? index + 1 : index)
        return announce(`已放下${nameOf(component)}，${words(index)}`)
      }
      const index = all().findIndex(({ id }) => id === configName)
      const component = all()[index]
      if (!component || readOnly) return
      setLifted({ component, index })
      show(component, index)
      announce(`已拿起${nameOf(component)}，${words(index)}，上下键移动，空格放下，Esc 取消`)
    },
    /** @returns whether something is lifted, which the arrows move */
    move(by: -1 | 1): boolean {
      if (!lifted) return false
      const { component, index } = lifted
      const rest = others()
      const [first, last] = rangeOf(placed(rest), component.type)
      const next = Math.min(last, Math.max(first, index + by))
      if (next === index) announce(first === last ? FIXED : by < 0 ? '已经在最上面' : '已经在最下面')
      else {
        setLifted({ component, index: next })
        show(component, next)
        announce(words(next))
      }
      return true
    },
    cancel(): boolean {
      if (!lifted) return false
      hideLine(zone)
      setLifted(undefined)
      announce(`${nameOf(lifted.component)}留在原处`)
      return true
    },
  }
}
