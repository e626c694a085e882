import { useQuery } from '@tanstack/react-query'
import { home } from '@zhanggui/contract/dashboard/home.ts'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLive } from '../../../api/live.ts'
import { read } from '../../../api/read.ts'
import { type TodoItem, TodoStrip } from '../../../kit/figures/todo-strip.tsx'
import { failureText } from '../../../kit/page/block-state.tsx'
import { splitTiles, todoTiles } from '../model/todo.ts'
import styles from './home-parts.module.css'
import { looked } from './looked.ts'

/** One row of what is most urgent; the rest would push the sales off the first screen. */
const IN_ROW = 8
/** More lists than this that hold nothing are named only when asked for: a new shop would read nothing else. */
const MAX_NAMED = 8

/** 待办: what waits for the user, each a link to its list; what is nothing stands in one quiet line. */
export function Todo() {
  const unread = useLive((live) => live.unread)
  const badges = useLive((live) => live.todo)
  const { data, error, refetch, isPending } = useQuery({ ...read(home.todo, { silent: true }), ...looked })
  const known = useRef(badges)
  useEffect(() => {
    if (known.current === badges) return
    known.current = badges
    refetch()
  }, [badges, refetch])
  const shown = useRef(new Set<string>())
  const [isWhole, setWhole] = useState(false)
  if (isPending) return <Skeleton.Node active className={styles.waiting} />
  if (!data)
    return (
      <div className={styles.failed} role="alert">
        <span>待办没取到：{failureText(error)}</span>
        <Button size="small" onClick={() => refetch()}>
          重试
        </Button>
      </div>
    )
  const { waiting, none } = splitTiles(todoTiles(data.list, unread), shown.current)
  for (const { key } of waiting) shown.current.add(key)
  const more = waiting.length - IN_ROW
  return (
    <div>
      {waiting.length > 0 && <TodoStrip items={isWhole ? waiting : waiting.slice(0, IN_ROW)} />}
      {more > 0 && (
        <Button
          type="link"
          size="small"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? '收起' : `更多 ${more} 项在等`}
        </Button>
      )}
      {none.length > 0 && (waiting.length > 0 ? <None of={none} /> : <p className={styles.none}>没有要处理的事</p>)}
    </div>
  )
}

/** The lists that hold nothing now. */
function None({ of }: { of: readonly TodoItem[] }) {
  const [open, setOpen] = useState(of.length <= MAX_NAMED)
  return (
    <p className={styles.none}>
      <span>{open ? '以下都是 0：' : `另外 ${of.length} 项都是 0`}</span>
      {open ? (
        of.map(({ key, title, to }) => (
          <Link key={key} to={to}>
            {title}
          </Link>
        ))
      ) : (
        <Button type="link" size="small" className={styles.more} onClick={() => setOpen(true)}>
          看是哪些
        </Button>
      )}
    </p>
  )
}
