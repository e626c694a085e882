import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { seedProducts } from '../server/src/areas/product/product/product.bulk.ts'
import { readConfig } from '../server/src/config.ts'
import { migrateDatabase } from '../server/src/platform/data/connection/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import { rushNo } from '../server/src/platform/http/rush.ts'
import { type Buyer, makeBuyers } from './buyers.ts'
import { type Measure, measure, round } from './measure.ts'
import { makeSessions, startProcess } from './server.ts'

const BUYERS = Number(process.env.BENCH_BUYERS ?? 10_000)
const UNITS = 100
const COPIES = 1000
const CONNECTIONS = 500
/** How long other calls are measured before the rush. */
const CALM_MS = Number(process.env.BENCH_CALM ?? 15) * 1000

type Answer = { status: number; code: string; ms: number; body: Record<string, unknown> }
type Call = { method: 'GET' | 'POST'; path: string; token?: string; body?: unknown }
type Shop = {
  owner: pg.Client
  urls: string[]
  numberOf: (activitySkuId: number) => string
  productId: number
  skuId: number
}
type Sale = { activityId: number; activitySkuId: number }

/**
 * A flash sale of a hundred units and ten thousand buyers: their last calls at once, then whole checkouts; beside it four callers of
 * everything else; the same with two processes; a coupon of a thousand copies.
 */
export default async function benchRush(): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bench-rush-'))
  const database = await startEmbeddedPostgres({ folder, throwaway: true })
  const owner = new pg.Client(database.ownerUrl)
  try {
    await migrateDatabase(database.ownerUrl)
    await makeSessions(folder, database.url)
    await owner.connect()
    await seedProducts(owner, { products: 1000, randomSeed: 1 }, () => {})
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ZHANGGUI_DATA: folder })
    const app = await buildApp({ config, databaseUrl: database.url })
    const ctx = app.ownContext()
    const { rows } = await owner.query<{ productId: number; skuId: number }>(
      `update product_sku as sku set stock = 1000000 from product where product.id = product_id and product.is_show and not is_recycle
        and not product.is_del and sku.is_show and not sku.is_del and visibility = 0 and limit_type = 0 and min_qty <= 1
        and sku.price_fen > 1000 and sku.id = (select min(id) from product_sku where product_id = product.id)
      returning product.id::int as "productId", sku.id::int as "skuId"`,
    )
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      PORT: '0',
      ZHANGGUI_DATA: folder,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    }
    const first = await startProcess(env)
    const goods = rows[0] ?? { productId: 0, skuId: 0 }
    const shop: Shop = { owner, urls: [first.url], numberOf: (id) => rushNo(ctx, id), ...goods }
    const measures = [
      ...(await benchCreates(shop, 'creates')),
      ...(await benchCheckouts(shop, 'whole checkouts')),
      ...(await benchCoupons(shop)),
    ]
    const second = await startProcess({ ...env, ROLE: 'api' })
    const two = { ...shop, urls: [first.url, second.url] }
    measures.push(
      ...(await benchCreates(two, 'creates, two processes')),
      ...(await benchCheckouts(two, 'whole checkouts, two processes')),
    )
    await Promise.all([first.stop(), second.stop(), app.close()])
    return measures
  } finally {
    await owner.end()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A flash sale of the shop's SKU that runs all day, instead of the one before. */
async function openSale({ owner, productId, skuId }: Shop): Promise<Sale> {
  await owner.query('update activity set status = false')
  await owner.query('update seckill_slot set is_del = true')
  const { rows } = await owner.query<Sale>(
    `with slot as (
      insert into seckill_slot (name, start_hour, end_hour, slider_imgs) values ('全天', 0, 24, '{}') returning id
    ), made as (
      insert into activity (type, product_id, title, image, images, unit_name, temp_id, status, start_at, stop_at)
      values (1, $1, '秒杀 ' || clock_timestamp(), '', '{}', '件', 1, true, now() - interval '1 day', now() + interval '2 days') returning id
    ), own as (
      insert into seckill (activity_id, time_id, num) select made.id, slot.id, 1 from made, slot
    )
    insert into activity_sku (activity_id, product_sku_id, price_fen, quota_show, quota) select id, $2, 990, $3, $3 from made
    returning activity_id::int as "activityId", id::int as "activitySkuId"`,
    [productId, skuId, UNITS],
  )
  return rows[0] as Sale
}

/** Checkouts that were begun, one for each buyer. */
async function begin({ owner, skuId }: Shop, buyers: readonly Buyer[], numberOf: () => string, activitySkuId?: number) {
  const checkouts = buyers.map((buyer) => ({ ...buyer, no: numberOf() }))
  await owner.query(
    `insert into pre_order (pre_order_no, uid, kind, basket, activity, expires_at)
    select no, uid, 'buyNow', $3::jsonb, $4::jsonb, now() + interval '1 hour' from unnest($1::text[], $2::bigint[]) as given (no, uid)`,
    [
      checkouts.map(({ no }) => no),
      checkouts.map(({ uid }) => uid),
      JSON.stringify([{ skuId, num: 1 }]),
      activitySkuId ? JSON.stringify({ type: 1, activitySkuId }) : null,
    ],
  )
  return checkouts.map(({ no: preOrderNo, addressId, token }): Call => {
    return { method: 'POST', path: '/api/front/order/create', token, body: { preOrderNo, shippingType: 1, addressId } }
  })
}

async function benchCreates(shop: Shop, what: string): Promise<Measure[]> {
  const sale = await openSale(shop)
  const buyers = await makeBuyers(shop.owner, BUYERS)
  const calls = await begin(shop, buyers, () => shop.numberOf(sale.activitySkuId), sale.activitySkuId)
  return rush(shop, { what, sale, within: 3, all: 10 }, (send) => calls.map((call) => async () => send(call)))
}

async function benchCheckouts(shop: Shop, what: string): Promise<Measure[]> {
  const sale = await openSale(shop)
  const buyers = await makeBuyers(shop.owner, BUYERS)
  return rush(shop, { what, sale, within: 6, all: 15 }, (send) =>
    buyers.map(({ token, addressId }) => async () => {
      const orderDetails = [{ attrValueId: sale.activitySkuId, productNum: 1, seckillId: sale.activityId }]
      const begun = await send({
        method: 'POST',
        path: '/api/front/order/pre/order',
        token,
        body: { preOrderType: 'buyNow', orderDetails },
      })
      if (begun.status !== 200) return begun
      const { preOrderNo } = begun.body
      const choices = { preOrderNo, shippingType: 1, addressId }
      const priced = await send({
        method: 'POST',
        path: '/api/front/order/computed/price',
        token,
        body: { ...choices, useIntegral: false },
      })
      if (priced.status !== 200) return priced
      return send({ method: 'POST', path: '/api/front/order/create', token, body: choices })
    }),
  )
}

type Send = (call: Call) => Promise<Answer>
type Case = { what: string; sale: Sale; within: number; all: number }

/** Lets all of them come at once, over a limited number of connections, beside four callers of everything else. */
async function rush(
  shop: Shop,
  { what, sale, within, all }: Case,
  works: (send: Send) => (() => Promise<Answer>)[],
): Promise<Measure[]> {
  const load = loadavg()[0] ?? 0
  const others = await callOthers(shop)
  await others.calm(CALM_MS)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let turn = 0
  const send: Send = (call) => sendTo(shop.urls[turn++ % shop.urls.length] ?? '', agent, call)
  const begun = performance.now()
  const successes: number[] = []
  const busy = others.rush()
  const answers: Answer[] = []
  const left = works(send).reverse()
  // A connection is one buyer's until he is done: in a queue of the client his second call would wait behind everybody's first.
  const connection = async () => {
    for (let work = left.pop(); work; work = left.pop()) {
      const answer = await work()
      if (answer.status === 200) successes.push(performance.now() - begun)
      answers.push(answer)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  const took = (performance.now() - begun) / 1000
  await busy.stop()
  agent.destroy()
  const { rows } = await shop.owner.query<{ orders: number; quota: number; reserved: number }>(
    `select (select count(*)::int from store_order where activity_id = $1) as orders, quota, reserved from activity_sku where activity_id = $1`,
    [sale.activityId],
  )
  const counts = Map.groupBy(answers, ({ status, code }) => `${status} ${code}`.trim())
  const told = [...counts].map(([key, list]) => `${list.length} × ${key}`).join(', ')
  const orders = rows[0]?.orders ?? 0
  const faults = answers.filter(({ status }) => status >= 500 || status === 0).length
  const last = (successes.sort((one, other) => one - other)[UNITS - 1] ?? Number.POSITIVE_INFINITY) / 1000
  const isExact = orders === UNITS && successes.length === UNITS && rows[0]?.quota === 0 && rows[0].reserved === UNITS
  return [
    measure(
      `${what}: orders of ${UNITS} units, ${BUYERS} buyers`,
      orders,
      '',
      `= ${UNITS}`,
      isExact,
      `${told}; load ${round(load)}`,
    ),
    measure(`${what}: 5xx and broken`, faults, '', '= 0', faults === 0),
    measure(`${what}: the last unit`, round(last, 2), 's', `≤ ${within}`, last <= within),
    measure(`${what}: all answers`, round(took, 2), 's', `≤ ${all}`, took <= all),
    ...others.compare(what),
  ]
}

/** Everybody else: one caller each of a list, a page, own orders, and ordinary orders of the same SKU. */
async function callOthers(shop: Shop) {
  // So many that none reaches the limit of calls a minute.
  const lookers = await makeBuyers(shop.owner, 100)
  let looks = 0
  const ordinary = await begin(
    shop,
    await makeBuyers(shop.owner, 3000),
    () => `p${crypto.randomUUID().replaceAll('-', '')}`,
  )
  const calls: Record<string, () => Call | undefined> = {
    'product list': () => ({ method: 'GET', path: '/api/front/products?page=1&limit=20' }),
    'product page': () => ({ method: 'GET', path: `/api/front/product/detail/${shop.productId}` }),
    'own orders': () => ({
      method: 'GET',
      path: '/api/front/order/list?page=1&limit=10',
      token: lookers[looks++ % 100]?.token ?? '',
    }),
    'ordinary order of the SKU': () => ordinary.pop(),
  }
  const names = Object.keys(calls)
  const took = { calm: new Map<string, number[]>(), rush: new Map<string, number[]>() }
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const run = (during: keyof typeof took) => {
    let isOver = false
    const done = Promise.all(
      names.map(async (name, at) => {
        const times: number[] = []
        took[during].set(name, times)
        while (!isOver) {
          const call = calls[name]?.()
          if (!call) return
          const answer = await sendTo(shop.urls[at % shop.urls.length] ?? '', agent, call)
          times.push(answer.status === 200 ? answer.ms : Number.POSITIVE_INFINITY)
        }
      }),
    )
    return {
      stop: async () => {
        isOver = true
        await done
      },
    }
  }
  return {
    calm: async (ms: number) => {
      const running = run('calm')
      await new Promise((resolve) => setTimeout(resolve, ms))
      await running.stop()
    },
    rush: () => run('rush'),
    compare: (what: string): Measure[] =>
      names.map((name) => {
        const [before, during] = [p95(took.calm.get(name)), p95(took.rush.get(name))]
        const times = during / before
        const note = `p95 ${round(before)} ms before, ${round(during)} ms in it, ${took.rush.get(name)?.length ?? 0} calls`
        return measure(`${what}: ${name}`, round(times), 'times', '≤ 3', times <= 3, note)
      }),
  }
}

function p95(times: readonly number[] = []): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
}

async function benchCoupons(shop: Shop): Promise<Measure[]> {
  const { rows } = await shop.owner.query<{ id: number }>(
    `insert into coupon (name, money_fen, use_type, type, is_limited, total, day, limit_per_user, status)
    values ('抢券', 1000, 1, 1, true, $1, 30, 1, true) returning id::int`,
    [COPIES],
  )
  const couponId = rows[0]?.id ?? 0
  const buyers = await makeBuyers(shop.owner, BUYERS)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const begun = performance.now()
  const answers = await Promise.all(
    buyers.map(({ token }) =>
      sendTo(shop.urls[0] ?? '', agent, {
        method: 'POST',
        path: '/api/front/coupon/receive',
        token,
        body: { couponId },
      }),
    ),
  )
  const took = (performance.now() - begun) / 1000
  agent.destroy()
  const { rows: given } = await shop.owner.query<{ copies: number }>(
    'select count(*)::int as copies from coupon_user where coupon_id = $1',
    [couponId],
  )
  const copies = given[0]?.copies ?? 0
  const faults = answers.filter(({ status }) => status >= 500 || status === 0).length
  return [
    measure(
      `a coupon: copies of ${COPIES}, ${BUYERS} buyers`,
      copies,
      '',
      `= ${COPIES}`,
      copies === COPIES && !faults,
      `${faults} 5xx`,
    ),
    measure('a coupon: all answers', round(took, 2), 's', '≤ 10', took <= 10),
  ]
}

/** A call with its time, the wait for a connection not counted. */
function sendTo(url: string, agent: Agent, { method, path, token, body }: Call): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  }
  return new Promise((resolve) => {
    let begun = performance.now()
    const call = request(url + path, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        const read = text ? (JSON.parse(text) as Record<string, unknown>) : {}
        resolve({
          status: response.statusCode ?? 0,
          code: String(read.code ?? ''),
          ms: performance.now() - begun,
          body: read,
        })
      })
    })
    call.on('socket', () => {
      begun = performance.now()
    })
    call.on('error', (error) => resolve({ status: 0, code: error.message, ms: 0, body: {} }))
    call.end(payload)
  })
}
