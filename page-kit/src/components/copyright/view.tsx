import type { Site } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './copyright.module.css'
import type { copyright } from './schema.ts'

export function CopyrightView({ props, data }: Pick<ViewProps<typeof copyright, Site>, 'props' | 'data'>) {
  const lines = [[data?.copyright], [data?.icp, data?.icpUrl], [data?.police, data?.policeUrl]]
  return (
    <footer className={styles.lines} style={{ color: props.colour }}>
      {lines.map(
        ([line, link = '']) =>
          line && (
            <Go key={line} link={link} className={link ? styles.link : styles.line}>
              {line}
            </Go>
          ),
      )}
    </footer>
  )
}
