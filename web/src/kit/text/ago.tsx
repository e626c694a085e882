import { formatTime } from '@zhanggui/domain/display-time.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/server-time.ts'

const TICK_MS = 30_000

/** How long ago something happened: 刚刚, 5分钟前; the exact time after two days and when pointed at. */
export function Ago({ time }: { time: string }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={time.replace(' ', 'T')} title={time}>
      {formatTime(time, undefined, serverNow())}
    </time>
  )
}
