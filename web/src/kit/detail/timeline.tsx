import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Tone } from '../settings/palette.ts'
import tones from '../text/tones.module.css'
import { When } from '../text/when.tsx'
import styles from './detail.module.css'

export type TimelineItem = { key: string; at: string; tone: Tone; kind: string; content: ReactNode }

type TimelineProps = {
  /** Newest first. */
  items: readonly TimelineItem[]
  /** The kinds staff may pick from, with their labels; offered where more than one occurs. */
  kinds?: Readonly<Record<string, string>>
  /** How many are shown until staff ask for the rest; all if omitted. */
  first?: number | undefined
}

/** What happened to an object, newest first, with the time at the left. */
export function Timeline({ items, kinds = {}, first = items.length }: TimelineProps) {
  const [kind, setKind] = useState<string>()
  const [unfolded, setUnfolded] = useState(false)
  const present = Object.keys(kinds).filter((name) => items.some((item) => item.kind === name))
  const asked = kind && present.includes(kind) ? items.filter((item) => item.kind === kind) : items
  const shown = unfolded ? asked : asked.slice(0, first)
  return (
    <>
      {present.length > 1 && (
        <div className={styles.kinds}>
          {[undefined, ...present].map((name) => (
            <button key={name ?? ''} type="button" aria-pressed={name === kind} onClick={() => setKind(name)}>
              {name ? kinds[name] : '全部'} {name ? items.filter((item) => item.kind === name).length : items.length}
            </button>
          ))}
        </div>
      )}
      <ol className={styles.timeline}>
        {shown.map(({ key, at, tone, content }) => (
          <li key={key} className={tones[tone]}>
            <When at={at} />
            <div>{content}</div>
          </li>
        ))}
      </ol>
      {shown.length < asked.length && (
        <Button type="link" size="small" className={styles.unfold} onClick={() => setUnfolded(true)}>
          展开其余 {asked.length - shown.length} 条
        </Button>
      )}
    </>
  )
}
