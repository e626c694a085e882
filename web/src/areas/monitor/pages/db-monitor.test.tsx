import { screen, waitFor, within } from '@testing-library/react'
import { databaseMonitor } from '@zhanggui/contract/monitor/database-monitor.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import DbMonitorPage from './db-monitor.page.tsx'

const statement = {
  id: '1',
  statement: 'select * from dept where id = $1',
  count: 12,
  totalMs: 30,
  meanMs: 2.5,
  maxMs: 9,
  rows: 12,
  errors: null,
  lastTime: null,
}
const lock = {
  pid: 321,
  state: 'active',
  statement: 'update dept',
  application: 'zhanggui',
  waitEvent: 'Lock: tuple',
  blockedBy: [9, 10],
  transactionSeconds: 75,
  statementSeconds: 3,
}

beforeEach(() => {
  answer(databaseMonitor.overview, {
    version: 'PostgreSQL 18.4',
    name: 'zhanggui',
    bytes: 16 * 1024 ** 2,
    startTime: '2025-03-01 10:00:00',
    connections: { active: 1, idle: 4, waiting: 2, max: 100 },
    commits: 900,
    rollbacks: 3,
    deadlocks: 1,
    cacheHitRate: 0.991,
    oldestTransactionSeconds: 75,
    pool: { max: 10, total: 5, idle: 4, waiting: 0 },
    poolHistory: [{ time: '2025-03-01 10:00:00', used: 1, waiting: 0 }],
  })
})

function open(permissions = ['*:*:*']) {
  useSession.setState({ user: makeUser(), permissions })
  return renderPage(<DbMonitorPage />).user
}

test('the overview shows the state of the database', async () => {
  open()
  await screen.findByText('zhanggui，PostgreSQL 18.4')
  for (const text of ['16.0 MB', '99.1%', '1分', '提交 900，回滚 3，死锁 1', '活动 1，空闲 4，等待锁 2，上限 100'])
    screen.getByText(text)
})

test('statements are searched and sorted, and their counts are reset after a confirmation', async () => {
  const requests = answer(databaseMonitor.sql, {
    source: 'server',
    note: '未安装 pg_stat_statements',
    list: [statement],
  })
  const reset = answer(databaseMonitor.reset, {})
  const user = open()
  await user.click(screen.getByRole('tab', { name: 'SQL统计' }))
  await screen.findByText('未安装 pg_stat_statements')
  await user.type(screen.getByPlaceholderText('查找语句'), 'dept{Enter}')
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ keywords: 'dept', sort: 'totalMs' }))
  await user.click(screen.getByRole('button', { name: '重置统计' }))
  await screen.findByText('重置 SQL 统计？现有的统计会清零。')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '重置' }))
  await waitFor(() => expect(reset).toHaveLength(1))
})

test('a blocking session is ended after a confirmation, by users with the permission', async () => {
  answer(databaseMonitor.locks, [lock])
  const killed = answer(databaseMonitor.kill, {})
  const user = open()
  await user.click(screen.getByRole('tab', { name: '锁与长事务' }))
  const row = await screen.findByRole('row', { name: /321/ })
  expect(row.textContent).toContain('9、10')
  await user.click(within(row).getByRole('button', { name: '终止' }))
  await screen.findByText('终止会话 321？其未提交的修改会被撤销。')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '终止' }))
  await waitFor(() => expect(killed[0]?.params).toEqual({ pid: '321' }))
})

test('users with read access only cannot end sessions', async () => {
  answer(databaseMonitor.locks, [lock])
  const user = open(['admin:system:db:info'])
  await user.click(screen.getByRole('tab', { name: '锁与长事务' }))
  await screen.findByRole('row', { name: /321/ })
  expect(screen.queryByRole('button', { name: '终止' })).toBeNull()
})

test('tables and indexes show their sizes, and unused indexes are marked', async () => {
  answer(databaseMonitor.tables, [
    { name: 'dept', rows: 8, bytes: 8192, indexBytes: 16_384, deadRows: 0, analyzeTime: null },
  ])
  const index = { name: 'dept_pid', table: 'dept', bytes: 8192, scans: 0, unused: true, duplicateOf: 'dept_parent' }
  answer(databaseMonitor.indexes, [index])
  const user = open()
  await user.click(screen.getByRole('tab', { name: '表' }))
  expect((await screen.findByRole('row', { name: /dept/ })).textContent).toBe('dept88.0 KB16.0 KB0从未')
  await user.click(screen.getByRole('tab', { name: '索引' }))
  const row = await screen.findByRole('row', { name: /dept_pid/ })
  within(row).getByText('未使用')
  within(row).getByText('与 dept_parent 重复')
})

test('重试 fetches what failed to load', async () => {
  answer(databaseMonitor.tables, refuse(500, 'INTERNAL', '系统繁忙'))
  const user = open()
  await user.click(screen.getByRole('tab', { name: '表' }))
  const again = await screen.findByRole('button', { name: '重试' })
  answer(databaseMonitor.tables, [])
  await user.click(again)
  await waitFor(() => expect(screen.queryByRole('button', { name: '重试' })).toBeNull())
})
