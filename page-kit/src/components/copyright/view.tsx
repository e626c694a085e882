import type { Site } from '../../data.ts'
import type { ViewProps } from '../../view.tsx'
import styles from './copyright.module.css'
import type { copyright } from './schema.ts'

export function CopyrightView({ props, data }: Pick<ViewProps<typeof copyright, Site>, 'props' | 'data'>) {
  const lines = [data?.copyright, data?.icp, data?.police].filter(Boolean)
  return (
    <footer className={styles.lines} style={{ color: props.colour }}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </footer>
  )
}
