import { yuanText } from '@zhanggui/domain/money.ts'
import { type PayType, payTypes } from '@zhanggui/domain/payment/payment.ts'
import { splitFen } from '@zhanggui/domain/split.ts'
import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import type { ClientBase } from 'pg'
import { BulkWriter, copyMoment } from '../../../platform/data/bulk.ts'
import { NUMBERS, numberOf } from '../../../platform/data/numbers.ts'
import type { BulkCustomers } from '../../user/shop-user/shop-user.bulk.ts'
import { DAY_MS, type Fate, fateOf, HOUR_MS, MINUTE_MS } from './order-fate.bulk.ts'
import { refundOf, writeRefund } from './order-refund.bulk.ts'
import type { Last, Line, Offer, Sku, Writer } from './order-rows.bulk.ts'

/** Bought anew when a SKU would fall below the second, so that staff are told of no shortage. */
const RESTOCKED = 1000
const RESERVE = 50
const MAX_LINES = 4
const ORDER_POINTS = 200

/** `events` are spread over the time: orders, teams and sessions. */
export type Span = { events: number; random: () => number; since: number; until: number }

export type Parts = Span & {
  customers: BulkCustomers
  skus: readonly Sku[]
  stock: Int32Array
  firstId: number
  /** The last ids of other tables. */
  last: Last
  drawn: number
  stores: readonly number[]
}

/** An order that is to be made. */
type Order = { created: number; place: number; lines: Line[]; fate: Fate; isPickup?: boolean; offer?: Offer }
/** One that was made. */
export type MadeOrder = { id: number; uid: number }

type Taking = { at: string; orderNo: string; back: string | null; refundNo: string }

/** Makes orders one after the other in time, and keeps account of what they take. */
export class OrderMaker {
  readonly #own: Parts
  readonly #sold: Int32Array
  /** Where the SKUs of each product begin. */
  readonly #starts: number[]
  #made = 0

  constructor(own: Parts) {
    this.#own = own
    this.#sold = new Int32Array(own.skus.length)
    this.#starts = own.skus.flatMap(({ product }, at) => (own.skus[at - 1]?.product === product ? [] : [at]))
  }

  /** How many orders were made. */
  get made(): number {
    return this.#made
  }

  /** Adds the rows of an order that somebody makes then. */
  write(writer: Writer, created: number): void {
    const { random, customers, until } = this.#own
    const place = Math.floor(random() ** 2 * customers.knownAt(created))
    const isPickup = random() < 0.12
    const lines = this.#pickLines()
    const fate = fateOf({ random, n: this.#made, age: until - created, isPickup })
    this.add(writer, { created, place, isPickup, lines, fate })
  }

  /** Adds the rows of an order. */
  add(writer: Writer, { created, place, lines, fate, isPickup = false, offer }: Order): MadeOrder {
    const { random, customers, firstId, drawn, stores } = this.#own
    const n = this.#made++
    const at = copyMoment(created)
    const buyer = customers.describe(place)
    const id = firstId + n
    const orderNo = numberOf('', new Date(created), drawn + n)
    const storeId = isPickup ? (stores[Math.floor(random() ** 2 * stores.length)] ?? 0) : 0
    const goodsFen = lines.reduce((sum, { total }) => sum + total, 0)
    const totalNum = lines.reduce((sum, { num }) => sum + num, 0)
    const isPartSent = fate.isPartSent && totalNum > 1
    const freightFen = isPickup || goodsFen > 9900 ? 0 : 600
    const points = offer || fate.closeType || n % 33 ? 0 : Math.min(ORDER_POINTS, customers.points(place), goodsFen - 1)
    if (points) share(lines, points, (line, part) => (line.points = part))
    const lowered = !offer && n % 100 === 7 ? Math.floor(goodsFen / 10) : 0
    if (lowered) share(lines, lowered, (line, part) => (line.adjust = -part))
    const payFen = goodsFen - points - lowered + freightFen
    const isPaid = fate.paidAfter !== undefined
    const payType: PayType | '' = isPaid ? this.#payTypeOf(fate, place, payFen) : ''
    const time = (after: number | undefined) => (after === undefined ? null : copyMoment(created + after))
    const payTime = time(fate.paidAfter)
    const gain = Math.floor(payFen / 100)
    const move = { at: created, linkId: orderNo, bizKey: `order:${id}` }
    const refund = isPaid
      ? refundOf(fate, { drawn, n, created, lines, payFen, freightFen, isOfTeam: Boolean(offer?.teamId) })
      : undefined
    const isWhole = refund?.isWhole ?? false

    for (const [index, line] of lines.entries()) {
      const { sku, num, unit, total, points: part, adjust } = line
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
        ...[sku.priceFen, unit, num, total, part, part, adjust, total - part + adjust, index ? 0 : freightFen],
        ...[sku.costFen, sku.weight, 0, sku.tempId, fate.isSent ? num : isPartSent && !index ? 1 : 0],
        ...[isWhole ? num : 0, isWhole ? num : 0, moneyBack, isWhole ? 0 : moneyBack, (sku.priceFen - unit) * num],
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
          ...paidMove,
          bizKey: `order:${id}:earn`,
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
        writeRefund(writer, this.#own.last, {
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
      ...[
        offer?.kind ?? 'normal',
        offer?.activityId ?? 0,
        offer?.sessionId ?? 0,
        offer?.teamId ?? 0,
        offer?.status ?? 0,
      ],
    ])
    return { id, uid: buyer.uid }
  }

  /** Sequences, stock, sales and counts, from what was written. */
  async finish(client: ClientBase): Promise<void> {
    const { firstId, drawn, skus, stock } = this.#own
    await client.query(
      `select setval('document_number', $1), setval(pg_get_serial_sequence('store_order', 'id'),
        greatest((select max(id) from store_order), 1)),
        setval(pg_get_serial_sequence('shop_user', 'id'), greatest((select max(id) from shop_user), 1)),
        setval(pg_get_serial_sequence('order_line', 'id'), greatest((select max(id) from order_line), 1)),
        setval(pg_get_serial_sequence('payment', 'id'), greatest((select max(id) from payment), 1)),
        setval(pg_get_serial_sequence('shipment', 'id'), greatest((select max(id) from shipment), 1)),
        setval(pg_get_serial_sequence('refund', 'id'), greatest((select max(id) from refund), 1)),
        setval(pg_get_serial_sequence('after_sales', 'id'), greatest((select max(id) from after_sales), 1))`,
      [(drawn + this.#made) % NUMBERS],
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

  /** When the nth event is: they grow towards now, and most come in the evening. */
  momentOf(n: number): number {
    const { events, random, since, until } = this.#own
    const latest = until - 2 * MINUTE_MS
    const share = (n + random()) / events
    const even = n + 1 < events ? since + (latest - since) * Math.sqrt(share) : latest
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
        return { at, id: 0, sku, num, unit: sku.priceFen, total: num * sku.priceFen, points: 0, adjust: 0 }
      })
      .sort((one, other) => one.sku.id - other.sku.id)
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

type Sent = { id: number; created: number; fate: Fate; lines: readonly Line[]; isPart: boolean }

const carriers = [
  ['SF', '顺丰速运', 'SF'],
  ['ZTO', '中通快递', '7'],
  ['YTO', '圆通速递', 'YT'],
] as const

const providers: Record<PayType, string> = {
  weixin: 'sim',
  alipay: 'sim',
  yue: 'balance',
  offline: 'offline',
  zero: 'zero',
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
