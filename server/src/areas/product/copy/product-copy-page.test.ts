import { expect, test } from 'vitest'
import { readPage } from './product-copy-page.ts'

test('a page that nests without end is not read, as that would hold up every call', () => {
  const title = '<title>毛巾</title><meta property="og:title" content="毛巾">'
  expect(readPage(`${'<div>'.repeat(30)}${title}`)).not.toEqual([])
  expect(readPage(`${'<div>'.repeat(300)}${title}`)).toEqual([])
})
