import { useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { read } from '../../api/read.ts'
import { useCan } from '../access/can.tsx'
import { Section } from '../detail/detail-page.tsx'
import { FactStrip } from '../detail/fact-strip.tsx'
import { Lines } from '../detail/parts.tsx'
import { SidePanel } from '../dialog/side-panel.tsx'
import { FailedBlock } from '../page/block-state.tsx'
import { Money } from '../text/money.tsx'
import { shortNo } from '../text/short-no.ts'
import { StateTag } from '../text/state-tag.tsx'
import { type StateName, states } from '../text/states.ts'
import { When } from '../text/when.tsx'
import styles from './activity.module.css'
import type { ActivityScreens } from './activity-screens.ts'
import { stateOf, type Times } from './activity-words.ts'
import { QuotaBar } from './quota-bar.tsx'
import { useMayOpen } from './use-may-open.ts'

/** So often it is read again while it is looked at, ms. */
const EVERY = 5000

type Watched = RouteAnswer<typeof activity.watch>

/** What a panel is opened from, with when it runs where that is known. */
type Opened = { id: number; title: string } & Partial<Times>

type WatchProps = {
  kind: ActivityScreens
  id: number
  /** The row it was opened from, whose state is said again; undefined where that is said beside it. */
  row?: Opened
  /** What else may be done with it from here. */
  acts?: ReactNode
}

/** 数据: how an activity sells now. */
export function WatchPanel({
  kind,
  row,
  acts,
  onClose,
}: Pick<WatchProps, 'kind' | 'acts'> & { row: Opened; onClose: () => void }) {
  return (
    <SidePanel title={`「${row.title}」的数据`} width={760} onClose={onClose}>
      <Watch kind={kind} id={row.id} row={row} acts={acts} />
    </SidePanel>
  )
}

/** Left, held, sold and earned, with the last orders; read again every five seconds. */
export function Watch({ kind, id, row, acts }: WatchProps) {
  const mayReport = useCan(activityReport.goods)
  const mayOpen = useMayOpen(kind)
  const { data, error, refetch } = useQuery({
    ...read(activity.watch, { query: { id }, silent: true }),
    refetchInterval: EVERY,
  })
  if (!data) return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />
  return (
    <div className={styles.watch}>
      <div className={styles.live}>
        {row && <StateTag of="activity" value={stateOf({ ...UNKNOWN, ...row, ...nowOf(data) })} />}
        {data.soldOutTime && (
          <span>
            <When at={data.soldOutTime} /> 抢光
          </span>
        )}
        <span>每 5 秒更新</span>
        {mayOpen && row && <Link to={`${kind.edit}/${id}?mode=info`}>详情</Link>}
        {mayReport && <Link to={`/marketing/report?activityId=${id}`}>看活动效果</Link>}
        {acts}
      </div>
      <FactStrip items={figuresOf(kind, id, data)} />
      <QuotaBar
        of={`「${data.title}」`}
        sold={data.sales}
        paying={data.reserved}
        all={data.quotaShow}
        over={isOver(data)}
      />
      <Section title="最近订单" count={data.orders.length || undefined} flush>
        <Orders of={data.orders} />
      </Section>
    </div>
  )
}

const UNKNOWN = { startTime: '', stopTime: '', soldOutTime: null }

/** What of the state of its row may have changed since. */
const nowOf = ({ phase, phaseName, sales, reserved, quotaShow }: Watched) => ({
  phase,
  phaseName,
  soldOut: sales + reserved >= quotaShow,
})

/** Nothing more is sold of it, as its bar in the list says. */
const isOver = (data: Watched): boolean => data.phase === 'ended' || data.phase === 'closed' || nowOf(data).soldOut

const count = (value: number) => value.toLocaleString('en-US')

const figuresOf = ({ going }: ActivityScreens, id: number, data: Watched) => [
  { label: '剩余可售', value: count(data.left), below: `限量 ${count(data.quotaShow)}` },
  { label: '待付款', value: count(data.reserved), below: data.unpaidCount ? `${count(data.unpaidCount)} 单` : '件' },
  ...(going
    ? [{ label: going.label, value: count(data[going.count]), below: <Link to={going.address(id)}>查看</Link> }]
    : []),
  { label: '已售', value: count(data.sales), below: `${count(data.orderCount)} 单，${count(data.buyerCount)} 人` },
  {
    label: '实付金额',
    value: <Money value={data.payAmount} />,
    below: data.refundAmount > 0 && (
      <>
        已退 <Money value={data.refundAmount} />
      </>
    ),
  },
]

function Orders({ of: orders }: { of: Watched['orders'] }) {
  const mayLook = useCan(order.info)
  if (!orders.length) return <p className={styles.none}>还没有订单</p>
  return (
    <Lines
      rows={orders}
      columns={[
        {
          title: '订单',
          render: ({ id, orderNo }) =>
            mayLook ? (
              <Link to={`/order/detail/${id}`} title={orderNo} aria-label={`订单 ${orderNo}`}>
                {shortNo(orderNo)}
              </Link>
            ) : (
              shortNo(orderNo)
            ),
        },
        { title: '买家', width: 110, ellipsis: true, render: ({ nickname }) => nickname || '—' },
        { title: '件数', width: 56, align: 'end', render: ({ num }) => num },
        { title: '实付', width: 100, align: 'end', render: ({ payPrice }) => <Money value={payPrice} /> },
        {
          title: '状态',
          width: 104,
          render: ({ state }) =>
            state in states.order ? <StateTag of="order" value={state as StateName<'order'>} /> : state,
        },
        { title: '时间', width: 100, render: ({ createTime }) => <When at={createTime} /> },
      ]}
    />
  )
}
