import { describe, expect, test } from 'vitest'
import { nextTurn, resolveStyle, type StyleRule, styleState, tableOf } from './activity-style.ts'

const at = (time: string) => new Date(`2026-11-20T${time}+08:00`)
const now = at('12:00:00')
let ids = 0

/** A frame for all products, open the whole day. */
const frame = (change: Partial<StyleRule> = {}): StyleRule => ({
  id: ++ids,
  type: 0,
  method: 0,
  targetIds: [],
  startAt: at('00:00:00'),
  endAt: at('23:59:59'),
  updatedAt: at('08:00:00'),
  ...change,
})

/** Product 7, filed in category 31, which is below 3. */
const towel = { id: 7, levels: [[31], [3]] }
const winner = (styles: readonly StyleRule[], product = towel, when = now) =>
  resolveStyle(tableOf(styles, when), 0, product)?.id

describe('of the styles that run', () => {
  test('one for the product wins over one for a category, and that over one for all products', () => {
    const [all, category, product] = [
      frame({ updatedAt: at('11:00:00') }),
      frame({ method: 3, targetIds: [31], updatedAt: at('10:00:00') }),
      frame({ method: 1, targetIds: [9, 7] }),
    ]
    expect(winner([all, category, product])).toBe(product.id)
    expect(winner([all, category])).toBe(category.id)
    expect(winner([all])).toBe(all.id)
    expect(winner([])).toBeUndefined()
    expect(winner([frame({ method: 1, targetIds: [9] })])).toBeUndefined()
    expect(winner([frame({ method: 3, targetIds: [7] })]), 'the number of a product is none of a category').toBe(
      undefined,
    )
  })

  test('the nearest category wins, however late one further up was changed', () => {
    const above = frame({ method: 3, targetIds: [3], updatedAt: at('11:00:00') })
    const own = frame({ method: 3, targetIds: [31] })
    expect(winner([own, above])).toBe(own.id)
    expect(winner([above])).toBe(above.id)
    // Of a product in several categories each is as near as the others.
    const other = frame({ method: 3, targetIds: [4], updatedAt: at('09:00:00') })
    expect(winner([own, above, other], { id: 7, levels: [[31, 4], [3]] })).toBe(other.id)
  })

  test('in the same scope the one changed last wins, then the one with the higher id', () => {
    const [early, late] = [frame({ updatedAt: at('09:00:00') }), frame({ updatedAt: at('08:30:00') })]
    expect(winner([early, late])).toBe(early.id)
    const [first, second] = [frame(), frame()]
    expect(winner([second, first])).toBe(second.id)
    const near = { method: 3 as const }
    const [one, two] = [frame({ ...near, targetIds: [31] }), frame({ ...near, targetIds: [4] })]
    expect(winner([two, one], { id: 7, levels: [[31, 4]] })).toBe(two.id)
  })

  test('a strip dresses no list and a frame no page', () => {
    const table = tableOf([frame({ type: 1, id: 81 }), frame({ id: 82 })], now)
    expect(resolveStyle(table, 0, towel)?.id).toBe(82)
    expect(resolveStyle(table, 1, towel)?.id).toBe(81)
  })
})

test('a style runs from its first second to its last, and what is beside them is looked at in whole seconds', () => {
  const style = frame({ startAt: at('10:00:00'), endAt: at('12:00:00') })
  expect(styleState(style, at('09:59:59.999'))).toBe(0)
  expect(styleState(style, at('10:00:00'))).toBe(1)
  expect(styleState(style, at('12:00:00.999'))).toBe(1)
  expect(styleState(style, at('12:00:01'))).toBe(-1)
  expect(winner([style], towel, at('12:00:00.999'))).toBe(style.id)
  expect(winner([style], towel, at('12:00:01'))).toBeUndefined()
})

test('the next turn is the first second at which a style begins, or the one after the last of one that ends', () => {
  const styles = [
    frame({ startAt: at('10:00:00'), endAt: at('14:00:00') }),
    frame({ startAt: at('15:00:00'), endAt: at('16:00:00') }),
  ]
  expect(nextTurn(styles, at('09:00:00'))).toEqual(at('10:00:00'))
  expect(nextTurn(styles, at('10:00:00.500'))).toEqual(at('14:00:01'))
  expect(nextTurn(styles, at('14:00:00.999'))).toEqual(at('14:00:01'))
  expect(nextTurn(styles, at('14:00:01'))).toEqual(at('15:00:00'))
  expect(nextTurn(styles, at('16:00:01'))).toBeUndefined()
  expect(nextTurn([], now)).toBeUndefined()
})
