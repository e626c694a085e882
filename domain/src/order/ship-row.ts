import { plainCell } from '../sheet-cells.ts'
import { cutText } from '../text.ts'
import { BAD_NUMBER, bareNumber, guessCarrier, isExpressNumber, tidyNumber } from './express.ts'
import { canShip, type FulfilFacts, type Guard } from './order-state.ts'
import { type GivenShip, partsOf } from './ship-sheet.ts'

/** A row to be judged: what it says, whether the sheet could be relied on, and whether staff left it out. */
export type ShipRowDraft = { row: number; given: GivenShip; fault: string; skipped: boolean }

/** A line of an order, as far as shipping asks. */
export type ShipLine = { id: number; storeName: string; sku: string; codes: readonly string[]; left: number }

/** An order, as far as shipping by a sheet asks. */
export type ShipOrderFacts = FulfilFacts & {
  orderNo: string
  addressKey: string | null
  printStale: boolean
  /** Name, masked phone and region. */
  receiver: string
  /** A product that is not delivered to where the order goes; '' for none. */
  undelivered: string
  lines: readonly ShipLine[]
  /** Numbers of the parcels that are on their way, and how many parcels there are. */
  numbers: readonly string[]
  parcels: number
}

export type Carrier = { code: string; name: string }

/** A tracking number on a parcel of an order. */
export type NumberUse = { number: string; orderNo: string; addressKey: string | null }

/** What the rows are judged against. */
export type ShipFacts = {
  orders: ReadonlyMap<string, ShipOrderFacts>
  /** Those that staff may choose. */
  carriers: readonly Carrier[]
  /** Of the last 90 days. */
  uses: readonly NumberUse[]
}

export type NamedLine = { lineId: number; num: number }

/** A parcel of an order. Lines: undefined for all that is left, none for one more parcel of the same goods. */
export type PlannedParcel = {
  orderNo: string
  number: string
  lines?: NamedLine[]
  /** Where the order went and what was to be packed, as staff saw it. */
  seen: SeenOrder
}
export type SeenOrder = { addressKey: string; goods: string }

export type JudgedShipRow = {
  row: number
  /** '' for one that can be shipped. */
  message: string
  warning: string
  expressCode: string
  expressName: string
  guessed: boolean
  /** The carrier that the number looks like, where the sheet names another. */
  guessCode: string
  parcels: PlannedParcel[]
  /** Its goods travel in the parcel of this row. */
  joins?: number
  /** The goods named, of one order. */
  lines: NamedLine[]
  receiver: string
  content: string
}

/** At most so many orders, or numbers, in a row. */
export const MAX_PARTS = 10
const MAX_MARK = 255
/** Of a message or a warning, as stored. */
export const MAX_WORDS = 255
const AS_TEXT = '请把该列设为文本格式后重新填写'

/** The row as read by itself, before the others are looked at. */
export type ReadRow = JudgedShipRow & {
  orders: ShipOrderFacts[]
  numbers: string[]
  unknown: string
  isLeftOut: boolean
}

/** What is asked of an order by each row that names it. */
export type OrderGoods = {
  byCode: ReadonlyMap<string, ShipLine>
  byId: ReadonlyMap<number, ShipLine>
  /** The lines of which something is left, and how many units that is. */
  waiting: readonly ShipLine[]
  left: number
  numbers: ReadonlySet<string>
  guard: Guard
}

/** The facts by what rows name, each looked up once however many rows name it. */
export type ShipIndex = {
  facts: ShipFacts
  goodsOf: (order: ShipOrderFacts) => OrderGoods
  carrierOf: (named: string) => Carrier | undefined
  carriers: ReadonlyMap<string, Carrier>
  uses: ReadonlyMap<string, NumberUse[]>
}

export function indexFacts(facts: ShipFacts): ShipIndex {
  const find = carrierFinder(facts.carriers)
  return {
    facts,
    goodsOf: remembered(indexOrder),
    carrierOf: remembered(find),
    carriers: new Map(facts.carriers.map((carrier) => [carrier.code, carrier])),
    uses: Map.groupBy(facts.uses, ({ number }) => bareNumber(number)),
  }
}

function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, make(key))
    return known.get(key) as Value
  }
}

function indexOrder(order: ShipOrderFacts): OrderGoods {
  const waiting = order.lines.filter(({ left }) => left > 0)
  const coded = order.lines.flatMap((line) => line.codes.map((code) => [plainCell(code), line] as const))
  return {
    // The first line with a code keeps it.
    byCode: new Map(coded.reverse()),
    byId: new Map(order.lines.map((line) => [line.id, line])),
    waiting,
    left: waiting.reduce((sum, { left }) => sum + left, 0),
    numbers: new Set(order.numbers.map(bareNumber)),
    guard: canShip(order),
  }
}

/** The tracking numbers of a row, each once. */
export function numbersOf({ expressNumber }: GivenShip): string[] {
  const numbers = partsOf(expressNumber).map(tidyNumber)
  return [...new Map(numbers.map((number) => [bareNumber(number), number] as const).reverse()).values()].reverse()
}

/** Reads a row by itself, as shipping it alone would be judged. */
export function readRow({ row, given, fault, skipped }: ShipRowDraft, index: ShipIndex): ReadRow {
  const read: ReadRow = {
    row,
    message: '',
    warning: '',
    expressCode: '',
    expressName: '',
    guessed: false,
    guessCode: '',
    parcels: [],
    lines: [],
    receiver: '',
    content: '',
    orders: [],
    numbers: [],
    unknown: '',
    isLeftOut: skipped,
  }
  const { facts } = index
  const orderNos = partsOf(given.orderNo)
  const numbers = numbersOf(given)
  read.message = (skipped && '已设为不发货') || fault || faultOfOrders(orderNos, facts) || faultOfNumbers(numbers)
  read.orders = orderNos.slice(0, MAX_PARTS).flatMap((orderNo) => facts.orders.get(orderNo) ?? [])
  read.numbers = numbers.slice(0, MAX_PARTS)
  read.receiver = read.orders[0]?.receiver ?? ''
  const goods = takeGoods(read, given, index)
  const carrier = settleCarrier(read, given.express, index)
  read.message ||=
    carrier ||
    faultOfForm(read) ||
    faultOfReceivers(read) ||
    faultOfUses(read, index) ||
    goods ||
    ([...given.mark].length > MAX_MARK ? `备注最多${MAX_MARK}个字` : '')
  read.warning = warningsOf(read, index)
  read.content ||= contentOf(read.orders, index)
  return read
}

function warningsOf({ orders, guessCode, unknown, lines }: ReadRow, { carriers }: ShipIndex): string {
  const looks = carriers.get(guessCode)?.name
  const undelivered = orders.find((order) => order.undelivered)?.undelivered
  const words = [
    orders.some(({ printStale }) => printStale) && '打印后有变更，请核对',
    undelivered && `收货地区在「${cutText(undelivered, 24)}」的不配送区域，请核对`,
    looks && `单号像是${looks}的，请核对快递公司`,
    unknown && (lines.length ? '不认识表中的商品编号，请核对' : '不认识表中的商品编号，将发出整单，请核对'),
  ]
  return words.filter(Boolean).join('；')
}

function faultOfOrders(orderNos: readonly string[], { orders }: ShipFacts): string {
  if (!orderNos.length) return '请填写订单号'
  if (orderNos.length > MAX_PARTS) return `一行最多${MAX_PARTS}个订单`
  for (const orderNo of orderNos) {
    if (isScientific(orderNo)) return `订单号被表格改成了科学计数，${AS_TEXT}`
    if (!/^\d{20}$/.test(orderNo)) return `订单号「${cutText(orderNo, 30)}」应为20位数字`
    // Spreadsheets keep 15 digits of a number.
    if (!orders.has(orderNo))
      return /0{4,}$/.test(orderNo) ? `订单不存在，订单号的末位可能被表格改成了0，${AS_TEXT}` : '订单不存在'
  }
  return ''
}

const isScientific = (text: string) => /^\d(\.\d+)?E\+?\d+$/i.test(text)

function faultOfNumbers(numbers: readonly string[]): string {
  if (!numbers.length) return '请输入快递单号'
  if (numbers.length > MAX_PARTS) return `一行最多${MAX_PARTS}个快递单号`
  return numbers.some(isScientific) ? `快递单号被表格改成了科学计数，${AS_TEXT}` : ''
}

/** Finds the carrier by its name or code, or guesses it from the number. Returns why there is none. */
function settleCarrier(read: ReadRow, named: string, { carriers, carrierOf }: ShipIndex): string {
  const guesses = guessCarrier(read.numbers[0] ?? '').filter((code) => carriers.has(code))
  const carrier = named ? carrierOf(named) : carriers.get(guesses[0] ?? '')
  if (!carrier) return named ? `找不到物流公司「${cutText(named, 20)}」，请重新选择` : '请选择快递公司'
  read.expressCode = carrier.code
  read.expressName = carrier.name
  read.guessed = !named
  if (named && guesses[0] && !guesses.includes(carrier.code)) read.guessCode = guesses[0]
  return ''
}

const plainName = (text: string) =>
  plainCell(text)
    .toLowerCase()
    .replace(/[\s()-]/g, '')
const shortName = (plain: string) =>
  plain.replace(/(快递|速运|速递|物流|快运|包裹|快递包裹|公司|集团|有限公司)+$/, '') || plain

/** Finds a carrier by its code, its name, or the name without 快递, 速运 … as people write it. */
function carrierFinder(carriers: readonly Carrier[]): (named: string) => Carrier | undefined {
  const known = carriers.map((carrier) => {
    const name = plainName(carrier.name)
    return { carrier, code: plainName(carrier.code), name, short: shortName(name) }
  })
  return (named) => {
    const plain = plainName(named)
    const wanted = shortName(plain)
    const found =
      known.find(({ code, name }) => code === plain || name === plain) ??
      known.find(({ short }) => short === wanted) ??
      (wanted.length > 1 ? known.find(({ short }) => short.startsWith(wanted) || wanted.startsWith(short)) : undefined)
    return found?.carrier
  }
}

function faultOfForm({ expressCode, numbers }: ReadRow): string {
  return numbers.every((number) => isExpressNumber(expressCode, number)) ? '' : BAD_NUMBER
}

function faultOfReceivers({ orders }: ReadRow): string {
  const [first, ...rest] = orders
  return rest.some(({ addressKey }) => !addressKey || addressKey !== first?.addressKey)
    ? '收货信息不一致，不能合并发货'
    : ''
}

function faultOfUses({ orders, numbers }: ReadRow, { uses, goodsOf }: ShipIndex): string {
  for (const number of numbers) {
    const key = bareNumber(number)
    const own = orders.find((order) => goodsOf(order).numbers.has(key))
    if (own) return `该快递单号已是订单 ${own.orderNo} 的包裹，请勿重复发货`
    const other = uses
      .get(key)
      ?.find((use) =>
        orders.some(({ orderNo, addressKey }) => use.orderNo !== orderNo && use.addressKey !== addressKey),
      )
    if (other) return `该快递单号已用于其他订单 ${other.orderNo}，请确认`
  }
  return ''
}

/** Reads which goods of one order a row names. Returns why it cannot be. */
function takeGoods(read: ReadRow, given: GivenShip, { goodsOf }: ShipIndex): string {
  const [order] = read.orders
  if (!order) return ''
  const codes = partsOf(given.goods)
  const nums = partsOfNums(given.num)
  if (nums.some((num) => !/^\d{1,6}$/.test(num) || Number(num) < 1)) return '数量应为大于0的整数'
  const all = read.orders.map(goodsOf)
  const left = all.reduce((sum, goods) => sum + goods.left, 0)
  // Without a quantity, and as a tool exported it untouched: everything that is left.
  const isWhole = !nums.length || !left || nums.reduce((sum, num) => sum + Number(num), 0) === left
  if (all.length > 1) {
    // A template filled in for several orders still names all of their goods.
    if (!codes.every((code) => all.some(({ byCode }) => byCode.has(code)))) return '多个订单合单发货时不能指定商品'
    return isWhole ? '' : `数量与这些订单待发的 ${left} 件不一致，请核对，或清空数量以整单发货`
  }
  const goods = goodsOf(order)
  const lines = codes.map((code) => goods.byCode.get(code))
  const unknown = lines.findIndex((line) => !line)
  if (unknown >= 0) {
    const message = `订单中没有商品「${cutText(codes[unknown] ?? '', 30)}」`
    if (lines.some((line) => line)) return message
    // Codes of the tool's own; of an order that has one row only, it does not matter which.
    read.unknown = message
  }
  const [only] = order.lines
  const isSingle = order.lines.length === 1 && nums.length === 1 && only
  const found = unknown < 0 && codes.length ? [...new Set(lines.filter((line) => line !== undefined))] : []
  if (!found.length) {
    if (isWhole) return ''
    if (isSingle) return nameLines(read, goods, [{ lineId: only.id, num: Number(nums[0]) }])
    const what = '请填写要发的商品编号，或清空数量以整单发货'
    return read.unknown ? `${read.unknown}，${what}` : `填了数量 ${cutText(given.num, 20)}，没有商品编号：${what}`
  }
  const sum = found.reduce((units, line) => units + line.left, 0)
  const isSum = found.length > 1 && nums.length === 1 && Number(nums[0]) === sum
  if (nums.length && nums.length !== found.length && !isSum) return '有多个商品编号，请分行填写各自的数量'
  const named = found.map((line, at) => ({
    lineId: line.id,
    num: isSum || !nums.length ? line.left : Number(nums[at]),
  }))
  return nameLines(
    read,
    goods,
    named.filter(({ num }) => num > 0),
  )
}

/** Takes the goods that a row names, unless they are all that is left. Returns why they cannot leave. */
function nameLines(read: ReadRow, { byId, waiting }: OrderGoods, wanted: readonly NamedLine[]): string {
  const leftOf = (lineId: number) => byId.get(lineId)?.left ?? 0
  if (wanted.length === waiting.length && wanted.every(({ lineId, num }) => num === leftOf(lineId))) return ''
  if (!wanted.length) return '这些商品没有待发的数量'
  if (wanted.some(({ lineId, num }) => num > leftOf(lineId))) return '发货数量超过待发数量'
  read.lines = [...wanted]
  const units = wanted.reduce((sum, { num }) => sum + num, 0)
  read.content = inWords(byId.get(wanted[0]?.lineId ?? 0)?.storeName ?? '', wanted.length, units)
  return ''
}

const partsOfNums = (cell: string) =>
  cell
    .split(/[,;、\s]+/)
    .filter(Boolean)
    .map((part) => part.replace(/\.0+$/, ''))

/** What leaves, in short. */
function contentOf(orders: readonly ShipOrderFacts[], { goodsOf }: ShipIndex): string {
  const all = orders.map(goodsOf)
  const [first] = all.find(({ waiting }) => waiting.length)?.waiting ?? []
  if (!first) return ''
  const sum = (of: (goods: OrderGoods) => number) => all.reduce((units, goods) => units + of(goods), 0)
  const kinds = sum(({ waiting }) => waiting.length)
  return inWords(
    first.storeName,
    kinds,
    sum(({ left }) => left),
  )
}

function inWords(storeName: string, kinds: number, units: number): string {
  const name = cutText(storeName, 24)
  return kinds === 1 ? `${name} ×${units}` : `${name} 等${kinds}种 共${units}件`
}
