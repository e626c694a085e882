import type { Coupons } from '../../data.ts'
import { CouponTickets } from '../../parts/coupon-tickets.tsx'
import type { ViewProps } from '../../view.tsx'
import type { coupons } from './schema.ts'

export function CouponsView({ props, data }: Pick<ViewProps<typeof coupons, Coupons>, 'props' | 'data'>) {
  const { style, bg, priceTone, buttonBg } = props
  return <CouponTickets list={data?.list} look={{ style, bg, priceTone, buttonBg }} />
}
