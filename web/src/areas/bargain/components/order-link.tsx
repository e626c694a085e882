import type { BargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'

/** The order of a session by the end of its number, linked for those who may see it; — for none. */
export function OrderLink({ of: { orderId, orderNo } }: { of: BargainSession }) {
  const mayLook = useCan(order.info)
  if (!orderNo) return '—'
  if (!mayLook) return shortNo(orderNo)
  return (
    <Link to={`/order/detail/${orderId}`} title={orderNo} aria-label={`订单 ${orderNo}`}>
      {shortNo(orderNo)}
    </Link>
  )
}
