import { expect, test } from 'vitest'
import { type ActFacts, factsOfRow, judgeActs, type OrderAct, orderActs, unusualOf } from './order-acts.ts'
import { canPrint, canVerify } from './order-state.ts'

/** A delivery order of the shop that waits to be paid. */
const open: ActFacts = {
  status: 0,
  refundStatus: 0,
  paid: false,
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
  isPriceFixed: false,
}
const paid: ActFacts = { ...open, paid: true }
/** What every order allows, whatever became of it. */
const always: OrderAct[] = ['mark', 'reveal', 'tag', 'comment']
const toShip = 'editAddress send refund apply hold print edit'

test.each<[string, ActFacts, string]>([
  ['waits for its money', open, 'editPrice close paid editAddress'],
  ['has had its last price', { ...open, isPriceFixed: true }, 'close paid editAddress'],
  ['waits to be shipped', paid, toShip],
  ['is paid at the door', { ...open, cod: true }, 'editPrice close paid editAddress send hold print'],
  ['is put aside', { ...paid, hold: true }, 'editAddress refund apply unhold print edit'],
  ['was edited and waits for money', { ...paid, isEdited: true }, 'editAddress refund apply hold print'],
  ['waits for its team', { ...paid, pinkStatus: 1, orderKind: 'combination' }, 'editAddress refund apply hold print'],
  ['has lost its team', { ...paid, pinkStatus: 3, orderKind: 'combination' }, 'refund apply hold print'],
  ['waits at the counter', { ...paid, shippingType: 2 }, 'verify refund apply hold print edit'],
  ['is put aside at the counter', { ...paid, shippingType: 2, hold: true }, 'refund apply unhold print edit'],
  ['was sent in part', { ...paid, sentNum: 1 }, 'send addParcel editDelivery refund apply hold print reship'],
  ['is on its way', { ...paid, status: 1, sentNum: 2 }, 'addParcel editDelivery refund apply print reship'],
  [
    'is on its way, and paid at the door',
    { ...open, cod: true, status: 1, sentNum: 2 },
    'editPrice close paid addParcel editDelivery print',
  ],
  ['was received', { ...paid, status: 2, sentNum: 2 }, 'refund apply print reship'],
  ['was fetched', { ...paid, status: 2, sentNum: 2, shippingType: 2 }, 'refund apply print reship'],
  [
    'makes another good',
    { ...paid, source: 'reship', status: 1, sentNum: 1 },
    'addParcel editDelivery refund apply print',
  ],
  ['has a case', { ...paid, refundStatus: 1 }, 'refund refuse hold print'],
  ['has a case of a team that failed', { ...paid, refundStatus: 1, pinkStatus: 3 }, 'refund hold print'],
  ['has money on its way back', { ...paid, refundStatus: 3 }, 'hold print'],
  ['was refunded', { ...paid, refundStatus: 2, status: 3 }, 'print'],
  ['was closed', { ...open, closeType: 3 }, ''],
  ['was closed while it was put aside', { ...open, closeType: 3, hold: true }, 'unhold'],
  ['was closed, and deleted by its buyer', { ...open, closeType: 1, isDel: true }, 'delete'],
  [
    'is complete, and deleted by its buyer',
    { ...paid, status: 3, sentNum: 2, isDel: true },
    'delete refund apply print reship',
  ],
])('an order that %s', (_, order, allowed) => {
  const may = judgeActs(order, () => true)
  expect(orderActs.filter((act) => may[act] && !always.includes(act)).join(' ')).toBe(inOrder(allowed))
})

const inOrder = (acts: string) => orderActs.filter((act) => acts.split(' ').includes(act)).join(' ')

test('nothing is allowed without the right to it, whatever the order allows', () => {
  const may = judgeActs(paid, (act) => act === 'send' || act === 'editPrice')
  expect(orderActs.filter((act) => may[act])).toEqual(['send'])
})

test.each<[Partial<ActFacts>]>([
  [{}],
  [{ hold: true, sentNum: 2 }],
  [{ closeType: 3, isDel: true }],
  [{ isPriceFixed: true }],
])('a row says of its order what is unusual alone: %o', (facts) => {
  const order = { ...open, ...facts }
  expect(unusualOf(order)).toEqual(facts)
  const { status, refundStatus, paid: isPaid, cod, shippingType } = order
  expect(factsOfRow({ status, refundStatus, paid: isPaid, cod, shippingType, ...unusualOf(order) })).toEqual(order)
})

test('what cannot be done says why', () => {
  expect(canPrint(open)).toEqual({ status: 409, message: '订单未支付' })
  expect(canVerify(paid)).toEqual({ status: 409, message: '配送订单不能核销' })
})
