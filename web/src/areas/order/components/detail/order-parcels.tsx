import type { OrderInfo, OrderShipment } from '@zhanggui/contract/order/order-info.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { CopyText } from '../../../../kit/feedback/copy-text.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { ActButton } from '../../../../kit/list-page/row-actions.tsx'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'
import { When } from '../../../../kit/text/when.tsx'
import {
  isLost,
  type PackedLine,
  type PackedParcel,
  parcelState,
  parcelsOf,
  unitsOf,
  waitingOf,
  wayOf,
} from '../../model/order-parcels.ts'
import styles from './order-parcels.module.css'

const TracePanel = lazy(() => loadChunk(() => import('../timeline/trace-panel.tsx')))
const DeliveryDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('../dialogs/delivery-dialog.tsx')).DeliveryDialog })),
)

/** The goods by parcel: what waits to be sent, then each parcel with where it is. Nothing before the first one left. */
export function OrderParcels({ info }: { info: OrderInfo }) {
  const [traced, trace] = useState<OrderShipment>()
  const [edited, edit] = useState<string>()
  const mayTrace = useCan(shipment.trace)
  const withdraw = useWrite(shipment.withdraw, { message: '已撤回发货' })
  const parcels = parcelsOf(info)
  const waiting = waitingOf(info)
  if (!parcels.length) return null

  async function handleWithdraw({ parcel, lines }: PackedParcel) {
    const { deliveryNo, expressNo } = parcel
    const what = lines.length ? `里面的 ${unitsOf(lines)} 件回到待发货。` : ''
    const asked = `撤回发货 ${wayOf(parcel)} ${expressNo}？${what}买家看不到这个包裹了。`
    if (await confirm({ content: asked, okText: '撤回发货' })) withdraw.mutate({ body: { deliveryNo } })
  }

  return (
    <>
      <ul className={styles.parcels}>
        {waiting.length > 0 && info.shippingType === 1 && !info.closeType && (
          <Group title="待发货" below={`${unitsOf(waiting)} 件`} lines={waiting} />
        )}
        {parcels.map((packed) => {
          const { parcel, title, lines } = packed
          const { deliveryNo, expressNo, mark, lastTrace, shipTime, signTime } = parcel
          return (
            <Group
              key={deliveryNo}
              isOver={parcel.state === 2}
              title={title}
              below={
                <>
                  {wayOf(parcel)} {expressNo && <CopyText text={expressNo} />}
                </>
              }
              state={<b className={isLost(parcel) ? styles.risk : undefined}>{parcelState(parcel)}</b>}
              acts={
                <>
                  {mayTrace && parcel.deliveryType === 'express' && parcel.state !== 2 && (
                    <Button type="link" size="small" onClick={() => trace(parcel)}>
                      查看物流
                    </Button>
                  )}
                  {parcel.canEdit && (
                    <ActButton of={{ label: '修改物流', onClick: () => edit(deliveryNo) }} type="link" size="small" />
                  )}
                  {parcel.canWithdraw && (
                    <WriteButton of={withdraw} type="link" size="small" onClick={() => handleWithdraw(packed)}>
                      撤回发货
                    </WriteButton>
                  )}
                </>
              }
              lines={lines}
            >
              <p className={styles.trace}>
                {lastTrace ? (
                  <>
                    <When at={lastTrace.time} /> {lastTrace.status}
                  </>
                ) : (
                  <>
                    <When at={shipTime} /> 发出
                  </>
                )}
                {signTime && !lastTrace?.status.includes('签收') && '，已签收'}
              </p>
              {mark && <p className={styles.trace}>发货备注：{mark}</p>}
            </Group>
          )
        })}
      </ul>
      {traced && (
        <Suspense>
          <TracePanel parcel={traced} onClose={() => trace(undefined)} />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <DeliveryDialog info={info} deliveryNo={edited} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type GroupProps = {
  title: string
  below: ReactNode
  state?: ReactNode
  acts?: ReactNode
  isOver?: boolean
  lines: readonly PackedLine[]
  children?: ReactNode
}

function Group({ title, below, state, acts, isOver = false, lines, children }: GroupProps) {
  return (
    <li className={isOver ? styles.over : undefined} aria-label={title}>
      <div className={styles.head}>
        <strong>{title}</strong>
        <span className={styles.way}>{below}</span>
        {state}
        <span className={styles.acts}>{acts}</span>
      </div>
      {children}
      {lines.length > 0 && (
        <p className={styles.lines}>
          {lines
            .map(({ storeName, sku, packed }) => `${storeName}${sku === '默认' ? '' : ` ${sku}`} ×${packed}`)
            .join('，')}
        </p>
      )}
    </li>
  )
}
