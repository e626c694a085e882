import { expect, test } from 'vitest'
import { isExternal } from './external.ts'

test.each([
  ['http://x', true],
  ['https://x.com/a', true],
  ['mailto:a@x.com', true],
  ['tel:10086', true],
  ['/order/list', false],
  ['order/http:', false],
  ['httpx://a', false],
  ['ftp://a', false],
  ['', false],
])('the path %j is external: %j', (path, external) => {
  expect(isExternal(path)).toBe(external)
})
