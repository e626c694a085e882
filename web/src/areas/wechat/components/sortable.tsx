import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'

type SortableProps = {
  ids: readonly string[]
  direction?: 'row' | 'column'
  onMove: (id: string, to: number) => void
  children: ReactNode
}

/** A list whose members are dragged among one another, by pointer or by keyboard. */
export function Sortable({ ids, direction = 'column', onMove, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  function handleMoved({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onMove(String(active.id), ids.indexOf(String(over.id)))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleMoved}>
      <SortableContext
        items={[...ids]}
        strategy={direction === 'row' ? horizontalListSortingStrategy : verticalListSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** What a member of {@link Sortable} needs: where it is drawn, and what it is dragged by. */
export function useDragged(id: string, disabled: boolean) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id, disabled })
  const style = { transform: CSS.Translate.toString(transform), transition, ...(isDragging && { zIndex: 1 }) }
  return { ref: setNodeRef, style, handle: { ...attributes, ...listeners }, pointer: listeners }
}
