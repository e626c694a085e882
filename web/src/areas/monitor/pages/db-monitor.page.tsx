import { useQuery } from '@tanstack/react-query'
import {
  databaseMonitor,
  type IndexStat,
  type LockStat,
  type StatementStat,
  type TableStat,
} from '@zhanggui/contract/monitor/database-monitor.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { Alert, Button, Card, Input, Select, Skeleton, Table, type TableColumnsType, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { Sparkline } from '../../../kit/chart/sparkline.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { TookTime } from '../../../kit/text/took-time.tsx'
import styles from '../../../kit/watching.module.css'
import { formatBytes, formatSeconds, formatShare } from '../components/sizes.ts'

const EVERY_MS = 10_000

export default function DbMonitorPage() {
  const open = useWrite(ticket.make, {
    onSuccess: ({ ticket: pass }) => window.open(`/druid?ticket=${encodeURIComponent(pass)}`, '_blank', 'noopener'),
  })
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader
        acts={
          <Button loading={open.isPending} onClick={() => open.mutate({ body: { purpose: 'druid' } })}>
            独立页面
          </Button>
        }
      />
      <Card size="small">
        <Tabs
          destroyOnHidden
          items={[
            { key: 'overview', label: '概览', children: <Overview /> },
            { key: 'sql', label: 'SQL统计', children: <Statements /> },
            { key: 'slow', label: '慢SQL', children: <SlowStatements /> },
            { key: 'tables', label: '表', children: <Tables /> },
            { key: 'indexes', label: '索引', children: <Indexes /> },
            { key: 'locks', label: '锁与长事务', children: <Locks /> },
          ]}
        />
      </Card>
    </div>
  )
}

function Overview() {
  const query = useQuery({ ...read(databaseMonitor.overview, { silent: true }), refetchInterval: EVERY_MS })
  const { data } = query
  if (!data) return <Waiting query={query} />
  const { connections, pool, poolHistory } = data
  return (
    <div className={styles.page}>
      <Facts
        wide
        items={[
          ['数据库', `${data.name}，${data.version}`],
          ['大小', formatBytes(data.bytes)],
          ['启动时间', data.startTime],
          [
            '连接',
            `活动 ${connections.active}，空闲 ${connections.idle}，等待锁 ${connections.waiting}，上限 ${connections.max}`,
          ],
          ['事务', `提交 ${data.commits}，回滚 ${data.rollbacks}，死锁 ${data.deadlocks}`],
          ['缓存命中率', formatShare(data.cacheHitRate)],
          ['最长事务', formatSeconds(data.oldestTransactionSeconds)],
          ['本进程连接池', `共 ${pool.total}，空闲 ${pool.idle}，排队 ${pool.waiting}，上限 ${pool.max}`],
        ].map(([label = '', value]) => ({ label, value }))}
      />
      <div>
        <span className={styles.hint}>连接池使用（最近二十分钟）</span>
        <Sparkline wide label="连接池使用" max={pool.max} values={poolHistory.map(({ used }) => used)} />
      </div>
    </div>
  )
}

type Sort = 'totalMs' | 'meanMs' | 'maxMs' | 'count' | 'rows'
const sorts = [
  { value: 'totalMs', label: '总耗时' },
  { value: 'meanMs', label: '平均耗时' },
  { value: 'maxMs', label: '最大耗时' },
  { value: 'count', label: '次数' },
  { value: 'rows', label: '行数' },
] as const

function Statements() {
  const [keywords, setKeywords] = useState('')
  const [sort, setSort] = useState<Sort>('totalMs')
  const query = useQuery(read(databaseMonitor.sql, { query: { keywords: keywords || undefined, sort } }))
  const reset = useWrite(databaseMonitor.reset, { message: '已重置' })
  async function handleReset() {
    if (await confirm({ content: '重置 SQL 统计？现有的统计会清零。', okText: '重置' })) reset.mutate({})
  }
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <Input.Search allowClear placeholder="查找语句" onSearch={setKeywords} style={{ width: 260 }} />
        <Select value={sort} onChange={setSort} options={[...sorts]} style={{ width: 130 }} aria-label="排序" />
        <span className={styles.grow} />
        <Button onClick={() => query.refetch()}>刷新</Button>
        <Can do={databaseMonitor.reset}>
          <Button danger loading={reset.isPending} onClick={handleReset}>
            重置统计
          </Button>
        </Can>
      </div>
      {query.data?.note && <Alert type="info" showIcon title={query.data.note} />}
      {query.data ? (
        <Table<StatementStat>
          size="small"
          rowKey="id"
          scroll={{ x: 'max-content' }}
          dataSource={query.data.list}
          columns={[
            { title: '语句', render: (_, { statement }) => <div className={styles.statement}>{statement}</div> },
            { title: '次数', dataIndex: 'count', align: 'right' },
            { title: '总耗时 ms', dataIndex: 'totalMs', align: 'right' },
            { title: '平均 ms', dataIndex: 'meanMs', align: 'right' },
            { title: '最大 ms', dataIndex: 'maxMs', align: 'right' },
            { title: '行数', dataIndex: 'rows', align: 'right' },
            { title: '错误', align: 'right', render: (_, { errors }) => errors ?? '-' },
            { title: '最近', render: (_, { lastTime }) => lastTime ?? '-' },
          ]}
        />
      ) : (
        <Waiting query={query} />
      )}
    </div>
  )
}

function SlowStatements() {
  return (
    <ListPage
      title=""
      list={useList(databaseMonitor.slow, { name: 'slow' })}
      filters={['requestId', { name: 'createTime', label: '时间' }]}
      columns={[
        { name: 'createTime', title: '时间', width: 180 },
        { name: 'time', title: '耗时', width: 100, render: ({ time }) => <TookTime ms={time} /> },
        {
          name: 'statement',
          title: '语句',
          render: ({ statement }) => <div className={styles.statement}>{statement}</div>,
        },
        { name: 'rows', title: '行数', width: 80 },
        { name: 'callSite', title: '调用处', width: 160 },
        { name: 'requestId', title: '请求编号', render: ({ requestId }) => requestId && <CopyText text={requestId} /> },
        { name: 'instance', title: '实例', width: 160, hidden: true },
      ]}
    />
  )
}

function Tables() {
  const columns: TableColumnsType<TableStat> = [
    { title: '表', dataIndex: 'name' },
    { title: '行数', dataIndex: 'rows', align: 'right', sorter: (one, other) => one.rows - other.rows },
    { title: '大小', align: 'right', render: (_, { bytes }) => formatBytes(bytes) },
    { title: '索引大小', align: 'right', render: (_, { indexBytes }) => formatBytes(indexBytes) },
    { title: '待清理行', dataIndex: 'deadRows', align: 'right' },
    { title: '最近分析', render: (_, { analyzeTime }) => analyzeTime ?? '从未' },
  ]
  return <Whole route={databaseMonitor.tables} rowKey="name" columns={columns} />
}

function Indexes() {
  const columns: TableColumnsType<IndexStat> = [
    { title: '索引', dataIndex: 'name' },
    { title: '表', dataIndex: 'table' },
    { title: '大小', align: 'right', render: (_, { bytes }) => formatBytes(bytes) },
    { title: '使用次数', dataIndex: 'scans', align: 'right', sorter: (one, other) => one.scans - other.scans },
    {
      title: '提示',
      render: (_, { unused, duplicateOf }) => (
        <>
          {unused && <Tag color="warning">未使用</Tag>}
          {duplicateOf && <Tag color="error">与 {duplicateOf} 重复</Tag>}
        </>
      ),
    },
  ]
  return <Whole route={databaseMonitor.indexes} rowKey="name" columns={columns} />
}

function Locks() {
  const kill = useWrite(databaseMonitor.kill, { message: '已终止' })
  async function handleKill(pid: number) {
    if (await confirm({ content: `终止会话 ${pid}？其未提交的修改会被撤销。`, okText: '终止' }))
      kill.mutate({ params: { pid } })
  }
  const columns: TableColumnsType<LockStat> = [
    { title: '会话', dataIndex: 'pid' },
    { title: '状态', dataIndex: 'state' },
    { title: '语句', render: (_, { statement }) => <div className={styles.statement}>{statement}</div> },
    { title: '等待', dataIndex: 'waitEvent' },
    { title: '被阻塞于', render: (_, { blockedBy }) => blockedBy.join('、') },
    { title: '事务', render: (_, { transactionSeconds }) => formatSeconds(transactionSeconds) },
    {
      title: '操作',
      render: (_, { pid }) => (
        <Can do={databaseMonitor.kill}>
          <Button type="link" size="small" danger onClick={() => handleKill(pid)}>
            终止
          </Button>
        </Can>
      ),
    },
  ]
  return <Whole route={databaseMonitor.locks} rowKey="pid" columns={columns} every={5000} />
}

type WholeProps<Row> = { route: Route; rowKey: keyof Row & string; columns: TableColumnsType<Row>; every?: number }

/** A list without paging by the server. */
function Whole<Row extends object>({ route, rowKey, columns, every }: WholeProps<Row>) {
  const query = useQuery({ ...read(route, { silent: every !== undefined }), refetchInterval: every })
  if (!query.data) return <Waiting query={query} />
  return (
    <Table<Row>
      size="small"
      rowKey={rowKey}
      scroll={{ x: 'max-content' }}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      dataSource={query.data as Row[]}
      columns={columns}
    />
  )
}

function Waiting({ query }: { query: { error: unknown; isError: boolean; refetch: () => unknown } }) {
  return query.isError ? <FailedBlock error={query.error} onRetry={query.refetch} /> : <Skeleton active />
}
