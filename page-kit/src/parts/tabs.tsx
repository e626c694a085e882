import type { CSSProperties } from 'react'
import { useAround } from '../view.tsx'
import { inkOf } from './look.ts'
import styles from './tabs.module.css'

type Given = {
  titles: readonly string[]
  open: number
  onOpen: (index: number) => void
  colour: string
  activeTone: string
  ground: string
  isSticky: boolean
}

/** Words in a row that scrolls, of which one is chosen. */
export function Tabs({ titles, open, onOpen, colour, activeTone, ground, isSticky }: Given) {
  const { mode } = useAround()
  const style = { background: ground, color: colour, '--on': inkOf(activeTone) } as CSSProperties
  return (
    <div className={`${styles.tabs} ${isSticky ? styles.sticky : ''}`} style={style} role="tablist">
      {titles.map((title, index) => (
        <button
          key={index}
          type="button"
          role="tab"
          aria-selected={index === open}
          className={index === open ? styles.on : ''}
          // The canvas shows the first one.
          onClick={() => mode === 'live' && onOpen(index)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
