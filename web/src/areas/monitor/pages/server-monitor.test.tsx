import { screen, within } from '@testing-library/react'
import { type Instance, type ServerState, server } from '@zhanggui/contract/monitor/monitor.ts'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render.tsx'
import ServerMonitorPage from './server-monitor.page.tsx'

const GB = 1024 ** 3
const state: ServerState = {
  sys: {
    os: 'Linux 6.8',
    hostname: 'shop-1',
    ip: '10.0.0.5',
    uptime: 90_061,
    startTime: '2025-03-01 10:00:00',
    version: '0.1.0',
    gitCommit: 'abc1234',
    node: 'v24.1.0',
  },
  cpu: { name: 'EPYC', cores: 2, used: 0.5, idle: 0.5, load: [1, 0.5, 0.2] },
  memory: { total: 4 * GB, used: GB, available: 3 * GB, usageRate: 0.25 },
  swap: { total: 0, used: 0 },
  disk: [{ mount: '/', total: 100 * GB, used: 95 * GB, usageRate: 0.95 }],
  process: { rss: GB / 4, heapUsed: 1024, heapTotal: 2048, eventLoopLagMs: 1.5, handles: 12, gcMs: 40 },
  http: { rps: 3.2, p50: 4, p95: 20, p99: 80, errorRate: 0.01 },
  queue: { outbox: 1, tasksPending: 2, tasksRunning: 3 },
}
const instance: Instance = {
  name: 'shop-1:9',
  address: '10.0.0.5',
  port: 8080,
  role: 'all',
  version: '0.1.0',
  state: 'online',
  startTime: '2025-03-01 10:00:00',
  heartbeatTime: '2025-03-02 11:01:01',
  cpuRate: 0.5,
  cpuCore: 2,
  memTotal: 4 * GB,
  memUsed: GB,
  diskTotal: 100 * GB,
  diskUsed: 95 * GB,
  swapTotal: 0,
  swapUsed: 0,
}

test('the figures of the server are shown in readable words and units', async () => {
  answer(server.state, state)
  answer(server.instances, [instance, { ...instance, name: 'shop-2:9', state: 'offline' }])
  renderPage(<ServerMonitorPage />)
  await screen.findByText('50.0%')
  for (const text of ['25.0%', '已用 1.0 GB，共 4.0 GB', '3.2/秒', '20 ms', '256.0 MB']) screen.getByText(text)
  screen.getByText('2025-03-01 10:00:00，已运行 1天1小时1分')
  screen.getByText('未启用')
  screen.getByText('待通知 1，等待任务 2，运行任务 3')
  const disk = screen.getByRole('img', { name: /^磁盘已用/ })
  expect(disk.querySelector('rect + rect')?.getAttribute('fill')).toBe('var(--alert-mark)')
  within(await screen.findByRole('row', { name: /shop-1:9/ })).getByText('在线')
  within(screen.getByRole('row', { name: /shop-2:9/ })).getByText('离线')
})

test('the figures are fetched every two seconds, and again after a failure', async () => {
  const requests = answer(server.state, refuse(500, 'INTERNAL', '系统繁忙'))
  answer(server.instances, [])
  const { user } = renderPage(<ServerMonitorPage />)
  const again = await screen.findByRole('button', { name: '重试' })
  expect(requests.length).toBeGreaterThan(0)
  const later = answer(server.state, state)
  await user.click(again)
  await screen.findByText('50.0%')
  await expect.poll(() => later.length).toBeGreaterThan(1)
})

test('users without the permission for the server see which one is needed', async () => {
  answer(server.state, refuse(403, 'FORBIDDEN', '没有权限'))
  answer(server.instances, [])
  renderPage(<ServerMonitorPage />)
  await screen.findByText(/^需要「/)
})
