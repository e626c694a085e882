import { errorLog, log, loginLog } from '@zhanggui/contract/monitor/log.ts'
import { jobRun } from '@zhanggui/contract/work/scheduled-job.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'

test('the logs are searched by part of a name, a description or an address, even a single character', async () => {
  const shop = await openShop()
  const reader = await shop.signIn({ can: [log.list] })
  await fillLog(shop, 30, 'n % 10')
  const found = async (blurry: string) => (await reader.call(log.list, { query: { blurry } })).body
  expect((await found('CLERK3')).list.map(({ username }) => username)).toEqual(['Clerk3', 'Clerk3', 'Clerk3'])
  expect((await found('门')).total).toBe(15)
  expect((await found('删除')).total).toBe(15)
  expect((await found('0.4')).list.every(({ requestIp }) => requestIp === '10.7.0.4')).toBe(true)
  expect(await found('无人')).toMatchObject({ list: [], total: 0 })
  for (const literal of ['%', '_', '\\']) expect((await found(literal)).total).toBe(0)
})

test('of 2,500 rows of one moment, by another name each, search finds all and export has each once', async () => {
  const shop = await openShop()
  const reader = await shop.signIn({ can: [log.list, log.download, loginLog.list, errorLog.download] })
  await fillLog(shop, 2500, 'n')
  const { body } = await reader.call(log.list, { query: { blurry: 'clerk2499' } })
  expect(body).toMatchObject({ total: 1, list: [{ username: 'Clerk2499' }] })
  expect((await reader.call(log.list, { query: { blurry: '门' } })).body.total).toBe(1250)
  const { body: logins } = await reader.call(loginLog.list, { query: { blurry: '9.195' } })
  expect(logins).toMatchObject({ total: 1, list: [{ username: 'Clerk2499', ip: '10.7.9.195' }] })
  const query = { query: { blurry: 'clerk' } }
  const everybody = Array.from({ length: 2500 }, (_, index) => `Clerk${2500 - index}`)
  const names = async (answer: { body: object }) => (await sheetOf(shop, reader, answer)).map(([name]) => name)
  expect(await names(await reader.call(log.download, query))).toEqual(everybody)
  expect(await names(await reader.call(loginLog.download, query))).toEqual(everybody)
  await shop.ctx.db.execute(sql`update operation_log set log_type = 'ERROR'`)
  expect(await names(await reader.call(errorLog.download, query))).toEqual(everybody)
})

test('runs of tasks are counted up to 10,000, found by part of their name and exported', async () => {
  const shop = await openShop()
  const reader = await shop.signIn({ can: [jobRun.list, jobRun.download] })
  await shop.ctx.db.execute(sql`
    insert into job_run (job_id, job_name, bean_name, params, cron_expression, is_success, trigger, heartbeat_at, created_at)
    select 1, case when n % 4 = 0 then '夜间备份' else '订单取消' end, 'backup', '{}', '0 0 4 * * ?', n % 4000 <> 0, 'cron', now(),
      now() - n * interval '1 minute' from generate_series(1, 10500) as n`)
  const list = async (query: Parameters<typeof reader.call<typeof jobRun.list>>[1]) =>
    (await reader.call(jobRun.list, query)).body
  expect(await list({})).toMatchObject({ total: 10_000, totalIsLowerBound: true })
  const backups = { query: { jobName: '备份' } }
  expect(await list(backups)).toMatchObject({ total: 2625, list: Array(20).fill({ jobName: '夜间备份' }) })
  expect((await list({ query: { isSuccess: false } })).total).toBe(2)
  const lines = await sheetOf(shop, reader, await reader.call(jobRun.download, backups))
  expect(lines).toHaveLength(2625)
  const times = lines.map((line) => String(line.at(-1)))
  expect(times).toEqual(times.toSorted().reverse())
  expect(new Set(times).size).toBe(2625)
})

/** The lines of an export below its header. */
async function sheetOf(shop: Shop, who: Caller, { body }: { body: object }) {
  if (!('url' in body)) throw new Error(JSON.stringify(body))
  return (await readSheet(await fetchBytes(shop, who, String(body.url)))).slice(1)
}

/** Adds calls and sign-ins by as many users, from as many addresses, as `who` has values. */
async function fillLog({ ctx }: Shop, rows: number, who: string) {
  const name = sql`'Clerk' || ${sql.raw(who)}`
  const address = sql`'10.7.' || (${sql.raw(who)}) / 256 || '.' || (${sql.raw(who)}) % 256`
  await ctx.db.execute(sql`
    insert into operation_log (description, log_type, method, request_ip, time, username, status, request_id)
    select case when n % 2 = 0 then '新增部门' else '删除岗位' end, 'INFO', 'POST /x', ${address}, 5, ${name}, 200, 'r'
    from generate_series(1, ${rows}::int) as n`)
  await ctx.db.execute(sql`
    insert into login_log (username, result, reason, ip)
    select ${name}, 1, 'ok', ${address} from generate_series(1, ${rows}::int) as n`)
}
