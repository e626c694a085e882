import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { toH5 } from '../links.ts'
import { useAround } from '../view.tsx'

type Given = {
  link: string
  className?: string | undefined
  style?: CSSProperties
  label?: string
  children?: ReactNode
}

/** What leads somewhere, as a link where it has an address and as a button where it acts; without a link it is plain. */
export function Go({ link, className, style, label, children }: Given) {
  const { mode, act } = useAround()
  if (!link)
    return (
      <span className={className} style={style}>
        {children}
      </span>
    )
  const open = (event: MouseEvent) => {
    // Another tab or window is the browser's to open; the canvas opens nothing.
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (mode === 'live' && isElsewhere) return
    event.preventDefault()
    if (mode === 'live') act.open(link)
  }
  const href = toH5(link) ?? (link.startsWith('tel:') ? link : undefined)
  const shared = { className, style, 'aria-label': label, onClick: open, draggable: false }
  return href ? (
    <a {...shared} href={href}>
      {children}
    </a>
  ) : (
    <button {...shared} type="button">
      {children}
    </button>
  )
}
