import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragMoveEvent,
  KeyboardSensor,
  PointerSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { category } from '@zhanggui/contract/product/category.ts'
import { createContext, type HTMLAttributes, type ReactNode, useContext, useMemo, useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import styles from '../../../../kit/tree-drag.module.css'
import { DraggedName, DragHandle } from '../../../../kit/tree-drag.tsx'
import { type CategoryRow, type DropSide, movesFor, placesById } from './category-tree.ts'

type Drop = { id: number; side: DropSide }
const DropContext = createContext<Drop | undefined>(undefined)

/** The upper and lower edge of a row, for drops before and after it; a drop between them goes below it. */
const EDGE = 0.3

const WORDS: Record<DropSide, (name: string) => string> = {
  before: (name) => `放到${name}之前`,
  after: (name) => `放到${name}之后`,
  into: (name) => `放到${name}之下`,
}

/** Makes the rows inside it movable within the tree, by pointer and by keyboard. */
export function CategoryDrag({ rows, children }: { rows: readonly CategoryRow[]; children: ReactNode }) {
  const places = useMemo(() => placesById(rows), [rows])
  const [moving, setMoving] = useState<CategoryRow>()
  const [drop, setDrop] = useState<Drop>()
  const sort = useWrite(category.sort, { message: '已移动' })
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor),
  )
  const nameOf = (id: unknown) => places.get(Number(id))?.row.name ?? ''
  const announcements: Announcements = {
    onDragStart: ({ active }) => `已拿起分类${nameOf(active.id)}，按上下方向键移动，按空格放下，按 Esc 取消`,
    onDragMove: () => (drop ? WORDS[drop.side](nameOf(drop.id)) : '不能放在这里'),
    onDragOver: () => undefined,
    onDragEnd: ({ active }) => (drop ? `分类${nameOf(active.id)}已${WORDS[drop.side](nameOf(drop.id))}` : '已取消移动'),
    onDragCancel: () => '已取消移动',
  }

  function handleMove(event: DragMoveEvent) {
    const next = dropOf(event)
    const fits = next && movesFor(places, Number(event.active.id), next.id, next.side)
    if (next?.id !== drop?.id || next?.side !== drop?.side || !fits) setDrop(fits ? next : undefined)
  }

  function handleEnd({ active }: { active: { id: unknown } }) {
    setMoving(undefined)
    setDrop(undefined)
    const moves = drop && movesFor(places, Number(active.id), drop.id, drop.side)
    if (moves?.length) sort.mutate({ body: { moves } })
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '按空格拿起，按上下方向键移动' } }}
      onDragStart={({ active }) => setMoving(places.get(Number(active.id))?.row)}
      onDragMove={handleMove}
      onDragCancel={() => handleEnd({ active: { id: undefined } })}
      onDragEnd={handleEnd}
    >
      <DropContext value={drop}>{children}</DropContext>
      <DraggedName name={moving?.name} />
    </DndContext>
  )
}

/** The drop position of the dragged row: its middle, measured against the nearest row. */
function dropOf({ active, over }: DragMoveEvent): Drop | undefined {
  const dragged = active.rect.current.translated
  if (!over || !dragged) return undefined
  const share = (dragged.top + dragged.height / 2 - over.rect.top) / over.rect.height
  return { id: Number(over.id), side: share < EDGE ? 'before' : share > 1 - EDGE ? 'after' : 'into' }
}

/** The drag handle of a row. */
export function CategoryHandle({ row }: { row: CategoryRow }) {
  return <DragHandle id={row.id} label={`移动分类：${row.name}`} title="拖动排序，拖到分类中间成为其子目录" />
}

/** A table row that accepts drops before, after and below it. */
export function CategoryTableRow({
  className,
  ...props
}: HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: number }) {
  const id = Number(props['data-row-key'])
  const { setNodeRef } = useDroppable({ id })
  const drop = useContext(DropContext)
  const mark = drop?.id === id && styles[drop.side]
  return <tr {...props} ref={setNodeRef} className={[className, styles.row, mark].filter(Boolean).join(' ')} />
}
