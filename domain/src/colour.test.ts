import { expect, test } from 'vitest'
import { contrast, mix, shaded } from './colour.ts'

test.each([
  ['#000000', '#ffffff', 0.1, '#1a1a1a'],
  ['#1890ff', '#ffffff', 0.5, '#8cc8ff'],
  ['#1890ff', '#000000', 0.1, '#1682e6'],
  ['#409EFF', '#ffffff', 0, '#409eff'],
  ['#409EFF', '#000000', 1, '#000000'],
])('%s mixed with %s by %s is %s', (colour, other, share, mixed) => {
  expect(mix(colour, other, share)).toBe(mixed)
})

test('contrast is that of WCAG: 21 for black on white, 1 for a colour on itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#13c2c2', '#13c2c2')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('a colour is shaded until the contrast suffices, and stays as it is where it does', () => {
  expect(shaded('#123456', '#ffffff', 4.5)).toBe('#123456')
  for (const colour of ['#e93323', '#42ca4d', '#ffffff', '#808080'])
    expect(contrast(shaded(colour, '#ffffff', 4.5), '#ffffff')).toBeGreaterThanOrEqual(4.5)
})
