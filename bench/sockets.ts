import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { buildApp, type RunningApp } from '../server/src/app.ts'
import { notify } from '../server/src/areas/message/notice/notification.service.ts'
import { prepareDemo } from '../server/src/areas/staff/set-up/setup.service.ts'
import { openSession } from '../server/src/areas/staff/sign-in/session.service.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import { inTransaction } from '../server/src/platform/http/context.ts'
import type { Measure } from './measure.ts'
import { residentMegabytes, startProcess } from './server.ts'

const SOCKETS = 2000
/** Connections opened at a time. */
const BATCH = 50
const TIME_LIMIT_MS = 30_000

/** Measures what 2,000 open pages of different users cost one process, and how fast another's notice reaches all. */
export default async function benchSockets(): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bench-'))
  const database = await startEmbeddedPostgres({ folder })
  try {
    await migrateDatabase(database.ownerUrl)
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
    const raiser = await buildApp({ config, databaseUrl: database.url })
    await prepareDemo(raiser.ownContext(), 'Bench-Mark-2026')
    const people = await makePeople(raiser)
    // All pages of the bench share one address.
    await raiser.platform.db.execute(
      `insert into setting (key, "group", value) values ('rate_anonymous_per_minute', 'security', '100000')`,
    )
    const server = await startProcess({
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      ZHANGGUI_DATA: folder,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    })
    try {
      return await measure(server, raiser, people)
    } finally {
      await server.stop()
      await raiser.close()
    }
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Person = { userId: number; token: string }

async function measure(
  { child, url }: Awaited<ReturnType<typeof startProcess>>,
  raiser: RunningApp,
  people: Person[],
): Promise<Measure[]> {
  await sleep(2000)
  const before = await residentMegabytes(child)
  const sockets: WebSocket[] = []
  for (let at = 0; at < people.length; at += BATCH)
    sockets.push(...(await Promise.all(people.slice(at, at + BATCH).map(({ token }) => connect(url, token)))))
  await sleep(5000)
  const after = await residentMegabytes(child)
  const arrivals = sockets.map(awaitNotice)
  const started = performance.now()
  await inTransaction(raiser.ownContext(), (tx) =>
    notify(tx, { event: 'order.mention', to: { userIds: people.map(({ userId }) => userId) }, title: '全员通知' }),
  )
  const last = Math.max(...(await Promise.all(arrivals))) - started
  for (const socket of sockets) socket.terminate()
  return [
    {
      what: `memory of ${SOCKETS} idle connections`,
      value: after - before,
      unit: 'MB',
      budget: '≤ 150',
      note: `${before} MB before, ${after} MB with them`,
    },
    {
      what: 'a notice raised on another process reaches all of them',
      value: Math.round(last),
      unit: 'ms',
      budget: '≤ 1000',
    },
  ]
}

/** Adds accounts with one session each. */
async function makePeople(app: RunningApp): Promise<Person[]> {
  const ctx = app.ownContext()
  const { rows } = await ctx.db.execute<{ id: number }>(`
    insert into admin_user (username, nick_name, password_hash, must_change_password)
    select 'bench' || n, 'bench' || n, 'none', false from generate_series(1, ${SOCKETS}) n returning id`)
  const people: Person[] = []
  for (const { id } of rows) people.push({ userId: id, token: (await openSession(ctx, id, true)).token })
  return people
}

/** Signs in by the token in the first frame: fetching a ticket for each would run into the rate limits. */
function connect(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http:', 'ws:').replace('localhost', '127.0.0.1')}/websocket`)
  socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token })))
  return new Promise((resolve, reject) => {
    socket.once('message', () => resolve(socket))
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.once('error', reject)
  })
}

/** Returns the moment the notice arrives. */
function awaitNotice(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('a notice did not come')), TIME_LIMIT_MS).unref()
    socket.on('message', (bytes) => {
      if (String(bytes).includes('"notify"')) resolve(performance.now())
    })
  })
}
