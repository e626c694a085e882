import { expect, test } from 'vitest'
import { faultOfStale, judgeShipRows, linkedRows } from './ship-batch.ts'
import type { ShipFacts, ShipLine, ShipOrderFacts, ShipRowDraft } from './ship-row.ts'
import { type GivenShip, givenOf, readShipText } from './ship-sheet.ts'

const carriers = Array.from({ length: 300 }, (_, n) => ({ code: `C${n}`, name: `承运商${n}快递` })).concat(
  { code: 'SF', name: '顺丰速运' },
  { code: 'YTO', name: '圆通速递' },
)
const numberOf = (n: number) => String(20261123101500000000n + BigInt(n) * 7n)
const sf = (n: number) => `SF${1_000_000_000_000 + n}`
const lineOf = (id: number, left: number): ShipLine => ({
  id,
  storeName: `毛巾${id}`,
  sku: '默认',
  codes: [`A${id}`],
  left,
})

const orderOf = (n: number, set: Partial<ShipOrderFacts> = {}): ShipOrderFacts => ({
  orderNo: numberOf(n),
  addressKey: 'same',
  printStale: false,
  receiver: '王先生',
  undelivered: '',
  status: 0,
  refundStatus: 0,
  paid: true,
  cod: false,
  closeType: 0,
  shippingType: 1,
  pinkStatus: 0,
  isDel: false,
  isSystemDel: false,
  hold: false,
  source: 'front',
  orderKind: 'normal',
  sentNum: 0,
  isEdited: false,
  numbers: [],
  parcels: 0,
  lines: [lineOf(1, 1)],
  ...set,
})
const factsOf = (orders: readonly ShipOrderFacts[], uses: ShipFacts['uses'] = []): ShipFacts => ({
  carriers,
  uses,
  orders: new Map(orders.map((order) => [order.orderNo, order])),
})
const draftOf = (row: number, given: Partial<GivenShip>): ShipRowDraft => ({
  row,
  given: givenOf(given),
  fault: '',
  skipped: false,
})
/** The messages of rows of one order. */
const judge = (lines: readonly ShipLine[], ...rows: readonly Partial<GivenShip>[]) =>
  judgeShipRows(
    rows.map((given, at) => draftOf(at + 1, { orderNo: numberOf(1), expressNumber: sf(at), ...given })),
    factsOf([orderOf(1, { lines })]),
  )

/** How often the orders are looked up, and the rows, uses and goods read, as a measure of the work. */
function counted(drafts: readonly ShipRowDraft[], facts: ShipFacts) {
  let lookUps = 0
  let reads = 0
  const watched = <Item>(list: readonly Item[]): readonly Item[] =>
    new Proxy(list, {
      get: (all, key) => {
        if (key !== 'length') reads++
        return Reflect.get(all, key)
      },
    })
  const orders = new Map(facts.orders)
  const get = orders.get.bind(orders)
  orders.get = (key) => {
    lookUps++
    const order = get(key)
    return order && { ...order, lines: watched(order.lines) }
  }
  judgeShipRows(watched(drafts), { ...facts, orders, uses: watched(facts.uses) })
  return { lookUps, reads }
}

const hundred = Array.from({ length: 100 }, (_, n) => n)
const parts = Array.from({ length: 10 }, (_, n) => n)
/** What made judging slow: rows that share their orders, their numbers, or both. */
const sheets: readonly [what: string, rowOf: (row: number) => Partial<GivenShip>][] = [
  ['an order each', (row) => ({ orderNo: numberOf(row % 1000), express: '圆通', expressNumber: `YT${2e12 + row}` })],
  [
    'the same ten orders under ten numbers of their own',
    (row) => ({
      orderNo: parts.map(numberOf).join(),
      expressNumber: parts.map((at) => sf(row * 10 + at)).join(),
    }),
  ],
  [
    'the same ten orders and numbers',
    () => ({ orderNo: parts.map(numberOf).join(), expressNumber: parts.map(sf).join() }),
  ],
  [
    'goods of one order, which are one parcel',
    (row) => ({ orderNo: numberOf(0), expressNumber: sf(1), goods: `A${row % 10}`, num: '1' }),
  ],
  ['a carrier that nobody knows', (row) => ({ orderNo: numberOf(row), expressNumber: sf(row), express: `某某${row}` })],
]

const longLines = parts.map((id) => lineOf(id, 3))
const longShop = factsOf(
  Array.from({ length: 1000 }, (_, n) => orderOf(n, { lines: longLines })),
  Array.from({ length: 1000 }, (_, n) => ({ number: sf(-1 - n), orderNo: numberOf(n), addressKey: 'other' })),
)

test.each(sheets)(
  'ten times as many rows of %s are ten times the work, and each order is looked up once for each time it is named',
  (_, rowOf) => {
    const [few, many] = [100, 1000].map((count) => {
      const drafts = Array.from({ length: count }, (_, row) => draftOf(row + 1, rowOf(row)))
      expect(judgeShipRows(drafts, longShop)).toHaveLength(count)
      const { lookUps, reads } = counted(drafts, longShop)
      expect(lookUps).toBeLessThanOrEqual(count * 10)
      return reads
    })
    expect(many).toBeLessThan(12 * (few ?? 0))
  },
)

test('an order takes ten parcels of a sheet, however many rows name it', () => {
  const rows = judge([lineOf(1, 1)], ...hundred.map(() => ({})))
  expect(rows.filter(({ message }) => !message)).toHaveLength(10)
  expect(rows[10]?.message).toBe('一个订单最多分10次发货')
})

test.each<[what: string, lines: ShipLine[], given: Partial<GivenShip>, message: string, named: number[]]>([
  ['a quantity of two of three units of the only product', [lineOf(1, 3)], { num: '2' }, '', [2]],
  ['a quantity of all units', [lineOf(1, 3), lineOf(2, 1)], { num: '4' }, '', []],
  [
    'a quantity of some of two products',
    [lineOf(1, 3), lineOf(2, 1)],
    { num: '2' },
    '填了数量 2，没有商品编号：请填写要发的商品编号，或清空数量以整单发货',
    [],
  ],
  [
    'a quantity of some of unknown goods',
    [lineOf(1, 3), lineOf(2, 1)],
    { num: '2', goods: 'ERP-7' },
    '订单中没有商品「ERP-7」，请填写要发的商品编号，或清空数量以整单发货',
    [],
  ],
  [
    'a quantity of some of the only product under a code of the tool',
    [lineOf(1, 3)],
    { num: '2', goods: 'ERP-7' },
    '',
    [2],
  ],
  ['more than is left', [lineOf(1, 3)], { num: '4' }, '发货数量超过待发数量', []],
  ['no quantity', [lineOf(1, 3)], { num: 'x' }, '数量应为大于0的整数', []],
  ['a code and a quantity', [lineOf(1, 3), lineOf(2, 1)], { num: '2.0', goods: 'A1' }, '', [2]],
])('a row with %s ships what it says or is refused', (_, lines, given, message, named) => {
  const [row] = judge(lines, given)
  expect(row?.message).toBe(message)
  expect(row?.lines.map(({ num }) => num)).toEqual(named)
})

test('a number is one in small letters, with the digits of a phone, and on a parcel of before', () => {
  const spelt = `sf${sf(1).slice(2)}:6021`
  const other = orderOf(2, { addressKey: 'elsewhere' })
  const rows = judgeShipRows(
    [
      draftOf(1, { orderNo: numberOf(1), expressNumber: sf(1) }),
      draftOf(2, { orderNo: numberOf(2), expressNumber: spelt }),
      draftOf(3, { orderNo: numberOf(1), expressNumber: spelt }),
      draftOf(4, { orderNo: numberOf(1), expressNumber: 'sf1000000000009' }),
      draftOf(5, { orderNo: numberOf(1), expressNumber: `${sf(5)},${sf(5)}:6021` }),
    ],
    factsOf([orderOf(1), other], [{ number: `${sf(9)}:1234`, orderNo: numberOf(7), addressKey: 'third' }]),
  )
  expect(rows.map(({ message, parcels }) => message || parcels.length)).toEqual([
    1,
    `快递单号 ${spelt.toUpperCase()} 已用于第 1 行的另一收货人`,
    '与第 1 行重复，请勿重复发货',
    `该快递单号已用于其他订单 ${numberOf(7)}，请确认`,
    1,
  ])
})

test('numbers of a cell or a line are read in one piece, without what they are called', () => {
  const no = numberOf(7)
  expect(givenOf({ orderNo: `订单号：#${no}`, expressNumber: '快递单号：SF 1357 9246 8013 5' })).toMatchObject({
    orderNo: no,
    expressNumber: 'SF1357924680135',
  })
  expect(givenOf({ orderNo: no, expressNumber: 'SF1357924680135 SF1357924680136' }).expressNumber).toBe(
    'SF1357924680135 SF1357924680136',
  )
  expect(readShipText(`订单号：${no} 快递单号：7512 3456 7890 12\n${no} 顺丰 SF 1357 9246 8013 5 易碎`)).toMatchObject([
    { given: { orderNo: no, expressNumber: '75123456789012' } },
    { given: { orderNo: no, express: '顺丰', expressNumber: 'SF1357924680135', mark: '易碎' } },
  ])
})

test('a line is read as chats have it, with words and phones around its numbers', () => {
  const no = '20261123101500123456'
  const read = (text: string) => {
    const { orderNo, express, expressNumber } = readShipText(text)[0]?.given ?? {}
    return [orderNo, express, expressNumber]
  }
  for (const [text, express, number] of [
    [`订单号：${no} 快递：中通 单号：78123456789013`, '中通', '78123456789013'],
    [`${no}：SF1234567890123`, '', 'SF1234567890123'],
    [`${no}SF1234567890123`, '', 'SF1234567890123'],
    [`${no}顺丰SF1234567890123`, '顺丰', 'SF1234567890123'],
    [`${no} 13912340001 SF1234567890123`, '', 'SF1234567890123'],
  ] as const)
    expect(read(text)).toEqual([no, express, number])
})

test('a cell is read without what Excel, ERPs and chats add to it', () => {
  const tidy = givenOf({
    orderNo: '="20261123101500000007"',
    expressNumber: '\u202a\u200bＳＦ１０００００００００００１\u202c',
    express: '\ufeff顺丰\u200d速运 ',
    num: '２',
    mark: '全家👨‍👩‍👧\u0000，勿压\ud800',
  })
  expect(tidy).toMatchObject({
    orderNo: '20261123101500000007',
    expressNumber: 'SF1000000000001',
    express: '顺丰速运',
    num: '2',
    mark: '全家👨‍👩‍👧，勿压',
  })
  for (const typed of ['顺丰速运:SF1000000000001', '【顺丰】SF 1000 0000 0000 1', '顺丰 SF1000000000001，请查收'])
    expect(givenOf({ expressNumber: typed }).expressNumber).toBe('SF1000000000001')
})

test('a change of a row touches the rows that share an order or a number with it, at any distance, and no others', () => {
  const rows = [
    { given: givenOf({ orderNo: numberOf(1), expressNumber: sf(1) }) },
    { given: givenOf({ orderNo: numberOf(2), expressNumber: `${sf(1).toLowerCase()}:1234,${sf(2)}` }) },
    { given: givenOf({ orderNo: `${numberOf(3)},${numberOf(2)}`, expressNumber: sf(3) }) },
    { given: givenOf({ orderNo: numberOf(4), expressNumber: sf(4) }) },
  ]
  const [first] = rows
  expect(linkedRows(rows, first ? [first.given] : [])).toEqual(rows.slice(0, 3))
})

test('a parcel is stale once its order goes elsewhere, holds other goods or may not be shipped', () => {
  const two = [lineOf(1, 2), lineOf(2, 1)]
  const [whole, further] = judge(two, {}, {}).map(({ parcels }) => parcels[0])
  const [part] = judge(two, { goods: 'A1', num: '1' }).map(({ parcels }) => parcels[0])
  if (!whole || !further || !part) throw new Error('the rows plan a parcel each')
  const stale = (set: Partial<ShipOrderFacts>) =>
    [whole, further, part].map((parcel) => faultOfStale(parcel, orderOf(1, { lines: two, ...set })))
  const moved = '导入后收货信息有变更，请核对后重新导入'
  const other = '导入后待发商品有变更，请核对后重新导入'
  expect(stale({})).toEqual(['', '', ''])
  expect(stale({ addressKey: 'new' })).toEqual([moved, moved, moved])
  expect(stale({ lines: [lineOf(1, 1), lineOf(2, 1)] })).toEqual([other, '', ''])
  expect(stale({ lines: [{ ...lineOf(1, 2), sku: '红' }, lineOf(2, 1)] })).toEqual([other, '', other])
  expect(stale({ hold: true })).toEqual(['订单已挂起', '', '订单已挂起'])
})
