import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { useRead } from '../../api/read.ts'
import { useToken } from '../../api/use-token.ts'
import { Button } from '../../parts/typed/button.tsx'
import { takeCoupon } from '../../sheets/take-coupon.ts'
import styles from './list.module.css'

/** What a coupon takes off the products below; one that is not held yet can be taken here. Nothing where neither is so. */
export function CouponNote({ couponId }: { couponId: number }) {
  const isIn = useToken() !== undefined
  const open = useRead(frontCoupon.open, { query: { couponId, page: 1, limit: 1 } })
  const own = useRead(frontCoupon.list, { query: { type: 'usable', page: 1, limit: 100 } }, isIn)
  const held = own.data?.list.find((each) => each.couponId === couponId)
  const offered = open.data?.list.find((each) => each.id === couponId)
  const coupon = held ?? offered
  if (!coupon) return null
  const { money, minPrice } = coupon
  return (
    <div className={styles.note}>
      <span>{minPrice > 0 ? `满 ${minPrice} 减 ${money}` : `减 ${money}，无门槛`}，下面的商品可用</span>
      {!held && offered && !offered.isUse && (
        <Button size={28} kind="soft" onClick={() => void takeCoupon(couponId)}>
          领取
        </Button>
      )}
    </div>
  )
}
