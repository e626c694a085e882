import { useQuery } from '@tanstack/react-query'
import type { SalesInfo } from '@zhanggui/contract/order/after-sales.ts'
import { type RefundSum, refund } from '@zhanggui/contract/order/refund.ts'
import { ConfigProvider } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { failureText } from '../../../../kit/page/block-state.tsx'
import { useSettled } from '../../../../kit/use-settled.ts'
import { RefundSumOf } from '../refund/refund-sum.tsx'
import styles from './case.module.css'

/** What the refund of a case comes to. */
export function SumOf({ sum, info }: { sum: RefundSum; info: SalesInfo }) {
  return (
    <div className={styles.parts}>
      <RefundSumOf sum={sum} nameOf={(id) => info.lines.find(({ lineId }) => lineId === id)?.storeName} />
    </div>
  )
}

/** The calculator of an open case: reckoned anew while the amount is typed, shortly after the last key. */
export function CaseSum({ info, amount, postage }: { info: SalesInfo; amount?: number; postage?: number }) {
  const allowed = useCan(refund.quote)
  // While the form is being sent nothing is asked: the answer would be that the case was handled.
  const { componentDisabled: isSending } = ConfigProvider.useConfig()
  const [typed] = useSettled({ amount, postage })
  const isAgreed = amount === info.refundAmount && (postage ?? 0) === info.postage
  const { data, error, isPlaceholderData } = useQuery({
    ...read(refund.quote, { body: { orderNo: info.orderNo, ...typed }, silent: true }),
    enabled: allowed && amount !== undefined && !isAgreed && !isSending,
    placeholderData: (before) => before,
    retry: false,
  })
  const sum = (isAgreed ? undefined : data) ?? info.sum
  if (error && !isAgreed && !isPlaceholderData) return <p className={styles.wrong}>{failureText(error)}</p>
  return sum && <SumOf sum={sum} info={info} />
}
