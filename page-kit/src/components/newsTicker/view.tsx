import { useEffect, useState } from 'react'
import type { Articles } from '../../data.ts'
import { formatLink } from '../../links/links.ts'
import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './newsTicker.module.css'
import type { newsTicker } from './schema.ts'

const SECONDS = 4

const newsOf = (data: Articles | undefined) =>
  (data?.list ?? []).map(({ id, title }) => ({ text: title, link: formatLink({ kind: 'article', id: String(id) }) }))

/** One line of news after the other; with less motion the first stays. */
export function NewsTickerView({
  props,
  data,
  mode,
}: Pick<ViewProps<typeof newsTicker, Articles>, 'props' | 'data' | 'mode'>) {
  const { icon, direction, colour } = props
  const items = props.source === 'articles' ? newsOf(data) : props.items
  const [at, setAt] = useState(0)
  const count = items.length
  useEffect(() => {
    if (mode === 'edit' || count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setAt((before) => (before + 1) % count), SECONDS * 1000)
    return () => clearInterval(timer)
  }, [mode, count])
  const item = items[at % Math.max(1, count)]
  return (
    <div className={styles.ticker} style={{ color: colour }}>
      {icon.url ? (
        <Picture className={styles.icon} image={icon} width={65} fit="contain" />
      ) : (
        <span className={styles.bell}>
          <Icon name="bell" size={18} />
        </span>
      )}
      {item && (
        <Go key={at} link={item.link} className={`${styles.line} ${styles[direction]}`}>
          <span className={styles.text}>{item.text}</span>
          {item.link && <Icon name="more" size={14} />}
        </Go>
      )}
    </div>
  )
}
