import { useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'

/** How often the line is read again while the page is looked at. */
const POLL_MS = 60_000
const TODAY = ['today']

/** What the day brought so far: how many orders, how many of them are paid, and what they come to. */
export function OrderDay() {
  const query = { dateLimit: TODAY }
  const look = { refetchInterval: POLL_MS, staleTime: POLL_MS }
  const { data: counts } = useQuery({
    ...read(order.statusNum, { query, silent: true }),
    ...look,
    enabled: useCan(order.statusNum),
  })
  const { data: paid } = useQuery({
    ...read(order.sums, { query, silent: true }),
    ...look,
    enabled: useCan(order.sums),
  })
  if (!counts) return null
  return (
    <>
      今天 <b>{(counts.all ?? 0).toLocaleString('en-US')}</b> 单
      {paid && (
        <>
          ，已付 <b>{paid.count.toLocaleString('en-US')}</b> 单 <b>{moneyText(paid.amount)}</b>
        </>
      )}
    </>
  )
}
