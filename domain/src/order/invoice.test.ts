import { expect, test } from 'vitest'
import { afterChange, refusalOfInvoice, tidyTitle } from './invoice.ts'

const now = new Date('2026-11-28T10:00:00+08:00')
const order = { paid: true, payPriceFen: 1000, refundPriceFen: 0, receiveTime: null }
const rules = { open: true, days: 30, now }

test.each([
  ['that is paid', order, rules, undefined],
  ['of a shop that writes none', order, { ...rules, open: false }, '商家未开通发票'],
  ['that is not paid', { ...order, paid: false }, rules, '订单付款后才能申请开票'],
  ['that came 30 days ago', { ...order, receiveTime: new Date('2026-10-29T10:00:00+08:00') }, rules, undefined],
  ['that came longer ago', { ...order, receiveTime: new Date('2026-10-29T09:59:59+08:00') }, rules, '已超过开票期限'],
  ['of which all is back', { ...order, refundPriceFen: 1000 }, rules, '订单没有可开票的金额'],
])('an invoice of an order %s is answered as it says', (_, of, by, said) => {
  expect(refusalOfInvoice(of, by)).toBe(said)
})

test('a person needs a title alone, a company its tax number, a special invoice where the company is registered', () => {
  expect(tidyTitle({ titleType: 1, title: ' 王 ', taxNo: 'X' })).toMatchObject({ title: '王', taxNo: '', kind: 1 })
  expect(() => tidyTitle({ titleType: 1, title: '王', kind: 2 })).toThrow('专用发票只能开给企业')
  expect(() => tidyTitle({ titleType: 2, title: '甲', taxNo: '123' })).toThrow('请输入正确的税号')
  const company = { titleType: 2, title: '甲', taxNo: '91310000abcdefghij' } as const
  expect(tidyTitle(company).taxNo).toBe('91310000ABCDEFGHIJ')
  expect(() => tidyTitle({ ...company, kind: 2, regAddress: '上海' })).toThrow('请输入注册电话')
})

test('the sum of a waiting invoice follows its order, an issued one is to be reversed, an ended one stays', () => {
  expect(afterChange({ state: 0, amountFen: 5 }, 3)).toEqual({ state: 0, amountFen: 3 })
  expect(afterChange({ state: 0, amountFen: 5 }, 0)).toEqual({ state: 2, amountFen: 0, reason: '订单已全额退款' })
  expect(afterChange({ state: 1, amountFen: 5 }, 3)).toEqual({ state: 3, amountFen: 5 })
  expect(afterChange({ state: 1, amountFen: 5 }, 5)).toBeUndefined()
  expect(afterChange({ state: 4, amountFen: 5 }, 3)).toBeUndefined()
})
