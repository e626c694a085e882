import { toWireTime } from '@zhanggui/domain/time.ts'
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { toH5 } from '../links/links.ts'
import { momentOf, periodOf } from '../period.ts'
import { useAround } from '../view.tsx'

type Given = {
  link: string
  className?: string | undefined
  style?: CSSProperties
  label?: string
  /** The picture of a list that it is: buyers are not sent what they do not see, the canvas says why. */
  of?: Timed
  children?: ReactNode
}
type Timed = { show: boolean; from: string; to: string }

/** Why buyers do not see a picture now; undefined where they do. */
function whyUnseen({ show, from, to }: Timed, now: number): string | undefined {
  if (!show) return '已隐藏'
  const period = periodOf({ from, to }, new Date(now))
  if (period === 'over') return '已结束'
  const start = period === 'soon' ? momentOf(from) : undefined
  return start && `${toWireTime(start).slice(5, 16)} 开始`
}

/** What leads somewhere, as a link where it has an address and as a button where it acts; without a link it is plain. */
export function Go({ link, className, style, label, of, children }: Given) {
  const { mode, act, now } = useAround()
  const off = mode === 'edit' && of ? whyUnseen(of, now()) : undefined
  const marks = off ? { 'data-off': off } : {}
  if (!link)
    return (
      <span className={className} style={style} {...marks}>
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
  const shared = { className, style, 'aria-label': label, onClick: open, draggable: false, ...marks }
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
