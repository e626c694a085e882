import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { prepareDemo } from '../server/src/areas/staff/set-up/setup.service.ts'
import { openSession } from '../server/src/areas/staff/sign-in/session.service.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import type { Measure } from './measure.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const RUNS = 30

/** Searches of the logs and the audit trail, as the console sends them. */
const calls = [
  '/api/logs',
  '/api/logs?page=500',
  '/api/logs?page=1000&limit=100',
  '/api/logs?createTime=lately7',
  '/api/logs?blurry=user77',
  '/api/logs?blurry=%E9%83%A8%E9%97%A8',
  '/api/logs?blurry=10.0.77.3',
  '/api/logs?blurry=nobody',
  '/api/logs?blurry=%E6%97%A0%E4%BA%BA',
  '/api/logs?status=409',
  '/api/logs?objectType=dept&createTime=lately30',
  '/api/logs/error',
  '/api/loginLogs?blurry=user77',
  '/api/loginLogs?blurry=zz',
  '/api/loginLogs?reason=locked',
  '/api/audit',
  '/api/audit?objectType=dept&objectId=4711',
  '/api/audit?objectId=4711',
  '/api/audit?objectType=dept&action=create',
  '/api/audit?actor=user77',
  '/api/audit?action=delete&time=lately7',
  '/api/audit?requestId=r4711',
  '/api/audit?page=1000&limit=100',
  '/api/jobs/logs',
  '/api/jobs/logs?isSuccess=false',
  '/api/jobs/logs?jobName=%E5%A4%87%E4%BB%BD',
  '/admin/sms/logs?phone=4711',
  '/admin/sms/logs?resultCode=130',
]

/** Measures lists over a million rows of logs and audit trail; at most 50 ms each. */
export default async function benchLogs(): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bench-logs-'))
  const database = await startEmbeddedPostgres({ folder, throwaway: true })
  try {
    await migrateDatabase(database.ownerUrl)
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
    const app = await buildApp({ config, databaseUrl: database.url })
    const ctx = app.ownContext()
    await prepareDemo(ctx, 'Bench-Mark-2026')
    await fill(database.ownerUrl)
    const { rows } = await ctx.db.execute<{ id: number }>('select id from admin_user order by id limit 1')
    const measures: Measure[] = []
    for (const url of calls) {
      // A session may make 600 calls a minute.
      const { token } = await openSession(ctx, rows[0]?.id ?? 0, true)
      const times: number[] = []
      // The first call of each is a warm-up.
      for (let run = 0; run <= RUNS; run++) {
        const started = performance.now()
        const { statusCode, body } = await app.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } })
        if (run) times.push(performance.now() - started)
        if (statusCode !== 200) throw new Error(`${url}: ${body}`)
      }
      times.sort((one, other) => one - other)
      const at = (share: number) => Math.round((times[Math.floor(RUNS * share)] ?? 0) * 10) / 10
      measures.push({
        what: decodeURIComponent(url),
        value: at(0.95),
        unit: 'ms (p95)',
        budget: '≤ 50',
        note: `median ${at(0.5)}, fastest ${at(0)}`,
      })
    }
    await app.close()
    return measures
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fills four months of logs, a partition for each month, vacuumed and analysed as autovacuum would. */
async function fill(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query("select audit_make_partitions((current_date - interval '5 months')::date, 5)")
    for (const statement of fills) await owner.query(statement)
  } finally {
    await owner.end()
  }
}

const shared = `n, 'user' || n % 500 as username, now() - (${ROWS} - n) * interval '10 seconds' as at`
const fills = [
  `insert into operation_log (description, log_type, method, request_ip, time, username, status, request_id, object_type, created_at)
    select (array['新增部门','编辑商品','订单发货','处理退款','编辑角色'])[n % 5 + 1], case when n % 1000 = 0 then 'ERROR' else 'INFO' end,
      'POST /api/dept', '10.0.' || n % 250 || '.' || n % 7, n % 900, username,
      case when n % 1000 = 0 then 500 when n % 100 = 0 then 409 else 200 end, 'r' || n,
      (array['dept','product','order','refund','role'])[n % 5 + 1], at
    from (select ${shared} from generate_series(1, ${ROWS}) as n) as row`,
  `insert into login_log (username, result, reason, ip, created_at)
    select username, 1, case when n % 200 = 0 then 'locked' else 'ok' end, '10.0.' || n % 250 || '.' || n % 7, at
    from (select ${shared} from generate_series(1, ${ROWS}) as n) as row`,
  `insert into audit_entry (id, time, actor_type, actor_name, action, object_type, object_id, request_id, diff)
    select 1000000000 + n, at, 'admin', username, (array['create','update','update','update','delete'])[n % 5 + 1],
      (array['product','order','dept','role'])[n % 4 + 1], (n % 20000)::text, 'r' || n, '[]'
    from (select ${shared} from generate_series(1, ${ROWS}) as n) as row`,
  `insert into job_run (job_id, job_name, bean_name, params, cron_expression, is_success, trigger, heartbeat_at, created_at)
    select n % 20, case when n % 10000 = 0 then '夜间备份' else '任务' || n % 20 end, 'backup', '{}', '0 0 4 * * ?', n % 5000 <> 0,
      'cron', at, at
    from (select ${shared} from generate_series(1, ${ROWS}) as n) as row`,
  `insert into sms_log (phone, content, template, result_code, created_at)
    select '13' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0'), '您的订单已发货', 'T1', case when n % 3000 = 0 then 130 else 100 end, at
    from (select ${shared} from generate_series(1, ${ROWS}) as n) as row`,
  ...['operation_log', 'login_log', 'audit_entry', 'job_run', 'sms_log'].map((table) => `vacuum analyze ${table}`),
]
