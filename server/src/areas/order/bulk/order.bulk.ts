import { yuanText } from '@zhanggui/domain/money.ts'
import { type PayType, payTypes } from '@zhanggui/domain/order/order-state.ts'
import { usualMethodOf } from '@zhanggui/domain/order/refund-quote.ts'
import { splitFen } from '@zhanggui/domain/split.ts'
import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import type { ClientBase } from 'pg'
import { BulkWriter, copyMoment, dropIndexes } from '../../../platform/data/bulk.ts'
import { NUMBERS, numberOf } from '../../../platform/data/numbers.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { BulkCustomers, customerColumns } from '../../user/shop-user/shop-user.bulk.ts'

/** Orders or customers per COPY statement of each table, and per progress report. */
const CHUNK = 20_000
/** Rows made between two looks at the connection, which writes those before meanwhile. */
const SLICE = 200
const MONTHS = 24
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Products that are bought at all: the newest on the shelf. */
const MAX_SOLD = 20_000
const STORES = 20
/** Bought anew when a SKU would fall below the second, so that staff are told of no shortage. */
const RESTOCKED = 1000
const RESERVE = 50
const MAX_LINES = 4
const ORDER_POINTS = 200

const columns = {
  ...customerColumns,
  store_order: `id, created_at, updated_at, order_no, uid, channel, real_name, user_phone, province, city, district, detail, city_id,
    total_num, sent_num, line_count, pro_total_price_fen, use_integral, deduction_price_fen, freight_price_fen, pay_postage_fen,
    pay_price_fen, before_pay_price_fen, price_changes, cost_fen, gain_integral, paid, pay_time, pay_type, cod, pay_deadline,
    status, shipping_type, store_id, verify_code, verify_time, ship_time, receive_time, complete_time, auto_receive_time,
    auto_complete_time, mark, remark, tag_ids, hold, hold_reason, print_time, print_stale, is_remind, remind_time, close_type,
    close_time, close_reason, is_del, pre_order_no, refund_status, refund_price_fen, refund_postage_fen, back_integral`,
  order_line: `id, created_at, order_id, line_no, product_id, sku_id, "unique", store_name, image, sku, bar_code, cate_id, price_fen,
    unit_price_fen, num, line_total_fen, integral_share_fen, use_integral_share, adjust_share_fen, pay_share_fen,
    freight_share_fen, cost_fen, weight, volume, temp_id, sent_num, refund_num, cut_num, refund_money_fen, compensated_fen`,
  order_log: 'created_at, order_id, change_type, message, operator_type, operator_id, operator_name',
  payment: `id, created_at, updated_at, biz_type, biz_id, biz_no, uid, out_trade_no, provider, pay_type, channel, amount_fen, state,
    transaction_id, pay_time`,
  shipment: `id, created_at, updated_at, order_id, delivery_no, delivery_type, express_code, express_name, express_no, state, trace,
    trace_state, trace_time, sign_time, ship_time`,
  shipment_line: 'shipment_id, line_id, num',
  after_sales: `id, created_at, updated_at, sales_no, order_id, order_no, uid, shipping_type, service_type, refund_amount_fen,
    postage_fen, reason, state, audit_time, complete_time, refund_no`,
  after_sales_line: 'after_sales_id, line_id, num, money_fen',
  after_sales_log: 'created_at, after_sales_id, what, message, operator_type, operator_id, operator_name',
  refund: `id, created_at, updated_at, refund_no, order_id, after_sales_id, parts, amount_fen, goods_amount_fen, postage_amount_fen,
    points_back, state, method, reason, finish_time`,
  refund_line: 'refund_id, line_id, num, cut_num, money_fen, points',
  stock_ledger: `product_id, sku_id, change, before, after, reason, ref_type, ref_id, operator_type, operator_id, operator_name,
    created_at`,
}
const tables = Object.keys(columns)
type Writer = BulkWriter<keyof typeof columns>

/** The size of a shop's trade until `now`; the same `randomSeed` gives the same shop, but for the dates. */
export type TradePlan = { customers: number; orders: number; randomSeed: number; now: Date }

/**
 * Fills a shop with customers and 24 months of their orders, which buy products on the shelf: lines, logs, payments, ledgers
 * and counts add up as if buyers had made them. What is older than a few days has arrived; some was refunded before it was sent,
 * half of that in a case, and of some a part of the money was given back. Runs in one transaction; indexes are dropped first and rebuilt at the end.
 * @param client connected as the owner of the database
 * @param report receives the progress in words
 */
export async function seedTrade(
  client: ClientBase,
  { customers: count, orders, randomSeed, now }: TradePlan,
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
    const maker = await prepare(client, customers, { orders, random: randomFrom(randomSeed), since, until })
    const writer: Writer = new BulkWriter(client, columns)
    await inChunks(
      writer,
      count,
      (n) => customers.open(writer, n),
      () => {},
    )
    await inChunks(
      writer,
      orders,
      (n) => maker.write(writer, n),
      (written) => report(`已写入 ${written} 个订单`),
    )
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

/** Makes rows while those before are being written. */
async function inChunks(
  writer: Writer,
  count: number,
  make: (n: number) => void,
  report: (written: number) => void,
): Promise<void> {
  let writing = Promise.resolve()
  for (let n = 0; n < count; n++) {
    make(n)
    if ((n + 1) % SLICE === 0) await new Promise((resolve) => setImmediate(resolve))
    if ((n + 1) % CHUNK && n + 1 < count) continue
    await writing
    if (n >= CHUNK) report(n + 1)
    writing = writer.flush()
    // A failure is thrown when it is waited for.
    writing.catch(() => {})
  }
  await writing
  if (count) report(count)
}

type Sku = {
  id: number
  product: number
  unique: string
  name: string
  image: string
  sku: string
  barCode: string
  category: number
  priceFen: number
  costFen: number
  weight: number
  tempId: number
}
type Span = { orders: number; random: () => number; since: number; until: number }

async function prepare(client: ClientBase, customers: BulkCustomers, span: Span): Promise<OrderMaker> {
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
      ...{ id: Number(row.id), product: Number(row.product), category: Number(row.category) },
      ...{ priceFen: Number(row.priceFen), costFen: Number(row.costFen) },
      ...{ weight: Number(row.weight), tempId: Number(row.tempId) },
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
    ...{ line: lastOf('line'), payment: lastOf('payment'), shipment: lastOf('shipment'), refund: lastOf('refund') },
    case: lastOf('case'),
  }
  const firstId = Number(ids.rows[0]?.id)
  const drawn = Number(ids.rows[0]?.drawn)
  return new OrderMaker({ ...span, customers, skus, stock, firstId, last, drawn, stores: await makeStores(client) })
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

/** A line of an order, of the SKU at a place. */
type Line = { at: number; id: number; sku: Sku; num: number; total: number; points: number; adjust: number }

type Parts = Span & {
  customers: BulkCustomers
  skus: readonly Sku[]
  stock: Int32Array
  firstId: number
  /** The last ids of other tables. */
  last: Record<'line' | 'payment' | 'shipment' | 'refund' | 'case', number>
  drawn: number
  stores: readonly number[]
}

type Taking = { at: string; orderNo: string; back: string | null; refundNo: string }

/** Makes orders one after the other in time, and keeps account of what they take. */
class OrderMaker {
  readonly #own: Parts
  readonly #sold: Int32Array
  /** Where the SKUs of each product begin. */
  readonly #starts: number[]

  constructor(own: Parts) {
    this.#own = own
    this.#sold = new Int32Array(own.skus.length)
    this.#starts = own.skus.flatMap(({ product }, at) => (own.skus[at - 1]?.product === product ? [] : [at]))
  }

  /** Adds the rows of the nth order. */
  write(writer: Writer, n: number): void {
    const { random, customers, firstId, drawn, stores, until } = this.#own
    const created = this.#momentOf(n)
    const at = copyMoment(created)
    const place = Math.floor(random() ** 2 * customers.knownAt(created))
    const buyer = customers.describe(place)
    const id = firstId + n
    const orderNo = numberOf('', new Date(created), drawn + n)
    const isPickup = random() < 0.12
    const storeId = isPickup ? (stores[Math.floor(random() ** 2 * stores.length)] ?? 0) : 0
    const lines = this.#pickLines()
    const fate = fateOf({ random, n, age: until - created, isPickup })
    const goodsFen = lines.reduce((sum, { total }) => sum + total, 0)
    const totalNum = lines.reduce((sum, { num }) => sum + num, 0)
    const isPartSent = fate.isPartSent && totalNum > 1
    const freightFen = isPickup || goodsFen > 9900 ? 0 : 600
    const points = fate.closeType || n % 33 ? 0 : Math.min(ORDER_POINTS, customers.points(place), goodsFen - 1)
    if (points) share(lines, points, (line, part) => (line.points = part))
    const lowered = n % 100 === 7 ? Math.floor(goodsFen / 10) : 0
    if (lowered) share(lines, lowered, (line, part) => (line.adjust = -part))
    const payFen = goodsFen - points - lowered + freightFen
    const isPaid = fate.paidAfter !== undefined
    const payType: PayType | '' = isPaid ? this.#payTypeOf(fate, place, payFen) : ''
    const time = (after: number | undefined) => (after === undefined ? null : copyMoment(created + after))
    const payTime = time(fate.paidAfter)
    const gain = Math.floor(payFen / 100)
    const move = { at: created, linkId: orderNo, bizKey: `order:${id}` }
    const refund = isPaid ? this.#refundOf(fate, { n, created, lines, payFen, freightFen, points }) : undefined
    const isWhole = refund?.isWhole ?? false

    for (const [index, line] of lines.entries()) {
      const { sku, num, total, points: part, adjust } = line
      line.id = ++this.#own.last.line
      const moneyBack = refund?.moneyFen[index] ?? 0
      writer.add('order_line', [
        ...[
          line.id,
          at,
          id,
          index + 1,
          sku.product,
          sku.id,
          sku.unique,
          sku.name,
          sku.image,
          sku.sku,
          sku.barCode,
          sku.category,
        ],
        ...[sku.priceFen, sku.priceFen, num, total, part, part, adjust, total - part + adjust, index ? 0 : freightFen],
        ...[sku.costFen, sku.weight, 0, sku.tempId, fate.isSent ? num : isPartSent && !index ? 1 : 0],
        ...[isWhole ? num : 0, isWhole ? num : 0, moneyBack, isWhole ? 0 : moneyBack],
      ])
      const back = fate.closeType ? time(fate.closedAfter) : isWhole ? (refund?.at ?? null) : null
      this.#take(writer, line, { at, orderNo, back, refundNo: refund?.refundNo ?? '' })
    }
    const log = (when: string | null, type: string, message: string, isBuyer = true) =>
      writer.add('order_log', [
        ...[when, id, type, message, isBuyer ? 'buyer' : 'system', isBuyer ? buyer.uid : 0],
        isBuyer ? buyer.nickname : '系统',
      ])
    log(at, 'create', '订单生成')
    if (points)
      customers.movePoints(writer, place, -points, '订单积分抵扣', 3, { ...move, bizKey: `order:${id}:spend` })
    if (payType) {
      const paidMove = { ...move, at: created + (fate.paidAfter ?? 0) }
      customers.pay(writer, place, payFen, payType, paidMove)
      if (gain)
        customers.movePoints(writer, place, gain, '用户订单付款成功', isWhole ? 4 : fate.status > 1 ? 3 : 1, {
          ...{ ...paidMove, bizKey: `order:${id}:earn` },
        })
      const paymentId = ++this.#own.last.payment
      writer.add('payment', [
        ...[
          paymentId,
          at,
          payTime,
          'order',
          id,
          orderNo,
          buyer.uid,
          `${orderNo}-1`,
          providers[payType],
          payType,
          buyer.type,
        ],
        ...[payFen, 1, payType === 'weixin' || payType === 'alipay' ? `42000020${orderNo}` : '', payTime],
      ])
      log(payTime, 'pay', `${payTypes[payType]}，付款成功`)
      if (refund) {
        const { refundNo, amountFen } = refund
        const back = { at: refund.when, linkId: refundNo, bizKey: `refund:${refundNo}` }
        const kept = Math.floor((gain * (payFen - amountFen)) / payFen)
        customers.refund(writer, place, amountFen, payType, gain - kept, back)
        if (isWhole && points)
          customers.movePoints(writer, place, points, '订单退款退回积分', 3, {
            ...back,
            bizKey: `${back.bizKey}:points`,
          })
        const lost = isWhole || fate.status < 2 ? 0 : Math.min(gain - kept, customers.points(place))
        if (lost)
          customers.movePoints(writer, place, -lost, '订单退款扣回积分', 3, {
            ...back,
            bizKey: `${back.bizKey}:earned`,
          })
        this.#writeRefund(writer, {
          ...refund,
          id,
          orderNo,
          uid: buyer.uid,
          nickname: buyer.nickname,
          paymentId,
          payType,
          lines,
          points,
        })
        log(refund.at, 'refund', `退款 ${yuanText(amountFen)}`, false)
      }
      if (!isWhole) for (const line of lines) this.#sold[line.at] = (this.#sold[line.at] ?? 0) + line.num
    } else if (fate.closeType) {
      const [type, message] = closings[fate.closeType]
      log(time(fate.closedAfter), type, message, fate.closeType === 1)
    }
    const { phone, realName, province, city, district, detail, cityId } = buyer
    const sent = fate.isSent ? totalNum : isPartSent ? 1 : 0
    if (sent && !isPickup) this.#ship(writer, { id, created, fate, lines, isPart: !fate.isSent })
    writer.add('store_order', [
      ...[id, at, time(fate.changedAfter) ?? at, orderNo, buyer.uid, buyer.type, realName, phone],
      ...(isPickup ? ['', '', '', '', 0] : [province, city, district, detail, cityId]),
      ...[totalNum, sent, lines.length, goodsFen, points, points, freightFen, freightFen, payFen],
      ...[lowered ? payFen + lowered : null, lowered ? 1 : 0],
      ...[lines.reduce((sum, { sku, num }) => sum + sku.costFen * num, 0), gain, isPaid, payTime, payType, fate.isCod],
      ...[isPaid || fate.closeType || fate.isCod ? null : time(HOUR_MS), fate.status, isPickup ? 2 : 1, storeId],
      ...[isPickup && isPaid ? String(1_000_000_000 + (id % 9_000_000_000)) : '', time(fate.verifiedAfter)],
      ...[time(fate.sentAfter), time(fate.receivedAfter), time(fate.completedAfter), time(fate.autoReceiveAfter)],
      ...[time(fate.autoCompleteAfter), n % 8 ? '' : '请尽快发货，谢谢', n % 10 ? '' : '老顾客，多放一份小样'],
      ...[n % 90 ? '{}' : `{${1 + ((n / 90) % 5)}}`, fate.isHeld, fate.isHeld ? '客户要求晚些发货' : ''],
      ...[fate.isSent && !isPickup && n % 10 ? time(fate.sentAfter) : null, fate.isSent && !isPickup && n % 200 === 1],
      ...[fate.isRemind, fate.isRemind ? time(26 * HOUR_MS) : null, fate.closeType, time(fate.closedAfter), ''],
      ...[
        fate.isDeleted,
        null,
        isWhole ? 2 : 0,
        refund?.amountFen ?? 0,
        isWhole ? freightFen : 0,
        isWhole ? points : 0,
      ],
    ])
  }

  /** Sequences, stock, sales and counts, from what was written. */
  async finish(client: ClientBase): Promise<void> {
    const { orders, firstId, drawn, skus, stock } = this.#own
    await client.query(
      `select setval('document_number', $1), setval(pg_get_serial_sequence('store_order', 'id'),
        greatest((select max(id) from store_order), 1)),
        setval(pg_get_serial_sequence('shop_user', 'id'), greatest((select max(id) from shop_user), 1)),
        setval(pg_get_serial_sequence('order_line', 'id'), greatest((select max(id) from order_line), 1)),
        setval(pg_get_serial_sequence('payment', 'id'), greatest((select max(id) from payment), 1)),
        setval(pg_get_serial_sequence('shipment', 'id'), greatest((select max(id) from shipment), 1)),
        setval(pg_get_serial_sequence('refund', 'id'), greatest((select max(id) from refund), 1)),
        setval(pg_get_serial_sequence('after_sales', 'id'), greatest((select max(id) from after_sales), 1))`,
      [(drawn + orders) % NUMBERS],
    )
    await client.query(
      `insert into order_tab_count as kept (type, store_id, tab, count)
      select type, store_id, tab, count(*) from store_order where id >= $1 and tab > 0 group by type, store_id, tab
      on conflict (type, store_id, tab) do update set count = kept.count + excluded.count`,
      [firstId],
    )
    await client.query('create temporary table sold_now (id bigint, stock int, sales int) on commit drop')
    const writer = new BulkWriter(client, { sold_now: 'id, stock, sales' })
    for (const [at, { id }] of skus.entries()) writer.add('sold_now', [id, stock[at], this.#sold[at]])
    await writer.flush()
    await client.query(`
      update product_sku as sku set stock = sold_now.stock, sales = sku.sales + sold_now.sales
      from sold_now where sold_now.id = sku.id and (sold_now.stock, sold_now.sales) <> (sku.stock, 0)`)
    // Workers renew what products copy from their SKUs.
    await client.query(`insert into product_refresh (product_id)
      select distinct product_id from product_sku where id in (select id from sold_now)`)
  }

  /** Orders grow towards now, and most come in the evening. */
  #momentOf(n: number): number {
    const { orders, random, since, until } = this.#own
    const latest = until - 2 * MINUTE_MS
    const share = (n + random()) / orders
    const even = n + 1 < orders ? since + (latest - since) * Math.sqrt(share) : latest
    const day = Math.floor((even + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS
    const at = day + DAY_MS * ((even - day) / DAY_MS) ** 0.55
    return Math.floor(day + DAY_MS > latest ? even : at)
  }

  #pickLines(): Line[] {
    const { random, skus } = this.#own
    const starts = this.#starts
    const wanted = random() < 0.6 ? 1 : 2 + Math.floor(random() ** 2 * (MAX_LINES - 1))
    const picked = new Map<number, number>()
    for (let line = 0; line < wanted; line++) {
      // Some sell well, most now and then.
      const product = Math.floor(random() ** 2.5 * starts.length)
      const from = starts[product] ?? 0
      const at = from + Math.floor(random() * ((starts[product + 1] ?? skus.length) - from))
      picked.set(at, random() < 0.8 ? 1 : 2)
    }
    return [...picked]
      .map(([at, num]) => {
        const sku = skus[at] as Sku
        return { at, id: 0, sku, num, total: num * sku.priceFen, points: 0, adjust: 0 }
      })
      .sort((one, other) => one.sku.id - other.sku.id)
  }

  /** What went back of a paid order, if anything: all of it before it was sent, or some money of what has arrived. */
  #refundOf(
    { refunded, refundAfter = 0 }: Fate,
    { n, created, lines, payFen, freightFen }: Refundable,
  ): Back | undefined {
    if (!refunded) return undefined
    const when = created + refundAfter
    const isWhole = refunded === 'whole'
    const shares = lines.map(({ total, points, adjust }) => total - points + adjust)
    const some = Math.floor((shares[0] ?? 0) / 10)
    const moneyFen = isWhole ? shares : shares.map((_, index) => (index ? 0 : some))
    const amountFen = isWhole ? payFen : some
    if (!amountFen) return undefined
    const { drawn } = this.#own
    const refundNo = numberOf('R', new Date(when), drawn + n)
    return {
      isWhole,
      when,
      at: copyMoment(when),
      refundNo,
      amountFen,
      moneyFen,
      freightFen: isWhole ? freightFen : 0,
      isCase: n % 2 === 0,
    }
  }

  #writeRefund(writer: Writer, refund: Back & WrittenFor): void {
    const { isWhole, isCase, at, when, refundNo, amountFen, freightFen, moneyFen, id, orderNo, uid, nickname, lines } =
      refund
    const { last } = this.#own
    const refundId = ++last.refund
    const caseId = isWhole && isCase ? ++last.case : null
    const asked = copyMoment(when - 2 * HOUR_MS)
    const parts = JSON.stringify([{ paymentId: refund.paymentId, amountFen, state: 1 }])
    const method = usualMethodOf(refund.payType)
    const points = isWhole ? refund.points : 0
    writer.add('refund', [
      ...[
        refundId,
        at,
        at,
        refundNo,
        id,
        caseId,
        parts,
        amountFen,
        amountFen - freightFen,
        freightFen,
        points,
        1,
        method,
      ],
      ...[isWhole ? '不想要了' : '商品有瑕疵', at],
    ])
    if (caseId) {
      const salesNo = `S${refundNo.slice(1)}`
      writer.add('after_sales', [
        ...[caseId, asked, at, salesNo, id, orderNo, uid, 1, 0, amountFen, freightFen, '不想要了', 3, at, at, refundNo],
      ])
      const log = (time: string, what: string, message: string, isBuyer: boolean) =>
        writer.add('after_sales_log', [
          time,
          caseId,
          what,
          message,
          ...(isBuyer ? ['buyer', uid, nickname] : ['system', 0, '系统']),
        ])
      log(asked, 'apply', '申请仅退款', true)
      log(at, 'refunded', `已退款，退款单号 ${refundNo}`, false)
    }
    for (const [index, { id: lineId, num, points: part }] of lines.entries()) {
      const fen = moneyFen[index] ?? 0
      if (isWhole) writer.add('refund_line', [refundId, lineId, num, num, fen, part])
      else if (fen) writer.add('refund_line', [refundId, lineId, 0, 0, fen, 0])
      if (caseId) writer.add('after_sales_line', [caseId, lineId, num, fen])
    }
  }

  /** One parcel of all that was sent. */
  #ship(writer: Writer, { id, created, fate, lines, isPart }: Sent): void {
    const shipmentId = ++this.#own.last.shipment
    const shipped = created + (fate.sentAfter ?? 30 * HOUR_MS)
    const at = copyMoment(shipped)
    const signed = fate.receivedAfter === undefined ? null : copyMoment(created + fate.receivedAfter)
    const [code, name, number] = carriers[id % carriers.length] as (typeof carriers)[number]
    writer.add('shipment', [
      ...[
        shipmentId,
        at,
        signed ?? at,
        id,
        numberOf('D', new Date(shipped), id),
        'express',
        code,
        name,
        `${number}${1_000_000_000 + id}`,
      ],
      ...[
        signed ? 1 : 0,
        signed ? JSON.stringify([{ time: signed.slice(0, 19), status: '已签收' }]) : '[]',
        signed ? 3 : null,
      ],
      ...[signed, signed, at],
    ])
    for (const { id: lineId, num } of isPart ? lines.slice(0, 1) : lines)
      writer.add('shipment_line', [shipmentId, lineId, isPart ? 1 : num])
  }

  /** Takes the stock of a line, and gives it back at `back`. */
  #take(writer: Writer, { at: place, sku, num }: Line, { at, orderNo, back, refundNo }: Taking) {
    const { stock } = this.#own
    const note = (change: number, reason: string, refId: string, when: string) => {
      const before = stock[place] ?? 0
      stock[place] = before + change
      const ref = refId ? (reason === 'order_refund' ? 'refund' : 'order') : ''
      writer.add('stock_ledger', [
        ...[sku.product, sku.id, change, before, before + change, reason, ref, refId, 'system', 0, '系统', when],
      ])
    }
    if ((stock[place] ?? 0) - num < RESERVE) note(RESTOCKED, 'purchase_in', '', at)
    note(-num, 'order_create', orderNo, at)
    if (back && refundNo) note(num, 'order_refund', refundNo, back)
    else if (back) note(num, 'order_cancel', orderNo, back)
  }

  #payTypeOf({ isCod }: Fate, place: number, payFen: number): PayType {
    const chance = this.#own.random()
    if (isCod) return 'offline'
    if (chance < 0.3 && this.#own.customers.moneyFen(place) >= payFen) return 'yue'
    return chance > 0.85 ? 'alipay' : 'weixin'
  }
}

type Refundable = {
  n: number
  created: number
  lines: readonly Line[]
  payFen: number
  freightFen: number
  points: number
}
/** A refund: when, and what of each line. */
type Back = {
  isWhole: boolean
  isCase: boolean
  when: number
  at: string
  refundNo: string
  amountFen: number
  moneyFen: readonly number[]
  freightFen: number
}
type WrittenFor = {
  id: number
  orderNo: string
  uid: number
  nickname: string
  paymentId: number
  payType: PayType
  lines: readonly Line[]
  points: number
}
type Sent = { id: number; created: number; fate: Fate; lines: readonly Line[]; isPart: boolean }

const carriers = [
  ['SF', '顺丰速运', 'SF'],
  ['ZTO', '中通快递', '7'],
  ['YTO', '圆通速递', 'YT'],
] as const

const providers: Record<PayType, string> = {
  ...{ weixin: 'sim', alipay: 'sim', yue: 'balance', offline: 'offline', zero: 'zero' },
}
const closings = {
  1: ['cancel', '买家取消订单'],
  2: ['expire', '超过支付时间，订单自动关闭'],
  3: ['close', '商家关闭订单'],
} as const

function share(lines: Line[], amount: number, put: (line: Line, part: number) => void): void {
  const parts = splitFen(
    amount,
    lines.map(({ total }) => total),
  )
  for (const [at, line] of lines.entries()) put(line, parts[at] ?? 0)
}

/** What became of an order: milliseconds after it was made. */
type Fate = {
  closeType: 0 | 1 | 2 | 3
  status: 0 | 1 | 2 | 3
  isCod: boolean
  isSent: boolean
  isPartSent: boolean
  isHeld: boolean
  isRemind: boolean
  isDeleted: boolean
  refunded?: 'whole' | 'sum'
} & Partial<
  Record<`${'paid' | 'closed' | 'sent' | 'received' | 'verified' | 'completed' | 'changed' | 'refund'}After`, number>
> &
  Partial<Record<`auto${'Receive' | 'Complete'}After`, number>>

const nothing: Fate = {
  ...{ closeType: 0, status: 0, isCod: false, isSent: false, isPartSent: false, isHeld: false, isRemind: false },
  isDeleted: false,
}

/** What is a day or so old is shipped, a week later received, and after three weeks complete; some wait for long. */
function fateOf({
  random,
  n,
  age,
  isPickup,
}: {
  random: () => number
  n: number
  age: number
  isPickup: boolean
}): Fate {
  const chance = random()
  const paidAfter = Math.floor((1 + 8 * random()) * MINUTE_MS)
  const sentAfter = DAY_MS + Math.floor(random() * DAY_MS)
  if (chance < 0.08) {
    const closeType = chance < 0.04 ? 1 : chance < 0.07 ? 2 : 3
    const closedAfter = closeType === 2 ? 61 * MINUTE_MS : 12 * MINUTE_MS
    return age > closedAfter ? { ...nothing, closeType, closedAfter, changedAfter: closedAfter } : nothing
  }
  const isCod = !isPickup && chance > 0.99
  if ((age < paidAfter || (age < HOUR_MS && n % 3)) && !isCod) return nothing
  const paid = isCod ? { isCod } : { paidAfter, changedAfter: paidAfter }
  if (isPickup) {
    const verifiedAfter = sentAfter
    if (age < verifiedAfter || chance > 0.97) return { ...nothing, ...paid }
    return received({ ...nothing, ...paid, verifiedAfter, isSent: true }, verifiedAfter, age, n)
  }
  const refundAfter = paidAfter + 3 * HOUR_MS
  if (!isCod && n % 25 === 4 && age > refundAfter)
    return { ...nothing, ...paid, refunded: 'whole', refundAfter, changedAfter: refundAfter }
  const waits = n % 2000 === 3
  const flags = { isHeld: n % 500 === 9, isRemind: n % 50 === 11, isPartSent: n % 300 === 13 }
  if (age < sentAfter || waits) return { ...nothing, ...paid, ...(age > 30 * HOUR_MS && flags) }
  const receivedAfter = sentAfter + 5 * DAY_MS
  const sent = { ...nothing, ...paid, sentAfter, changedAfter: sentAfter, isSent: true }
  if (age < receivedAfter) return { ...sent, status: 1, autoReceiveAfter: sentAfter + 7 * DAY_MS }
  const refunded = { refunded: 'sum', refundAfter: receivedAfter } as const
  return received(
    { ...sent, ...(isCod && { paidAfter: receivedAfter }), ...(n % 50 === 9 && refunded) },
    receivedAfter,
    age,
    n,
  )
}

function received(fate: Fate, receivedAfter: number, age: number, n: number): Fate {
  const completedAfter = receivedAfter + 15 * DAY_MS
  const now = { ...fate, receivedAfter, changedAfter: receivedAfter }
  if (age < completedAfter) return { ...now, status: 2, autoCompleteAfter: completedAfter }
  return { ...now, status: 3, completedAfter, changedAfter: completedAfter, isDeleted: n % 300 === 5 }
}
