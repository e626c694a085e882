import type { FrontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Price, Was } from '@zhanggui/page-kit/parts/price.tsx'
import styles from './activity-strip.module.css'

type Given = {
  activity: Pick<FrontSeckill['activity'], 'price' | 'otPrice' | 'phase'>
  /** Before the price: what it is. */
  priceName?: string
  isFrom?: boolean
  startTime: string | null
  endTime: string | null
}

/** What something costs in an activity, and how long it does. */
export function ActivityStrip({ activity: { price, otPrice, phase }, priceName, isFrom, startTime, endTime }: Given) {
  const to = phase === 'upcoming' ? startTime : phase === 'running' ? endTime : null
  return (
    <div className={styles.strip}>
      <span className={styles.price}>
        {priceName && <span>{priceName}</span>}
        <Price yuan={price} size={28} />
        {isFrom && <span>起</span>}
        {otPrice > price && <Was yuan={otPrice} />}
      </span>
      <span className={styles.time}>
        {to ? (
          <>
            {phase === 'upcoming' ? '距开始' : '距结束'} <CountDown to={to} ground="rgb(0 0 0 / 30%)" />
          </>
        ) : (
          '活动已结束'
        )}
      </span>
    </div>
  )
}
