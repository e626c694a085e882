import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { CouponTickets } from '@zhanggui/page-kit/parts/coupon-tickets.tsx'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { AroundProvider, useAround } from '@zhanggui/page-kit/view.tsx'
import { useMemo, useState } from 'react'
import { useRead } from '../../api/read.ts'
import { Cell } from '../../parts/card.tsx'
import { Tag } from '../../parts/tag.tsx'
import { takeCoupon } from '../../sheets/take-coupon.ts'

const look = { style: 4, bg: 'theme-2', priceTone: 'theme', buttonBg: ['theme', 'theme'] } as const
/** So many are named in the line itself. */
const NAMED = 2

/** What makes a product cheaper: coupons to take, and points that come with it. Nothing where there are none. */
export function CouponCell({ productId, points }: { productId: number; points: number }) {
  const { data } = useRead(frontCoupon.open, { query: { productId, page: 1, limit: 20 } })
  const [isOpen, setOpen] = useState(false)
  const around = useAround()
  const withTaking = useMemo(() => ({ ...around, act: { ...around.act, takeCoupon } }), [around])
  const list = data?.list ?? []
  if (!list.length) return points > 0 ? <Cell name="优惠">赠 {points} 积分</Cell> : null
  return (
    <>
      <Cell name="优惠" onOpen={() => setOpen(true)}>
        {list.slice(0, NAMED).map(({ id, money, minPrice }) => (
          <Tag key={id}>{minPrice > 0 ? `满 ${minPrice} 减 ${money}` : `减 ${money}`}</Tag>
        ))}
        {points > 0 && <Tag>赠 {points} 积分</Tag>}
      </Cell>
      {isOpen && (
        <Sheet title="优惠" onClose={() => setOpen(false)}>
          <AroundProvider value={withTaking}>
            <CouponTickets list={list} look={look} />
          </AroundProvider>
        </Sheet>
      )}
    </>
  )
}
