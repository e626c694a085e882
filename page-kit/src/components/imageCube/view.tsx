import type { CSSProperties } from 'react'
import { Go } from '../../parts/go.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './imageCube.module.css'
import { cellCounts, type imageCube } from './schema.ts'

type Cell = { x: number; y: number; w: number; h: number }

/** Where a cell of a free arrangement stands in the grid of four by four. */
const placeOf = ({ x, y, w, h }: Cell): CSSProperties => ({ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}` })

export function ImageCubeView({ props }: Pick<ViewProps<typeof imageCube>, 'props'>) {
  const { grid, cells, space, radius } = props
  const rows = grid === 'free' ? Math.max(1, ...cells.map(({ y, h }) => y + h)) : undefined
  const shape = rows ? { aspectRatio: `4 / ${rows}`, gridTemplateRows: `repeat(${rows}, 1fr)` } : {}
  return (
    <div className={`${styles.cube} ${styles[grid]}`} style={{ gap: space, ...shape }}>
      {cells.slice(0, cellCounts[grid]).map((cell, index) => (
        <Go
          key={index}
          link={cell.link}
          className={styles.cell}
          style={{ borderRadius: radius, ...(grid === 'free' && placeOf(cell)) }}
        >
          <Picture className={styles.picture} image={cell.image} width={grid === 'one' ? 375 : 190} fit={cell.fit} />
        </Go>
      ))}
    </div>
  )
}
