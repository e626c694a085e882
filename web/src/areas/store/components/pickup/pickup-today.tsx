import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import { useQuery } from '@tanstack/react-query'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { type PickupRow, pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { Link } from 'react-router'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import styles from './pickup.module.css'

const SHOWN = 20

/** What this account verified today, the last first, and how many orders still wait. */
export function PickupToday() {
  const allowed = useCan(pickupOrder.list)
  const clerkId = useSession((session) => session.user?.id)
  const own = {
    clerkId,
    dateField: 'verify' as const,
    dateLimit: ['today'],
    limit: SHOWN,
  }
  const today = useQuery({ ...read(pickupOrder.list, { body: own, silent: true }), enabled: allowed && !!clerkId })
  const waiting = useQuery({
    ...read(pickupOrder.list, { body: { status: 'toBeWrittenOff', limit: 1 }, silent: true }),
    enabled: allowed,
  })
  if (!allowed) return null
  if (today.error) return <FailedBlock error={today.error} onRetry={today.refetch} />
  const { list = [], summary } = today.data ?? {}
  return (
    <section className={styles.today} aria-label="今天的核销">
      <header>
        <h2>今天核销 {summary?.orderTotal ?? 0} 单</h2>
        {(summary?.collected ?? 0) > 0 && <span>收款 {moneyText(summary?.collected ?? 0)}</span>}
        {waiting.data && <span className={styles.waiting}>还有 {waiting.data.total} 单待取</span>}
      </header>
      {today.isSuccess && !list.length && <p className={styles.none}>今天还没有核销</p>}
      {list.length > 0 && (
        <ul>
          {list.map((row) => (
            <Verified key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Verified({ row }: { row: PickupRow }) {
  const mayLook = useCan(orderRoutes.info)
  const { id, realName, orderNo, totalNum, payPrice, cod, refundPrice, verifyTime } = row
  const money = cod ? `${moneyText(payPrice)} 已收` : '已付'
  return (
    <li>
      <CheckCircleFilled aria-hidden className={styles.tick} />
      <span className={styles.name}>
        <span>
          {realName}{' '}
          {mayLook ? (
            <Link to={`/order/detail/${id}`}>…{orderNo.slice(-6)}</Link>
          ) : (
            <small className={styles.inline}>…{orderNo.slice(-6)}</small>
          )}
        </span>
        <small>
          {totalNum} 件 · {refundPrice > 0 ? `已退 ${moneyText(refundPrice)}` : money}
        </small>
      </span>
      <time dateTime={verifyTime ?? undefined}>{verifyTime?.slice(11, 16)}</time>
    </li>
  )
}
