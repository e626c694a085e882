import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { OrderDetailOf } from './order-detail.tsx'

type Props = { id: number; look: (id: number | undefined, replace?: boolean) => void }

/** 订单详情 beside the list: look and return. */
export function OrderPanel({ id, look }: Props) {
  return (
    <SidePanel title="订单详情" width={1000} onClose={() => look(undefined)}>
      <OrderDetailOf id={id} onGo={(next) => look(next, true)} />
    </SidePanel>
  )
}
