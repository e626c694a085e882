import { type BrokerageRow, brokerage } from '@zhanggui/contract/distribution/brokerage.ts'
import {
  commissionLevels,
  commissionLinkLabels,
  commissionStatusLabels,
} from '@zhanggui/domain/distribution/commission.ts'
import { brokerageKinds } from '@zhanggui/domain/distribution/promoter.ts'
import { Input, Select, Typography } from 'antd'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { When } from '../../../kit/text/when.tsx'

const kinds = Object.entries(brokerageKinds).map(([value, label]) => ({ value: Number(value), label }))

/** 佣金记录: every movement of commission, and what they sum up to. */
export default function BrokerageListPage() {
  const list = useList(brokerage.list)
  return (
    <ListPage
      list={list}
      filters={[
        {
          name: 'keywords',
          label: '关键字',
          control: <Input allowClear maxLength={64} placeholder="昵称、手机号、ID，完整的订单号或退款单号" />,
        },
        { name: 'type', label: '类型', control: <Select allowClear placeholder="全部" options={kinds} /> },
        { name: 'dateLimit', label: '时间', control: <DateRange /> },
        { name: 'uid', hidden: true, label: '用户ID', text: String },
      ]}
      columns={[
        { name: 'id', title: 'ID', width: 80, hidden: true },
        {
          name: 'nickname',
          title: '推广员',
          minWidth: 120,
          card: 'title',
          render: ({ uid, nickname }) => <CustomerLink uid={uid} nickname={nickname} />,
        },
        { name: 'linkType', title: '类型', width: 100, render: ({ linkType }) => commissionLinkLabels[linkType] },
        { name: 'title', title: '标题', minWidth: 130, low: true },
        {
          name: 'price',
          title: '佣金',
          width: 110,
          align: 'right',
          render: (row) => <Signed row={row} />,
          says: signed,
        },
        {
          name: 'balance',
          title: '佣金余量',
          width: 110,
          align: 'right',
          render: ({ balance }) => moneyText(balance),
        },
        { name: 'level', title: '级别', width: 66, render: ({ level }) => (level ? commissionLevels[level] : '—') },
        {
          name: 'status',
          title: '状态',
          width: 100,
          render: ({ status }) => <StateTag of="commission" value={commissionStatusLabels[status]} />,
          says: ({ status }) => commissionStatusLabels[status],
        },
        { name: 'linkId', title: '关联单号', width: 190, render: ({ linkId }) => linkId || '—' },
        { name: 'mark', title: '备注', minWidth: 140, render: ({ mark }) => mark || '—' },
        { name: 'createTime', title: '时间', width: 112, render: ({ createTime }) => <When at={createTime} /> },
      ]}
      card={(row) => ({
        head: (
          <>
            <span>{commissionLinkLabels[row.linkType]}</span>
            <When at={row.createTime} />
          </>
        ),
        title: <CustomerLink uid={row.uid} nickname={row.nickname} />,
        below: <StateTag of="commission" value={commissionStatusLabels[row.status]} />,
        end: (
          <>
            <b>
              <Signed row={row} />
            </b>{' '}
            余 {moneyText(row.balance)}
          </>
        ),
        texts: [row.linkId, row.mark].filter(Boolean).join(' · '),
      })}
      sums={<Sums of={list.query.data} />}
      exports={brokerage.download}
      empty="还没有佣金记录"
      purpose="推广订单得佣金，退款扣回，提现和转入余额，每一次变动都记在这里"
    />
  )
}

/** What moved, with its sign; what never came, or not yet, without. */
const signed = ({ type, price, status }: BrokerageRow): string =>
  `${status === 4 ? '' : type === 1 ? '+' : '−'}${moneyText(price)}`

function Signed({ row }: { row: BrokerageRow }) {
  const tone = row.status === 4 ? 'secondary' : row.type === 1 ? 'success' : 'danger'
  return <Typography.Text type={tone}>{signed(row)}</Typography.Text>
}

type Footer = { footer?: { in: number; out: number; waiting: number } | null }

/** Of all that match. */
function Sums({ of }: { of: unknown }) {
  const footer = (of as Footer | undefined)?.footer
  if (footer === null) return <span>超过 10,000 条不合计，请缩小时间范围</span>
  if (!footer) return null
  return (
    <>
      <span>
        收入 <b>{moneyText(footer.in)}</b>
      </span>
      <span>
        支出 <b>{moneyText(footer.out)}</b>
      </span>
      <small>未到账 {moneyText(footer.waiting)}</small>
    </>
  )
}
