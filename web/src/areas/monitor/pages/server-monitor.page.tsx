import { useQuery } from '@tanstack/react-query'
import { type ServerState, server } from '@zhanggui/contract/monitor/monitor.ts'
import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { read } from '../../../api/read.ts'
import { ShareBar } from '../../../kit/chart/bars.tsx'
import { Sparkline } from '../../../kit/chart/sparkline.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { Facts, Lines } from '../../../kit/detail/parts.tsx'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../../../kit/watching.module.css'
import { formatBytes, formatSeconds, formatShare } from '../components/sizes.ts'

const EVERY_MS = 2000
const POINTS = 60

export default function ServerMonitorPage() {
  const state = useQuery({ ...read(server.state, { silent: true }), refetchInterval: EVERY_MS })
  const instances = useQuery({ ...read(server.instances, { silent: true }), refetchInterval: 15_000 })
  const points = useHistory(state.data, state.dataUpdatedAt)
  if (!state.data)
    return (
      <div className={styles.page}>
        <PageHeader />
        {state.isError ? <FailedBlock error={state.error} onRetry={state.refetch} /> : <Skeleton active />}
      </div>
    )
  const { sys, cpu, memory, swap, disk, process, http, queue } = state.data
  const [main] = disk
  return (
    <div className={styles.page}>
      <PageHeader />
      <MetricTiles wide>
        <MetricTile
          title="处理器"
          value={formatShare(cpu.used)}
          below={`${cpu.cores} 核，负载 ${cpu.load.join(' / ')}`}
        >
          <Sparkline wide label="处理器使用率" max={1} values={points.map((point) => point.cpu.used)} />
        </MetricTile>
        <MetricTile
          title="内存"
          value={formatShare(memory.usageRate)}
          below={`已用 ${formatBytes(memory.used)}，共 ${formatBytes(memory.total)}`}
        >
          <Sparkline wide label="内存使用率" max={1} values={points.map((point) => point.memory.usageRate)} />
        </MetricTile>
        <MetricTile title="请求" value={`${http.rps}/秒`} below={`错误率 ${formatShare(http.errorRate)}（最近一分钟）`}>
          <Sparkline wide label="每秒请求数" values={points.map((point) => point.http.rps)} />
        </MetricTile>
        <MetricTile title="响应时间 P95" value={`${http.p95} ms`} below={`P50 ${http.p50} ms，P99 ${http.p99} ms`}>
          <Sparkline wide label="响应时间" values={points.map((point) => point.http.p95)} />
        </MetricTile>
        <MetricTile
          title="进程内存"
          value={formatBytes(process.rss)}
          below={`堆 ${formatBytes(process.heapUsed)} / ${formatBytes(process.heapTotal)}`}
        >
          <Sparkline wide label="进程内存" values={points.map((point) => point.process.rss)} />
        </MetricTile>
        <MetricTile
          title="事件循环延迟"
          value={`${process.eventLoopLagMs} ms`}
          below={`垃圾回收累计 ${process.gcMs} ms，句柄 ${process.handles}`}
        >
          <Sparkline wide label="事件循环延迟" values={points.map((point) => point.process.eventLoopLagMs)} />
        </MetricTile>
      </MetricTiles>
      <Section title="系统">
        <Facts
          wide
          items={[
            ['主机', `${sys.hostname}（${sys.ip}）`],
            ['操作系统', sys.os],
            ['处理器', cpu.name || '未知'],
            ['版本', [sys.version, sys.gitCommit].filter(Boolean).join(' ')],
            ['Node.js', sys.node],
            ['启动时间', `${sys.startTime}，已运行 ${formatSeconds(sys.uptime)}`],
            ['交换区', swap.total ? `${formatBytes(swap.used)} / ${formatBytes(swap.total)}` : '未启用'],
            ['队列', `待通知 ${queue.outbox}，等待任务 ${queue.tasksPending}，运行任务 ${queue.tasksRunning}`],
          ].map(([label = '', value]) => ({ label, value }))}
        />
        {main && (
          <div className={styles.below}>
            <ShareBar
              label={`磁盘已用 ${formatShare(main.usageRate)}`}
              format={formatBytes}
              items={[
                { key: 'used', title: '磁盘已用', value: main.used, tone: main.usageRate > 0.9 ? 'alert' : undefined },
                { key: 'free', title: '可用', value: main.total - main.used, tone: 'idle' },
              ]}
            />
          </div>
        )}
      </Section>
      <Section title="服务实例" flush>
        {instances.data ? (
          <Lines
            rows={instances.data.map((one) => ({ ...one, id: one.name }))}
            columns={[
              { title: '实例', ellipsis: true, render: ({ name }) => name },
              { title: '地址', width: 170, render: ({ address, port }) => `${address}:${port}` },
              { title: '角色', width: 80, render: ({ role }) => role },
              {
                title: '状态',
                width: 90,
                render: ({ state: now }) => <StateTag of="instance" value={now === 'online' ? '在线' : '离线'} />,
              },
              {
                title: '处理器',
                width: 130,
                render: ({ cpuRate, cpuCore }) => `${formatShare(cpuRate)}（${cpuCore} 核）`,
              },
              {
                title: '内存',
                width: 150,
                render: ({ memUsed, memTotal }) => `${formatBytes(memUsed)} / ${formatBytes(memTotal)}`,
              },
              {
                title: '磁盘',
                width: 150,
                render: ({ diskUsed, diskTotal }) => `${formatBytes(diskUsed)} / ${formatBytes(diskTotal)}`,
              },
              { title: '版本', width: 90, render: ({ version }) => version },
              { title: '心跳', width: 120, render: ({ heartbeatTime }) => <When at={heartbeatTime} /> },
            ]}
          />
        ) : (
          <Skeleton active style={{ padding: 16 }} />
        )}
      </Section>
    </div>
  )
}

/** The last sixty responses, the newest last. */
function useHistory(state: ServerState | undefined, at: number): readonly ServerState[] {
  const [points, setPoints] = useState<readonly ServerState[]>([])
  useEffect(() => {
    if (state && at) setPoints((earlier) => [...earlier, state].slice(-POINTS))
  }, [state, at])
  return points
}
