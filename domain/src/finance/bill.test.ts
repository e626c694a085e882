import { expect, test } from 'vitest'
import { cashOf, changeOf, flowOf } from './bill.ts'

test.each([
  ['an order paid by WeChat', { type: 'pay_order', pm: 0, payType: 'weixin' }, 700, false, 0],
  ['an order paid from the balance', { type: 'pay_order', pm: 0, payType: 'yue' }, 0, true, -700],
  ['a refund by WeChat', { type: 'pay_product_refund', pm: 1, payType: 'weixin' }, -700, false, 0],
  ['a refund to the balance', { type: 'pay_product_refund', pm: 1, payType: 'yue' }, 0, true, 700],
  ['a recharge', { type: 'pay_recharge', pm: 1, payType: 'weixin' }, 700, true, 700],
  ['its gift', { type: 'recharge_gift', pm: 1, payType: '' }, 0, true, 700],
  ['a recharge that goes back', { type: 'user_recharge_refund', pm: 0, payType: 'weixin' }, -700, true, -700],
  ['one whose provider refused', { type: 'user_recharge_refund', pm: 1, payType: 'weixin' }, 700, true, 700],
  ['what staff add', { type: 'system_add', pm: 1, payType: '' }, 0, true, 700],
] as const)('%s moves the money of the shop and the balance as it says', (_, bill, cash, affectBalance, change) => {
  expect(cashOf({ ...bill, numberFen: 700 })).toBe(cash)
  expect(changeOf({ ...bill, numberFen: 700, affectBalance })).toBe(change)
})

test('a refund that never left the shop makes what went back smaller, and what came no larger', () => {
  const refund = { type: 'user_recharge_refund', payType: 'weixin', numberFen: 700 } as const
  expect(flowOf({ ...refund, pm: 0 })).toEqual({ inFen: 0, outFen: 700 })
  expect(flowOf({ ...refund, pm: 1 })).toEqual({ inFen: 0, outFen: -700 })
  expect(flowOf({ ...refund, type: 'pay_recharge', pm: 1 })).toEqual({ inFen: 700, outFen: 0 })
})
