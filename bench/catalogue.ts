import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { seedProducts } from '../server/src/areas/product/product.bulk.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts'
import { load, type Measure } from './measure.ts'
import { makeSessions, startProcess } from './server.ts'

const SIZES = (process.env.BENCH_PRODUCTS ?? '10000,1000000').split(',').map(Number)
const SECONDS = 5
const WRITERS = 64
const IMPORT_ROWS = 10_000
const EXPORT_ROWS = 100_000
const PRODUCT_SKUS = 600
const SAVED_SKUS = 100

type Folder = { folder: string; url: string; ownerUrl: string; tokens: string[] }
type Ask = { what: string; method?: 'GET' | 'POST'; path: string; body?: object; callers?: number; budget: string }

/** The catalogue at ten thousand and at a million products, with the plan of the slowest statement of each call. */
export async function benchCatalogue(): Promise<Measure[]> {
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
    const shop = { folder, url: database.url, ownerUrl: database.ownerUrl, tokens }
    const calls = await benchCalls(size, shop, owner)
    return [seeding, ...calls, ...(await benchWork(size, shop))]
  } finally {
    await owner.end()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchCalls(size: number, shop: Folder, owner: pg.Client): Promise<Measure[]> {
  const { folder, url, ownerUrl, tokens } = shop
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', PORT: '0', ZHANGGUI_DATA: folder }
  const server = await startProcess({ ...env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })
  try {
    const measures: Measure[] = []
    for (const ask of await asksOf(owner)) {
      await owner.query('select pg_stat_statements_reset()')
      const requests = tokens.map((token) => ({
        method: ask.method ?? ('GET' as const),
        path: ask.path,
        headers: { authorization: `Bearer ${token}`, ...(ask.body && { 'content-type': 'application/json' }) },
        ...(ask.body && { body: JSON.stringify(ask.body) }),
      }))
      await load(server.url, requests, 1, ask.callers)
      const { p95, perSecond } = await load(server.url, requests, SECONDS, ask.callers)
      await printSlowest(owner, `${size}: ${ask.what}`)
      measures.push({
        what: `${size}: ${ask.what}`,
        value: p95,
        unit: 'ms (p95)',
        budget: ask.budget,
        note: `${perSecond}/s`,
      })
    }
    const control = await loadControl(url)
    measures.push({
      what: `${size}: control: bare Fastify + pg, the list’s statement`,
      value: control.p95,
      unit: 'ms (p95)',
      budget: '',
      note: `${control.perSecond}/s`,
    })
    return measures
  } finally {
    await server.stop()
  }
}

async function asksOf(owner: pg.Client): Promise<Ask[]> {
  const { rows } = await owner.query<{ category: number; product: number; sku: number }>(
    `select cate_ids[1] as category, product.id as product, product_sku.id as sku from product
      join product_sku on product_id = product.id where is_show order by product.id desc limit 1`,
  )
  const { category = 0, product = 0, sku = 0 } = rows[0] ?? {}
  const list = '/admin/store/product/list?type='
  const keyword = encodeURIComponent('毛巾')
  const lists = [
    ['list, no filter', `${list}1`],
    ['list, by category', `${list}1&cateId=${category}`],
    ['list, by price', `${list}1&priceOrder=desc`],
    ['list, sold out', `${list}3`],
    ['list, recycle bin', `${list}5`],
    ['list, two-character keyword', `${list}1&keywords=${keyword}`],
    ['list, keyword and category', `${list}1&keywords=${keyword}&cateId=${category}`],
    ['list, product number', `${list}1&keywords=${product}`],
    ['picker', '/api/productList?page=1&limit=10'],
    ['picker, keyword', `/api/productList?page=1&limit=10&keywords=${keyword}`],
    ['tab counts', '/admin/store/product/tabs/headers'],
    ['tab counts, keyword', `/admin/store/product/tabs/headers?keywords=${keyword}`],
    ['product info', `/admin/store/product/info/${product}`],
  ] as const
  return [
    ...lists.map(([what, path]) => ({ what, path, budget: '≤ 50' })),
    {
      what: `stock of one SKU, ${WRITERS} writers`,
      method: 'POST',
      path: '/admin/store/product/quick/stock/add',
      body: { id: Number(product), attrValueList: [{ id: Number(sku), addStock: 1 }] },
      callers: WRITERS,
      budget: '≥ 300/s',
    },
  ]
}

/** Prints how the database went about the statement that took it longest. */
async function printSlowest(owner: pg.Client, what: string): Promise<void> {
  const { rows } = await owner.query<{ query: string; mean: number }>(
    `select query, mean_exec_time as mean from pg_stat_statements
      where query ~* '^\\s*(select|with|update|insert)' and query !~ 'pg_stat' and calls > 5 order by mean_exec_time desc limit 1`,
  )
  const [slowest] = rows
  if (!slowest) return
  console.log(`\n-- ${what}: ${slowest.mean.toFixed(2)} ms\n${slowest.query.slice(0, 600)}`)
  const plan = await owner
    .query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${slowest.query}`)
    .catch(() => undefined)
  for (const line of plan?.rows ?? []) console.log(`   ${line['QUERY PLAN']}`)
}

async function loadControl(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const app = Fastify()
  app.get('/', async () => {
    const { rows } = await pool.query({
      name: 'list',
      text: `select id, image, store_name, price_fen, ot_price_fen, stock, sales, ficti, sort, is_show, created_at from product
        where is_show and not is_del and not is_recycle order by sort desc, id desc limit 20`,
    })
    return { list: rows }
  })
  const address = await app.listen({ port: 0 })
  try {
    return await load(address, [{ method: 'GET', path: '/' }], SECONDS)
  } finally {
    await app.close()
    await pool.end()
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
