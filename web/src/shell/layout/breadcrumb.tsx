import { useState } from 'react'
import { Link } from 'react-router'
import type { RouteMatch } from '../../kit/menu/route-records.ts'
import { usePageNames } from '../../kit/page/page-names.ts'
import styles from './breadcrumb.module.css'
import { type Crumb, nextBreadcrumb } from './breadcrumb-trail.ts'

/** The page's position in the menu, under its own name if it has one. Phones show only the last entry. */
export function Breadcrumb({ match }: { match: RouteMatch }) {
  const [shown, setShown] = useState<{ match?: RouteMatch; crumbs: readonly Crumb[] }>({ crumbs: [] })
  if (shown.match !== match) setShown({ match, crumbs: nextBreadcrumb(shown.crumbs, match) })
  const heading = usePageNames((names) => names[match.path]?.heading)
  const last = shown.crumbs.length - 1
  return (
    <nav className={styles.breadcrumb} aria-label="当前位置">
      <ol>
        {shown.crumbs.map(({ title, to }, index) => (
          <li key={`${title} ${to}`} aria-current={index === last ? 'page' : undefined}>
            {to ? <Link to={to}>{title}</Link> : <span>{index === last && heading ? heading : title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
