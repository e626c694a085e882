import { useQuery } from '@tanstack/react-query'
import {
  databaseMonitor,
  type IndexStat,
  type LockStat,
  type TableStat,
} from '@zhanggui/contract/monitor/database-monitor.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { Alert, Button, Input, Select, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Sparkline } from '../../../kit/chart/sparkline.tsx'
import { Facts, type LineColumn, Lines } from '../../../kit/detail/parts.tsx'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { TookTime } from '../../../kit/text/took-time.tsx'
import { When } from '../../../kit/text/when.tsx'
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
          <WriteButton of={open} onClick={() => open.mutate({ body: { purpose: 'druid' } })}>
            独立页面
          </WriteButton>
        }
      />
      <section className={styles.card}>
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
      </section>
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
          <WriteButton danger of={reset} onClick={handleReset}>
            重置统计
          </WriteButton>
        </Can>
      </div>
      {query.data?.note && <Alert type="info" showIcon title={query.data.note} />}
      {query.data ? (
        <Lines
          pageSize={20}
          rows={query.data.list}
          columns={[
            { title: '语句', render: ({ statement }) => <div className={styles.statement}>{statement}</div> },
            { title: '次数', width: 90, align: 'right', render: ({ count }) => count },
            { title: '总耗时 ms', width: 110, align: 'right', render: ({ totalMs }) => totalMs },
            { title: '平均 ms', width: 90, align: 'right', render: ({ meanMs }) => meanMs },
            { title: '最大 ms', width: 90, align: 'right', render: ({ maxMs }) => maxMs },
            { title: '行数', width: 90, align: 'right', render: ({ rows }) => rows },
            { title: '错误', width: 70, align: 'right', render: ({ errors }) => errors ?? '—' },
            { title: '最近', width: 120, render: ({ lastTime }) => <When at={lastTime} /> },
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
      empty="没有慢语句"
      purpose="执行太慢的语句会记在这里，没有就是好事"
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
  const columns: LineColumn<TableStat>[] = [
    { title: '表', render: ({ name }) => name },
    {
      title: '行数',
      width: 120,
      align: 'right',
      render: ({ rows }) => rows,
      sorter: (one, other) => one.rows - other.rows,
    },
    { title: '大小', width: 110, align: 'right', render: ({ bytes }) => formatBytes(bytes) },
    { title: '索引大小', width: 110, align: 'right', render: ({ indexBytes }) => formatBytes(indexBytes) },
    { title: '待清理行', width: 110, align: 'right', render: ({ deadRows }) => deadRows },
    { title: '最近分析', width: 140, render: ({ analyzeTime }) => (analyzeTime ? <When at={analyzeTime} /> : '从未') },
  ]
  return <Whole route={databaseMonitor.tables} idOf={({ name }) => name} columns={columns} />
}

function Indexes() {
  const columns: LineColumn<IndexStat>[] = [
    { title: '索引', render: ({ name }) => name },
    { title: '表', width: 180, ellipsis: true, render: ({ table }) => table },
    { title: '大小', width: 110, align: 'right', render: ({ bytes }) => formatBytes(bytes) },
    {
      title: '使用次数',
      width: 120,
      align: 'right',
      render: ({ scans }) => scans,
      sorter: (one, other) => one.scans - other.scans,
    },
    {
      title: '提示',
      width: 240,
      render: ({ unused, duplicateOf }) => (
        <Labels of={[unused ? '未使用' : '', duplicateOf ? `与 ${duplicateOf} 重复` : ''].filter(Boolean)} />
      ),
    },
  ]
  return <Whole route={databaseMonitor.indexes} idOf={({ name }) => name} columns={columns} />
}

function Locks() {
  const kill = useWrite(databaseMonitor.kill, { message: '已终止' })
  const mayKill = useCan(databaseMonitor.kill)
  async function handleKill(pid: number) {
    if (await confirm({ content: `终止会话 ${pid}？其未提交的修改会被撤销。`, okText: '终止' }))
      kill.mutate({ params: { pid } })
  }
  const columns: LineColumn<LockStat>[] = [
    { title: '会话', width: 90, render: ({ pid }) => pid },
    { title: '状态', width: 140, render: ({ state }) => state },
    { title: '语句', render: ({ statement }) => <div className={styles.statement}>{statement}</div> },
    { title: '等待', width: 120, render: ({ waitEvent }) => waitEvent },
    { title: '被阻塞于', width: 120, render: ({ blockedBy }) => blockedBy.join('、') },
    { title: '事务', width: 100, render: ({ transactionSeconds }) => formatSeconds(transactionSeconds) },
    {
      title: '操作',
      width: 80,
      align: 'right',
      acts: true,
      render: ({ pid }) =>
        mayKill && (
          <RowAction danger onClick={() => handleKill(pid)}>
            终止
          </RowAction>
        ),
    },
  ]
  return <Whole route={databaseMonitor.locks} idOf={({ pid }) => pid} columns={columns} every={5000} />
}

type WholeProps<Row> = {
  route: Route
  idOf: (row: Row) => number | string
  columns: readonly LineColumn<Row>[]
  every?: number
}

/** A list without paging by the server. */
function Whole<Row extends object>({ route, idOf, columns, every }: WholeProps<Row>) {
  const query = useQuery({ ...read(route, { silent: every !== undefined }), refetchInterval: every })
  if (!query.data) return <Waiting query={query} />
  const rows = (query.data as Row[]).map((row) => ({ ...row, id: idOf(row) }))
  return <Lines pageSize={20} rows={rows} columns={columns} />
}

function Waiting({ query }: { query: { error: unknown; isError: boolean; refetch: () => unknown } }) {
  return query.isError ? <FailedBlock error={query.error} onRetry={query.refetch} /> : <Skeleton active />
}
