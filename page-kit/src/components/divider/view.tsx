import type { ViewProps } from '../../view.tsx'
import styles from './divider.module.css'
import type { divider } from './schema.ts'

export function DividerView({ props }: Pick<ViewProps<typeof divider>, 'props'>) {
  const { line, colour, height } = props
  return <hr className={styles.line} style={{ borderTop: `${height}px ${line} ${colour}` }} />
}
