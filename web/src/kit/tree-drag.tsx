import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import { DragOverlay, useDraggable } from '@dnd-kit/core'
import { createPortal } from 'react-dom'
import { useReadOnly } from './access/can.tsx'
import { Greyed } from './access/greyed.tsx'
import styles from './tree-drag.module.css'

/** The handle by which a row of a tree is dragged, by pointer and by keyboard. */
export function DragHandle({ id, label, title }: { id: number; label: string; title: string }) {
  const readOnly = useReadOnly()
  const disabled = readOnly !== undefined
  const { attributes, listeners, setNodeRef } = useDraggable({ id, disabled })
  return (
    <Greyed why={readOnly}>
      <button
        type="button"
        ref={setNodeRef}
        {...attributes}
        {...listeners}
        disabled={disabled}
        className={styles.handle}
        aria-label={label}
        title={title}
      >
        <HolderOutlined aria-hidden />
      </button>
    </Greyed>
  )
}

/** The name of the row that is being dragged, under the pointer. */
export function DraggedName({ name }: { name: string | undefined }) {
  return createPortal(
    <DragOverlay dropAnimation={null} className={styles.overlay}>
      {name !== undefined && <div className={styles.moving}>{name}</div>}
    </DragOverlay>,
    document.body,
  )
}
