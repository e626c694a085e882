import type { OrderInfo } from '@zhanggui/contract/order/order.ts'
import type { ReactNode } from 'react'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { CopyText } from '../../../../kit/feedback/copy-text.tsx'
import { Labels } from '../../../../kit/text/labels.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { When } from '../../../../kit/text/when.tsx'
import styles from './order-detail.module.css'

const paymentStates = ['待支付', '已支付', '已关闭', '失败']
const refundStates = ['退款中', '已退款', '退款失败']

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
    })),
    ...refunds.map((one) => ({
      key: `r${one.refundNo}`,
      at: one.finishTime ?? one.createTime,
      what: '退款',
      state: refundStates[one.state] ?? '',
      risk: one.state === 2,
      amount: -one.amount,
      number: one.refundNo,
      text: [one.reason, one.failMsg].filter(Boolean).join('；'),
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
}

function Entry({ of: { at, what, state, risk, amount, number, text } }: { of: EntryOf }) {
  return (
    <li>
      <span className={styles.at}>
        <When at={at} />
      </span>
      <span className={styles.what}>
        {what} {risk ? <b className={styles.risk}>{state}</b> : <Labels of={[state].filter(Boolean)} />}
        {text && <small className={styles.label}>{text}</small>}
      </span>
      <CopyText text={number} />
      <b className={styles.amount}>{moneyText(amount)}</b>
    </li>
  )
}
