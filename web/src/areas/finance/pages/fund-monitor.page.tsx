import { useQuery } from '@tanstack/react-query'
import { type Bill, type BillSums, bill } from '@zhanggui/contract/finance/bill.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { type BillKind, billKindOf, billKinds } from '@zhanggui/domain/finance/bill.ts'
import { Input, Tag } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useTabbedList } from '../../../kit/list-page/use-tabbed-list.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/finance.module.css'
import { Buyer, Signed, signedText } from '../components/finance-cells.tsx'
import { nameOf, payTypeText } from '../model/finance-words.ts'

const kinds = Object.keys(billKinds) as BillKind[]
const tabs = [{ key: 'all' as const, label: '全部' }, ...kinds.map((key) => ({ key, label: billKinds[key].label }))]

/** 资金监控: every movement of money, what the shop took or paid beside what it did to a balance. */
export default function FundMonitorPage() {
  const list = useTabbedList(bill.list, { title: kinds })
  const footer = (list.query.data as RouteAnswer<typeof bill.list> | undefined)?.footer
  return (
    <ListPage
      list={list}
      unit="笔"
      summary={<Today />}
      header={<StateTabs tabs={tabs} value={list.tab} onChange={list.openTab} />}
      filters={[
        {
          name: 'keywords',
          label: '关键字',
          control: <Input allowClear maxLength={64} placeholder="客户、手机号、订单号、充值单号" />,
        },
        { name: 'dateLimit', label: '时间', control: <DateRange /> },
      ]}
      columns={[
        { name: 'createTime', title: '时间', width: 120, render: ({ createTime }) => <When at={createTime} /> },
        { name: 'nickname', title: '客户', minWidth: 150, render: (row) => <Buyer of={row} />, says: nameOf },
        {
          name: 'title',
          title: '类型',
          width: 120,
          render: ({ title }) => <Tag>{title}</Tag>,
          says: ({ title }) => title,
        },
        {
          name: 'linkId',
          title: '关联',
          minWidth: 170,
          render: (row) => <TwoLine top={<Linked of={row} />} below={row.linkId ? row.mark : undefined} />,
          says: ({ linkId }) => linkId || '—',
        },
        { name: 'payType', title: '方式', width: 100, render: ({ payType }) => payTypeText(payType) },
        {
          name: 'cash',
          title: '收付',
          width: 120,
          align: 'right',
          render: ({ cash }) => <Signed value={cash} />,
          says: ({ cash }) => signedText(cash),
        },
        {
          name: 'change',
          title: '余额变动',
          width: 120,
          align: 'right',
          render: ({ change }) => <Signed value={change} />,
          says: ({ change }) => signedText(change),
        },
        {
          name: 'balance',
          title: '变动后余额',
          width: 120,
          align: 'right',
          render: ({ balance }) => <Money value={balance} sign={false} />,
        },
      ]}
      card={(row) => ({
        head: (
          <>
            <span>{row.title}</span>
            <When at={row.createTime} />
          </>
        ),
        title: nameOf(row),
        below: <Linked of={row} />,
        end: (
          <>
            <b>
              <Signed value={row.cash || row.change} />
            </b>
            {row.balance !== null && `余额 ${moneyText(row.balance)}`}
          </>
        ),
        texts: row.linkId ? row.mark : '',
      })}
      sums={footer === undefined ? undefined : <Sums of={footer} />}
      exports={bill.download}
      empty="还没有资金流水"
      purpose="买家付款、退款、充值和余额的每一次变动都记在这里：「收付」是店里收到或付出的钱，「余额变动」是客户余额的增减"
      nameOf={({ id }) => `流水 ${id}`}
    />
  )
}

/** What an import of customers opens, and takes back. */
const OPENING = ['期初余额', '撤销期初']

/** What a movement belongs to: an order, a recharge or an import by its number, else who of the staff did it and why. */
function Linked({ of: { linkId, orderId, type, title, mark, operator } }: { of: Bill }) {
  const mayOrder = useCan(order.info)
  const mayRecharge = useCan(recharge.list)
  const mayImport = useCan(userImport.info)
  if (!linkId) return [operator, mark].filter(Boolean).join('：') || '—'
  if (orderId !== null) {
    const text = `订单 ${shortNo(linkId)}`
    return mayOrder ? <Link to={`/order/detail/${orderId}`}>{text}</Link> : text
  }
  if (OPENING.includes(title))
    return mayImport ? <Link to={`/member/import?id=${linkId}`}>导入 {linkId}</Link> : `导入 ${linkId}`
  if (!['recharge', 'rechargeRefund'].includes(billKindOf(type))) return linkId
  const text = `充值 ${shortNo(linkId)}`
  return mayRecharge ? <Link to={`/finance/recharge?keywords=${linkId}`}>{text}</Link> : text
}

/** What the filters find comes to, in both columns. */
function Sums({ of }: { of: BillSums }) {
  const phone = useIsPhone()
  if (!of) return <span>超过 10,000 笔不合计，请缩小时间范围</span>
  if (phone)
    return (
      <span className={styles.foot}>
        <span>
          收 <b>{moneyText(of.in)}</b>
        </span>
        <span>
          付 <b>{moneyText(of.out)}</b>
        </span>
      </span>
    )
  return (
    <span className={styles.foot}>
      <span>
        收 <b>{moneyText(of.in)}</b>，付 <b>{moneyText(of.out)}</b>
      </span>
      <span>
        余额增 <b>{moneyText(of.balanceIn)}</b>，减 <b>{moneyText(of.balanceOut)}</b>
      </span>
    </span>
  )
}

/** What the shop took and paid today. */
function Today() {
  const { data } = useQuery(read(bill.list, { query: { dateLimit: ['today'], page: 1, limit: 1 }, silent: true }))
  const sums = data?.footer
  if (!sums) return null
  return (
    <>
      今天收 <b>{moneyText(sums.in)}</b>，退 <b>{moneyText(sums.out)}</b>
    </>
  )
}
