import type { CSSProperties } from 'react'
import type { Articles } from '../../data.ts'
import { formatLink } from '../../links/links.ts'
import { Go } from '../../parts/go.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './articleList.module.css'
import type { articleList } from './schema.ts'

/** About how wide the picture of an article is drawn. */
const widths = { left: 120, right: 120, big: 360, two: 180 }

export function ArticleListView({ props, data }: Pick<ViewProps<typeof articleList, Articles>, 'props' | 'data'>) {
  const { layout, titleColour, textColour } = props
  const style = { '--title': titleColour, '--text': textColour } as CSSProperties
  return (
    <div className={`${styles.list} ${styles[layout]}`} style={style}>
      {data?.list.map(({ id, title, image, synopsis, publishTime }) => (
        <Go key={id} link={formatLink({ kind: 'article', id: String(id) })} className={styles.item}>
          <Picture className={styles.picture} image={{ url: image }} width={widths[layout]} alt="" />
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            {layout !== 'two' && <span className={styles.text}>{synopsis}</span>}
            <span className={styles.day}>{publishTime.slice(0, 10)}</span>
          </span>
        </Go>
      ))}
    </div>
  )
}
