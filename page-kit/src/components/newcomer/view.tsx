import type { Newcomer } from '../../data.ts'
import { CouponTickets } from '../../parts/coupon-tickets.tsx'
import { Goods } from '../../parts/goods-card.tsx'
import { sourceOf } from '../../parts/look.ts'
import type { ViewProps } from '../../view.tsx'
import styles from './newcomer.module.css'
import type { newcomer } from './schema.ts'

const look = {
  layout: 'three',
  show: ['name', 'price', 'otPrice'],
  nameColour: '#282828',
  priceTone: 'theme',
  salesColour: '#666666',
  radius: 8,
  space: 8,
} as const

export function NewcomerView({ props, data }: Pick<ViewProps<typeof newcomer, Newcomer>, 'props' | 'data'>) {
  const ground = props.image.url ? `url("${sourceOf(props.image.url, 375)}") center top / cover` : 'var(--t-tint-2)'
  return (
    <div className={styles.card} style={{ background: ground }}>
      <b>新人专享</b>
      {(!data || data.coupons.length > 0) && (
        <CouponTickets
          list={data?.coupons}
          look={{ style: 1, bg: '#ffffff', priceTone: 'theme', buttonBg: ['theme', 'theme'] }}
        />
      )}
      {data && data.products.length > 0 && <Goods list={data.products} look={look} />}
    </div>
  )
}
