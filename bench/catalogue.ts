import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { foldTabs } from '../server/src/areas/product/batch/product-refresh.repository.ts'
import { seedProducts } from '../server/src/areas/product/product/product.bulk.ts'
import { takeStock } from '../server/src/areas/product/stock/product-stock.service.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded-postgres.ts'
import { type Ctx, inTransaction } from '../server/src/platform/http/context.ts'
import { load, type Measure } from './measure.ts'
import { makeSessions, startProcess } from './server.ts'

const SIZES = (process.env.BENCH_PRODUCTS ?? '10000,1000000').split(',').map(Number)
const SECONDS = 5
const WRITERS = 64
const LIST = '/admin/store/product/list?type='
const IMPORT_ROWS = 10_000
const EXPORT_ROWS = 100_000
const PRODUCT_SKUS = 600
const SAVED_SKUS = 100

type Folder = { folder: string; url: string; ownerUrl: string; tokens: string[] }
type Ask = { what: string; path: string; budget: string }

/** The catalogue at ten thousand and at a million products, with the plan of the slowest statement of each call. */
export default async function benchCatalogue(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const size of SIZES) measures.push(...(await benchSize(size)))
  return measures
}

async function benchSize(size: number): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bench-catalogue-'))
  const database = await startEmbeddedPostgres({ folder, throwaway: true })
  const owner = new pg.Client(database.ownerUrl)
  try {
    await migrateDatabase(database.ownerUrl)
    const tokens = await makeSessions(folder, database.url)
    await owner.connect()
    const started = performance.now()
    await seedProducts(owner, { products: size, randomSeed: 1 }, () => {})
    const seeded = Math.round((performance.now() - started) / 100) / 10
    const seeding = {
      what: `${size} products: seeding`,
      value: seeded,
      unit: 's',
      budget: size >= 1_000_000 ? '≤ 900' : '',
    }
    await fold(folder, database.url)
    const shop = { folder, url: database.url, ownerUrl: database.ownerUrl, tokens }
    const calls = await benchCalls(size, shop, owner)
    return [seeding, ...calls, ...(await benchWork(size, shop))]
  } finally {
    await owner.end()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** As the work in the background has it, which the calls are measured without. */
async function fold(folder: string, url: string): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
  const app = await buildApp({ config, databaseUrl: url })
  await foldTabs(app.ownContext())
  await app.close()
}

async function benchCalls(size: number, shop: Folder, owner: pg.Client): Promise<Measure[]> {
  const { folder, url, ownerUrl, tokens } = shop
  // Calls alone: a new shop's first night of work over all products runs in another process.
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', PORT: '0', ROLE: 'api', ZHANGGUI_DATA: folder }
  const server = await startProcess({ ...env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })
  const app = new pg.Client(url)
  await app.connect()
  try {
    const measures: Measure[] = []
    for (const ask of await asksOf(owner)) {
      const before = await readStatements(app)
      const requests = tokens.map((token) => ({
        method: 'GET' as const,
        path: ask.path,
        headers: { authorization: `Bearer ${token}` },
      }))
      await load(server.url, requests, 1)
      const { p95, perSecond } = await load(server.url, requests, SECONDS)
      const since = await listSince(app, before)
      await printSlowest(app, since, `${size}: ${ask.what}`)
      measures.push({
        what: `${size}: ${ask.what}`,
        value: p95,
        unit: 'ms (p97.5)',
        budget: ask.budget,
        note: `${perSecond}/s`,
      })
    }
    const control = await loadControl(shop)
    measures.push({
      what: `${size}: control: bare Fastify + pg, the statements of the list without filter`,
      value: control.p95,
      unit: 'ms (p97.5)',
      budget: '',
      note: `${control.perSecond}/s`,
    })
    return measures
  } finally {
    await app.end()
    await server.stop()
  }
}

async function asksOf(owner: pg.Client): Promise<Ask[]> {
  const { rows } = await owner.query<{ category: number; product: number }>(
    'select cate_ids[1] as category, id as product from product where is_show order by id desc limit 1',
  )
  const { category = 0, product = 0 } = rows[0] ?? {}
  const keyword = encodeURIComponent('毛巾')
  const lists = [
    ['list, no filter', `${LIST}1`],
    ['list, by category', `${LIST}1&cateId=${category}`],
    ['list, by price', `${LIST}1&priceOrder=desc`],
    ['list, sold out', `${LIST}3`],
    ['list, recycle bin', `${LIST}5`],
    ['list, two-character keyword', `${LIST}1&keywords=${keyword}`],
    ['list, keyword and category', `${LIST}1&keywords=${keyword}&cateId=${category}`],
    ['list, product number', `${LIST}1&keywords=${product}`],
    ['picker', '/api/productList?page=1&limit=10'],
    ['picker, keyword', `/api/productList?page=1&limit=10&keywords=${keyword}`],
    ['tab counts', '/admin/store/product/tabs/headers'],
    ['tab counts, keyword', `/admin/store/product/tabs/headers?keywords=${keyword}`],
    ['product info', `/admin/store/product/info/${product}`],
  ] as const
  return lists.map(([what, path]) => ({ what, path, budget: '≤ 50' }))
}

type Statements = Map<string, { query: string; calls: number; total: number }>

/** What the server's role has run so far. */
async function readStatements(app: pg.Client): Promise<Statements> {
  const { rows } = await app.query<{ id: string; query: string; calls: number; total: number }>(
    `select queryid::text as id, query, calls::int, total_exec_time as total from pg_stat_statements
      where userid = (select oid from pg_roles where rolname = current_user) and query ~* '^\\s*(select|with|update|insert)'`,
  )
  return new Map(rows.map(({ id, ...statement }) => [id, statement]))
}

type Ran = { query: string; mean: number }

/** What was run for each of many calls since `before`. */
async function listSince(app: pg.Client, before: Statements): Promise<Ran[]> {
  return [...(await readStatements(app))].flatMap(([id, { query, calls, total }]) => {
    const was = before.get(id)
    const more = calls - (was?.calls ?? 0)
    return more > 100 ? [{ query, mean: (total - (was?.total ?? 0)) / more }] : []
  })
}

/** Prints how the database goes about the statement that took it longest. */
async function printSlowest(app: pg.Client, ran: Ran[], what: string): Promise<void> {
  const [slowest] = ran.toSorted((one, other) => other.mean - one.mean)
  if (!slowest) return
  console.log(`\n-- ${what}: ${slowest.mean.toFixed(2)} ms\n${slowest.query.slice(0, 600)}`)
  const plan = await app
    .query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${slowest.query}`)
    .catch(() => undefined)
  for (const line of plan?.rows ?? []) console.log(`   ${line['QUERY PLAN']}`)
}

/** What a list costs at least: the statements of a call, as the server sends them, one after the other to whoever asks. */
async function loadControl(shop: Folder) {
  const statements = await recordStatements(shop)
  const pool = new pg.Pool({ connectionString: shop.url, max: 10 })
  const app = Fastify()
  app.get('/', async () => {
    const answers: unknown[] = []
    for (const statement of statements) answers.push((await pool.query(statement)).rows)
    return answers
  })
  const address = await app.listen({ port: 0 })
  try {
    return await load(address, [{ method: 'GET', path: '/' }], SECONDS)
  } finally {
    await app.close()
    await pool.end()
  }
}

/** What the driver is given when the list is asked for the second time, with nothing to look up for the first. */
async function recordStatements({ folder, url, tokens }: Folder): Promise<pg.QueryConfig[]> {
  const { query } = pg.Client.prototype
  let recorded: pg.QueryConfig[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [config, values] = given as [pg.QueryConfig, unknown[]]
    recorded.push({ ...config, values })
    return Reflect.apply(query, this, given)
  } as typeof query
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
  const app = await buildApp({ config, databaseUrl: url })
  try {
    const ask = () => app.fastify.inject({ url: `${LIST}1`, headers: { authorization: `Bearer ${tokens[0]}` } })
    await ask()
    recorded = []
    const { statusCode } = await ask()
    if (statusCode !== 200 || recorded.length < 2)
      throw new Error(`the list answered ${statusCode} without its statements`)
    return recorded
  } finally {
    await app.close()
    pg.Client.prototype.query = query
  }
}

/** What takes longer than a list: one large product, an import, an export. */
async function benchWork(size: number, { folder, url, tokens }: Folder): Promise<Measure[]> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
  const app = await buildApp({ config, databaseUrl: url })
  const headers = { authorization: `Bearer ${tokens[0]}` }
  const ask: AskCall = async (method: 'GET' | 'POST', path: string, payload?: object | Buffer, more: object = {}) => {
    const { statusCode, body } = await app.fastify.inject({
      method,
      url: path,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    })
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${body.slice(0, 500)}`)
    return JSON.parse(body)
  }
  const timed = async <Result>(work: () => Promise<Result>) => {
    const started = performance.now()
    return [await work(), Math.round(performance.now() - started)] as const
  }
  const measures: Measure[] = []
  const add = (what: string, value: number, unit: string, budget: string) =>
    measures.push({ what: `${size}: ${what}`, value, unit, budget })
  try {
    await app.work()
    const [first] = (await ask('GET', '/admin/store/product/list?type=1&limit=1')).list
    const draftOf = (skus: number) => matrix(skus, first?.cateIds ?? [], first?.tempId ?? 1)
    const [, save] = await timed(() => ask('POST', '/admin/store/product/save', draftOf(SAVED_SKUS)))
    add(`save of ${SAVED_SKUS} SKUs`, save, 'ms', '')
    const [large, saveLarge] = await timed(() => ask('POST', '/admin/store/product/save', draftOf(PRODUCT_SKUS)))
    add(`save of ${PRODUCT_SKUS} SKUs`, saveLarge, 'ms', '≤ 800')
    const [, read] = await timed(() => ask('GET', `/admin/store/product/info/${large.id}`))
    add(`info of ${PRODUCT_SKUS} SKUs`, read, 'ms', '≤ 200')
    add(`stock taken from one SKU by ${WRITERS} at once`, await takeFromOne(app.ownContext(), large.id), '/s', '≥ 300')
    const [, imported] = await timed(() => importSheet(ask))
    add(`import of ${IMPORT_ROWS} rows`, imported / 1000, 's', '≤ 240')
    if (size >= EXPORT_ROWS) {
      const before = process.memoryUsage().rss
      const [, exported] = await timed(() => exportAll(ask))
      add(`export of ${EXPORT_ROWS} rows`, exported / 1000, 's', '≤ 60')
      add('memory it took', Math.max(0, Math.round((process.memoryUsage().rss - before) / 1024 ** 2)), 'MB', '≤ 100')
    }
    return measures
  } finally {
    await app.close()
  }
}

/** How many orders a second take one piece of the same SKU. */
async function takeFromOne(ctx: Ctx, productId: number): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: number }>(
    `update product_sku set stock = 1000000 where product_id = ${productId} and position = 0 returning id`,
  )
  const items = [{ skuId: rows[0]?.id ?? 0, num: 1 }]
  const ends = performance.now() + SECONDS * 1000
  let taken = 0
  const order = async (writer: number) => {
    for (let n = 0; performance.now() < ends; n++) {
      const note = { reason: 'order_create', refType: 'order', refId: `${writer}-${n}` } as const
      await inTransaction(ctx, (tx) => takeStock(tx, items, note, { allowOffShelf: true }))
      taken++
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => order(writer)))
  return Math.round(taken / SECONDS)
}

type Answer = { id: number; taskId: string; status: string; list: { cateIds: number[]; tempId: number }[] }
type AskCall = (method: 'GET' | 'POST', path: string, payload?: object | Buffer, headers?: object) => Promise<Answer>

function matrix(skus: number, cateIds: number[], tempId: number) {
  const first = Array.from({ length: skus / 10 }, (_, n) => `款${n}`)
  const second = Array.from({ length: 10 }, (_, n) => `码${n}`)
  return {
    ...{
      image: 'https://m.example/a.jpg',
      sliderImage: ['https://m.example/a.jpg'],
      storeName: '大规格商品',
      cateIds,
      tempId,
    },
    ...{ unitName: '件', specType: true },
    attr: [
      { attrName: '款式', attrValues: first },
      { attrName: '尺码', attrValues: second },
    ],
    attrValue: first.flatMap((style) =>
      second.map((sizing) => ({ attrValue: { 款式: style, 尺码: sizing }, price: 9.9, stock: 5 })),
    ),
  }
}

/** Three rows for each product, as a Shopify export has them. */
async function importSheet(ask: AskCall): Promise<void> {
  const lines = [
    'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price',
  ]
  for (let n = 0; n < IMPORT_ROWS; n++) {
    const handle = Math.floor(n / 3)
    const title = n % 3 ? ',' : `Product ${handle},Imported`
    lines.push(`bench-${handle},${title},Size,S${n % 3},BENCH-${n},shopify,5,9.90`)
  }
  const form = new FormData()
  form.append('file', new Blob([lines.join('\n')]), 'bench.csv')
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await sent.arrayBuffer())
  const { id } = await ask('POST', '/admin/store/product/import/upload', payload, headers)
  await ask('POST', '/admin/store/product/import/confirm', { importId: id, policy: 'skip' })
  await until(async () =>
    ['done', 'failed'].includes((await ask('GET', `/admin/store/product/import/info/${id}`)).status),
  )
}

async function exportAll(ask: AskCall): Promise<void> {
  const { taskId } = await ask('GET', `/admin/export/excel/product?type=1&priceMin=0&priceMax=${EXPORT_PRICE}`)
  await until(async () => ['success', 'failed'].includes((await ask('GET', `/api/tasks/${taskId}`)).status))
}
/** About a hundred thousand of a million products cost less, in yuan. */
const EXPORT_PRICE = 70

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 200))
}
