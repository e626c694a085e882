import { useEffect, useRef } from 'react'
import type { Endless } from '../api/endless.ts'
import styles from './more.module.css'
import { Button } from './typed/button.tsx'

/** How far below the screen the next rows are fetched. */
const AHEAD = '400px'

/** The end of an endless list: fetches more as it comes near, and says when there is no more. */
export function More({ of: { hasMore, isLoading, error, more, retry, list } }: { of: Endless<unknown> }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = end.current
    if (!shown || !hasMore) return
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: AHEAD })
    near.observe(shown)
    return () => near.disconnect()
  }, [hasMore, more])
  if (!list?.length) return null
  return (
    <div ref={end} className={styles.more}>
      {error ? (
        <Button kind="line" size={32} onClick={retry}>
          没取到，点这里重试
        </Button>
      ) : isLoading || hasMore ? (
        '正在加载…'
      ) : (
        '没有更多了'
      )}
    </div>
  )
}
