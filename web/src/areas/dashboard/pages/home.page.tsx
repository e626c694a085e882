import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { useMenus } from '../../../kit/menu/menus.ts'
import { EmptyBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { Figures, useFigures } from '../components/figures.tsx'
import { ProductFigures } from '../components/goods.tsx'
import { OpeningButton, OpeningChecklist, useOpening } from '../components/opening-checklist.tsx'
import { Todo } from '../components/todo.tsx'
import { daySentence } from '../model/figures.ts'
import { type Shortcut, shortcutsOf } from '../model/shortcuts.ts'
import styles from './home.module.css'

/** 首页: what waits for the user, what a new shop lacks, the shop's figures, and links to the user's pages. */
export default function HomePage() {
  const name = useSession((session) => session.name)
  const opening = useOpening()
  const { data: figures } = useFigures()
  const now = useNow()
  return (
    <div className={styles.page}>
      <PageHeader
        title={`${greetingAt(now)}，${name}`}
        summary={[figures && daySentence(figures), formatDay(now)].filter(Boolean).join(' · ')}
        acts={opening?.isAway && <OpeningButton of={opening} />}
      />
      <Todo />
      <div className={styles.two}>
        <div className={styles.stack}>
          {opening && !opening.isAway && <OpeningChecklist of={opening} />}
          <Figures />
          <ProductFigures />
        </div>
        <div className={styles.stack}>
          <Shortcuts />
        </div>
      </div>
    </div>
  )
}

/** 快捷入口: links to the user's pages. */
function Shortcuts() {
  const shortcuts = useShortcuts()
  return (
    <Section title="快捷入口">
      {shortcuts.length ? (
        <div className={styles.shortcuts}>
          {shortcuts.map(({ to, title, icon }) => (
            <Link key={to} to={to} className={styles.shortcut}>
              <Icon name={icon} />
              <span>{title}</span>
            </Link>
          ))}
        </div>
      ) : (
        <EmptyBlock text="您的角色还没有可以进入的页面，请联系管理员分配权限" />
      )}
    </Section>
  )
}

/** The current time to the minute, updated while the page is shown. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const inShanghai = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', ...options })
const hourFormat = inShanghai({ hour: 'numeric', hourCycle: 'h23' })
const dayFormat = inShanghai({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })

function formatDay(now: Date): string {
  return dayFormat.format(now)
}

function greetingAt(now: Date): string {
  const hour = Number.parseInt(hourFormat.format(now), 10)
  if (hour < 5) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

function useShortcuts(): Shortcut[] {
  const records = useMenus((menus) => menus.records)
  const permissions = useSession((session) => session.permissions)
  return useMemo(() => shortcutsOf(records, { permissions }), [records, permissions])
}
