import type { Fields, Image } from '@zhanggui/page-kit/fields.ts'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import styles from './panel.module.css'

type Area = { x: number; y: number; w: number; h: number }
const WHOLE = 1000
const STEP = 10
const sides = ['x', 'y', 'w', 'h'] as const

/** Whether items are parts of a picture, in thousandths of it. */
export const isArea = (fields: Fields): boolean => sides.every((side) => fields[side]?.unit === '‰')

type Given = {
  image: Image
  areas: readonly Record<string, unknown>[]
  chosen: number | undefined
  onChoose: (index: number) => void
  onChange: (index: number, area: Area) => void
  disabled: boolean
}

const LEAST = 30
const within = (value: number, from: number, to: number) => Math.round(Math.min(to, Math.max(from, value)))

const areaOf = ({ x = 0, y = 0, w = 300, h = 300 }: Partial<Area>): Area => ({ x, y, w, h })
const moved = (area: Area, dx: number, dy: number): Area => ({
  ...area,
  x: within(area.x + dx, 0, WHOLE - area.w),
  y: within(area.y + dy, 0, WHOLE - area.h),
})
const resized = (area: Area, dx: number, dy: number): Area => ({
  ...area,
  w: within(area.w + dx, LEAST, WHOLE - area.x),
  h: within(area.h + dy, LEAST, WHOLE - area.y),
})

/** The areas on their picture: moved by the pointer and the arrows, resized at the corner and with Shift. */
export function AreaEditor({ image, areas, chosen, onChoose, onChange, disabled }: Given) {
  const box = useRef<HTMLDivElement>(null)
  const mediaDomain = useSettings((settings) => settings.mediaDomain)

  function follow(event: PointerEvent, index: number, isCorner: boolean) {
    const rect = box.current?.getBoundingClientRect()
    onChoose(index)
    if (disabled || !rect?.width || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const area = areaOf(areas[index] as Partial<Area>)
    const ending = new AbortController()
    const move = (now: globalThis.PointerEvent) => {
      const [dx, dy] = [
        ((now.clientX - event.clientX) / rect.width) * WHOLE,
        ((now.clientY - event.clientY) / rect.height) * WHOLE,
      ]
      onChange(index, isCorner ? resized(area, dx, dy) : moved(area, dx, dy))
    }
    window.addEventListener('pointermove', move, { signal: ending.signal })
    for (const name of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(name, () => ending.abort(), { signal: ending.signal })
  }

  function handleKey(event: KeyboardEvent, index: number) {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    }
    const step = steps[event.key]
    if (!step || disabled) return
    event.preventDefault()
    event.stopPropagation()
    const area = areaOf(areas[index] as Partial<Area>)
    onChange(index, event.shiftKey ? resized(area, ...step) : moved(area, ...step))
  }

  return (
    <div ref={box} className={styles.areas}>
      <img src={mediaUrl(image.url, mediaDomain)} alt={image.alt} draggable={false} />
      {areas.map((given, index) => {
        const { x, y, w, h } = areaOf(given as Partial<Area>)
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no id of their own
            key={index}
            type="button"
            className={styles.areaBox}
            data-chosen={chosen === index}
            style={{ left: `${x / 10}%`, top: `${y / 10}%`, width: `${w / 10}%`, height: `${h / 10}%` }}
            aria-label={`热区 ${index + 1}，方向键移动，按住 Shift 改大小`}
            onPointerDown={(event) => follow(event, index, false)}
            onKeyDown={(event) => handleKey(event, index)}
          >
            {index + 1}
            <i aria-hidden onPointerDown={(event) => follow(event, index, true)} />
          </button>
        )
      })}
    </div>
  )
}
