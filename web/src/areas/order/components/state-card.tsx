import { useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { Popover, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { When } from '../../../kit/text/when.tsx'
import styles from './order-cells.module.css'

/** A pause of the pointer, in seconds, before the card is read. */
const PAUSE = 0.3

/** On hover over the state of an order: its last parcel with what the carrier said last, and what an open case asks for. */
export function StateCard({ row, children }: { row: OrderRow; children: ReactNode }) {
  const [seen, setSeen] = useState(false)
  const mayLook = useCan(order.info)
  const phone = useIsPhone()
  const isSent = row.status > 0 || row.labels.some(({ text }) => text === '部分发货')
  if (phone || !(row.refund || (isSent && mayLook && row.shippingType === 1))) return children
  return (
    <Popover
      mouseEnterDelay={PAUSE}
      onOpenChange={(open) => open && setSeen(true)}
      content={
        <div className={styles.card}>
          {row.refund && <OpenCase of={row.refund} />}
          {isSent && mayLook && seen && <LastParcel id={row.id} />}
        </div>
      }
    >
      <span className={styles.hovered}>{children}</span>
    </Popover>
  )
}

function OpenCase({ of: { reason, explain, images, time } }: { of: NonNullable<OrderRow['refund']> }) {
  return (
    <section>
      <b>售后：{reason}</b>
      {explain && <p>{explain}</p>}
      {images.length > 0 && (
        <p className={styles.tags}>
          {images.map((image, index) => (
            <Picture key={image} src={image} alt={`凭证图 ${index + 1}`} size={44} />
          ))}
        </p>
      )}
      <small className={styles.dim}>
        <When at={time} /> 申请
      </small>
    </section>
  )
}

function LastParcel({ id }: { id: number }) {
  const { data } = useQuery(read(order.info, { query: { id }, silent: true }))
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const open = data.shipments.filter(({ state }) => state !== 2)
  const last = open.at(-1)
  if (!last) return null
  const { expressName, expressNo, deliveryName, lastTrace, shipTime } = last
  return (
    <section>
      <b>{[expressName || deliveryName || '无需物流', expressNo].filter(Boolean).join(' ')}</b>
      {open.length > 1 && <span className={styles.dim}> 共 {open.length} 个包裹，这是最后一个</span>}
      <p>{lastTrace ? `${lastTrace.time} ${lastTrace.status}` : '还没有物流信息'}</p>
      <small className={styles.dim}>
        <When at={shipTime} /> 发货
      </small>
    </section>
  )
}
