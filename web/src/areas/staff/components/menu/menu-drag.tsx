import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove } from '@dnd-kit/sortable'
import { type Menu, menu } from '@zhanggui/contract/staff/menu.ts'
import { type HTMLAttributes, type ReactNode, useMemo, useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import styles from '../../../../kit/tree-drag.module.css'
import { DraggedName, DragHandle } from '../../../../kit/tree-drag.tsx'

/** Makes the rows within it sortable among their siblings, by pointer and by keyboard. */
export function MenuDrag({ rows, children }: { rows: readonly Menu[]; children: ReactNode }) {
  const siblings = useMemo(() => siblingsById(rows), [rows])
  const [moving, setMoving] = useState<Menu>()
  const sort = useWrite(menu.sort, { message: '已移动' })
  /** The arrow keys move from sibling to sibling, skipping all rows below them. */
  const toNextSibling: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
    const { active, over, collisionRect, droppableRects } = context
    const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
    if (!step || !active || !collisionRect) return undefined
    event.preventDefault()
    const own = siblings.get(Number(active.id)) ?? []
    const next = own[own.findIndex(({ id }) => id === (over?.id ?? active.id)) + step]
    const place = next && droppableRects.get(next.id)
    if (!place) return undefined
    const [from, to] = [collisionRect, place].map(({ top, height }) => top + height / 2) as [number, number]
    return { x: currentCoordinates.x, y: currentCoordinates.y + to - from }
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextSibling }),
  )
  const nameOf = (id: unknown) => siblings.get(Number(id))?.find((row) => row.id === id)?.name ?? ''
  const placeOf = (id: unknown) => (siblings.get(Number(id)) ?? []).findIndex((row) => row.id === id) + 1

  const amongSiblings: CollisionDetection = (args) => {
    const own = siblings.get(Number(args.active.id)) ?? []
    const droppableContainers = args.droppableContainers.filter(({ id }) => own.some((row) => row.id === id))
    return closestCenter({ ...args, droppableContainers })
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => `已拿起菜单${nameOf(active.id)}，按上下方向键移动，按空格放下，按 Esc 取消`,
    onDragOver: ({ over }) => (over ? `移到第${placeOf(over.id)}位` : ''),
    onDragEnd: ({ active, over }) => (over ? `菜单${nameOf(active.id)}放在第${placeOf(over.id)}位` : '已取消移动'),
    onDragCancel: () => '已取消移动',
  }

  function handleEnd({ active, over }: DragEndEvent) {
    setMoving(undefined)
    const own = siblings.get(Number(active.id)) ?? []
    const at = (id: unknown) => own.findIndex((row) => row.id === id)
    if (!over || over.id === active.id || !own[0]) return
    const ids = arrayMove([...own], at(active.id), at(over.id)).map(({ id }) => id)
    sort.mutate({ body: { pid: own[0].pid, ids } })
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={amongSiblings}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '按空格拿起，按上下方向键移动' } }}
      onDragStart={({ active }) => setMoving(siblings.get(Number(active.id))?.find(({ id }) => id === active.id))}
      onDragCancel={() => setMoving(undefined)}
      onDragEnd={handleEnd}
    >
      {children}
      <DraggedName name={moving?.name} />
    </DndContext>
  )
}

/** The drag handle of a row. */
export function MenuHandle({ row }: { row: Menu }) {
  return <DragHandle id={row.id} label={`移动菜单：${row.name}`} title="拖动排序" />
}

/** A row of the table that other rows can be dropped next to. */
export function MenuRow({ className, ...props }: HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: number }) {
  const id = Number(props['data-row-key'])
  const { setNodeRef, isOver, active, rect } = useDroppable({ id })
  const below = (rect.current?.top ?? 0) > (active?.rect.current.initial?.top ?? 0)
  const mark = isOver && active?.id !== id && (below ? styles.after : styles.before)
  return <tr {...props} ref={setNodeRef} className={[className, styles.row, mark].filter(Boolean).join(' ')} />
}

/** Maps the id of each row to its siblings in their order, itself included. */
function siblingsById(rows: readonly Menu[]): ReadonlyMap<number, readonly Menu[]> {
  const found = new Map<number, readonly Menu[]>()
  const visit = (level: readonly Menu[]) => {
    for (const row of level) {
      found.set(row.id, level)
      visit(row.children ?? [])
    }
  }
  visit(rows)
  return found
}
