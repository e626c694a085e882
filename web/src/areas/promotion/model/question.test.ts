import { expect, test } from 'vitest'
import { makeOrigin } from '../promotion.fixture.ts'
import { bodyOf, changed, joinItems, type Question, questionOf, readQuestion, writeQuestion } from './question.ts'

const whole: Question = {
  items: [
    { skuId: 12, num: 2 },
    { skuId: 15, num: 1 },
  ],
  uid: 7,
  levelId: 0,
  at: '2026-11-20 14:22:07',
  points: 0,
  couponUserId: 31,
  usePoints: true,
  cityId: 310104,
  order: '20261120142200000009',
}

test('the whole question is in the address, and comes back from it', () => {
  const written = writeQuestion(whole)
  expect(written.toString()).toBe(
    'order=20261120142200000009&sku=12x2_15&uid=7&level=0&at=20261120142207&points=0&copy=31&use=1&city=310104',
  )
  expect(readQuestion(written)).toEqual(whole)
  const pickUp: Question = { items: [{ skuId: 1, num: 999 }], couponId: 5, shippingType: 2 }
  expect(readQuestion(writeQuestion(pickUp))).toEqual(pickUp)
  const inTeam: Question = { items: [{ skuId: 1, num: 1 }], activity: { type: 3, activitySkuId: 31, pinkId: 4 } }
  expect(readQuestion(writeQuestion(inTeam))).toEqual(inTeam)
  // The activity goes with the one SKU that it is of.
  expect(changed(inTeam, { usePoints: true })).toEqual({ ...inTeam, usePoints: true })
  expect(changed(inTeam, { items: [{ skuId: 1, num: 3 }] })).toMatchObject({ activity: inTeam.activity })
  for (const items of [[{ skuId: 2, num: 1 }], [...inTeam.items, { skuId: 2, num: 1 }]])
    expect(changed(inTeam, { items })).toEqual({ items, activity: undefined })
})

test('what an address says wrongly is left out', () => {
  const params = new URLSearchParams(
    'sku=0x2_7x1000_x_3_3x2_<b>&uid=-1&level=x&at=20261399000000&points=1e9&copy=4&use=yes&city=&ship=3&order=D1',
  )
  expect(readQuestion(params)).toEqual({ items: [{ skuId: 3, num: 3 }] })
  expect(bodyOf(readQuestion(new URLSearchParams('uid=7')))).toBeUndefined()
})

test('a basket holds each SKU once, at most 50 of them and 999 of each', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ skuId: index + 1, num: 600 }))
  const joined = joinItems([...many, { skuId: 1, num: 600 }])
  expect(joined).toHaveLength(50)
  expect(joined[0]).toEqual({ skuId: 1, num: 999 })
})

test('an order asks with its basket, moment and means; its used copy counts as received then', () => {
  expect(questionOf(makeOrigin())).toEqual({
    items: [
      { skuId: 1, num: 2 },
      { skuId: 2, num: 1 },
      { skuId: 3, num: 3 },
    ],
    uid: 7,
    at: '2026-11-20 14:22:07',
    order: '20261120142200000009',
    couponId: 131,
    usePoints: true,
    points: 3000,
    cityId: 310104,
  })
  const pickUp = questionOf(makeOrigin({ shippingType: 2, useIntegral: 0, couponId: 0 }))
  expect(pickUp).toMatchObject({ shippingType: 2 })
  expect(pickUp).not.toHaveProperty('points')
  expect(pickUp).not.toHaveProperty('couponId')
})
