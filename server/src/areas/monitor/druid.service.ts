import type { Ctx } from '../../platform/http/context.ts'
import { escapeHtml, htmlTable } from '../../platform/http/page/html-page.ts'
import {
  describeDatabase,
  listIndexes,
  listLocks,
  listSlow,
  listStatements,
  listTables,
} from './database-monitor.service.ts'

const tabs = {
  overview: ['概览', drawOverview],
  sql: ['SQL统计', drawStatements],
  slow: ['慢SQL', drawSlow],
  tables: ['表', drawTables],
  indexes: ['索引', drawIndexes],
  locks: ['锁与长事务', drawLocks],
} as const

/** The database monitor as a separate page, showing one of its tabs, by default the first. */
export async function drawDruid(ctx: Ctx, tab: string): Promise<string> {
  const name = Object.hasOwn(tabs, tab) ? (tab as keyof typeof tabs) : 'overview'
  const links = Object.entries(tabs).map(
    ([tab, [label]]) => `<a href="/druid?tab=${tab}"${tab === name ? ' aria-current="page"' : ''}>${label}</a>`,
  )
  return `<nav>${links.join('')}</nav>${await tabs[name][1](ctx)}`
}

async function drawOverview(ctx: Ctx): Promise<string> {
  const state = await describeDatabase(ctx)
  const { connections, pool } = state
  return htmlTable(
    ['项目', '值'],
    [
      ['数据库', `${state.name}，${state.version}`],
      ['大小', megabytes(state.bytes)],
      ['启动时间', state.startTime],
      [
        '连接',
        `活动 ${connections.active}，空闲 ${connections.idle}，等待 ${connections.waiting}，上限 ${connections.max}`,
      ],
      ['事务', `提交 ${state.commits}，回滚 ${state.rollbacks}，死锁 ${state.deadlocks}`],
      ['缓存命中率', `${(state.cacheHitRate * 100).toFixed(2)}%`],
      ['最长事务', `${state.oldestTransactionSeconds} 秒`],
      ['连接池', `共 ${pool.total}，空闲 ${pool.idle}，排队 ${pool.waiting}，上限 ${pool.max}`],
    ],
  )
}

async function drawStatements(ctx: Ctx): Promise<string> {
  const { note, list } = await listStatements(ctx, {})
  const rows = list.map(({ statement, count, totalMs, meanMs, maxMs, rows: lines }) => [
    ...[statement, count, totalMs, meanMs, maxMs, lines],
  ])
  return `${note && `<p>${escapeHtml(note)}</p>`}${htmlTable(['语句', '次数', '总耗时ms', '平均ms', '最大ms', '行数'], rows)}`
}

async function drawSlow(ctx: Ctx): Promise<string> {
  const { list } = await listSlow(ctx, { limit: 100 })
  const rows = list.map(({ createTime, time, statement, requestId, callSite }) => [
    ...[createTime, time, statement, requestId, callSite],
  ])
  return htmlTable(['时间', '耗时ms', '语句', '请求编号', '调用处'], rows)
}

async function drawTables(ctx: Ctx): Promise<string> {
  const rows = (await listTables(ctx)).map(({ name, rows: count, bytes, indexBytes, analyzeTime }) => [
    ...[name, count, megabytes(bytes), megabytes(indexBytes), analyzeTime],
  ])
  return htmlTable(['表', '行数', '大小', '索引大小', '最近分析'], rows)
}

async function drawIndexes(ctx: Ctx): Promise<string> {
  const rows = (await listIndexes(ctx)).map(({ name, table, bytes, scans, unused, duplicateOf }) => [
    ...[name, table, megabytes(bytes), scans, unused ? '未使用' : '', duplicateOf],
  ])
  return htmlTable(['索引', '表', '大小', '使用次数', '状态', '重复于'], rows)
}

async function drawLocks(ctx: Ctx): Promise<string> {
  const rows = (await listLocks(ctx)).map((row) => [
    ...[row.pid, row.state, row.statement, row.waitEvent, row.blockedBy.join(', '), row.transactionSeconds],
  ])
  return htmlTable(['会话', '状态', '语句', '等待', '被阻塞于', '事务秒数'], rows)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
