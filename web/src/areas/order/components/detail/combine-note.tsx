import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { useQuery } from '@tanstack/react-query'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { read } from '../../../../api/read.ts'
import { Note } from '../../../../kit/detail/parts.tsx'
import { ActButton } from '../../../../kit/list-page/row-actions.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import type { OrderAct } from '../use-order-acts.tsx'
import styles from './order-detail.module.css'

/** 可合单: the other orders of the same receiver that wait, to leave in the same parcel. */
export function CombineNote({ orderNo, send }: { orderNo: string; send: OrderAct }) {
  const { data } = useQuery(read(shipment.neighbours, { query: { orderNo }, silent: true }))
  const list = data?.list ?? []
  const [first] = list
  if (!first) return null
  return (
    <Note
      tone="plain"
      icon={<InboxOutlined aria-hidden />}
      act={
        <ActButton of={send} size="small">
          合并发货
        </ActButton>
      }
    >
      <small className={styles.label}>同一收货地址还有 {list.length} 单待发</small>
      <b>{shortNo(first.orderNo)}</b> {first.storeName}
      {list.length > 1 && ' 等'}
    </Note>
  )
}
