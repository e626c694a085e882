import type { CSSProperties } from 'react'
import { Go } from '../../parts/go.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './iconNav.module.css'
import type { iconNav } from './schema.ts'

/** Items page by page, each page with some rows; or all in one row that scrolls. */
export function IconNavView({ props }: Pick<ViewProps<typeof iconNav>, 'props'>) {
  const { items, rows, columns, colour, radius } = props
  const perPage = rows === 'slide' ? Number.POSITIVE_INFINITY : Number(rows) * columns
  const pages = Array.from({ length: Math.max(1, Math.ceil(items.length / perPage)) }, (_, page) =>
    items.slice(page === 0 ? 0 : page * perPage, (page + 1) * perPage),
  )
  const variables = { '--columns': columns, '--round': `${radius}px`, color: colour } as CSSProperties
  return (
    <div className={`${styles.nav} ${rows === 'slide' ? styles.slide : ''}`} style={variables}>
      {pages.map((page, index) => (
        <div key={index} className={styles.page}>
          {page.map(({ image, title, link, badge, ...of }, at) => (
            <Go key={at} link={link} of={of} className={styles.item} label={title || image.alt}>
              <Picture className={styles.picture} image={image} width={44} alt="" />
              {title && <span className={styles.title}>{title}</span>}
              {badge && <i className={styles.badge}>{badge}</i>}
            </Go>
          ))}
        </div>
      ))}
    </div>
  )
}
