import { useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import { useParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { usePageName } from '../../../kit/page/page-name.ts'
import { shortNo } from '../../../kit/text/short-no.ts'
import { OrderDetailOf } from '../components/detail/order-detail.tsx'

/** 订单详情 as a page of its own, with an address to send. */
export default function OrderDetailPage() {
  const id = Number(useParams().id) || 0
  const { data } = useQuery(read(order.info, { query: { id }, silent: true }))
  usePageName(data && `订单 ${shortNo(data.orderNo)}`, '订单详情')
  return <OrderDetailOf id={id} />
}
