import { parseWireTime } from '@zhanggui/domain/time.ts'
import { useEffect, useState } from 'react'
import { useAround } from '../view.tsx'
import styles from './count-down.module.css'

type Given = {
  /** As on the wire. */
  to: string
  /** Of the numbers. */
  ground?: string
  /** As words among others, without grounds. */
  isPlain?: boolean
  doneText?: string
}

/** The time that is left, by the server's clock. */
export function CountDown({ to, ground, isPlain = false, doneText = '' }: Given) {
  const { now } = useAround()
  const end = parseWireTime(to)?.getTime() ?? 0
  const [left, setLeft] = useState(() => end - now())
  useEffect(() => {
    const tick = () => setLeft(end - now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [end, now])
  if (left <= 0) return <span className={styles.done}>{doneText}</span>
  const seconds = Math.floor(left / 1000)
  const days = Math.floor(seconds / 86_400)
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts.map((part) => String(part).padStart(2, '0'))
  return (
    <span className={isPlain ? styles.plain : styles.time} role="timer">
      {days > 0 && <i>{days}天</i>}
      {shown.map((part, index) => (
        <span key={index}>
          {index > 0 && <i>:</i>}
          <b style={isPlain ? {} : { background: ground }}>{part}</b>
        </span>
      ))}
    </span>
  )
}
