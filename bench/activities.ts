import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { seedTrade } from '../server/src/areas/order/bulk/order.bulk.ts'
import { settleTeams } from '../server/src/areas/order/order-team/order-team.service.ts'
import { reconcile } from '../server/src/areas/order/recon/recon.service.ts'
import { seedProducts } from '../server/src/areas/product/product/product.bulk.ts'
import { settings } from '../server/src/areas/setting/setting/setting.tables.ts'
import { prepareShop } from '../server/src/areas/staff/set-up/setup.service.ts'
import { openSession } from '../server/src/areas/staff/sign-in/session.service.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import { makeBuyers } from './buyers.ts'
import { type Measure, measure, median, round } from './measure.ts'

/** Teams of each shop; it has twice as many sessions. */
const SIZES = (process.env.BENCH_TEAMS ?? '10000,100000').split(',').map(Number)
const RUNS = Number(process.env.BENCH_RUNS ?? 30)
const PRODUCTS = 10_000
const HELPERS = 50
const TEAM = 1000

type App = Awaited<ReturnType<typeof buildApp>>
type Shop = { app: App; owner: pg.Client; token: string }

/** Measures lists, reports, cuts at once and the end of a large team. BENCH_KEEP=folder keeps the shop of each size for the next run. */
export default async function benchActivities(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const teams of SIZES) measures.push(...(await benchSize(teams)))
  return measures
}

async function benchSize(teams: number): Promise<Measure[]> {
  const kept = process.env.BENCH_KEEP
  const folder = kept ? join(kept, `teams-${teams}`) : await mkdtemp(join(tmpdir(), 'zhanggui-bench-activities-'))
  const database = await startEmbeddedPostgres({ folder, throwaway: true })
  const owner = new pg.Client(database.ownerUrl)
  try {
    await migrateDatabase(database.ownerUrl)
    const firstAdmin = { ADMIN_INITIAL_USERNAME: 'admin', ADMIN_INITIAL_PASSWORD: 'Bench-Mark-2026' }
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder, ...firstAdmin })
    const app = await buildApp({ config, databaseUrl: database.url })
    const ctx = app.ownContext()
    await prepareShop(ctx)
    await ctx.db.execute('update admin_user set must_change_password = false')
    // One caller asks as fast as it is answered.
    const limit = { key: 'rate_session_per_minute', group: 'security', value: 100_000 }
    await ctx.db.insert(settings).values(limit).onConflictDoNothing()
    await owner.connect()
    const measures = await seed(owner, teams)
    if (measures.length && process.env.BENCH_RECON) {
      const found = await reconcile(ctx)
      measures.push(measure('differences that recon finds', found.length, '', '= 0', !found.length))
    }
    const { rows } = await ctx.db.execute<{ id: number }>('select id from admin_user order by id limit 1')
    const { token } = await openSession(ctx, rows[0]?.id ?? 0, true)
    const shop = { app, owner, token }
    for (const path of await pathsOf(owner)) measures.push(await timed(shop, path))
    measures.push(await cutAtOnce(shop), ...(await endLargeTeam(shop)))
    measures.push(measure('load average of the machine', round(loadavg()[0] ?? 0), '', '', true))
    await app.close()
    return measures.map(({ what, ...rest }) => ({ what: `${teams} teams: ${what}`, ...rest }))
  } finally {
    await owner.end()
    await database.stop()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}

/** Fills the shop unless an earlier run did. */
async function seed(owner: pg.Client, teams: number): Promise<Measure[]> {
  const { rows: known } = await owner.query('select from team offset $1 limit 1', [teams / 2])
  if (known.length) return []
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  const report = (line: string) => console.log(`${seconds()} s: ${line}`)
  await seedProducts(owner, { products: PRODUCTS, randomSeed: 1 }, (made) => report(`${made} products`))
  const plan = { customers: teams, orders: 0, teams, sessions: 2 * teams, randomSeed: 1, now: new Date() }
  const [before] = loadavg()
  await seedTrade(owner, plan, report)
  const note = `load average ${before?.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}`
  return [measure('seeding', seconds(), 's', '≤ 300', seconds() <= 300, note)]
}

/** What staff and buyers ask for, with what there is to be found. */
async function pathsOf(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<
    Record<'combination' | 'bargain' | 'seckill' | 'team' | 'session' | 'uid', number>
  >(`
    select (select activity_id from team group by 1 order by count(*) desc limit 1)::int as combination,
      (select activity_id from bargain_session group by 1 order by count(*) desc limit 1)::int as bargain,
      (select max(id) from activity where type = 1)::int as seckill, (select max(id) from team where status = 2)::int as team,
      (select max(id) from bargain_session where status = 3)::int as session, (select min(uid) from team)::int as uid`)
  const [found] = rows
  if (!found) throw new Error('nothing was seeded')
  const { combination, bargain, seckill, team, session, uid } = found
  const filters = (id: string, of: number) => [
    ...[
      '',
      '?status=1',
      '?status=2',
      '?status=3',
      '?dateLimit=lately7',
      '?dateLimit=lately30&status=2',
      '?page=500&limit=20',
    ],
    ...['?keywords=橘子汽水', '?keywords=毛巾', '?keywords=没有这个', `?${id}=${of}`, `?uid=${uid}`],
  ]
  const phases = [
    '',
    '?phase=running',
    '?phase=ended',
    '?phase=closed',
    '?keywords=毛巾',
    '?status=true',
    '?page=100&limit=20',
  ]
  return [
    ...['seckill', 'bargain', 'combination'].flatMap((kind) =>
      phases.map((filter) => `/admin/store/${kind}/list${filter}`),
    ),
    ...[1, 2, 3].map((type) => `/admin/marketing/activity/headers?type=${type}`),
    ...filters('combinationId', combination).map((filter) => `/admin/store/combination/combine/list${filter}`),
    `/admin/store/combination/order_pink/${team}`,
    '/admin/store/combination/statistics',
    ...filters('bargainId', bargain).map((filter) => `/admin/store/bargain/bargain_list${filter}`),
    `/admin/store/bargain/bargain_list/${session}`,
    ...[combination, bargain, seckill].flatMap((id) => [
      `/admin/marketing/activity/report/goods?id=${id}`,
      `/admin/marketing/activity/watch?id=${id}`,
    ]),
    ...['combination', 'bargain'].flatMap((kind) =>
      ['index', 'header', 'list'].map((what) => `/api/front/${kind}/${what}`),
    ),
    `/api/front/combination/detail/${combination}`,
    `/api/front/combination/pink/${team}`,
    `/api/front/bargain/detail/${bargain}`,
  ]
}

/** One caller asks again and again; the first time is a warm-up. */
async function timed({ app, token }: Shop, path: string): Promise<Measure> {
  const isReport = path.includes('/report/')
  const times: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    const started = performance.now()
    const headers = path.startsWith('/api/front') ? {} : { authorization: `Bearer ${token}` }
    const remoteAddress = `10.1.${run}.7`
    const { statusCode, body } = await app.fastify.inject({ url: encodeURI(path), headers, remoteAddress })
    if (run) times.push(performance.now() - started)
    if (statusCode !== 200 && !(statusCode === 404 && path.includes('/detail/'))) throw new Error(`${path}: ${body}`)
  }
  const p95 = times.toSorted((one, other) => one - other)[Math.ceil(RUNS * 0.95) - 1] ?? 0
  const most = isReport ? 100 : 50
  const fastest = round(Math.min(...times))
  return measure(
    path,
    round(p95),
    'ms (p95)',
    `≤ ${most}`,
    p95 <= most,
    `median ${round(median(times))}, fastest ${fastest}`,
  )
}

/** Fifty buyers cut one session at once, each from an address of their own. */
async function cutAtOnce({ app, owner }: Shop): Promise<Measure> {
  const buyers = await makeBuyers(owner, HELPERS + 1)
  const { rows } = await owner.query<{ id: number }>(
    `insert into bargain_session (activity_id, uid, activity_sku_id, price_fen, min_price_fen, people_num, cut_lo_fen, cut_hi_fen, help_num, stop_at)
    select activity_id, $1, activity_sku.id, 100000, 0, $2, 1, 100000, 9999, stop_at
    from activity_sku join activity on activity.id = activity_id join product on product.id = product_id
    where type = 2 and activity.status and stop_at > now() and start_at < now() and quota > 0 and is_show and not is_recycle and not product.is_del
    limit 1 returning id::int`,
    [buyers[0]?.uid, HELPERS * 2],
  )
  const started = performance.now()
  const answers = await Promise.all(
    buyers.slice(1).map(({ token }, at) =>
      app.fastify.inject({
        method: 'POST',
        url: '/api/front/bargain/help',
        headers: { authorization: `Bearer ${token}` },
        payload: { bargainUserId: rows[0]?.id },
        remoteAddress: `10.2.${at}.7`,
      }),
    ),
  )
  const seconds = round((performance.now() - started) / 1000, 2)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  const fault = refused.find(({ statusCode }) => statusCode !== 503)
  if (fault) throw new Error(fault.body)
  const done = answers.length - refused.length
  const { rows: stored } = await owner.query('select from bargain_help where session_id = $1', [rows[0]?.id])
  if (stored.length !== done) throw new Error(`${stored.length} of ${done} cuts were stored`)
  const isMet = seconds <= 2 && done === HELPERS
  const note = `${done} made, ${refused.length} told to come again`
  return measure(`${HELPERS} cuts of one session at once`, seconds, 's', '≤ 2', isMet, note)
}

/** A team of a thousand orders whose time is over; the orders of others become its own, so that the shop does not add up any more. */
async function endLargeTeam({ app, owner }: Shop): Promise<Measure[]> {
  const { signal } = new AbortController()
  const ctx = app.ownContext()
  await settleTeams(ctx, signal)
  await owner.query('begin')
  await owner.query(
    `create temporary table chosen on commit drop as select id, uid, activity_id, num, price_fen, row_number() over (order by id) as nth from (
      select distinct on (member.uid) o.id, member.uid, o.activity_id, member.num, price_fen
      from team_member as member join store_order as o on o.id = member.order_id
      where pink_status = 2 and refund_status = 0 order by member.uid, o.id desc limit $1) as buyers`,
    [TEAM - 1],
  )
  const { rows } = await owner.query<{ id: number }>(
    `insert into team (activity_id, product_id, uid, people, virtual_most, member_count, stop_at)
    select activity_id, product_id, chosen.uid, $1, 0, (select count(*) from chosen), now()
    from chosen join activity on activity.id = activity_id where nth = 1 returning id::int`,
    [TEAM],
  )
  const id = rows[0]?.id
  await owner.query('delete from team_member where order_id in (select id from chosen)')
  await owner.query(
    `insert into team_member (team_id, uid, order_id, num, price_fen, is_leader, status)
    select $1, uid, id, num, price_fen, nth = 1, 1 from chosen order by id`,
    [id],
  )
  await owner.query('update order_line set sent_num = 0 where order_id in (select id from chosen)')
  await owner.query(
    `update store_order set status = 0, sent_num = 0, pink_id = $1, pink_status = 1, is_del = false from chosen where store_order.id = chosen.id`,
    [id],
  )
  await owner.query('commit')
  const started = performance.now()
  const seconds = () => round((performance.now() - started) / 1000, 2)
  const settling = settleTeams(ctx, signal)
  let ended = 0
  while (!ended) {
    const { rows: found } = await owner.query('select from team where id = $1 and status = 3', [id])
    if (found.length) ended = seconds()
    else await sleep(10)
  }
  await settling
  const stored = seconds()
  const { rows: refunds } = await owner.query(
    `select from refund where cause = 'team' and order_id in (select order_id from team_member where team_id = $1)`,
    [id],
  )
  if (refunds.length !== TEAM - 1) throw new Error(`${refunds.length} refunds of ${TEAM - 1} were stored`)
  return [
    measure(`a due team of ${TEAM - 1} ends`, ended, 's', '≤ 1', ended <= 1),
    measure('its refunds are stored', stored, 's', '≤ 60', stored <= 60),
  ]
}
