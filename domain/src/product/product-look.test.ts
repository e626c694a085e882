import { expect, test } from 'vitest'
import { marginText, productLabels } from './product-look.ts'

test('labels name activities, recommendations and the number of SKUs', () => {
  const plain = { isBest: false, isHot: false, isNew: false, isBenefit: false, isGood: false, specType: false }
  const idle = { ...plain, skuCount: 1, isSeckill: false, isBargain: false, isCombination: false }
  expect(productLabels(idle)).toEqual([])
  expect(productLabels({ ...idle, isBargain: true, isHot: true, specType: true, skuCount: 4 })).toEqual([
    '活动',
    '推荐',
    '多规格 4',
  ])
})

test.each([
  [59.9, 28, '53.3%'],
  [10, 0, '—'],
  [10, null, '—'],
  [0, 5, '—'],
])('the margin of %s bought at %s is %s', (price, cost, text) => {
  expect(marginText(price, cost)).toBe(text)
})
