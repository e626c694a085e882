import { type CartPrice, cart } from '@zhanggui/contract/order/cart.ts'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { useEffect, useState } from 'react'
import { useRead } from '../../api/read.ts'
import { go } from '../../go/go.ts'
import { Button } from '../../parts/typed/button.tsx'
import { takeCoupon } from '../../sheets/take-coupon.ts'
import styles from './cart.module.css'

/** So many lines are priced, and checked out, together. */
export const MAX_TOGETHER = 50

/** What chosen lines come to, as the server says it; while it is asked, what the former ones came to. */
export function useCartPrice(ids: readonly number[]) {
  const isAsked = ids.length > 0 && ids.length <= MAX_TOGETHER
  const { data, error } = useRead(cart.price, { query: { ids: [...ids] } }, isAsked)
  const [latest, setLatest] = useState(data)
  useEffect(() => {
    if (data) setLatest(data)
  }, [data])
  const price = isAsked && !error ? (data ?? latest) : undefined
  return { price, isCurrent: data !== undefined }
}

/** The sum of what is chosen, and what the best coupon takes off it. */
export function CartSum({ price, isCurrent }: { price: CartPrice; isCurrent: boolean }) {
  const { payFee, coupon, memberFee } = price
  const off = [
    ...(coupon ? [`用券减 ¥${coupon.discount.toFixed(2)}`] : []),
    ...(memberFee > 0 ? [`会员省 ¥${memberFee.toFixed(2)}`] : []),
  ]
  return (
    <span className={styles.sum} aria-live="polite" aria-busy={!isCurrent}>
      <Price yuan={payFee} size={20} />
      <small>{off.join('，') || '不含运费'}</small>
    </span>
  )
}

/** The coupon that lacks least, with the way to what it is for; one that is not held yet is taken first. */
export function NextCoupon({ next: { couponId, name, money, lacks, held } }: { next: NonNullable<CartPrice['next']> }) {
  const gather = async () => {
    if (!held && !(await takeCoupon(couponId))) return
    go(`/list?couponId=${couponId}`)
  }
  return (
    <div className={styles.next}>
      <span>
        再买 ¥{lacks.toFixed(2)}，可用「{name}」减 ¥{money.toFixed(2)}
      </span>
      <Button kind="soft" size={32} onClick={() => void gather()}>
        {held ? '去凑单' : '领券去凑单'}
      </Button>
    </div>
  )
}
