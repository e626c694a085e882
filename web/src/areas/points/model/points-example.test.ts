import { describe, expect, test } from 'vitest'
import { pointsExample } from './points-example.ts'

const usual = {
  integral_ratio: 0.01,
  order_give_integral: 1,
  integral_max: 0,
  integral_max_ratio: 100,
  integral_min_order: 0,
}

describe('what the settings of points do to an order of 100 yuan', () => {
  test.each([
    ['half of the goods', { integral_max_ratio: 50 }, '最多用 5,000 积分抵 50 元，付款后得 50 积分（不用积分得 100）'],
    ['a limit of points', { integral_max: 1250 }, '最多用 1,250 积分抵 12.5 元，付款后得 87 积分（不用积分得 100）'],
    ['points that pay everything', {}, '10,000 积分可以全部抵完，不用付钱，也不得积分；不用积分付款后得 100 积分'],
    ['nothing earned', { order_give_integral: 0 }, '10,000 积分可以全部抵完，不用付钱，也不得积分'],
    ['a ratio of three decimals', { integral_ratio: 0.003, integral_max_ratio: 10 }, '最多用 3,334 积分抵 10 元'],
    [
      'goods from 200 yuan',
      { integral_min_order: 200 },
      '商品金额满 200.00 元可用积分，还差 100.00 元，付款后得 100 积分',
    ],
  ])('%s', (_title, changed, text) => {
    const example = pointsExample({ ...usual, ...changed })
    expect(example?.off).toBe(false)
    expect(example?.text).toContain(`100 元的订单：${text}`)
  })

  test('a ratio of 0 switches points off, and what is paid still earns some', () => {
    expect(pointsExample({ ...usual, integral_ratio: 0 })).toEqual({
      off: true,
      text: '100 元的订单：付款后得 100 积分',
    })
  })

  test('there is no sentence for values that the server would refuse', () => {
    for (const wrong of [null, undefined, -1, 'x', 1e-7])
      expect(pointsExample({ ...usual, integral_ratio: wrong })).toBeUndefined()
  })
})
