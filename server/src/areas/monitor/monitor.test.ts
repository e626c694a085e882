import { apiDoc } from '@zhanggui/contract/monitor/api-doc.ts'
import { databaseMonitor } from '@zhanggui/contract/monitor/database-monitor.ts'
import { errorLog, log, loginLog } from '@zhanggui/contract/monitor/log.ts'
import { cache, server } from '@zhanggui/contract/monitor/monitor.ts'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { slowStatements } from '../../platform/data/connection/slow-statement.tables.ts'
import { describeFault } from '../../platform/http/faults.ts'
import { keepAlive } from '../../platform/work/instances.ts'
import { instanceName } from '../../platform/work/measures.ts'
import { makeProbe, probe } from '../../testing/process/probe.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { trailOf } from '../../testing/trail.ts'
import { operationLogs } from './log/operation-log.tables.ts'

describe('the logs', () => {
  test('a fault is an apology to the caller; its stack is in the error log by request number', async () => {
    const { serveMore } = makeProbe()
    const shop = await openShop({ serveMore })
    const admin = await shop.signInAdmin()
    const call = () =>
      admin.call(probe.store, { body: { name: '甲', after: 'fail' }, headers: { 'x-request-id': 'fault-0001' } })
    const { status, body } = await call()
    expect(status).toBe(500)
    expect(body).toMatchObject({ message: '系统繁忙，请稍后再试', requestId: 'fault-0001' })
    await call()
    await expect.poll(async () => (await admin.call(errorLog.list)).body.total).toBe(2)
    const { list } = (await admin.call(errorLog.list, { query: { handled: false } })).body
    expect(list[0]).toMatchObject({ requestId: 'fault-0001', status: 500, handledBy: '' })
    expect(new Set(list.map(({ fingerprint }) => fingerprint)).size).toBe(1)
    const id = list[0]?.id ?? 0
    const detail = (await admin.call(errorLog.info, { params: { id } })).body
    expect(detail.exception).toContain('secret detail of table dict')
    expect(detail.exception).toContain('probe.ts')
    expect(detail.similar).toBe(2)
    await admin.call(errorLog.handle, { params: { id }, body: { note: '已修复' } })
    expect((await admin.call(errorLog.list, { query: { handled: true } })).body.list).toMatchObject([
      { id, handledBy: admin.username, note: '已修复' },
    ])
    expect((await admin.call(errorLog.info, { params: { id: 9999 } })).status).toBe(404)
  })

  test('a fault reveals no values of a statement, no password, no token and no phone', () => {
    const error = new Error('Failed query: insert into admin_user values ($1)\nparams: 13812345678,Geheim-1', {
      cause: new Error(`Bearer ${'x'.repeat(43)} password=Geheim-2 postgres://app:Geheim-3@db/x 13812345678`),
    })
    const { message, stack } = describeFault(error)
    for (const text of [message, stack]) {
      expect(text).not.toMatch(/Geheim|13812345678|x{43}/)
      expect(text).toContain('insert into admin_user')
    }
  })

  test('lists filter by words, state and time; counts stop at 10,000; clearing keeps thirty days, needs proof', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    await fill(shop, 10_500)
    const all = (await admin.call(log.list)).body
    expect(all).toMatchObject({ total: 10_000, totalIsLowerBound: true, page: 1, limit: 20 })
    expect((await admin.call(log.list, { query: { blurry: 'USER7', status: 200 } })).body.list[0]).toMatchObject({
      username: 'user7',
    })
    expect((await admin.call(log.list, { query: { blurry: '%' } })).body.total).toBe(0)
    expect((await admin.call(log.list, { query: { createTime: ['2001-01-01', '2001-01-02'] } })).body.total).toBe(0)
    expect((await admin.call(log.list, { query: { createTime: ['today'], objectType: 'dept' } })).status).toBe(200)
    expect((await admin.call(log.clear)).body).toEqual({ deleted: 500 })
    expect(await shop.ctx.db.$count(operationLogs, sql`created_at < now() - interval '30 days'`)).toBe(0)
    shop.clock.advance(11 * 60_000)
    expect((await admin.call(log.clear)).status).toBe(428)
    expect((await admin.call(loginLog.list, { query: { reason: 'ok' } })).body.total).toBe(0)
  })
})

describe('the caches', () => {
  test('are counted, inspected and emptied in every process; secret ones show no values', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const other = await shop.second()
    const details = (process = shop.app) => admin.call(dictDetail.list, { query: { dictName: 'user_status' }, process })
    await details()
    await details()
    await details(other)
    const state = async (process = shop.app) =>
      (await admin.call(cache.list, { process })).body.find(({ name }) => name === 'dict')
    expect(await state()).toMatchObject({ count: 1, hits: 1, misses: 1, hitRate: 0.5 })
    expect((await admin.call(cache.entries, { params: { name: 'dict' } })).body.list).toMatchObject([
      { key: 'user_status' },
    ])
    const secret = (await admin.call(cache.entries, { params: { name: 'settings' } })).body
    expect(secret.hidden).toBe(true)
    expect(secret.list.every(({ value }) => value === '***')).toBe(true)
    expect((await admin.call(cache.clear, { params: { name: 'nothing' } })).status).toBe(404)
    await admin.call(cache.clear, { params: { name: 'dict' } })
    expect((await state())?.count).toBe(0)
    await expect.poll(async () => (await state(other))?.count).toBe(0)
    await details(other)
    await admin.call(cache.clearAll)
    await expect.poll(async () => (await state(other))?.count).toBe(0)
  })
})

describe('the server monitor', () => {
  test('shows machine, process, calls and queues, and every live process', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { body } = await admin.call(server.state)
    expect(body.memory.total).toBeGreaterThan(body.memory.available)
    expect(body.cpu.used + body.cpu.idle).toBeCloseTo(1)
    expect(body.process.rss).toBeGreaterThan(10_000_000)
    expect(body.disk[0]?.total).toBeGreaterThan(0)
    expect(body.sys.node).toBe(process.version)
    const stop = await keepAlive(shop.ctx, 4711)
    expect((await admin.call(server.instances)).body).toMatchObject([
      { name: instanceName, port: 4711, state: 'online' },
    ])
    shop.clock.advance(60_000)
    expect((await admin.call(server.instances)).body).toMatchObject([{ state: 'offline' }])
    await stop()
    expect((await admin.call(server.instances)).body).toEqual([])
  })

  test('/metrics is open to the loopback address only, not to others behind a proxy', async () => {
    const shop = await openShop()
    const get = (remoteAddress: string, headers = {}) =>
      shop.app.fastify.inject({ url: '/metrics', remoteAddress, headers })
    const own = await get('127.0.0.1')
    expect(own.statusCode).toBe(200)
    expect(own.body).toContain('process_cpu_seconds_total')
    expect((await get('203.0.113.7')).statusCode).toBe(404)
    expect((await get('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404)
    const open = await openShop({ env: { METRICS_ALLOW: '203.0.113.0/24' } })
    const allowed = await open.app.fastify.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })
    expect(allowed.statusCode).toBe(200)
    expect(allowed.body).toContain('http_request_duration_seconds')
  })

  test('answers report their duration, with the share of the database', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { headers } = await admin.call(dict.list)
    expect(headers['server-timing']).toMatch(/^total;dur=[\d.]+, db;dur=[1-9\d.]+$/)
  })
})

describe('the database monitor', () => {
  test('shows figures of the whole database, statements, tables, indexes and locks', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const overview = (await admin.call(databaseMonitor.overview)).body
    expect(overview.version).toMatch(/^PostgreSQL/)
    expect(overview.connections.max).toBeGreaterThan(10)
    expect(overview.pool.max).toBe(10)
    const answer = await admin.call(databaseMonitor.sql, { query: { keywords: 'session', sort: 'count' } })
    expect(answer).toMatchObject({ status: 200 })
    const statements = answer.body
    expect(statements.list.length).toBeGreaterThan(0)
    expect(JSON.stringify(statements.list)).not.toContain(admin.token)
    const tables = (await admin.call(databaseMonitor.tables)).body
    expect(tables.find(({ name }) => name === 'admin_user')?.bytes).toBeGreaterThan(0)
    const indexes = (await admin.call(databaseMonitor.indexes)).body
    expect(indexes.filter(({ duplicateOf }) => duplicateOf).map(({ name }) => name)).toEqual([])
    expect((await admin.call(databaseMonitor.reset)).status).toBe(200)
  })

  test('a slow statement is recorded with the number of its request and its place in the code, without values', async () => {
    const { serveMore } = makeProbe()
    const shop = await openShop({ serveMore })
    const admin = await shop.signInAdmin()
    await shop.ctx.db.execute(sql`select pg_sleep(0.3), 'geheim'`)
    // On a busy machine other statements are slow, too.
    const ours = sql`statement like '%pg_sleep%'`
    await expect.poll(() => shop.ctx.db.$count(slowStatements, ours)).toBe(1)
    const { list } = (await admin.call(databaseMonitor.slow)).body
    const slept = list.find(({ statement }) => statement.includes('pg_sleep'))
    expect(slept).toMatchObject({ callSite: '', instance: instanceName })
    expect(slept?.time).toBeGreaterThanOrEqual(290)
    expect(JSON.stringify(list)).not.toContain('geheim')
  })

  test('shows who blocks whom, and ends the blocking session after a fresh proof of identity', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const [holder, waiter] = [1, 2].map(() => new pg.Client({ connectionString: shop.databaseUrl }))
    if (!holder || !waiter) throw new Error('no clients')
    for (const client of [holder, waiter]) {
      client.on('error', () => {})
      await client.connect()
    }
    await holder.query('begin; lock table dict in exclusive mode')
    const waiting = waiter.query('begin; lock table dict in exclusive mode').catch(() => {})
    const locks = async () => {
      const answer = await admin.call(databaseMonitor.locks)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body
    }
    await expect.poll(async () => (await locks()).some(({ blockedBy }) => blockedBy.length > 0)).toBe(true)
    const [blocked] = (await locks()).filter(({ blockedBy }) => blockedBy.length)
    const pid = blocked?.blockedBy[0] ?? 0
    const killed = await admin.call(databaseMonitor.kill, { params: { pid } })
    expect(killed.status).toBe(200)
    expect(await trailOf(shop, killed)).toEqual(['kill'])
    await waiting
    expect((await admin.call(databaseMonitor.kill, { params: { pid } })).status).toBe(404)
    shop.clock.advance(11 * 60_000)
    expect((await admin.call(databaseMonitor.kill, { params: { pid } })).status).toBe(428)
    await holder.end().catch(() => {})
    await waiter.end()
  })
})

describe('/druid and /doc.html', () => {
  test('are opened by a ticket once, then by its cookie for 15 minutes, and not without', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const clerk = await shop.signIn()
    const get = (url: string, headers = {}) => shop.app.fastify.inject({ url, headers })
    for (const [path, purpose] of [
      ['/druid', 'druid'],
      ['/doc.html', 'doc'],
    ] as const) {
      expect((await get(path)).statusCode).toBe(401)
      expect((await get(path, { authorization: `Bearer ${admin.token}` })).statusCode).toBe(401)
      const make = async (who = admin) => (await who.call(ticket.make, { body: { purpose } })).body.ticket
      expect((await get(`${path}?ticket=${await make(clerk)}`)).statusCode).toBe(403)
      const pass = await make()
      const page = await get(`${path}?ticket=${pass}`)
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      if (purpose === 'doc') expect(page.body).toContain('href="/system-tools/swagger?q=dept.save"')
      expect((await get(`${path}?ticket=${pass}`)).statusCode).toBe(401)
      const cookie = String(page.headers['set-cookie'])
      expect(cookie).toMatch(new RegExp(`; Max-Age=900; Path=${path}; HttpOnly; SameSite=Strict$`))
      const again = { cookie: cookie.split(';')[0] }
      expect((await get(path, again)).statusCode).toBe(200)
      shop.clock.advance(16 * 60_000)
      expect((await get(path, again)).statusCode).toBe(401)
    }
  })

  test('their cookie is Secure where the console is served over https', async () => {
    const shop = await openShop({ env: { PUBLIC_URL: 'https://shop.example.com' } })
    const admin = await shop.signInAdmin()
    const pass = (await admin.call(ticket.make, { body: { purpose: 'druid' } })).body.ticket
    const { headers } = await shop.app.fastify.inject(`/druid?ticket=${pass}`)
    expect(String(headers['set-cookie'])).toMatch(/; Path=\/druid; HttpOnly; Secure; SameSite=Strict$/)
  })

  test('the documentation has every route with its permission, and is off in production unless enabled', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { body } = await admin.call(apiDoc.openapi)
    const document = body as { openapi: string; paths: Record<string, Record<string, Record<string, unknown>>> }
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      shop.app.routes.map(({ name }) => name).sort(),
    )
    expect(document.paths['/api/dept']?.post).toMatchObject({ 'x-permission': 'admin:system:dept:save' })
    const secretKey = 'ab'.repeat(32)
    const env = { NODE_ENV: 'production', ALLOW_HTTP: '1', APP_SECRET_KEY: secretKey }
    const closed = await openShop({ env })
    const owner = await closed.signInAdmin()
    expect((await owner.call(apiDoc.openapi)).status).toBe(404)
    expect((await closed.app.fastify.inject('/doc.html')).statusCode).toBe(404)
    await closed.ctx.db.execute(
      sql`insert into setting (key, "group", value) values ('api_docs_enabled', 'security', 'true'::jsonb)`,
    )
    await closed.ctx.platform.caches.named('settings').drop(closed.ctx.db)
    expect((await owner.call(apiDoc.openapi)).status).toBe(200)
    const { headers } = await owner.call(dict.list)
    expect(headers['server-timing']).toBeUndefined()
    // Staff see how long their lists took; visitors nothing.
    expect(headers['x-response-time']).toMatch(/^\d+\.\d$/)
    expect((await closed.visitor().call(dict.list)).headers['x-response-time']).toBeUndefined()
  })
})

/** Rows of the operation log: 500 of them forty days old, the others new. */
async function fill({ ctx }: Shop, rows: number): Promise<void> {
  await ctx.db.execute(sql`
    insert into operation_log (description, log_type, method, request_ip, time, username, status, request_id, created_at)
    select '新增部门', 'INFO', 'POST /api/dept', '10.0.0.1', 5, 'user' || n % 50, 200, 'r' || n,
      case when n <= 500 then now() - interval '40 days' else now() end
    from generate_series(1, ${rows}::int) as n`)
}
