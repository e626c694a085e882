import type { OrderInfo, OrderRefund } from '@zhanggui/contract/order/order-info.ts'
import { refundMethods } from '@zhanggui/domain/payment/payment.ts'
import type { ReactNode } from 'react'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { CopyText } from '../../../../kit/feedback/copy-text.tsx'
import { Labels } from '../../../../kit/text/labels.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { RefundActs } from '../refund/refund-acts.tsx'
import styles from './order-detail.module.css'

const paymentStates = ['待支付', '已支付', '已关闭', '失败']
const refundStates = ['退款中', '已退款', '退款失败']

/** Cash that staff have not handed over yet is no failure. */
function stateOf({ state, canRetry, method }: OrderRefund): string {
  if (state === 2 && method === 'offline') return '待线下退款'
  return state === 0 && canRetry ? '部分退款失败' : (refundStates[state] ?? '')
}

/** 支付与退款: each attempt to pay and each refund, with the number by which the provider knows it. */
export function OrderMoney({ info: { payments, refunds } }: { info: OrderInfo }) {
  const entries = [
    ...payments.map((one) => ({
      key: `p${one.id}`,
      at: one.payTime ?? one.createTime,
      what: one.payTypeStr || one.payType,
      state: one.surplus ? '重复到账' : (paymentStates[one.state] ?? ''),
      risk: one.surplus || one.state === 3,
      amount: one.amount,
      number: one.transactionId || one.outTradeNo,
      text: one.failMsg,
      acts: null,
    })),
    ...refunds.map((one) => ({
      key: `r${one.refundNo}`,
      at: one.finishTime ?? one.createTime,
      what: refundMethods[one.method],
      state: stateOf(one),
      risk: one.state === 2 || one.canRetry || one.canMark,
      amount: -one.amount,
      number: one.refundNo,
      text: <RefundText of={one} />,
      acts: <RefundActs of={one} />,
    })),
  ]
  if (!entries.length) return null
  return (
    <Section title="支付与退款" count={`${entries.length} 笔`} flush>
      <ul className={styles.money}>
        {entries.map((entry) => (
          <Entry key={entry.key} of={entry} />
        ))}
      </ul>
    </Section>
  )
}

type EntryOf = {
  at: string
  what: string
  state: string
  risk: boolean
  amount: number
  number: string
  text: ReactNode
  acts: ReactNode
}

/** Why it was refunded and by whom, how the sum came about, and what went wrong. */
function RefundText({ of: { reason, operatorName, text, failMsg, surplus } }: { of: OrderRefund }) {
  return (
    <>
      {[surplus && '重复到账', reason, operatorName].filter(Boolean).join(' · ')}
      {text && <span className={styles.line}>{text}</span>}
      {failMsg && <span className={styles.line}>失败原因：{failMsg}</span>}
    </>
  )
}

function Entry({ of: { at, what, state, risk, amount, number, text, acts } }: { of: EntryOf }) {
  return (
    <li>
      <span className={styles.at}>
        <When at={at} />
      </span>
      <span className={styles.what}>
        {what} {risk ? <b className={styles.risk}>{state}</b> : <Labels of={[state].filter(Boolean)} />}
        {text && <small className={styles.label}>{text}</small>}
      </span>
      {acts}
      <CopyText text={number} />
      <b className={styles.amount}>{moneyText(amount)}</b>
    </li>
  )
}
