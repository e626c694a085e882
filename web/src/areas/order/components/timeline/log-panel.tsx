import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import type { ActDialogProps } from '../act-dialog.ts'
import { OrderTimeline } from './order-timeline.tsx'

const ALL = 1000

/** 记录: what happened to an order, beside the list. */
export default function LogPanel({ row, onClose }: ActDialogProps) {
  const mayComment = useCan(orderNote.comment)
  return (
    <SidePanel title={`订单 ${shortNo(row.orderNo)} 的动态`} width={560} onClose={onClose}>
      <OrderTimeline orderNo={row.orderNo} version={row.version} mayComment={mayComment} first={ALL} />
    </SidePanel>
  )
}
