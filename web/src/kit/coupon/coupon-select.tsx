import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import type { CouponType } from '@zhanggui/domain/promotion/coupon.ts'
import type { SelectProps } from 'antd'
import { RemoteSelect } from '../form/remote-select.tsx'
import { minText } from './coupon-words.ts'

/** A coupon that can be sent, as the list of them has it. */
export type SendableCoupon = RouteAnswer<typeof coupon.sendList>['list'][number]

type Props = Pick<SelectProps, 'id' | 'value' | 'onChange' | 'placeholder' | 'mode' | 'disabled'> & {
  type?: CouponType
  /** Coupons chosen before, which may be over by now. */
  known?: readonly { id: number; name: string }[]
}

/** A choice of coupons that can be sent, found by name. */
export function CouponSelect({ type, ...props }: Props) {
  return (
    <RemoteSelect<SendableCoupon>
      of={coupon.sendList}
      fixed={type && { type }}
      nameOf={couponText}
      placeholder="请选择优惠券"
      notFoundContent="没有可发放的优惠券：要已开启、未过领取期且有剩余"
      {...props}
    />
  )
}

/** 秋冬咖啡券 · ¥20 · 满100元可用 · 剩 264 张. */
export function couponText({ name, money, minPrice, lastTotal }: SendableCoupon): string {
  const left = lastTotal === null ? '' : `剩 ${lastTotal.toLocaleString('en-US')} 张`
  return [name, `¥${money}`, minText(minPrice), left].filter(Boolean).join(' · ')
}
