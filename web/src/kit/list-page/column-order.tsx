import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
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
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Checkbox } from 'antd'
import type { ColumnChooserProps } from './column-chooser.tsx'
import styles from './column-order.module.css'
import type { ColumnChoice } from './columns.ts'

/** The columns of a list, to tick and to reorder by dragging. */
export default function ColumnOrder({ choices, titles, onChange, onReset }: ColumnChooserProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const shown = choices.filter((choice) => choice.shown).length

  function handleMoved({ active, over }: DragEndEvent) {
    const at = (id: unknown) => choices.findIndex(({ name }) => name === id)
    if (over && over.id !== active.id) onChange(arrayMove([...choices], at(active.id), at(over.id)))
  }

  return (
    <div className={styles.columns}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleMoved}>
        <SortableContext items={choices.map(({ name }) => name)} strategy={verticalListSortingStrategy}>
          {choices.map((choice) => (
            <Column
              key={choice.name}
              choice={choice}
              title={titles.get(choice.name) ?? choice.name}
              // A table without columns would leave nothing to bring them back with.
              fixed={choice.shown && shown === 1}
              onToggle={() => onChange(choices.map((one) => (one === choice ? { ...one, shown: !one.shown } : one)))}
            />
          ))}
        </SortableContext>
      </DndContext>
      <Button type="link" onClick={onReset}>
        恢复默认
      </Button>
    </div>
  )
}

function Column({
  choice: { name, shown },
  title,
  fixed,
  onToggle,
}: {
  choice: ColumnChoice
  title: string
  fixed: boolean
  onToggle: () => void
}) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: name })
  return (
    <div
      ref={setNodeRef}
      className={styles.column}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Checkbox checked={shown} disabled={fixed} onChange={onToggle}>
        {title}
      </Checkbox>
      <button type="button" {...attributes} {...listeners} className={styles.holder} aria-label={`移动列：${title}`}>
        <HolderOutlined aria-hidden />
      </button>
    </div>
  )
}
