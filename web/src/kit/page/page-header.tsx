import { type ReactNode, useContext } from 'react'
import styles from './page-header.module.css'
import { ViewContext } from './view.ts'

type PageHeaderProps = {
  /** The name of the page; that of its menu entry if omitted. */
  title?: ReactNode
  /** One line of figures. */
  summary?: ReactNode
  /** Buttons, the solid one last. */
  acts?: ReactNode
}

/** The name of a page, its figures and its acts. Phones show the name in the bar above; one of its own, as of a second list, here. */
export function PageHeader({ title, summary, acts }: PageHeaderProps) {
  const view = useContext(ViewContext)
  const name = title ?? view.title
  if (!name && !summary && !acts) return null
  return (
    <header className={styles.header}>
      {name && <h1 data-own={Boolean(title) && title !== view.title}>{name}</h1>}
      {summary && <span className={styles.summary}>{summary}</span>}
      {acts && <div className={styles.acts}>{acts}</div>}
    </header>
  )
}
