import type { Coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponPhases } from '@zhanggui/domain/promotion/coupon.ts'
import { serverNow } from '../../../api/server-time.ts'
import { ProgressBar } from '../../../kit/chart/bars.tsx'
import { CouponFace } from '../../../kit/coupon/coupon-face.tsx'
import { daysText, isSendable, scopeText } from '../../../kit/coupon/coupon-words.ts'
import { isUsedUp } from '../../../kit/text/budget.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import styles from './coupon.module.css'

export function CouponCell({ row, onLook }: { row: Coupon; onLook: (() => void) | undefined }) {
  return (
    <span className={styles.coupon}>
      <CouponFace money={row.money} minPrice={row.minPrice} over={!isSendable(row.phase)} />
      <TwoLine
        top={
          onLook ? (
            <button type="button" className={styles.name} title={row.name} onClick={onLook}>
              {row.name}
            </button>
          ) : (
            row.name
          )
        }
        below={isUsedUp(row) ? <Labels of={['预算用完']} /> : scopeText(row)}
      />
    </span>
  )
}

export const PhaseTag = ({ of: { phase } }: { of: Pick<Coupon, 'phase'> }) => (
  <StateTag of="coupon" value={couponPhases[phase]} />
)

/** How many were received of how many there are. */
export function ReceivedCell({ of: { name, isLimited, receivedCount, total, lastTotal } }: { of: Coupon }) {
  return (
    <span
      className={styles.received}
      title={isLimited ? `发布 ${count(total)}，剩余 ${count(lastTotal ?? 0)}` : undefined}
    >
      <span className={styles.figures}>
        <span>{count(receivedCount)}</span>
        <span>{isLimited ? `/ ${count(total)}` : '不限量'}</span>
      </span>
      {isLimited && <ProgressBar value={receivedCount} of={total} label={`「${name}」已领取的部分`} />}
    </span>
  )
}

/** When it can be received: 11-01 - 11-30, or 不限时. */
export function receiveText(row: Pick<Coupon, 'isReceiveLimited' | 'receiveStartTime' | 'receiveEndTime'>): string {
  return row.isReceiveLimited ? daysText(row.receiveStartTime, row.receiveEndTime, serverNow()) : '不限时'
}

/** 42.4% of what was received; — while there is none. */
export function usedShare({ usedCount, receivedCount }: Pick<Coupon, 'usedCount' | 'receivedCount'>): string {
  return receivedCount > 0 ? `${((usedCount / receivedCount) * 100).toFixed(1)}%` : '—'
}

export const count = (value: number) => value.toLocaleString('en-US')
