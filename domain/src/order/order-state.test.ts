import { expect, test } from 'vitest'
import {
  canChangeAddress,
  canChangeOwnAddress,
  canClose,
  canDelete,
  canDeleteForGood,
  canPay,
  canPayLater,
  canReprice,
  canReview,
  type OrderFacts,
  orderStateOf,
  orderTab,
  orderTabs,
} from './order-state.ts'

const open: OrderFacts = {
  status: 0,
  refundStatus: 0,
  paid: false,
  cod: false,
  closeType: 0,
  shippingType: 1,
  pinkStatus: 0,
  isDel: false,
  isSystemDel: false,
}
const paid = { ...open, paid: true }

test.each<[string, Partial<OrderFacts>]>([
  ['待付款', { paid: false }],
  ['待发货', {}],
  ['待发货', { paid: false, cod: true }],
  ['待成团', { pinkStatus: 1, shippingType: 2 }],
  ['待核销', { shippingType: 2 }],
  ['待收货', { status: 1 }],
  ['待评价', { status: 2 }],
  ['交易完成', { status: 3 }],
  ['申请退款', { refundStatus: 1, status: 1 }],
  ['退款中', { refundStatus: 3 }],
  ['待退款', { pinkStatus: 3 }],
  ['待退款', { pinkStatus: 3, shippingType: 2 }],
  ['已退款', { pinkStatus: 3, refundStatus: 2 }],
  ['待付款', { pinkStatus: 3, paid: false }],
  ['已退款', { refundStatus: 2, status: 3 }],
  ['已关闭', { paid: false, closeType: 2 }],
  ['已删除', { isDel: true, status: 3 }],
])('%s: %o', (word, facts) => {
  const order = { ...paid, ...facts }
  expect(orderStateOf(orderTab(order), order.refundStatus)?.value).toBe(word)
})

test('what the shop deleted for good stands in no tab', () => {
  expect(orderTab({ ...paid, isDel: true, isSystemDel: true })).toBe(0)
  expect(orderStateOf(0, 0)).toBeUndefined()
})

test('each tab has a number of its own', () => {
  const numbers = Object.values(orderTabs).map(({ tab }) => tab)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('money comes for what is open and unpaid alone', () => {
  expect(canPay(open)).toBeUndefined()
  expect(canPay(paid)?.message).toBe('订单已支付')
  expect(canPay({ ...open, closeType: 1 })?.message).toBe('订单已关闭')
  expect(canReprice({ ...paid, isPriceFixed: false })?.message).toBe('订单已支付，不能改价')
  expect(canReprice({ ...open, isPriceFixed: true })?.message).toBe('该订单改价次数已用完')
  expect(canReprice({ ...open, isPriceFixed: false })).toBeUndefined()
  expect(canClose(paid)?.status).toBe(409)
  expect(canPayLater({ ...open, orderKind: 'seckill' })?.status).toBe(422)
  expect(canPayLater({ ...open, orderKind: 'normal' })).toBeUndefined()
})

test('the address changes until the first parcel has left', () => {
  expect(canChangeAddress({ ...paid, sentNum: 0 })).toBeUndefined()
  expect(canChangeAddress({ ...paid, sentNum: 1 })?.status).toBe(409)
  expect(canChangeAddress({ ...paid, shippingType: 2, sentNum: 0 })?.status).toBe(409)
  expect(canChangeAddress({ ...paid, status: 1, sentNum: 0 })?.status).toBe(409)
})

test('a buyer changes the address once, until the shop has printed papers, and only where staff could, too', () => {
  const own = { ...paid, sentNum: 0, addressChanged: false, printTime: null }
  expect(canChangeOwnAddress(own)).toBeUndefined()
  expect(canChangeOwnAddress({ ...own, addressChanged: true })?.message).toMatch(/^收货地址只能修改一次/)
  expect(canChangeOwnAddress({ ...own, printTime: new Date(0) })?.message).toMatch(/^商家已配货/)
  expect(canChangeOwnAddress({ ...own, sentNum: 1 })?.status).toBe(409)
})

test.each<[Partial<OrderFacts>, string | undefined]>([
  [{ status: 1 }, '确认收货后才能评价'],
  [{ status: 2 }, undefined],
  [{ status: 3 }, undefined],
  [{ status: 2, refundStatus: 1 }, '订单正在退款，暂不能评价'],
  [{ status: 2, refundStatus: 3 }, '订单正在退款，暂不能评价'],
  [{ status: 3, refundStatus: 2 }, '订单已退款，不能评价'],
])('an order with %o is reviewed, or it is said why not', (facts, why) => {
  expect(canReview({ ...paid, ...facts })?.message).toBe(why)
})

test('an order is deleted by the buyer once it has ended, and by the shop only after that', () => {
  expect(canDelete(paid)?.status).toBe(409)
  expect(canDelete({ ...paid, status: 3 })).toBeUndefined()
  expect(canDeleteForGood({ ...paid, status: 3 })?.status).toBe(422)
  expect(canDeleteForGood({ ...paid, status: 3, isDel: true })).toBeUndefined()
  expect(canDeleteForGood({ ...paid, isDel: true, refundStatus: 3 })?.status).toBe(409)
})
