import type { ClientBase } from 'pg'
import { BulkWriter, dropIndexes } from '../../../platform/data/bulk.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { BulkCustomers } from '../../user/shop-user/shop-user.bulk.ts'
import { ActivityMaker } from './activity-maker.bulk.ts'
import { DAY_MS } from './order-fate.bulk.ts'
import { OrderMaker, type Parts, type Span } from './order-maker.bulk.ts'
import { columns, type Sku, tables, type Writer } from './order-rows.bulk.ts'

/** Orders or customers per COPY statement of each table, and per progress report; a team has orders and a session cuts by the dozen. */
const CHUNK = 20_000
const RICH_CHUNK = 4000
/** Rows made between two looks at the connection, which writes those before meanwhile. */
const SLICE = 200
const MONTHS = 24
/** Products that are bought at all: the newest on the shelf. */
const MAX_SOLD = 20_000
const STORES = 20

/**
 * The size of a shop's trade until `now`; the same `randomSeed` gives the same shop, but for the dates. The orders of teams and sessions come
 * besides `orders`.
 */
export type TradePlan = {
  customers: number
  orders: number
  teams?: number
  sessions?: number
  randomSeed: number
  now: Date
}

/**
 * Fills a shop with customers and 24 months of their orders, which buy products on the shelf: lines, logs, payments, ledgers
 * and counts add up as if buyers had made them. What is older than a few days has arrived; some was refunded before it was sent,
 * half of that in a case, and of some a part of the money was given back. Activities come with their teams, sessions and cuts. Runs in one transaction; indexes are dropped first and rebuilt at the end.
 * @param client connected as the owner of the database
 * @param report receives the progress in words
 */
export async function seedTrade(
  client: ClientBase,
  { customers: count, orders, teams = 0, sessions = 0, randomSeed, now }: TradePlan,
  report: (line: string) => void,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local statement_timeout = 0; set local maintenance_work_mem = '512MB'")
    const restore = await dropIndexes(client, tables)
    // Its moves between tabs would be one row for each COPY; they are counted at the end.
    await client.query('alter table store_order disable trigger user')
    const until = now.getTime()
    const since = until - MONTHS * 30.4 * DAY_MS
    const customers = await BulkCustomers.begin(client, count, since, until)
    const events = orders + teams + sessions
    const span = { events, random: randomFrom(randomSeed), since, until }
    const parts = await prepare(client, customers, span)
    const maker = new OrderMaker(parts)
    const activities =
      teams + sessions ? await ActivityMaker.begin(client, maker, parts, { teams, sessions }) : undefined
    const writer: Writer = new BulkWriter(client, columns)
    await inChunks(
      writer,
      count,
      (n) => customers.open(writer, n),
      () => {},
    )
    await inChunks(
      writer,
      events,
      (n) => {
        const at = maker.momentOf(n)
        const what = eventAt(n, { events, teams, sessions })
        if (what === 'team') activities?.writeTeam(writer, at)
        else if (what === 'session') activities?.writeSession(writer, at)
        else maker.write(writer, at)
      },
      () => report(`已写入 ${maker.made} 个订单`),
      activities ? RICH_CHUNK : CHUNK,
    )
    await activities?.finish(client, writer)
    await inChunks(
      writer,
      count,
      (n) => customers.close(writer, n),
      (written) => report(`已写入 ${written} 个顾客`),
    )
    await maker.finish(client)
    await client.query('alter table store_order enable trigger user')
    report('正在重建索引')
    for (const statement of restore) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  report('正在收集统计信息')
  await client.query(`vacuum (analyze) ${tables.join(', ')}, order_tab_count, product, product_sku`)
}

type Events = { events: number; teams: number; sessions: number }

/** What happens at the nth of the events: teams and sessions come at an even pace, and an order last. */
function eventAt(n: number, { events, teams, sessions }: Events): 'team' | 'session' | 'order' {
  const before = (count: number, at: number, all: number) => Math.ceil((at * count) / all)
  if (before(teams, n + 1, events) > before(teams, n, events)) return 'team'
  const others = n - before(teams, n, events)
  const all = events - teams
  return before(sessions, others + 1, all) > before(sessions, others, all) ? 'session' : 'order'
}

/** Makes rows while those before are being written. */
async function inChunks(
  writer: Writer,
  count: number,
  make: (n: number) => void,
  report: (written: number) => void,
  chunk = CHUNK,
): Promise<void> {
  let writing = Promise.resolve()
  for (let n = 0; n < count; n++) {
    make(n)
    if ((n + 1) % SLICE === 0) await new Promise((resolve) => setImmediate(resolve))
    if ((n + 1) % chunk && n + 1 < count) continue
    await writing
    if (n >= chunk) report(n + 1)
    writing = writer.flush()
    // A failure is thrown when it is waited for.
    writing.catch(() => {})
  }
  await writing
  if (count) report(count)
}

async function prepare(client: ClientBase, customers: BulkCustomers, span: Span): Promise<Parts> {
  const { rows } = await client.query<Record<keyof Sku | 'stock', string>>(`
    select sku.id, product.id as product, sku."unique", product.store_name as name, product.image, sku.suk as sku,
      sku.bar_code as "barCode", coalesce(product.cate_ids[1], 0) as category, sku.price_fen as "priceFen",
      sku.cost_fen as "costFen", sku.weight, product.temp_id as "tempId", sku.stock
    from (
      select * from product where is_show and not is_recycle and not is_del order by id desc limit ${MAX_SOLD}
    ) as product join product_sku as sku on sku.product_id = product.id
    where not sku.is_del and sku.is_show order by product.id desc, sku.id`)
  if (!rows.length) throw new Error('no product is on the shelf')
  const skus = rows.map((row): Sku => {
    return {
      ...row,
      id: Number(row.id),
      product: Number(row.product),
      category: Number(row.category),
      priceFen: Number(row.priceFen),
      costFen: Number(row.costFen),
      weight: Number(row.weight),
      tempId: Number(row.tempId),
    }
  })
  const stock = Int32Array.from(rows, (row) => Number(row.stock))
  const ids = await client.query<{ id: string; drawn: string }>(`
    select coalesce((select max(id) from store_order), 0) + 1 as id, nextval('document_number') as drawn`)
  const { rows: lasts } = await client.query<Record<keyof Parts['last'], string>>(`
    select coalesce((select max(id) from order_line), 0) as line, coalesce((select max(id) from payment), 0) as payment,
      coalesce((select max(id) from shipment), 0) as shipment, coalesce((select max(id) from refund), 0) as refund,
      coalesce((select max(id) from after_sales), 0) as "case"`)
  const lastOf = (key: keyof Parts['last']) => Number(lasts[0]?.[key])
  const last = {
    line: lastOf('line'),
    payment: lastOf('payment'),
    shipment: lastOf('shipment'),
    refund: lastOf('refund'),
    case: lastOf('case'),
  }
  const firstId = Number(ids.rows[0]?.id)
  const drawn = Number(ids.rows[0]?.drawn)
  return { ...span, customers, skus, stock, firstId, last, drawn, stores: await makeStores(client) }
}

/** Stores to pick up at; those of an earlier seed are reused. */
async function makeStores(client: ClientBase): Promise<number[]> {
  await client.query(
    `insert into store (name, introduction, phone, city_ids, detailed_address, image, latitude, longitude)
    select '批量门店' || n, '', '021-5234' || (1000 + n), '{310000,310100,310106}', '南京西路 ' || n || ' 号', '', 31.2, 121.4
    from generate_series(1, $1::int) as n where n > (select count(*) from store)`,
    [STORES],
  )
  const { rows } = await client.query<{ id: string }>('select id from store where not is_del order by id limit $1', [
    STORES,
  ])
  return rows.map(({ id }) => Number(id))
}
