import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProductChange, SkuDraft } from '@zhanggui/contract/product/product.ts'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { seedProducts } from '../server/src/areas/product/product/product.bulk.ts'
import { foldTabs } from '../server/src/areas/product/product/product-refresh.repository.ts'
import { takeStock } from '../server/src/areas/product/stock/product-stock.service.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import { type Ctx, inTransaction } from '../server/src/platform/http/context.ts'
import {
  type Budget,
  judge,
  type Load,
  type LoadRequest,
  load,
  loadTool,
  type Measure,
  measure,
  middle,
  round,
} from './measure.ts'
import { makeSessions, residentMegabytes, startControl, startProcess } from './server.ts'
import { listSince, printSlowest, readStatements } from './statements.ts'

const SIZES = (process.env.BENCH_PRODUCTS ?? '10000,1000000').split(',').map(Number)
/** `calls`, `work` or both: BENCH_KEEP keeps the folder of each size for the next run. */
const parts = (process.env.BENCH_PARTS ?? 'calls,work').split(',')
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const TAKEN_SECONDS = 5
const MAX_P99_MS = 40
const CONTROL = {
  text: 'select id, store_name, image, price_fen, stock, created_at from product where id > $1 order by id limit 10',
  values: [0],
}
const BARE: LoadRequest[] = [{ method: 'GET', path: '/' }]
const WRITERS = 64
const LIST = '/admin/store/product/list?type='
const IMPORT_ROWS = 10_000
const EXPORT_ROWS = 100_000
const PRODUCT_SKUS = 600
const SAVED_SKUS = 100

type Folder = { folder: string; url: string; ownerUrl: string; tokens: string[] }
type Ask = Budget & { requests: LoadRequest[] }

/** Measures the catalogue at 10,000 and at 1,000,000 products, and prints the plan of each call's slowest statement. */
export default async function benchCatalogue(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const size of SIZES) measures.push(...(await benchSize(size)))
  return measures
}

async function benchSize(size: number): Promise<Measure[]> {
  const kept = process.env.BENCH_KEEP
  const folder = kept ? join(kept, String(size)) : await mkdtemp(join(tmpdir(), 'zhanggui-bench-catalogue-'))
  const database = await startEmbeddedPostgres({ folder, throwaway: true })
  const owner = new pg.Client(database.ownerUrl)
  try {
    await migrateDatabase(database.ownerUrl)
    const tokens = await makeSessions(folder, database.url)
    await owner.connect()
    const measures = await seed(size, owner)
    await fold(folder, database.url)
    const shop = { folder, url: database.url, ownerUrl: database.ownerUrl, tokens }
    if (parts.includes('calls')) measures.push(...(await benchCalls(size, shop, owner)))
    if (parts.includes('work')) measures.push(...(await benchWork(size, shop)))
    return measures
  } finally {
    await owner.end()
    await database.stop()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}

/** Fills the shop unless an earlier run already did. */
async function seed(size: number, owner: pg.Client): Promise<Measure[]> {
  const { rows } = await owner.query('select from product offset $1 limit 1', [size / 2])
  if (rows.length) return []
  const started = performance.now()
  await seedProducts(owner, { products: size, randomSeed: 1 }, () => {})
  const seconds = round((performance.now() - started) / 1000)
  const budget = size >= 1_000_000 ? '≤ 900' : ''
  return [{ what: `${size} products: seeding`, value: seconds, unit: 's', budget }]
}

/** Runs the background work first, so that the calls are measured without it. */
async function fold(folder: string, url: string): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
  const app = await buildApp({ config, databaseUrl: url })
  await foldTabs(app.ownContext())
  await app.close()
}

/** Measures every call in three rounds, each against that round's control, and takes the median. */
async function benchCalls(size: number, shop: Folder, owner: pg.Client): Promise<Measure[]> {
  const { folder, url, ownerUrl } = shop
  // API only: the first nightly job over all products of a new shop runs in another process.
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', PORT: '0', ROLE: 'api', ZHANGGUI_DATA: folder }
  const server = await startProcess({ ...env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })
  const control = await startControl(url, CONTROL)
  const app = new pg.Client(url)
  await app.connect()
  try {
    await sleep(3000)
    const idle = await residentMegabytes(server.child)
    const asks = await asksOf(owner, server.url, shop.tokens)
    const bare: Load[] = []
    const loads = asks.map((): Load[] => [])
    await load(control.url, BARE, 1)
    for (let nth = 0; nth < ROUNDS; nth++) {
      bare.push(await load(control.url, BARE, SECONDS))
      for (const [index, { what, requests }] of asks.entries()) {
        const before = nth ? undefined : await readStatements(app)
        if (!nth) await load(server.url, requests, 1)
        loads[index]?.push(await load(server.url, requests, SECONDS))
        if (before) await printSlowest(app, await listSince(app, before), `${size}: ${what}`)
      }
    }
    const peak = await residentMegabytes(server.child)
    const one = middle(bare)
    return [
      ...[
        measure('control', one.perSecond, 'calls/s', '', true, `p95 ${one.p95} ms, p99 ${one.p99} ms, by ${loadTool}`),
      ],
      ...asks.flatMap((ask, index) => judge({ ...ask, p99: MAX_P99_MS }, loads[index] ?? [], bare)),
      measure('resident memory, idle', idle, 'MB', '≤ 220', idle <= 220),
      measure('resident memory, after load', peak, 'MB', '≤ 450', peak <= 450),
    ].map(({ what, ...rest }) => ({ what: `${size}: ${what}`, ...rest }))
  } finally {
    await app.end()
    await control.stop()
    await server.stop()
  }
}

async function asksOf(owner: pg.Client, url: string, tokens: readonly string[]): Promise<Ask[]> {
  const { rows } = await owner.query<{ category: number; product: number }>(
    'select cate_ids[1] as category, id as product from product where is_show and not is_recycle order by id desc limit 400',
  )
  const { category = 0, product = 0 } = rows[0] ?? {}
  const keyword = encodeURIComponent('毛巾')
  const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })
  const get = (path: string) => tokens.map((token): LoadRequest => ({ method: 'GET', path, headers: headersOf(token) }))
  const look = (path: string): LoadRequest[] => [{ method: 'GET', path: `/api/front/${path}` }]
  const beside = [
    ['list of 10', get(`${LIST}1&limit=10`), 0.15],
    ['list of 10, two-character keyword', get(`${LIST}1&limit=10&keywords=${keyword}`), 0.15],
    ['product detail', get(`/admin/store/product/info/${product}`), 0.25],
    ['picker of 10', get('/api/productList?page=1&limit=10'), 0.2],
    ['picker of 10, keyword', get(`/api/productList?page=1&limit=10&keywords=${keyword}`), 0.2],
    ['window list of 10', look('products?limit=10'), 0.06],
    ['window, product detail', look(`product/detail/${product}`), 0.15],
  ] as const
  const within = [
    ['list', `${LIST}1`],
    ['list, by category', `${LIST}1&cateId=${category}`],
    ['list, by price', `${LIST}1&priceOrder=desc`],
    ['list, sold out', `${LIST}3`],
    ['list, recycle bin', `${LIST}5`],
    ['list, two-character keyword', `${LIST}1&keywords=${keyword}`],
    ['list, keyword and category', `${LIST}1&keywords=${keyword}&cateId=${category}`],
    ['list, product number', `${LIST}1&keywords=${product}`],
    ['window list, by category', `/api/front/products?cid=${category}`],
    ['window list, by price', '/api/front/products?sort=price'],
    ['window list, keyword', `/api/front/products?keyword=${keyword}`],
    [
      'window list, keyword and category, by sales',
      `/api/front/products?keyword=${keyword}&cid=${category}&sort=sales`,
    ],
    ['tab counts', '/admin/store/product/tabs/headers'],
    ['tab counts, keyword', `/admin/store/product/tabs/headers?keywords=${keyword}`],
  ] as const
  const forms: LoadRequest[] = []
  for (const [index, { product: id }] of rows.entries()) {
    const headers = headersOf(tokens[index] ?? '')
    const info = await fetch(`${url}/admin/store/product/info/${id}`, { headers })
    forms.push({
      method: 'POST',
      path: '/admin/store/product/update',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(formOf((await info.json()) as Record<string, unknown>)),
    })
  }
  return [
    ...beside.map(([what, requests, share]) => ({ what, requests, share })),
    ...within.map(([what, path]) => ({
      what,
      p95: 50,
      requests: path.startsWith('/api/front/') ? look(path.slice('/api/front/'.length)) : get(path),
    })),
    { what: 'update of a whole form', requests: forms, share: 0.1 },
  ].filter(({ what }) => what.includes(process.env.BENCH_ONLY ?? ''))
}

/** The form's request body for a product that was read, without its version. */
function formOf(info: Record<string, unknown>) {
  const { version: _, ...form } = pick(info, ProductChange)
  const skus = info.attrValue as Record<string, unknown>[]
  // Seeded products have no pictures.
  const image = form.image || 'https://m.example/a.jpg'
  return { ...form, image, sliderImage: [image], attrValue: skus.map((sku) => pick(sku, SkuDraft)) }
}

function pick(given: Record<string, unknown>, { properties }: { properties: object }) {
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => name in properties && value !== null))
}

/** Measures longer work: one large product, an import, an export. */
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

/** Orders per second that each take one piece of the same SKU. */
async function takeFromOne(ctx: Ctx, productId: number): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: number }>(
    `update product_sku set stock = 1000000 where product_id = ${productId} and position = 0 returning id`,
  )
  const items = [{ skuId: rows[0]?.id ?? 0, num: 1 }]
  const ends = performance.now() + TAKEN_SECONDS * 1000
  let taken = 0
  const order = async (writer: number) => {
    for (let n = 0; performance.now() < ends; n++) {
      const note = { reason: 'order_create', refType: 'order', refId: `${writer}-${n}` } as const
      await inTransaction(ctx, (tx) => takeStock(tx, items, note, { allowOffShelf: true }))
      taken++
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => order(writer)))
  return Math.round(taken / TAKEN_SECONDS)
}

type Answer = { id: number; taskId: string; status: string; list: { cateIds: number[]; tempId: number }[] }
type AskCall = (method: 'GET' | 'POST', path: string, payload?: object | Buffer, headers?: object) => Promise<Answer>

function matrix(skus: number, cateIds: number[], tempId: number) {
  const first = Array.from({ length: skus / 10 }, (_, n) => `款${n}`)
  const second = Array.from({ length: 10 }, (_, n) => `码${n}`)
  return {
    image: 'https://m.example/a.jpg',
    sliderImage: ['https://m.example/a.jpg'],
    storeName: '大规格商品',
    cateIds,
    tempId,
    unitName: '件',
    specType: true,
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
/** In yuan; about a hundred thousand of a million products cost less. */
const EXPORT_PRICE = 70

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 200))
}
