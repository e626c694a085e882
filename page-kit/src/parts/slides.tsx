import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { useAround } from '../view.tsx'
import { groundOf } from './look.ts'
import styles from './slides.module.css'

type Given = {
  /** Seconds between two slides; 0 stands still. */
  seconds: number
  isStack?: boolean
  dots: 'round' | 'line' | 'none'
  dotTone: string
  dotAlign?: 'left' | 'center' | 'right'
  label: string
  children: ReactNode
}

/** Slides that are swiped sideways. They move by themselves unless somebody touches them, hides the page or wants less motion. */
export function Slides({ seconds, isStack = false, dots, dotTone, dotAlign = 'center', label, children }: Given) {
  const track = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const { mode } = useAround()
  const slides = Children.toArray(children)
  const count = slides.length

  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (mode === 'edit' || !seconds || count < 2 || isHeld || isStill) return
    const timer = setInterval(() => {
      const list = track.current
      const next = list?.children[(at + 1) % count] as HTMLElement | undefined
      // Scrolls the list alone: scrollIntoView would move the page.
      if (list && next && !document.hidden)
        list.scrollTo({ left: next.offsetLeft - list.offsetLeft, behavior: 'smooth' })
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [mode, seconds, count, isHeld, at])

  const readPlace = () => {
    const list = track.current
    const [first] = list?.children ?? []
    const width = first instanceof HTMLElement ? first.offsetWidth : 0
    if (list && width) setAt(Math.min(count - 1, Math.round(list.scrollLeft / width)))
  }
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <section className={styles.slides} aria-label={label} {...hold}>
      <ul className={`${styles.track} ${isStack ? styles.stack : ''}`} ref={track} onScroll={readPlace}>
        {slides.map((slide, index) => (
          <li key={index}>{slide}</li>
        ))}
      </ul>
      {dots !== 'none' && count > 1 && (
        <span
          className={`${styles.dots} ${styles[dots]} ${styles[dotAlign]}`}
          style={{ color: groundOf(dotTone) }}
          aria-hidden="true"
        >
          {slides.map((_, index) => (
            <i key={index} className={index === at ? styles.on : ''} />
          ))}
        </span>
      )}
    </section>
  )
}
