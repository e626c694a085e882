import { parseWireTime } from '@zhanggui/domain/time.ts'
import { useEffect, useRef } from 'react'
import { serverNow } from './clock.ts'

/** What lists of activities say may be a second old. */
const BEHIND_MS = 1200
/** A longer wait overflows, and would end at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Does something once a moment to come is there by the server's clock, as when a slot begins. @param to as on the wire; null for never */
export function useAt(to: string | null | undefined, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const left = to ? (parseWireTime(to)?.getTime() ?? 0) - serverNow() : 0
    if (left <= 0 || left > LONGEST_MS - BEHIND_MS) return
    const timer = setTimeout(() => latest.current(), left + BEHIND_MS)
    return () => clearTimeout(timer)
  }, [to])
}
