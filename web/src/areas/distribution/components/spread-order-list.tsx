import { promoter, SpreadOrderQuery, type SpreadOrderRow } from '@zhanggui/contract/distribution/promoter.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { Input, Select } from 'antd'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { commissionState, levelOptions, levelText } from '../model/promoter-words.ts'

/** The list takes its filters as a body; the address keeps them as it does those of any list. */
const route = { ...promoter.orders, query: t.pageQuery(SpreadOrderQuery.properties) }

/** 推广订单: what the orders of a promoter's people earned, or why nothing. */
export function SpreadOrderList({ uid }: { uid: number }) {
  const list = useList(route, { name: 'orders', fixed: { uid }, silent: true })
  return (
    <ListPage
      list={list}
      title=""
      unit="单"
      filters={[
        {
          name: 'keywords',
          label: '关键字',
          control: <Input allowClear maxLength={64} placeholder="完整的订单号、买家昵称、手机号" />,
        },
        { name: 'type', label: '层级', control: <Select allowClear placeholder="全部" options={levelOptions} /> },
        { name: 'dateLimit', label: '付款时间', control: <DateRange /> },
      ]}
      columns={[
        { name: 'orderNo', title: '订单号', minWidth: 190, render: (row) => <OrderLink row={row} /> },
        {
          name: 'nickname',
          title: '买家',
          width: 110,
          render: ({ uid: buyer, nickname }) => <CustomerLink uid={buyer} nickname={nickname} />,
        },
        {
          name: 'payPrice',
          title: '实付金额',
          width: 104,
          align: 'right',
          render: ({ payPrice, refundPrice }) => (
            <TwoLine end top={moneyText(payPrice)} below={refundPrice > 0 && `已退 ${moneyText(refundPrice)}`} />
          ),
          says: ({ payPrice }) => moneyText(payPrice),
        },
        { name: 'level', title: '层级', width: 66, render: ({ level }) => levelText(level) },
        {
          name: 'commission',
          title: '佣金',
          width: 110,
          align: 'right',
          render: ({ commission, takenBack }) => (
            <TwoLine
              end
              top={<b>{commission === null ? '—' : moneyText(commission)}</b>}
              below={takenBack > 0 && `已扣回 ${moneyText(takenBack)}`}
            />
          ),
          says: ({ commission }) => (commission === null ? '—' : moneyText(commission)),
        },
        { name: 'status', title: '状态', minWidth: 140, render: (row) => <State row={row} />, says: stateText },
        { name: 'payTime', title: '付款时间', width: 112, render: ({ payTime }) => <When at={payTime} /> },
      ]}
      card={(row) => ({
        head: (
          <>
            <State row={row} />
            <When at={row.payTime} />
          </>
        ),
        title: <OrderLink row={row} />,
        below: <CustomerLink uid={row.uid} nickname={row.nickname} />,
        end: (
          <>
            <b>{row.commission === null ? '—' : moneyText(row.commission)}</b> {levelText(row.level)} · 实付{' '}
            {moneyText(row.payPrice)}
          </>
        ),
      })}
      empty="还没有推广订单"
      purpose="推广的人付款的订单和它们的佣金，没有返佣的也写明原因"
    />
  )
}

function OrderLink({ row: { id, orderNo } }: { row: SpreadOrderRow }) {
  return useCan(order.info) ? (
    <Link to={`/order/detail/${id}`} title={orderNo}>
      {shortNo(orderNo)}
    </Link>
  ) : (
    <span title={orderNo}>{shortNo(orderNo)}</span>
  )
}

const stateText = ({ status, note }: SpreadOrderRow): string => (status === null ? note : commissionState(status))

function State({ row }: { row: SpreadOrderRow }) {
  const { status, note, thawTime } = row
  if (status === null) return <span>{note}</span>
  return (
    <TwoLine
      top={<StateTag of="commission" value={commissionState(status)} />}
      below={status === 2 && thawTime && <>{thawTime.slice(5, 16)} 解冻</>}
    />
  )
}
