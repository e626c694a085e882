import { useState } from 'react'
import type { Coupons } from '../data.ts'
import { useAround } from '../view.tsx'
import styles from './coupon-tickets.module.css'
import { gradientOf, groundOf, inkOf } from './look.ts'

type Ticket = Coupons['list'][number]
type Look = { style: 1 | 2 | 3 | 4; bg: string; priceTone: string; buttonBg: readonly string[] }
const columns = { 1: styles.three, 2: styles.slide, 3: styles.two, 4: styles.one }

/** Coupons that can be taken; without a list they are on their way. */
export function CouponTickets({ list, look }: { list: readonly Ticket[] | undefined; look: Look }) {
  if (!list) return <div className={styles.wait} aria-busy="true" />
  return (
    <ul className={`${styles.tickets} ${columns[look.style]}`}>
      {list.map((coupon) => (
        <CouponTicket key={coupon.id} coupon={coupon} look={look} />
      ))}
    </ul>
  )
}

const terms = ({ minPrice }: Ticket) => (minPrice > 0 ? `满 ${minPrice} 可用` : '无门槛')

function CouponTicket({ coupon, look: { style, bg, priceTone, buttonBg } }: { coupon: Ticket; look: Look }) {
  const { mode, act } = useAround()
  const [isTaken, setTaken] = useState(coupon.isUse)
  const [isSending, setSending] = useState(false)
  const take = async () => {
    if (mode === 'edit') return
    setSending(true)
    try {
      if (await act.takeCoupon(coupon.id)) setTaken(true)
    } finally {
      setSending(false)
    }
  }
  const taking = style === 4 && !isTaken ? { background: gradientOf(buttonBg), color: '#fff' } : {}
  return (
    <li
      className={`${styles.ticket} ${isTaken ? styles.taken : ''}`}
      style={{ background: groundOf(bg), color: inkOf(priceTone) }}
    >
      <span className={styles.worth}>
        <b>
          <i>¥</i>
          {coupon.money}
        </b>
        <span>{terms(coupon)}</span>
      </span>
      <button
        type="button"
        className={styles.take}
        style={taking}
        disabled={isTaken || isSending}
        onClick={take}
        aria-label={isTaken ? `${coupon.name}已领` : `领取${coupon.name}`}
      >
        {isTaken ? '已领' : '领取'}
      </button>
    </li>
  )
}
