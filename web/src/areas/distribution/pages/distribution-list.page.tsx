import { useQuery } from '@tanstack/react-query'
import { type PromoterRow, promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { HasPermi, useCan } from '../../../kit/access/can.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Face } from '../../../kit/media/face.tsx'
import { go } from '../../../kit/page/go.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/distribution.module.css'
import { PeopleList } from '../components/people-list.tsx'
import { AppointDialog } from '../components/promoter-dialogs.tsx'
import { SpreadOrderList } from '../components/spread-order-list.tsx'
import { usePromoterActs } from '../components/use-promoter-acts.tsx'
import { countText, nameOf, promoterAddress } from '../model/promoter-words.ts'

const TABS = [
  { key: 'all', label: '全部' },
  { key: 'owes', label: '佣金为负' },
] as const

/** 分销员管理: who promotes, whom they brought, and what it earned them. */
export default function DistributionListPage() {
  const list = useList(promoter.list)
  const phone = useIsPhone()
  const { can, actsOf, dialogs } = usePromoterActs()
  const [appointing, setAppointing] = useState(false)
  const [beside, setBeside] = useState<{ what: 'people' | 'orders'; of: PromoterRow }>()
  const tab = list.filters.owes === true || list.filters.owes === 'true' ? 'owes' : 'all'

  const more = (row: PromoterRow) => [
    can(promoter.people) && { label: '推广人', reads: true, onClick: () => setBeside({ what: 'people', of: row }) },
    can(promoter.orders) && { label: '推广订单', reads: true, onClick: () => setBeside({ what: 'orders', of: row }) },
    ...actsOf(row),
  ]

  return (
    <>
      <ListPage
        list={list}
        unit="位"
        address={({ id }) => promoterAddress(id)}
        header={
          <>
            <Statistics />
            <StateTabs
              tabs={TABS}
              value={tab}
              onChange={(key) => {
                const { owes: _, ...others } = list.latest().filters
                list.search({ ...others, ...(key === 'owes' && { owes: true }) })
              }}
            />
          </>
        }
        filters={[
          {
            name: 'keywords',
            label: '关键字',
            control: <Input allowClear maxLength={64} placeholder="姓名、昵称、手机号、编号" />,
          },
          { name: 'dateLimit', label: '成为时间', control: <DateRange /> },
          { name: 'uid', label: '用户ID', hidden: true, text: String },
          { name: 'spreadUid', label: '上级ID', hidden: true, text: String },
          { name: 'owes', label: '佣金为负', hidden: true, text: () => '是' },
        ]}
        columns={[
          {
            name: 'nickname',
            title: '分销员',
            minWidth: 170,
            says: nameOf,
            render: (row) => <Person row={row} />,
          },
          {
            name: 'spreadCount',
            title: '推广的人',
            width: 86,
            align: 'right',
            sorts: true,
            render: ({ spreadCount }) => countText(spreadCount),
          },
          {
            name: 'spreadOrderNum',
            title: '推广订单',
            width: 86,
            align: 'right',
            sorts: true,
            render: ({ spreadOrderNum }) => countText(spreadOrderNum),
          },
          {
            name: 'spreadOrderTotalPrice',
            title: '推广销售额',
            width: 116,
            align: 'right',
            sorts: true,
            render: ({ spreadOrderTotalPrice }) => <b>{yuan(spreadOrderTotalPrice)}</b>,
          },
          {
            name: 'totalBrokeragePrice',
            title: '累计佣金',
            width: 104,
            align: 'right',
            sorts: true,
            render: ({ totalBrokeragePrice }) => yuan(totalBrokeragePrice),
          },
          {
            name: 'freezeBrokeragePrice',
            title: '冻结',
            width: 96,
            align: 'right',
            sorts: true,
            render: ({ freezeBrokeragePrice }) => yuan(freezeBrokeragePrice),
          },
          {
            name: 'brokeragePrice',
            title: '可提',
            width: 96,
            align: 'right',
            sorts: true,
            render: ({ brokeragePrice }) => <Own of={brokeragePrice} />,
            says: ({ brokeragePrice }) => yuan(brokeragePrice),
          },
          {
            name: 'extractCountPrice',
            title: '已提现',
            width: 104,
            align: 'right',
            low: true,
            render: ({ extractCountPrice, extractCountNum }) => (
              <TwoLine end top={yuan(extractCountPrice)} below={extractCountNum > 0 && `${extractCountNum} 次`} />
            ),
            says: ({ extractCountPrice }) => yuan(extractCountPrice),
          },
          {
            name: 'spreadNickname',
            title: '上级',
            width: 90,
            low: true,
            render: ({ spreadUid, spreadNickname }) =>
              spreadUid ? <Link to={promoterAddress(spreadUid)}>{spreadNickname || `用户 ${spreadUid}`}</Link> : '—',
          },
          {
            name: 'promoterTime',
            title: '成为时间',
            width: 100,
            sorts: true,
            low: true,
            render: ({ promoterTime }) => <When at={promoterTime} />,
          },
        ]}
        card={(row) => ({
          picture: <Face user={row} size={52} />,
          title: <Link to={promoterAddress(row.id)}>{nameOf(row)}</Link>,
          below: <Labels of={labelsOf(row)} />,
          amount: row.spreadOrderTotalPrice > 0 && <b>{moneyText(row.spreadOrderTotalPrice)}</b>,
          facts: (
            <>
              <span>
                推广 <b>{countText(row.spreadCount)}</b> 人
              </span>
              <span>
                佣金 <b>{yuan(row.totalBrokeragePrice)}</b>
              </span>
              <span>
                可提{' '}
                <b>
                  <Own of={row.brokeragePrice} />
                </b>
              </span>
            </>
          ),
        })}
        tools={
          <HasPermi value={['admin:retail:spread:manage:get']}>
            <Button onClick={() => go('/distribution/config')}>分销配置</Button>
          </HasPermi>
        }
        add={promoter.appoint}
        addText="指定分销员"
        open={() => setAppointing(true)}
        nameOf={nameOf}
        empty="还没有分销员"
        purpose="分销员把新客带来，新客下单后分销员得佣金"
        actions={(row) => (
          <>
            {!phone && <NextAct of={[{ label: '详情', reads: true, onClick: () => go(promoterAddress(row.id)) }]} />}
            <MoreActions name={nameOf(row)} of={more(row)} />
          </>
        )}
      />
      {appointing && <AppointDialog onClose={() => setAppointing(false)} />}
      {beside && (
        <SidePanel
          title={`「${nameOf(beside.of)}」的${beside.what === 'people' ? '推广人' : '推广订单'}`}
          width={1000}
          onClose={() => setBeside(undefined)}
        >
          {beside.what === 'people' ? <PeopleList uid={beside.of.id} /> : <SpreadOrderList uid={beside.of.id} />}
        </SidePanel>
      )}
      {dialogs}
    </>
  )
}

const yuan = (value: number) => (value ? moneyText(value) : '—')
const labelsOf = ({ isPromoter, status, phone }: PromoterRow) =>
  [phone, isPromoter ? '' : '未指定', status ? '' : '已禁用'].filter(Boolean)

function Person({ row }: { row: PromoterRow }) {
  return (
    <span className={styles.person}>
      <Face user={row} />
      <TwoLine
        top={
          <Link to={promoterAddress(row.id)}>
            <b>{nameOf(row)}</b>
          </Link>
        }
        below={labelsOf(row).join(' · ')}
      />
    </span>
  )
}

/** Refunds may have taken back more than there was. */
function Own({ of }: { of: number }) {
  return of < 0 ? <b className={styles.less}>{moneyText(of)}</b> : <span>{yuan(of)}</span>
}

/** Sums over all promoters, with what came in the last 30 days. */
function Statistics() {
  const allowed = useCan(promoter.statistics)
  const all = useQuery({ ...read(promoter.statistics, { query: {}, silent: true }), enabled: allowed }).data
  const late = useQuery({
    ...read(promoter.statistics, { query: { dateLimit: ['lately30'] }, silent: true }),
    enabled: allowed,
  }).data
  if (!allowed) return null
  const count = (value: number | undefined) => (value === undefined ? '—' : value.toLocaleString('en-US'))
  const money = (value: number | undefined) => (value === undefined ? '—' : moneyText(value))
  return (
    <div className={styles.sums}>
      <MetricTiles wide>
        <MetricTile title="分销员" value={count(all?.promoterNum)} below={late && `近 30 天 +${late.newPromoterNum}`} />
        <MetricTile
          title="推广的人"
          value={count(all?.spreadUserNum)}
          below={late && `近 30 天 +${late.spreadUserNum}`}
        />
        <MetricTile title="推广订单" value={count(all?.orderNum)} below={late && `近 30 天 ${count(late.orderNum)}`} />
        <MetricTile
          title="推广销售额"
          value={money(all?.orderPrice)}
          below={late && `近 30 天 ${money(late.orderPrice)}`}
        />
        <MetricTile
          title="佣金"
          value={money(all?.brokeragePrice)}
          definition="已到账的佣金，减去退款扣回，加减后台调整"
          below={all && `已提现 ${money(all.extractPrice)}`}
        />
        <MetricTile title="冻结" value={money(all?.freezePrice)} definition="待收货和收货后还没解冻的佣金" />
        <MetricTile title="提现中" value={money(all?.waitExtractPrice)} definition="已申请提现、还没有打款的佣金" />
      </MetricTiles>
    </div>
  )
}
