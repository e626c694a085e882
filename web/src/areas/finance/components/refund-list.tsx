import { type RefundRow, refundList } from '@zhanggui/contract/finance/payment-list.ts'
import { refundStates } from '@zhanggui/domain/finance/payment-list.ts'
import { refundMethods } from '@zhanggui/domain/payment/payment.ts'
import { Input, Select } from 'antd'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { refundMethodOptions, refundStateOptions, surplusOptions } from '../model/finance-words.ts'
import { OrderLink, Sum } from './money-cells.tsx'

/** 退款流水: a failed refund of an order is sent again here. */
export function RefundList() {
  const list = useList(refundList.list, { name: 'refund', silent: true })
  const { sums } = (list.query.data ?? {}) as { sums?: { amount: number | null } }
  const mayRetry = useCan(refundList.retry)
  const retry = useWrite(refundList.retry, { onSuccess: () => showSuccess('已重新发起退款') })
  const retryOf = ({ refundNo, state, orderId }: RefundRow) =>
    mayRetry &&
    state === 'failed' &&
    orderId !== null && <RowAction onClick={() => retry.mutateAsync({ body: { refundNo } })}>重试</RowAction>
  return (
    <ListPage
      list={list}
      title="退款流水"
      unit="笔"
      filters={[
        {
          name: 'keywords',
          label: '单号',
          control: <Input allowClear maxLength={64} placeholder="退款单号、订单号" />,
        },
        { name: 'dateLimit', label: '时间', control: <DateRange /> },
        { name: 'method', control: <Select allowClear placeholder="全部" options={refundMethodOptions} /> },
        { name: 'state', control: <Select allowClear placeholder="全部" options={refundStateOptions} /> },
        { name: 'surplus', control: <Select allowClear placeholder="全部" options={surplusOptions} /> },
      ]}
      columns={[
        {
          name: 'refundNo',
          title: '退款单号',
          minWidth: 210,
          card: 'title',
          render: ({ refundNo, outTradeNos }) => <TwoLine top={refundNo} below={outTradeNos.join('、')} />,
        },
        {
          name: 'orderNo',
          title: '订单号',
          width: 190,
          render: ({ orderId, orderNo }) => <OrderLink id={orderId} no={orderNo} />,
        },
        {
          name: 'reason',
          title: '原因',
          minWidth: 140,
          render: ({ reason, operatorName }) => <TwoLine top={reason} below={operatorName} />,
        },
        { name: 'method', title: '退款方式', width: 100, render: ({ method }) => refundMethods[method] },
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
          width: 190,
          render: ({ state, failMsg }) => (
            <TwoLine top={<StateTag of="repaid" value={refundStates[state]} />} below={failMsg} />
          ),
          says: ({ state }) => refundStates[state],
        },
        { name: 'createTime', title: '时间', width: 130, render: ({ createTime }) => <When at={createTime} /> },
      ]}
      card={(row) => ({
        head: (
          <>
            <StateTag of="repaid" value={refundStates[row.state]} />
            <When at={row.createTime} />
          </>
        ),
        title: row.refundNo,
        below: <OrderLink id={row.orderId} no={row.orderNo} />,
        end: <b>{moneyText(row.amount)}</b>,
        texts: row.failMsg || row.reason,
      })}
      actions={retryOf}
      nameOf={({ refundNo }) => refundNo}
      sums={<Sum what="已退款" amount={sums?.amount} />}
      empty="还没有退款记录"
      purpose="每一笔退款都记在这里：退了多少、到账没有、为什么没成"
    />
  )
}
