import { expect, test } from 'vitest'
import { gradeReply } from './product-reply.ts'

test.each([
  [5, 5, 5, 'good'],
  [5, 4, 4, 'good'],
  [3, 5, 4, 'good'],
  [4, 3, 3, 'medium'],
  [1, 4, 2, 'medium'],
  [2, 2, 2, 'poor'],
  [1, 1, 1, 'poor'],
])('%i for the goods and %i for the service are %i stars, %s', (productScore, serviceScore, star, level) => {
  expect(gradeReply(productScore, serviceScore)).toEqual({ star, level })
})
