import { expect, test } from 'vitest'
import { makeOrderInfo } from '../order.fixture.ts'
import { stepsOf } from './order-steps.ts'

const now = new Date('2026-11-20T06:26:00Z')
const paid = { paid: true, payTime: '2026-11-20 12:45:00', status: 0 } as const
const presentOf = (given: Parameters<typeof makeOrderInfo>[1]) =>
  stepsOf(makeOrderInfo(1, { ...paid, ...given }), now).filter(({ state }) => state === 'now')

test('an order whose team is not complete waits for the team, and only then for us', () => {
  const waiting = { pinkStatus: 1, statusStr: { key: 'pinkWaiting', value: '待成团' } } as const
  expect(presentOf(waiting)).toEqual([{ title: '等成团', state: 'now', tone: 'promo' }])
  expect(presentOf({ ...waiting, shippingType: 2, storeName: '南门店' })).toHaveLength(1)
  const complete = { pinkStatus: 2, statusStr: { key: 'notShipped', value: '待发货' } } as const
  expect(presentOf(complete)).toMatchObject([{ title: '等我发货' }])
  expect(stepsOf(makeOrderInfo(1, { ...paid, ...complete }), now).map(({ title }) => title)).toContain('已成团')
})

test('an order whose team failed waits for its money to go back, then it is on its way', () => {
  const failed = { pinkStatus: 3, statusStr: { key: 'refunding', value: '待退款' } } as const
  expect(presentOf(failed)).toMatchObject([{ title: '待退款', tone: 'alert' }])
  expect(presentOf({ ...failed, refundStatus: 3 })).toMatchObject([{ title: '退款中' }])
})
