import { expect, test } from 'vitest'
import { makeOrigin, makeSimulation } from '../promotion.fixture.ts'
import { priceStoryOf } from '../shared/price-trace/order-story.ts'
import { differencesOf, storyOf } from './answer-look.ts'

const sum = (steps: readonly { value: number }[]) => steps.reduce((fen, { value }) => fen + Math.round(value * 100), 0)

test('the steps of an answer add up to what is payable, with their shares of the lines', () => {
  const { steps } = storyOf(makeSimulation().quote)
  expect(steps.filter(({ lines }) => lines?.length)).toHaveLength(4)
  expect(sum(steps)).toBe(13402)
  expect(steps[0]).toMatchObject({ value: 185.27, why: '3 种 6 件，按售价' })
  for (const { label, value, lines = [] } of steps)
    if (lines.length) expect([label, sum(lines)]).toEqual([label, Math.round(value * 100)])
})

test('the steps of an order add up to what was paid, changes of its price included', () => {
  expect(sum(priceStoryOf(makeOrigin()).steps)).toBe(13402)
  const changed = priceStoryOf(makeOrigin({ adjustPrice: -5, payPostage: 0, payPrice: 121.02, priceChanges: 1 }))
  expect(sum(changed.steps)).toBe(12102)
  expect(changed.steps.map(({ label }) => label)).toContain('改价')
})

test('an answer is compared with its order step by step', () => {
  const { quote } = makeSimulation()
  expect(differencesOf(quote, makeOrigin())).toEqual({ total: 0, steps: [] })
  expect(differencesOf(quote, makeOrigin({ couponPrice: 0, payPrice: 154.02 }))).toEqual({
    total: -20,
    steps: [{ label: '优惠券', now: -20, was: 0 }],
  })
})
