import styles from './coupon.module.css'

type Props = {
  /** In yuan. */
  money: number
  minPrice: number
  /** It can be received no more. */
  over?: boolean
}

/** A coupon in small: what it takes off, and from which amount. */
export function CouponFace({ money, minPrice, over }: Props) {
  return (
    <span className={styles.face} data-over={over}>
      <b>
        <small>¥</small>
        {money}
      </b>
      <span>{minPrice > 0 ? `满 ${minPrice}` : '无门槛'}</span>
    </span>
  )
}
