import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OrderLogRow, order } from '@zhanggui/contract/order/order.ts'
import type { OrderLogType } from '@zhanggui/domain/order/order-log.ts'
import { Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { Timeline, type TimelineItem } from '../../../../kit/detail/timeline.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import type { Tone } from '../../../../kit/settings/palette.ts'
import styles from './order-detail.module.css'

const LIMIT = 100
const FIRST = 8
const kinds = { money: '钱', address: '收货', note: '备注' }

const kindOf: Partial<Record<OrderLogType, keyof typeof kinds>> = {
  ...{ pay: 'money', cod: 'money', price: 'money', late: 'money' },
  ...{ address: 'address', mark: 'note', tag: 'note' },
}
const toneOf: Partial<Record<OrderLogType, Tone>> = {
  ...{ pay: 'done', late: 'alert', remind: 'alert', price: 'todo', mark: 'promo', address: 'wait' },
}

/** 动态: what happened to the order, newest first. */
export function OrderLog({ orderNo, version }: { orderNo: string; version: number }) {
  const { data, error, refetch } = useQuery({
    ...read(order.log, { query: { orderNo, page: 1, limit: LIMIT }, silent: true }),
    placeholderData: keepPreviousData,
  })
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton active title={false} />
  return <Timeline key={version} items={data.list.map(itemOf)} kinds={kinds} first={FIRST} />
}

function itemOf(row: OrderLogRow): TimelineItem {
  const { id, changeType, createTime, message, typeStr, operatorName, operatorType } = row
  const who = operatorType === 'system' ? '' : operatorName
  return {
    key: String(id),
    at: createTime,
    tone: toneOf[changeType] ?? 'idle',
    kind: kindOf[changeType] ?? 'other',
    content: (
      <>
        {who && <b>{who} </b>}
        {typeStr}
        {message && message !== typeStr && <span className={styles.dim}> {message}</span>}
      </>
    ),
  }
}
