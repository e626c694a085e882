import { useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import { Tooltip } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import styles from './order-sums.module.css'
import type { OrderList } from './use-order-list.ts'

/** What the paid orders among those listed came to, by how they were paid where there is room for that. */
export function OrderSums({ list, short }: { list: OrderList; short: boolean }) {
  const { data } = useQuery({
    ...read(order.sums, { query: { ...list.filters, ...list.fixed }, silent: true }),
    enabled: useCan(order.sums),
    placeholderData: (before) => before,
  })
  if (!data) return null
  const more = data.isLowerBound ? '+' : ''
  const parts = [
    ['微信支付', data.weChatAmount],
    ['余额支付', data.yueAmount],
    ['支付宝', data.aliPayAmount],
    ['线下', data.offlineAmount],
    ...(data.nettedAmount ? [['改单抵扣', data.nettedAmount]] : []),
  ].map(([name, amount]) => `${name} ${amount ? moneyText(Number(amount), false) : '—'}`)
  return (
    <>
      {!short && (
        <span>
          已付 <b>{data.count.toLocaleString('en-US')}</b>
          {more} 单
        </span>
      )}
      <Tooltip title={parts.map((part) => <div key={part}>{part}</div>)}>
        <span>
          实付 <b>{moneyText(data.amount)}</b>
          {more}
        </span>
      </Tooltip>
      {(short ? [] : parts).map((part) => (
        <small key={part} className={styles.part}>
          {part}
        </small>
      ))}
    </>
  )
}
