import { useEffect, useRef } from 'react'
import type { Products } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { Goods, GoodsSkeleton } from '../../parts/goods-card.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './goodsList.module.css'
import type { goodsList } from './schema.ts'

export function GoodsListView({
  id,
  props,
  data,
  mode,
  act,
}: Pick<ViewProps<typeof goodsList, Products>, 'id' | 'props' | 'data' | 'mode' | 'act'>) {
  if (!data) return <GoodsSkeleton look={props} count={props.count} />
  return (
    <>
      {props.moreLink && (
        <Go link={props.moreLink} className={styles.more}>
          全部商品
          <Icon name="more" size={14} />
        </Go>
      )}
      <Goods list={data.list} look={props} />
      {mode === 'live' && props.paging === 'endless' && data.hasMore && (
        <Coming
          onNear={() => act.more(id, { page: Math.floor(data.list.length / props.count) + 1 })}
          key={data.list.length}
        />
      )}
    </>
  )
}

/** How far below the window the next products are fetched. */
const AHEAD = '600px'

/** Where more will be; fetched as it comes near. */
function Coming({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLParagraphElement>(null)
  const latest = useRef(onNear)
  latest.current = onNear
  useEffect(() => {
    if (!end.current) return
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), { rootMargin: AHEAD })
    near.observe(end.current)
    return () => near.disconnect()
  }, [])
  return (
    <p ref={end} className={styles.coming}>
      正在加载…
    </p>
  )
}
