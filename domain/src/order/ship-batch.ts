import { cutText } from '../text.ts'
import { bareNumber } from './express.ts'
import { canShip } from './order-state.ts'
import {
  indexFacts,
  type JudgedShipRow,
  MAX_PARTS,
  MAX_WORDS,
  type NamedLine,
  numbersOf,
  type OrderGoods,
  type PlannedParcel,
  type ReadRow,
  readRow,
  type SeenOrder,
  type ShipFacts,
  type ShipIndex,
  type ShipOrderFacts,
  type ShipRowDraft,
} from './ship-row.ts'
import { type GivenShip, partsOf } from './ship-sheet.ts'
import { MAX_SHIPMENTS } from './shipment.ts'

/**
 * Judges all rows of a batch as shipping each would, and against one another: a number belongs to one
 * receiver, an order is shipped once, and whatever else is given for it is a further parcel. The work grows with the rows,
 * however many of them name the same order.
 */
export function judgeShipRows(drafts: readonly ShipRowDraft[], facts: ShipFacts): JudgedShipRow[] {
  const index = indexFacts(facts)
  const rows = drafts.map((draft) => readRow(draft, index))
  settleNumbers(rows.filter(({ message }) => !message))
  settleOrders(rows, index)
  return rows.map(({ orders: _, numbers: __, unknown: ___, isLeftOut: ____, ...judged }) => ({
    ...judged,
    message: cutText(judged.message, MAX_WORDS),
    warning: cutText(judged.warning, MAX_WORDS),
  }))
}

/**
 * The rows that a change of one row may touch: those that share an order or a number with it, and those that share one with
 * them, and so on. Judging these alone says of each the same as judging all.
 * @param from what the row says, before and after the change
 */
export function linkedRows<Row extends { given: GivenShip }>(rows: readonly Row[], from: readonly GivenShip[]): Row[] {
  const keysOf = (given: GivenShip) => [
    ...partsOf(given.orderNo).slice(0, MAX_PARTS),
    ...numbersOf(given)
      .slice(0, MAX_PARTS)
      .map((number) => `#${bareNumber(number)}`),
  ]
  const byKey = new Map<string, number[]>()
  for (const [at, { given }] of rows.entries()) for (const key of keysOf(given)) push(byKey, key, at)
  const linked = new Set<number>()
  const waiting = from.flatMap(keysOf)
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const own = byKey.get(key) ?? []
    byKey.delete(key)
    for (const at of own) {
      const row = rows[at]
      if (!row || linked.has(at)) continue
      linked.add(at)
      waiting.push(...keysOf(row.given))
    }
  }
  return rows.filter((_, at) => linked.has(at))
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

/** Several parcels or orders of one receiver may bear a number, others may not; the first row keeps it, with a warning. */
function settleNumbers(rows: readonly ReadRow[]): void {
  const holders = new Map<string, ReadRow>()
  for (const read of rows)
    for (const number of read.numbers) {
      const key = bareNumber(number)
      const holder = holders.get(key)
      if (!holder) holders.set(key, read)
      else if (holder.orders[0]?.addressKey !== read.orders[0]?.addressKey && !isSameOrder(holder, read)) {
        read.message ||= `快递单号 ${number} 已用于第 ${holder.row} 行的另一收货人`
        // Nobody knows which of them is right.
        warn(holder, `第 ${read.row} 行的另一收货人也填了这个单号，请核对`)
      } else if (holder.expressCode !== read.expressCode)
        read.message ||= `快递单号 ${number} 的快递公司与第 ${holder.row} 行不一致`
    }
}

/** Adds a warning, as long as it can be shown. */
function warn(read: ReadRow, warning: string): void {
  const all = [read.warning, warning].filter(Boolean).join('；')
  if (all.length <= MAX_WORDS && !read.warning.includes(warning)) read.warning = all
}

const isSameOrder = (one: ReadRow, other: ReadRow) =>
  other.orders.every(({ orderNo }) => one.orders.some((order) => order.orderNo === orderNo))

/** What the rows of an order have come to, from the first to the last. */
type OrderPlan = {
  order: ShipOrderFacts
  goods: OrderGoods
  rows: ReadRow[]
  /** Named by a row, also by one with a fault: what it names is not shipped under another number. */
  isSplit: boolean
  /** Rows that may be shipped, of which so many are planned, with so many numbers and units of each line. */
  open: number
  planned: number
  parcels: number
  units: Map<number, number>
}

/** Plans the parcels: an order's first row ships it, further numbers are further parcels, and goods that are named split it. */
function settleOrders(rows: readonly ReadRow[], { goodsOf }: ShipIndex): void {
  const plans = new Map<ShipOrderFacts, OrderPlan>()
  for (const read of rows)
    for (const order of read.orders) {
      const plan = plans.get(order)
      if (plan) plan.rows.push(read)
      else {
        const none = { isSplit: false, open: 0, planned: 0, parcels: 0, units: new Map() }
        plans.set(order, { order, goods: goodsOf(order), rows: [read], ...none })
      }
    }
  for (const { rows: own } of plans.values()) settleDoubles(own)
  for (const plan of plans.values()) {
    plan.isSplit = plan.rows.some(({ lines, isLeftOut }) => lines.length > 0 && !isLeftOut)
    plan.open = plan.rows.filter(({ message, joins }) => !message && joins === undefined).length
  }
  for (const read of rows) if (!read.message && read.joins === undefined) planRow(read, plans)
  // What only adds to another row falls with it.
  for (const { order, rows: own } of plans.values()) {
    const adds = ({ orderNo, lines }: PlannedParcel) => orderNo === order.orderNo && lines?.length === 0
    const leads = ({ orderNo, lines }: PlannedParcel) => orderNo === order.orderNo && lines?.length !== 0
    if (own.some((read) => !read.message && read.parcels.some(leads))) continue
    for (const read of own)
      if (!read.message && read.parcels.some(adds)) read.message = '本订单的发货行有误，附加包裹不能单独发货'
  }
  const bad = new Map(rows.filter(({ message }) => message).map((read) => [read.row, read.message]))
  for (const read of rows)
    if (read.joins !== undefined && bad.has(read.joins))
      read.message ||= `同一包裹的第 ${read.joins} 行有误：${bad.get(read.joins)}`
}

/** The rows of an order under one number: one that names no goods stands alone; others must name different ones. */
type Holder = { first: ReadRow; isWhole: boolean; byLine: Map<number, ReadRow> }

/**
 * An order named again with the same number is a slip, unless each row names goods of its own: these are one parcel, as tools
 * write a row for each of the goods.
 */
function settleDoubles(own: readonly ReadRow[]): void {
  const holders = new Map<string, Holder>()
  for (const read of own) {
    if (read.message) continue
    const keys = read.numbers.map(bareNumber)
    const isPart = read.orders.length === 1 && keys.length === 1 && read.lines.length > 0
    const double = keys.flatMap((key) => {
      const holder = holders.get(key)
      if (!holder) return []
      if (!isPart || holder.isWhole) return holder.first
      return read.lines.flatMap(({ lineId }) => holder.byLine.get(lineId) ?? [])
    })[0]
    if (double) {
      read.message = `与第 ${double.row} 行重复，请勿重复发货`
      continue
    }
    for (const key of keys) {
      const holder = holders.get(key) ?? { first: read, isWhole: !isPart, byLine: new Map<number, ReadRow>() }
      holders.set(key, holder)
      for (const { lineId } of read.lines) holder.byLine.set(lineId, read)
      if (holder.first === read) continue
      read.joins = holder.first.row
      holder.first.lines.push(...read.lines)
    }
  }
}

/** Plans the parcels of a row, or says why it cannot be shipped. */
function planRow(read: ReadRow, plans: ReadonlyMap<ShipOrderFacts, OrderPlan>): void {
  const own = read.orders.map((order) => plans.get(order) as OrderPlan)
  const steps = own.map((plan) => {
    const leads = read.lines.length > 0 || (!plan.isSplit && !plan.planned)
    return { plan, leads, fault: faultOfPlan(read, plan, leads) }
  })
  read.message = steps.find(({ fault }) => fault)?.fault ?? ''
  if (read.message) {
    for (const plan of own) plan.open--
    return
  }
  for (const { plan, leads } of steps) {
    plan.planned++
    plan.parcels += read.numbers.length
    for (const { lineId, num } of read.lines) plan.units.set(lineId, (plan.units.get(lineId) ?? 0) + num)
    for (const [at, number] of read.numbers.entries()) {
      const lines = leads && at === 0 ? (read.lines.length ? read.lines : undefined) : []
      const seen = seenOf(plan.order, lines)
      read.parcels.push({ orderNo: plan.order.orderNo, number, seen, ...(lines && { lines }) })
    }
    if (!leads) read.content = '附加包裹'
  }
}

function faultOfPlan({ lines, numbers, unknown }: ReadRow, plan: OrderPlan, leads: boolean): string {
  const { order, goods } = plan
  if (unknown && plan.open > 1) return unknown
  if (leads && goods.guard) return goods.guard.message
  if (leads && !goods.left) return '没有待发的商品'
  const isTooMany = lines.some(
    ({ lineId, num }) => num + (plan.units.get(lineId) ?? 0) > (goods.byId.get(lineId)?.left ?? 0),
  )
  if (isTooMany) return '发货数量超过待发数量'
  return order.parcels + plan.parcels + numbers.length > MAX_SHIPMENTS ? `一个订单最多分${MAX_SHIPMENTS}次发货` : ''
}

/** What a parcel was packed by: the receiver, and the goods that leave with it. */
function seenOf({ addressKey, lines }: ShipOrderFacts, wanted: readonly NamedLine[] | undefined): SeenOrder {
  const units = new Map(wanted?.map(({ lineId, num }) => [lineId, num]))
  const packed = lines.flatMap(({ id, sku, left }) => {
    const num = wanted ? units.get(id) : left
    return num ? [`${id} ${sku}×${num}`] : []
  })
  return { addressKey: addressKey ?? '', goods: packed.join('；') }
}

/**
 * Why a parcel must not leave as it was planned: its order may no longer be shipped, or goes elsewhere or holds other goods
 * than staff saw. '' for one that may.
 */
export function faultOfStale({ lines, seen }: PlannedParcel, order: ShipOrderFacts): string {
  const guard = lines?.length === 0 ? undefined : canShip(order)
  if (guard) return guard.message
  const now = seenOf(order, lines)
  if (now.addressKey !== seen.addressKey) return '导入后收货信息有变更，请核对后重新导入'
  return now.goods === seen.goods ? '' : '导入后待发商品有变更，请核对后重新导入'
}

/** Whether a row only adds parcels to what other rows ship: it is shipped after them. */
export const isFurther = ({ parcels }: Pick<JudgedShipRow, 'parcels'>) =>
  parcels.length > 0 && parcels.every(({ lines }) => lines?.length === 0)
