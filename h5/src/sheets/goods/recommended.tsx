import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { Goods } from '@zhanggui/page-kit/parts/goods-card.tsx'
import { useRead } from '../../api/read.ts'
import { goodsLook } from '../../parts/goods/goods-look.ts'
import styles from './recommended.module.css'

/** Products that the shop recommends. @param without the one that is shown already */
export function Recommended({ title, without }: { title: string; without?: number }) {
  const { data } = useRead(shopWindow.good, { query: { page: 1, limit: 8 } })
  const list = data?.list.filter(({ id }) => id !== without) ?? []
  if (!list.length) return null
  return (
    <section className={styles.recommended}>
      <h2>{title}</h2>
      <Goods list={list} look={goodsLook} />
    </section>
  )
}
