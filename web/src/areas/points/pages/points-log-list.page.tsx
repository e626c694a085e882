import { useQuery } from '@tanstack/react-query'
import { PointsQuery, type PointsRecord, points } from '@zhanggui/contract/points/points.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { Button, Input, Select, Typography } from 'antd'
import { read } from '../../../api/read.ts'
import { HasPermi } from '../../../kit/access/can.tsx'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { ViewTabs } from '../../../kit/list-page/views/view-tabs.tsx'
import { go } from '../../../kit/page/go.ts'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/points.module.css'
import { pointsSources, pointsStates, pointsTypes, sourceText, stateText } from '../model/points-words.ts'

/** The list takes its filters as a body; the address keeps them as it does those of any list. */
const route = { ...points.list, query: t.pageQuery(PointsQuery.properties) }

/** 积分日志: the movements of points and what they sum up to. */
export default function PointsLogListPage() {
  const list = useList(route)
  return (
    <ListPage
      list={list}
      header={
        <>
          <Statistics dateLimit={list.filters.dateLimit as string[] | undefined} />
          <ViewTabs />
        </>
      }
      filters={[
        {
          name: 'keywords',
          label: '用户',
          control: <Input allowClear maxLength={64} placeholder="用户昵称、手机号、ID" />,
        },
        { name: 'dateLimit', label: '时间', control: <DateRange /> },
        { name: 'type', control: <Select allowClear placeholder="全部" options={pointsTypes} /> },
        { name: 'linkType', control: <Select allowClear placeholder="全部" options={pointsSources} /> },
        { name: 'status', control: <Select allowClear placeholder="完成" options={pointsStates} /> },
        { name: 'uid', hidden: true, label: '用户ID', text: String },
      ]}
      columns={[
        { name: 'id', title: 'ID', width: 90 },
        { name: 'title', title: '标题', minWidth: 160, card: 'title' },
        {
          name: 'balance',
          title: '积分余量',
          width: 110,
          align: 'right',
          render: ({ balance }) => balance.toLocaleString('en-US'),
        },
        { name: 'sign', title: '明细数字', width: 110, align: 'right', render: (row) => <Signed row={row} /> },
        { name: 'mark', title: '备注', minWidth: 160, render: ({ mark }) => mark || '—' },
        {
          name: 'nickname',
          title: '用户昵称',
          width: 160,
          render: ({ uid, nickname }) => <CustomerLink uid={uid} nickname={nickname} />,
        },
        { name: 'linkType', title: '来源', width: 100, hidden: true, render: ({ linkType }) => sourceText(linkType) },
        { name: 'linkId', title: '关联单号', width: 190, hidden: true, render: ({ linkId }) => linkId || '—' },
        { name: 'status', title: '状态', width: 100, hidden: true, render: ({ status }) => stateText(status) },
        { name: 'createTime', title: '添加时间', width: 160 },
      ]}
      card={(row) => ({
        head: (
          <>
            <span>{sourceText(row.linkType)}</span>
            <When at={row.createTime} />
          </>
        ),
        title: row.title,
        below: (
          <>
            <CustomerLink uid={row.uid} nickname={row.nickname} />
            {row.status !== 3 && <span>{stateText(row.status)}</span>}
          </>
        ),
        end: (
          <>
            <b>
              <Signed row={row} />
            </b>
            余 {row.balance.toLocaleString('en-US')}
          </>
        ),
        texts: row.mark,
      })}
      exports={points.download}
      empty="还没有积分记录"
      purpose="买家下单、签到得积分，付款时抵钱，每一次增减都记在这里"
      begin={
        <HasPermi value={['admin:marketing:integral:config']}>
          <Button onClick={() => go('/marketing/integral/config')}>设置积分怎么得</Button>
        </HasPermi>
      }
    />
  )
}

function Signed({ row: { type, sign } }: { row: PointsRecord }) {
  const size = sign.replace(/\d+/, (digits) => Number(digits).toLocaleString('en-US')).replace('-', '−')
  return <Typography.Text type={type === 1 ? 'success' : 'danger'}>{size}</Typography.Text>
}

/** The sums of the records, of the same time as the list. */
function Statistics({ dateLimit }: { dateLimit: string[] | undefined }) {
  const { data } = useQuery(read(points.statistics, { query: { dateLimit }, silent: true }))
  const show = (value: number | undefined) => (value === undefined ? '—' : value.toLocaleString('en-US'))
  return (
    <div className={styles.sums}>
      <MetricTiles>
        <MetricTile
          title="用户积分余额"
          value={show(data?.balance)}
          definition="全部用户现有的积分，不随时间筛选变化"
        />
        <MetricTile title="发放积分" value={show(data?.issued)} />
        <MetricTile title="使用积分" value={show(data?.spent)} />
        <MetricTile title="退回积分" value={show(data?.returned)} />
        <MetricTile title="冻结积分" value={show(data?.frozen)} definition="已得但还不能用的积分" />
        <MetricTile title="过期积分" value={show(data?.expired)} />
        <MetricTile title="签到人数" value={show(data?.signUsers)} />
      </MetricTiles>
    </div>
  )
}
