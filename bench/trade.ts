import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { rebuild } from '../server/src/areas/dashboard/rollup/rollup.service.ts'
import { seedTrade } from '../server/src/areas/order/bulk/order.bulk.ts'
import { getSimKey } from '../server/src/areas/payment/sim/sim-gateway.service.ts'
import { seedProducts } from '../server/src/areas/product/product/product.bulk.ts'
import { foldTabs } from '../server/src/areas/product/product/product-refresh.repository.ts'
import { foldRefresh } from '../server/src/areas/product/product/product-refresh.service.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import { makeBuyers } from './buyers.ts'
import { judge, type Load, type LoadRequest, load, loadTool, type Measure, measure, middle, round } from './measure.ts'
import { makeSessions, residentMegabytes, startControl, startProcess } from './server.ts'
import { listSince, printSlowest, readStatements } from './statements.ts'
import { benchBatch } from './trade-batch.ts'
import { benchQuote, claims, couponReads, seedCopies } from './trade-coupons.ts'
import { type Read, readsOf } from './trade-reads.ts'
import { type Ask, BUYERS, type Shop, writes } from './trade-writes.ts'

const SIZES = (process.env.BENCH_ORDERS ?? '50000,5000000').split(',').map(Number)
/** Of a shop with so many orders: the header search has to find among a million. */
const productsOf = (orders: number) => Number(process.env.BENCH_PRODUCTS ?? (orders < 1_000_000 ? 10_000 : 1_000_000))
/** Any of them; a shop that anything but reads was measured in does not add up any more. */
const parts = (process.env.BENCH_PARTS ?? 'reads,writes,batch,coupons').split(',')
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const CONTROL = { text: 'select id, store_name, price_fen, stock from product order by id desc limit 10', values: [] }
const BARE: LoadRequest[] = [{ method: 'GET', path: '/' }]

/**
 * Measures orders beside a control, in rounds, and takes the median. BENCH_KEEP=folder keeps the shop of each size in it for
 * the next run, BENCH_ROLE=all also runs the work that orders leave behind, BENCH_PROFILE=folder profiles the server.
 */
export default async function benchTrade(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const orders of SIZES) measures.push(...(await benchSize(orders)))
  return measures
}

const nameOf = (orders: number) => (orders % 1_000_000 ? `${orders / 1000}k` : `${orders / 1_000_000}m`)

async function benchSize(orders: number): Promise<Measure[]> {
  const kept = process.env.BENCH_KEEP
  const folder = kept ? join(kept, nameOf(orders)) : await mkdtemp(join(tmpdir(), 'zhanggui-bench-trade-'))
  const database = await startEmbeddedPostgres({ folder, throwaway: true })
  const owner = new pg.Client(database.ownerUrl)
  try {
    await migrateDatabase(database.ownerUrl)
    const tokens = await makeSessions(folder, database.url)
    await owner.connect()
    const measures = await seed(orders, owner)
    await fold(folder, database.url)
    const none: Shop = { owner, tokens, buyers: [], skuIds: [], simKey: '' }
    const isWritten = ['writes', 'batch', 'coupons'].some((part) => parts.includes(part))
    const shop = isWritten ? await signBuyersIn(folder, database.url, none) : none
    if (parts.includes('coupons')) await seedCopies(owner)
    if (['reads', 'writes', 'coupons'].some((part) => parts.includes(part)))
      measures.push(...(await benchCalls(orders, folder, database, shop)))
    if (parts.includes('coupons')) measures.push(...benchQuote())
    if (parts.includes('batch')) measures.push(...(await benchBatch(folder, database, shop)))
    return measures.map(({ what, ...rest }) => ({ what: `${nameOf(orders)}: ${what}`, ...rest }))
  } finally {
    await owner.end()
    await database.stop()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}

/** Fills the shop unless an earlier run did. */
async function seed(orders: number, owner: pg.Client): Promise<Measure[]> {
  const { rows: known } = await owner.query('select from store_order offset $1 limit 1', [orders / 2])
  if (known.length) return []
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  const report = (line: string) => console.log(`${seconds()} s: ${line}`)
  const products = productsOf(orders)
  // A run that was stopped may have left them.
  const { rows: found } = await owner.query('select from product offset $1 limit 1', [products / 2])
  if (!found.length) await seedProducts(owner, { products, randomSeed: 1 }, (made) => report(`${made} products`))
  const measures = [measure(`seeding ${products} products`, seconds(), 's', '', true)]
  const customers = Math.ceil(orders / 5)
  const before = seconds()
  await seedTrade(owner, { customers, orders, randomSeed: 1, now: new Date() }, report)
  const { rows } = await owner.query<{ size: string }>('select pg_database_size(current_database()) as size')
  const gigabytes = Number(rows[0]?.size) / 1024 ** 3
  return [
    ...measures,
    measure('seeding customers and orders', seconds() - before, 's', '≤ 1200', seconds() - before <= 1200),
    measure('size of the database', Math.round(gigabytes * 10) / 10, 'GB', '≤ 25', gigabytes <= 25),
  ]
}

/** Runs the background work first, so that the calls are measured without it. */
async function fold(folder: string, databaseUrl: string): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
  const app = await buildApp({ config, databaseUrl })
  const ctx = app.ownContext()
  await foldRefresh(ctx)
  await foldTabs(ctx)
  await app.close()
}

/** Signs buyers in and puts enough of what they buy on the shelf. */
async function signBuyersIn(folder: string, url: string, { owner, ...shop }: Shop): Promise<Shop> {
  const buyers = await makeBuyers(owner, BUYERS)
  const { rows: skus } = await owner.query<{ id: number }>(
    `select distinct on (product_id) sku.id from product_sku as sku join product on product.id = product_id
      where product.is_show and not is_recycle and not product.is_del and sku.is_show and not sku.is_del and min_qty <= 1
        and visibility <> 2 and limit_type = 0 and sku.price_fen > 0 order by product_id, sku.id limit $1`,
    [BUYERS],
  )
  await owner.query('update product_sku set stock = 100000 where id = any($1)', [skus.map(({ id }) => id)])
  await owner.query('vacuum analyze shop_user, buyer_session, buyer_address, product_sku, pre_order')
  const app = await buildApp({
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder }),
    databaseUrl: url,
  })
  const simKey = await getSimKey(app.ownContext())
  await app.close()
  return { ...shop, owner, buyers, skuIds: skus.map(({ id }) => Number(id)), simKey }
}

/** Keeps the figures of the seeded days, once, as the job does by the hour. */
async function fillFigures(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ day: string; is_filled: boolean }>(
    `select to_char(min(created_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      exists (select from stat_day) as is_filled from store_order`,
  )
  const [found] = rows
  if (!found || found.is_filled) return
  const own = { db: drizzle({ client: owner, casing: 'snake_case' }), now: () => new Date() }
  await rebuild(own, found.day)
}

/** Measures every call in rounds, each against that round's control. */
async function benchCalls(
  orders: number,
  folder: string,
  { url, ownerUrl }: { url: string; ownerUrl: string },
  shop: Shop,
): Promise<Measure[]> {
  const { BENCH_ROLE = 'api', BENCH_PROFILE, BENCH_ONLY = '' } = process.env
  const profiled = BENCH_PROFILE && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${BENCH_PROFILE}` }
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PORT: '0',
    ROLE: BENCH_ROLE,
    ZHANGGUI_DATA: folder,
  }
  if (parts.includes('reads')) await fillFigures(shop.owner)
  const reads = parts.includes('reads') ? await readsOf(shop.owner, shop.tokens, orders) : []
  const ofCoupons = parts.includes('coupons')
  const lists = ofCoupons ? await couponReads(shop.owner, shop.tokens) : []
  const asks = [
    ...[...reads, ...lists].map(({ requests, ...budget }: Read): Ask => ({ ...budget, prepare: async () => requests })),
    ...(parts.includes('writes') ? writes : []),
    ...(ofCoupons ? claims : []),
  ].filter(({ what }) => what.includes(BENCH_ONLY))
  const server = await startProcess({ ...env, ...profiled, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })
  const control = await startControl(url, CONTROL)
  const app = new pg.Client(url)
  await app.connect()
  try {
    await sleep(3000)
    const bare: Load[] = []
    const loads = asks.map((): Load[] => [])
    const processor: number[][] = asks.map(() => [])
    await load(control.url, BARE, 1)
    for (const { what, prepare } of asks) {
      const before = await readStatements(app)
      await load(server.url, await prepare(shop), 2)
      await printSlowest(app, await listSince(app, before), `${nameOf(orders)}: ${what}`)
    }
    for (let nth = 0; nth < ROUNDS; nth++) {
      bare.push(await load(control.url, BARE, SECONDS))
      for (const [index, { prepare, callers }] of asks.entries()) {
        const requests = await prepare(shop)
        const before = await processorMs(server.child.pid)
        const { perSecond, ...times } = await load(server.url, requests, SECONDS, callers)
        processor[index]?.push(((await processorMs(server.child.pid)) - before) / (perSecond * SECONDS))
        loads[index]?.push({ perSecond, ...times })
      }
    }
    await printStatements(app)
    const one = middle(bare)
    const note = `p95 ${one.p95} ms, p99 ${one.p99} ms, by ${loadTool}`
    return [
      measure('control', one.perSecond, 'calls/s', '', true, note),
      ...asks.flatMap((ask, index) => {
        const used = (processor[index] ?? []).map((each) => each.toFixed(1)).join(', ')
        const ratio = round(middle(loads[index] ?? []).perSecond / one.perSecond, 3)
        return judge(ask, loads[index] ?? [], bare).map((each) => ({
          ...each,
          note: each.note && `${each.note}, ${ratio} of the control, processor of Node ${used} ms a call`,
        }))
      }),
      measure('outbox rows left', await countOutbox(shop), '', '', true),
      measure('resident memory, after load', await residentMegabytes(server.child), 'MB', '', true),
    ]
  } finally {
    await app.end()
    await control.stop()
    await server.stop()
  }
}

/** The processor time a process has used; the kernel counts it in hundredths of a second. */
async function processorMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** Prints the statements that cost the database most, of all that the shop ever ran. */
async function printStatements(app: pg.Client): Promise<void> {
  const { rows } = await app.query(
    `select calls, round(mean_exec_time::numeric, 2) as mean, round(max_exec_time::numeric, 1) as max,
      regexp_replace(left(query, 120), '\\s+', ' ', 'g') as statement
    from pg_stat_statements where userid = (select oid from pg_roles where rolname = current_user)
    order by total_exec_time desc limit 12`,
  )
  console.table(rows)
}

async function countOutbox({ owner }: Shop): Promise<number> {
  const { rows } = await owner.query<{ count: string }>('select count(*) from outbox where due_at is not null')
  return Number(rows[0]?.count)
}
