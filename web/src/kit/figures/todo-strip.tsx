import { Link } from 'react-router'
import styles from './figures.module.css'

export type TodoItem = {
  key: string
  title: string
  /** Undefined while it is not known. */
  count: number | undefined
  /** There are more than were counted. */
  more?: boolean
  /** What is most urgent of it: 4 款已售罄. */
  note?: string | undefined
  /** The note is about money or a promise at risk. */
  urgent?: boolean
  /** The list that is counted. */
  to: string
}

/** What waits for the user, each a link to its list. Nothing to do is said, too. */
export function TodoStrip({ items }: { items: readonly TodoItem[] }) {
  return (
    <nav className={`${styles.tiles} ${styles.strip}`} aria-label="待办">
      {items.map(({ key, title, count, more, note, urgent, to }) => (
        <div key={key} className={styles.tile} data-none={count === 0}>
          <Link to={to} className={styles.cover}>
            {title}
          </Link>
          <div className={styles.todo}>
            {count === undefined ? '—' : count.toLocaleString('en-US')}
            {more && '+'}
          </div>
          <div className={styles.small} data-urgent={urgent && count !== 0}>
            {count === 0 ? '没有' : note}
          </div>
        </div>
      ))}
    </nav>
  )
}
