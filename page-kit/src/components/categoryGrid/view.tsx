import type { CSSProperties } from 'react'
import type { Categories } from '../../data.ts'
import { formatLink } from '../../links/links.ts'
import { Go } from '../../parts/go.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './categoryGrid.module.css'
import type { categoryGrid } from './schema.ts'

export function CategoryGridView({ props, data }: Pick<ViewProps<typeof categoryGrid, Categories>, 'props' | 'data'>) {
  const style = { '--columns': props.columns, color: props.colour } as CSSProperties
  return (
    <div className={styles.grid} style={style}>
      {data?.list.map(({ id, name, image }) => (
        <Go key={id} link={formatLink({ kind: 'category', id: String(id) })} className={styles.item}>
          <Picture className={styles.picture} image={{ url: image }} width={52} alt="" />
          <span className={styles.name}>{name}</span>
        </Go>
      ))}
    </div>
  )
}
