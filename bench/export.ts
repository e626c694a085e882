import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { sql } from 'drizzle-orm'
import { buildApp } from '../server/src/app.ts'
import { prepareDemo } from '../server/src/areas/staff/set-up/setup.service.ts'
import { openSession } from '../server/src/areas/staff/sign-in/session.service.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import type { Measure } from './measure.ts'
import { residentMegabytes, startProcess } from './server.ts'

const ROWS = 100_000
const LOOK_MS = 200
const TIME_LIMIT_MS = 180_000

/** Measures how long an export task of 100,000 rows takes, and how much memory its process needs. */
export default async function benchExport(): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bench-'))
  const database = await startEmbeddedPostgres({ folder })
  try {
    await migrateDatabase(database.ownerUrl)
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
    const app = await buildApp({ config, databaseUrl: database.url })
    const ctx = app.ownContext()
    await prepareDemo(ctx, 'Bench-Mark-2026')
    await ctx.db.execute(
      sql`insert into dict (name, remark) select 'bulk_' || n, '备注 ' || n from generate_series(1, ${ROWS}::int) n`,
    )
    const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from admin_user where username = 'admin'`)
    const { token } = await openSession(ctx, rows[0]?.id ?? 0, true)
    const server = await startProcess({
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      ZHANGGUI_DATA: folder,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    })
    try {
      await sleep(2000)
      return await measure(server, token)
    } finally {
      await server.stop()
      await app.close()
    }
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure({ child, url }: Awaited<ReturnType<typeof startProcess>>, token: string): Promise<Measure[]> {
  const call = async (path: string) => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()) as Record<string, unknown>
  }
  const before = await residentMegabytes(child)
  const started = performance.now()
  const { taskId } = await call(dict.download.path)
  const path = task.info.path.replace(':id', String(taskId))
  let most = before
  for (;;) {
    await sleep(LOOK_MS)
    most = Math.max(most, await residentMegabytes(child))
    const { status, message } = await call(path)
    if (status === 'success') break
    const isLate = performance.now() - started > TIME_LIMIT_MS
    if (isLate || status === 'failed') throw new Error(`the export is ${status}: ${message}`)
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10
  return [
    { what: `export of ${ROWS} rows`, value: seconds, unit: 's', budget: '≤ 60' },
    { what: 'extra memory meanwhile', value: most - before, unit: 'MB', budget: '≤ 100' },
  ]
}
