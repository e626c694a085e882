import { expect, test } from 'vitest'
import { type CouponFacts, copyState, couponPhase } from './coupon.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 0, 0, second))
const facts: CouponFacts = {
  status: true,
  isLimited: true,
  total: 10,
  received: 9,
  receiveFrom: at(10),
  receiveTo: at(20),
}

test('a coupon is received while it is open, in its window to the last second, and has copies left', () => {
  const phase = (second: number, rest: Partial<CouponFacts> = {}) => couponPhase({ ...facts, ...rest }, at(second))
  expect([phase(9), phase(10), phase(20), phase(21)]).toEqual(['notStart', 'receiving', 'receiving', 'over'])
  expect(phase(15, { received: 10 })).toBe('soldOut')
  expect(phase(15, { received: 10, isLimited: false })).toBe('receiving')
  expect(phase(15, { status: false })).toBe('closed')
  expect(couponPhase({ ...facts, receiveFrom: null, receiveTo: null }, at(99))).toBe('receiving')
  expect(couponPhase(facts, new Date(at(20).getTime() + 999))).toBe('receiving')
})

test('what a copy is worth follows from its status and the clock, whatever a job has noted', () => {
  const copy = { status: 0 as const, from: at(10), to: at(20) }
  expect([9, 10, 20, 21].map((second) => copyState(copy, at(second)))).toEqual([
    ...['notStart', 'usable', 'usable', 'overdue'],
  ])
  expect(copyState({ ...copy, status: 1 }, at(15))).toBe('unusable')
  expect(copyState({ ...copy, status: 2 }, at(15))).toBe('overdue')
})
