import { Modal, type ModalProps } from 'antd'
import { type FC, type ReactNode, type PointerEvent as ReactPointerEvent, useRef, useState } from 'react'
import { useReadOnly } from '../access/can.tsx'
import { Greyed } from '../access/greyed.tsx'
import type { Writing } from '../access/write-button.tsx'
import { confirm } from '../feedback/feedback.ts'
import { useCover } from '../page/cover.ts'
import { useIsPhone } from '../page/use-is-phone.ts'
import styles from './dialog.module.css'
import { useFocusReturn } from './focus-return.ts'

const MIN_WIDTH = 320
const MARGIN = 32

export type DialogProps = Omit<ModalProps, 'width' | 'modalRender' | 'open' | 'mask' | 'maskClosable'> & {
  title: string
  /** Initial width in px; staff may drag it wider. Phones use their full width. */
  width?: number
  /** What its button sends: waits for it, and is greyed where {@link WriteButton} is. */
  of?: Writing
  /** Asks before what was typed into it is lost. Forms that keep drafts ask by themselves. */
  asks?: boolean
}

/**
 * A dialog of the console: moved by its title bar, resized by its right edge, reset by a double click on that edge.
 * A click outside does not close it. Render it only while it is open.
 */
export function Dialog({ title, width = 560, of, asks = false, onCancel, children, ...props }: DialogProps) {
  const readOnly = useReadOnly(...(of?.route ? [of.route] : []))
  const phone = useIsPhone()
  useFocusReturn()
  useCover()
  const frame = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [drawn, setDrawn] = useState<number>()

  async function handleCancel(event: Parameters<NonNullable<ModalProps['onCancel']>>[0]) {
    const question = { content: '有未保存的修改，离开吗？', okText: '离开' }
    if (!asks || !isTyped.current || (await confirm(question))) onCancel?.(event)
  }

  function startMove(event: ReactPointerEvent) {
    const box = frame.current?.getBoundingClientRect()
    if (phone || !box) return
    followPointer(event, (dx, dy) => {
      setPlace({
        x: place.x + within(dx, -box.left, window.innerWidth - box.right),
        y: place.y + within(dy, -box.top, Math.max(-box.top, window.innerHeight - box.bottom)),
      })
    })
  }

  function startResize(event: ReactPointerEvent) {
    const from = frame.current?.offsetWidth ?? width
    followPointer(event, (dx) => {
      const next = within(from + dx, MIN_WIDTH, window.innerWidth - MARGIN)
      setDrawn(next)
      // Dialogs are centred: the left edge moves as much as the right one.
      setPlace({ x: place.x + (next - from) / 2, y: place.y })
    })
  }

  function putBack() {
    setDrawn(undefined)
    setPlace({ x: 0, y: 0 })
  }

  return (
    <Modal
      open
      destroyOnHidden
      closable={{ 'aria-label': '关闭' }}
      // The library's own animation would drop the content when the tab is hidden; the one in dialog.module.css does not.
      transitionName=""
      maskTransitionName=""
      mask={{ closable: false }}
      width={phone ? '100%' : (drawn ?? width)}
      style={phone ? { top: 0, maxWidth: '100vw', margin: 0, padding: 0 } : undefined}
      rootClassName={phone ? styles.phone : undefined}
      title={
        <div className={styles.title} onPointerDown={startMove}>
          {title}
        </div>
      }
      modalRender={(content) => (
        <div
          ref={frame}
          className={styles.frame}
          onInput={() => {
            isTyped.current = true
          }}
          style={phone ? undefined : { transform: `translate(${place.x}px, ${place.y}px)` }}
        >
          {content}
          {!phone && <div className={styles.edge} aria-hidden onPointerDown={startResize} onDoubleClick={putBack} />}
        </div>
      )}
      afterOpenChange={(open) => open && !phone && requestAnimationFrame(() => focusField(frame.current))}
      onCancel={handleCancel}
      {...props}
      {...(of && { confirmLoading: of.isPending })}
      {...(of &&
        readOnly !== undefined && {
          okButtonProps: { ...props.okButtonProps, disabled: true },
          footer: (_: ReactNode, { CancelBtn, OkBtn }: { CancelBtn: FC; OkBtn: FC }) => (
            <>
              <CancelBtn />
              <Greyed why={readOnly}>
                <OkBtn />
              </Greyed>
            </>
          ),
        })}
    >
      {children}
    </Modal>
  )
}

function followPointer(start: ReactPointerEvent, move: (dx: number, dy: number) => void) {
  if (start.button !== 0) return
  start.preventDefault()
  const ending = new AbortController()
  const { signal } = ending
  const end = () => ending.abort()
  window.addEventListener(
    'pointermove',
    (event) => move(event.clientX - start.clientX, event.clientY - start.clientY),
    { signal },
  )
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
}

/** The first field of a dialog: what is drawn into it has no focus yet when its fields ask for it. */
const FIELD =
  'input:not([type=radio], [type=checkbox], [type=hidden], [readonly], [disabled]), textarea:not([disabled])'

/** Focuses the first field of a dialog, unless something in it has the focus but its own frame. */
function focusField(frame: HTMLElement | null): void {
  const body = frame?.querySelector('.ant-modal-body')
  if (body && !body.contains(document.activeElement))
    body.querySelector<HTMLElement>(FIELD)?.focus({ preventScroll: true })
}

function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}
