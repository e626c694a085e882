import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { Button } from 'antd'
import { Can } from '../../../kit/access/can.tsx'
import { go } from '../../../kit/page/go.ts'

/** Where there is nothing without coupons: begins the first. */
export function AddCoupon() {
  return (
    <Can do={coupon.save}>
      <Button type="primary" onClick={() => go('/marketing/coupon/create')}>
        添加优惠券
      </Button>
    </Can>
  )
}
