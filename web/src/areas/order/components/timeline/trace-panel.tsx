import { useQuery } from '@tanstack/react-query'
import type { OrderInfo, OrderShipment } from '@zhanggui/contract/order/order-info.ts'
import { shipment, type Traces } from '@zhanggui/contract/order/shipment.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { traceStates } from '@zhanggui/domain/order/shipment.ts'
import { Select, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '../../../../api/call-error.ts'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { Timeline } from '../../../../kit/detail/timeline.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { CopyText } from '../../../../kit/feedback/copy-text.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { parcelsOf, wayOf } from '../../model/order-parcels.ts'
import styles from '../detail/order-detail.module.css'

type Props = { parcel: OrderShipment; onClose: () => void }

/** 物流: where a parcel is, newest first; without the service, the number to look it up by. */
export default function TracePanel({ parcel, onClose }: Props) {
  return (
    <SidePanel title="物流" width={480} onClose={onClose}>
      <Trace parcel={parcel} />
    </SidePanel>
  )
}

/** The same for an order, whose last parcel is shown first. */
export function OrderTracePanel({ info, onClose }: { info: OrderInfo; onClose: () => void }) {
  const parcels = parcelsOf(info).filter(({ parcel }) => parcel.state !== 2)
  const [chosen, choose] = useState(parcels.at(-1)?.parcel.deliveryNo)
  const parcel = parcels.find((each) => each.parcel.deliveryNo === chosen)?.parcel
  return (
    <SidePanel title="物流" width={480} onClose={onClose}>
      {parcel ? (
        <Trace key={chosen} parcel={parcel}>
          {parcels.length > 1 && (
            <Select
              aria-label="包裹"
              value={chosen}
              onChange={choose}
              options={parcels.map((each) => ({
                value: each.parcel.deliveryNo,
                label: `${each.title} · ${wayOf(each.parcel)} ${each.parcel.expressNo}`,
              }))}
            />
          )}
        </Trace>
      ) : (
        <EmptyBlock text="没有在途的包裹" />
      )}
    </SidePanel>
  )
}

function Trace({ parcel, children }: { parcel: OrderShipment; children?: ReactNode }) {
  const { deliveryNo, deliveryType, expressNo } = parcel
  const isTraced = deliveryType === 'express'
  const { data, error, refetch } = useQuery({
    ...read(shipment.trace, { query: { deliveryNo }, silent: true }),
    enabled: isTraced,
  })
  return (
    <>
      {children}
      <p className={styles.receiver}>
        <b>{wayOf(parcel)}</b> {expressNo && <CopyText text={expressNo} />}
      </p>
      {!isTraced ? (
        <EmptyBlock text="这个包裹没有快递单号" />
      ) : data ? (
        <Steps of={data} />
      ) : error instanceof CallError && error.code === 'NOT_CONFIGURED' ? (
        <NotTraced />
      ) : error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Skeleton active />
      )}
    </>
  )
}

/** The shop does not look up parcels: who turns that on, and how to look one up meanwhile. */
function NotTraced() {
  const allowed = useCan(setting.groups)
  return (
    <EmptyBlock
      text="没有开启物流查询"
      more={`可以复制上面的单号，到快递公司官网查询。${allowed ? '' : '要在这里看物流，请找店主在「系统设置 › 物流设置」开启。'}`}
      act={allowed && <Link to="/system/setting?group=logistics">去开启物流查询</Link>}
    />
  )
}

function Steps({ of: { state, list, updateTime } }: { of: Traces }) {
  return (
    <>
      <p className={`${styles.told} ${styles.traced}`}>
        <span>{state === null ? '暂无物流' : traceStates[state as 0]}</span>
        {updateTime && (
          <span>
            查询于 <When at={updateTime} />
          </span>
        )}
      </p>
      {list.length ? (
        <Timeline
          items={list.map(({ time, status }, at) => ({
            key: `${at}`,
            at: time,
            kind: '',
            content: status,
            tone: at ? ('idle' as const) : ('wait' as const),
          }))}
        />
      ) : (
        <EmptyBlock text="快递还没有物流信息" />
      )}
    </>
  )
}
