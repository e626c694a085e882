import { useEffect, useState } from 'react'
import { serverNow } from '../../../api/server-time.ts'
import { useSession } from '../../../api/session.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { FigureTiles, FigureTrend, useFigures } from '../components/figures.tsx'
import { ProductFigures } from '../components/goods.tsx'
import { OpeningButton, OpeningChecklist, useOpening } from '../components/opening-checklist.tsx'
import { Shortcuts } from '../components/shortcuts.tsx'
import { Todo } from '../components/todo.tsx'
import { daySentence } from '../model/figures.ts'
import styles from './home.module.css'

/** 首页: what waits for the user, what a new shop lacks, the shop's figures, and links to the user's pages. */
export default function HomePage() {
  const name = useSession((session) => session.name)
  const opening = useOpening()
  const { data: figures } = useFigures()
  const now = useNow()
  const phone = useIsPhone()
  return (
    <div className={styles.page}>
      <PageHeader
        title={`${greetingAt(now)}，${name}`}
        summary={[figures && daySentence(figures), formatDay(now)].filter(Boolean).join(' · ')}
        acts={opening?.isAway && <OpeningButton of={opening} />}
      />
      {/* Tiles of what waits would fill the first screen of a phone. */}
      {phone && <FigureTiles />}
      <Todo />
      <div className={styles.two}>
        <div className={styles.stack}>
          {opening && !opening.isAway && <OpeningChecklist of={opening} />}
          {!phone && <FigureTiles />}
          <FigureTrend />
          <ProductFigures />
        </div>
        <div className={styles.stack}>
          <Shortcuts />
        </div>
      </div>
    </div>
  )
}

/** The current time to the minute, updated while the page is shown. */
function useNow(): Date {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const inShanghai = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', ...options })
const hourFormat = inShanghai({ hour: 'numeric', hourCycle: 'h23' })
const dayFormat = inShanghai({ month: 'long', day: 'numeric' })
const weekdayFormat = inShanghai({ weekday: 'short' })

function formatDay(now: Date): string {
  return `${dayFormat.format(now)} ${weekdayFormat.format(now)}`
}

function greetingAt(now: Date): string {
  const hour = Number.parseInt(hourFormat.format(now), 10)
  if (hour < 5) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}
