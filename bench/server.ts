import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { prepareDemo } from '../server/src/areas/staff/set-up/setup.service.ts'
import { openSession } from '../server/src/areas/staff/sign-in/session.service.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import { load, type Measure } from './measure.ts'

/** The checkout whose server is measured: this one, or the one in BENCH_SERVER, which must have the same schema. */
const checkout = process.env.BENCH_SERVER ?? fileURLToPath(new URL('..', import.meta.url))
const SECONDS = 10
/** Enough that no session reaches the limit of 600 calls a minute. */
const SESSIONS = 400
/** High enough that the limit of writes is never reached. */
const WRITES = 10_000
/** Calls of anybody or of a provider, from one address, in a minute. */
const LOOKS = 10_000_000

/** Measures start, memory and the calls every page begins with, against a bare Fastify + pg on the same statement. */
export default async function benchServer(): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bench-'))
  try {
    return [...(await benchStart(folder)), ...(await benchCalls(join(folder, 'calls')))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchStart(folder: string): Promise<Measure[]> {
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'info', PORT: '0', ZHANGGUI_DATA: join(folder, 'start') }
  const first = await startProcess(env)
  await first.stop()
  const again = await startProcess(env)
  await sleep(3000)
  const rss = await residentMegabytes(again.child)
  await again.stop()
  return [
    { what: 'ready, first start', value: first.seconds, unit: 's', budget: '' },
    { what: 'ready, initialised data folder', value: again.seconds, unit: 's', budget: '≤ 2.5' },
    { what: 'resident memory idle', value: rss, unit: 'MB', budget: '≤ 220' },
  ]
}

/** Starts the server as `npm start` does. */
export async function startProcess(env: NodeJS.ProcessEnv) {
  const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
  const words: string[] = scripts.start.split(' ')
  const args = words.slice(words.indexOf('node') + 1)
  return startNode(args, env, checkout)
}

/** Starts a Node process and waits until it prints a local address. */
export async function startNode(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string) {
  const started = performance.now()
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const address = /(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.on('exit', (code) => reject(new Error(`the process ended with ${code}: ${output}`)))
  })
  const seconds = Math.round(performance.now() - started) / 1000
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return { child, url, seconds, stop }
}

export async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
}

async function benchCalls(folder: string): Promise<Measure[]> {
  const database = await startEmbeddedPostgres({ folder })
  try {
    await migrateDatabase(database.ownerUrl)
    const tokens = await makeSessions(folder, database.url)
    const server = await startProcess({
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      ZHANGGUI_DATA: folder,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    })
    const requests = tokens.flatMap((token) => {
      const headers = { authorization: `Bearer ${token}` }
      return [
        { method: 'GET' as const, path: '/auth/info', headers },
        { method: 'GET' as const, path: '/api/menus/build', headers },
      ]
    })
    try {
      await load(server.url, requests, 2)
      const calls = await load(server.url, requests, SECONDS)
      const rss = await residentMegabytes(server.child)
      const control = await startControl(database.url, await sessionStatement(database.url))
      const bare = await load(control.url, [{ method: 'GET', path: '/' }], SECONDS).finally(control.stop)
      const share = Math.round((calls.perSecond / bare.perSecond) * 100)
      return [
        {
          what: '/auth/info and /api/menus/build in turn, 16 callers',
          value: calls.perSecond,
          unit: 'requests/s',
          budget: '≥ 2000',
          note: `p95 ${calls.p95} ms, p99 ${calls.p99} ms`,
        },
        {
          what: 'control: bare Fastify + pg, the session’s statement',
          value: bare.perSecond,
          unit: 'requests/s',
          budget: '',
          note: `ours is ${share} % of it`,
        },
        { what: 'resident memory after load', value: rss, unit: 'MB', budget: '≤ 450' },
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await database.stop()
  }
}

/** Fills a demo shop and opens sessions of its administrator. Returns their tokens. */
export async function makeSessions(folder: string, databaseUrl: string): Promise<string[]> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
  const app = await buildApp({ config, databaseUrl })
  const ctx = app.ownContext()
  await prepareDemo(ctx, 'Bench-Mark-2026')
  await app.platform.db.execute(
    `insert into setting (key, "group", value) values
       ('session_max', 'security', '${SESSIONS}'), ('rate_writes_per_minute', 'security', '${WRITES}'),
       ('rate_front_per_minute', 'security', '${LOOKS}'), ('rate_provider_per_minute', 'security', '${LOOKS}')
     on conflict (key) do nothing`,
  )
  await app.platform.caches.named('settings').drop(app.platform.db)
  const { rows } = await app.platform.db.execute<{ id: number }>('select id from admin_user order by id limit 1')
  const tokens: string[] = []
  for (let made = 0; made < SESSIONS; made++) tokens.push((await openSession(ctx, rows[0]?.id ?? 0, true)).token)
  await app.close()
  return tokens
}

/** Starts a bare Fastify + pg on one statement, in its own process. */
export function startControl(url: string, statement: { text: string; values: unknown[] }) {
  const script = fileURLToPath(new URL('control.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: url, CONTROL_STATEMENT: JSON.stringify(statement) }
  return startNode([script], env)
}

async function sessionStatement(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ token_hash: string }>('select token_hash from session limit 1')
    const text = `select s.*, u.username, u.nick_name, u.dept_id, u.perm_version from session s
      join admin_user u on u.id = s.user_id where s.token_hash = $1`
    return { text, values: [rows[0]?.token_hash] }
  } finally {
    await client.end()
  }
}
