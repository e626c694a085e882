import type { Image } from '@zhanggui/page-kit/fields.ts'
import { type CSSProperties, type KeyboardEvent, type RefObject, type SyntheticEvent, useState } from 'react'
import { MaterialDialog } from '../../../../kit/media/material-picker.tsx'
import { updateValue } from '../../model/page-acts.ts'
import { imageOf } from '../../model/picture.ts'
import styles from './canvas.module.css'
import type { EditPlace } from './canvas-place.ts'

type Given = {
  place: EditPlace
  /** What scrolls, and its scale on the screen. */
  scroller: RefObject<HTMLElement | null>
  scale: number
  onClose: () => void
}

/** Edits a text of the canvas where it stands, or chooses another picture. */
export function CanvasEdit(props: Given) {
  const { place, onClose } = props
  if (place.field.control !== 'image') return <TextEdit {...props} />
  return (
    <MaterialDialog
      max={1}
      onPick={([row]) => row && updateValue(place.id, place.path, imageOf(row, (place.value as Image).alt))}
      onClose={onClose}
    />
  )
}

/** As large as the text that it covers, with room to type. */
const ROOM = { width: 24, least: 72 }

/** Where a text stands in the scrolled content, and how it looks. */
function lookOf({ element }: EditPlace, root: HTMLElement | null, scale: number): CSSProperties {
  const [rect, base] = [element.getBoundingClientRect(), root?.getBoundingClientRect()]
  const { fontSize, fontWeight, fontStyle, lineHeight, textAlign } = getComputedStyle(element)
  return {
    top: (rect.top - (base?.top ?? 0)) / scale + (root?.scrollTop ?? 0),
    left: (rect.left - (base?.left ?? 0)) / scale,
    width: Math.max(ROOM.least, rect.width / scale + ROOM.width),
    height: Math.max(24, rect.height / scale),
    fontSize,
    fontWeight,
    fontStyle,
    lineHeight,
    textAlign: textAlign as CSSProperties['textAlign'],
  }
}

function TextEdit({ place, scroller, scale, onClose }: Given) {
  const { id, path, field } = place
  const before = String(place.value ?? '')
  const [typed, setTyped] = useState(before)
  const [look] = useState(() => lookOf(place, scroller.current, scale))
  const type = (value: string) => {
    setTyped(value)
    updateValue(id, path, value)
  }
  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') updateValue(id, path, before)
    // A text of several lines ends with a click elsewhere, or with Esc.
    if (event.key === 'Escape' || (event.key === 'Enter' && field.control === 'text')) {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }
  // The canvas below would lift the component, or choose it.
  const keep = (event: SyntheticEvent) => event.stopPropagation()
  const shared = {
    className: styles.edit,
    style: look,
    value: typed,
    maxLength: field.maxLength,
    'aria-label': field.title,
    autoFocus: true,
    onFocus: ({ currentTarget }: { currentTarget: { select(): void } }) => currentTarget.select(),
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onKeyDown: handleKey,
    onBlur: onClose,
    onClick: keep,
    onDoubleClick: keep,
    onMouseDown: keep,
    onTouchStart: keep,
  }
  return field.control === 'area' ? <textarea {...shared} /> : <input {...shared} />
}
