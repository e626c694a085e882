import { parseWireTime } from '@zhanggui/domain/time.ts'
import { useSyncExternalStore } from 'react'
import { serverNow } from '../../api/server-time.ts'
import styles from './text.module.css'
import { deadlineText, fullText, pastText } from './when-text.ts'

type WhenProps = {
  /** In wire form. */
  at: string | null | undefined
  /** Deadlines count down. */
  kind?: 'past' | 'deadline'
}

/** A moment in one line, in full on hover. */
export function When({ at, kind = 'past' }: WhenProps) {
  const now = useMinute()
  const moment = at ? parseWireTime(at) : undefined
  if (!moment) return '—'
  const { text, overdue } =
    kind === 'past' ? { text: pastText(moment, now), overdue: false } : deadlineText(moment, now)
  return (
    <time dateTime={at ?? undefined} title={fullText(moment)} className={overdue ? styles.overdue : styles.nowrap}>
      {text}
    </time>
  )
}

/** One timer for all moments on the page. */
const waiting = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let minute = presentMinute()

function presentMinute(): number {
  return Math.floor(serverNow().getTime() / 60_000)
}

function tick() {
  const next = presentMinute()
  if (next === minute) return
  minute = next
  for (const notify of waiting) notify()
}

function watch(notify: () => void) {
  waiting.add(notify)
  timer ??= setInterval(tick, 1000)
  return () => {
    waiting.delete(notify)
    if (waiting.size) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present moment, to the minute; it changes once a minute. */
export function useMinute(): Date {
  useSyncExternalStore(watch, () => minute)
  return serverNow()
}
