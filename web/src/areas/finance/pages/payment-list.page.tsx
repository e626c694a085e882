import { type PaymentRow, paymentList } from '@zhanggui/contract/finance/payment-list.ts'
import { payProviders, payStates } from '@zhanggui/domain/finance/payment-list.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { Input, Select } from 'antd'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/finance.module.css'
import { OrderLink, Sum } from '../components/money-cells.tsx'
import { RefundList } from '../components/refund-list.tsx'
import { payStateOptions, providerOptions, surplusOptions } from '../model/finance-words.ts'

/** 支付流水: what came, and below it what goes back. */
export default function PaymentListPage() {
  return (
    <div className={styles.stack}>
      <Payments />
      <RefundList />
    </div>
  )
}

const stateOf = ({ state, surplus }: PaymentRow) => (surplus ? '多收待退' : payStates[state])

function Payments() {
  const list = useList(paymentList.list)
  const { sums } = (list.query.data ?? {}) as { sums?: { amount: number | null } }
  return (
    <ListPage
      list={list}
      unit="笔"
      filters={[
        {
          name: 'keywords',
          label: '单号',
          control: <Input allowClear maxLength={64} placeholder="订单号、支付单号、交易单号" />,
        },
        { name: 'dateLimit', label: '时间', control: <DateRange /> },
        { name: 'provider', control: <Select allowClear placeholder="全部" options={providerOptions} /> },
        { name: 'state', control: <Select allowClear placeholder="全部" options={payStateOptions} /> },
        { name: 'surplus', control: <Select allowClear placeholder="全部" options={surplusOptions} /> },
        { name: 'uid', hidden: true, label: '用户ID', text: String },
      ]}
      columns={[
        {
          name: 'outTradeNo',
          title: '支付单号',
          minWidth: 210,
          card: 'title',
          render: ({ outTradeNo, transactionId }) => <TwoLine top={outTradeNo} below={transactionId} />,
        },
        {
          name: 'bizNo',
          title: '用途',
          width: 200,
          render: ({ bizTitle, bizNo, orderId }) => (
            <TwoLine top={bizTitle} below={<OrderLink id={orderId} no={bizNo} />} />
          ),
        },
        {
          name: 'nickname',
          title: '用户',
          width: 130,
          render: ({ uid, nickname }) => <CustomerLink uid={uid} nickname={nickname} />,
        },
        {
          name: 'provider',
          title: '支付渠道',
          width: 120,
          render: ({ provider, payType }) => <TwoLine top={payProviders[provider]} below={payTypes[payType]} />,
        },
        {
          name: 'amount',
          title: '金额',
          width: 110,
          align: 'right',
          render: ({ amount }) => <b>{moneyText(amount)}</b>,
        },
        {
          name: 'state',
          title: '状态',
          width: 150,
          render: (row) => <TwoLine top={<StateTag of="payment" value={stateOf(row)} />} below={row.failMsg} />,
          says: stateOf,
        },
        {
          name: 'createTime',
          title: '时间',
          width: 130,
          render: ({ createTime, payTime }) => <When at={payTime ?? createTime} />,
        },
      ]}
      card={(row) => ({
        head: (
          <>
            <StateTag of="payment" value={stateOf(row)} />
            <When at={row.payTime ?? row.createTime} />
          </>
        ),
        title: row.outTradeNo,
        below: <OrderLink id={row.orderId} no={row.bizNo} />,
        end: <b>{moneyText(row.amount)}</b>,
        texts: row.failMsg,
      })}
      exports={paymentList.download}
      sums={<Sum what="已付款" amount={sums?.amount} />}
      empty="还没有支付记录"
      purpose="买家每一次付款都记在这里：付给哪个渠道、成了没有、渠道的交易单号"
    />
  )
}
