import { expect, test } from 'vitest'
import { readOrderKeyword } from './order-keyword.ts'

test.each([
  ['20261123101500123456', ['orderNo']],
  [' 20261123101500123456-12 ', ['orderNo']],
  ['２０２６１１２３１０１５００１２３４５６', ['orderNo']],
  ['4200002026112310150012345678', ['transactionId', 'code']],
  ['sim20261123101500123456', ['transactionId']],
  ['2026112310', ['orderNoStart', 'verifyCode', 'code']],
  ['20261123101', ['orderNoStart', 'code']],
  ['13800138000', ['phone', 'code']],
  ['19900138000', ['phone', 'code']],
  ['010-12345678', ['phone']],
  ['0571-8712 3456', ['phone', 'code']],
  ['(0571)87123456', ['phone']],
  ['王小明 13800138000', ['phone', 'code']],
  ['订单编号: 20261123101500123456 已付款', ['orderNo']],
  ['订单20261123101500123456（已付款）', ['orderNo']],
  ['顺丰 SF1234567890123', ['code', 'text']],
  ['8000', ['phoneEnd']],
  ['手机尾号 8000', ['phoneEnd']],
  ['…123456', ['orderNoEnd', 'code']],
  ['123456', ['orderNoEnd', 'code']],
  ['3141592653', ['verifyCode', 'code']],
  ['6901234567892', ['code']],
  ['123', ['text']],
  ['r20261123101500123456', ['refundNo']],
  ['S20261123101500123456', ['salesNo']],
  ['d20261123101500123456', ['deliveryNo']],
  ['G20261123101500123456', ['draftNo']],
  ['TOWEL-RED-M', ['code', 'text']],
  ['Anna', ['text']],
  ['王小明', ['text']],
  ['纯棉 毛巾', ['text']],
  ['%%__', []],
  ['  ', []],
  ['1'.repeat(60), []],
] as const)('%s may mean %o', (typed, kinds) => {
  expect(readOrderKeyword(typed).map(({ kind }) => kind)).toEqual(kinds)
})

test('what stands after the order number at the provider is left out', () => {
  expect(readOrderKeyword('20261123101500123456-3')).toEqual([{ kind: 'orderNo', orderNo: '20261123101500123456' }])
})
