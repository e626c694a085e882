import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

/** Where something will be, while it is fetched. @param height, width in pixels, or as CSS */
export function Bone({
  height,
  width = '100%',
  radius = 4,
}: {
  height: number | string
  width?: number | string
  radius?: number
}) {
  return <span className={styles.bone} style={{ height, width, borderRadius: radius }} />
}

/** The shape of what is on its way, made of bones. */
export function Skeleton({ children, label = '正在加载' }: { children: ReactNode; label?: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={label}>
      {children}
    </div>
  )
}
