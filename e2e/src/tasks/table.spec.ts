import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { rowsOf } from './table.ts'
import { tableFile } from './task.ts'

const twenty = rowsOf(readFileSync(tableFile, 'utf8')).filter(({ number }) => number !== undefined)

test('16 the twenty commonest tasks take fewer acts than elsewhere in at least seventeen, and none more than one above', () => {
  expect(twenty.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  for (const { title, counted, acts } of twenty)
    expect(acts.ours, title).toBe(counted.clicks + counted.entries + counted.keys)
  const better = twenty.filter(({ acts }) => acts.ours < best(acts))
  expect(better.length).toBeGreaterThanOrEqual(17)
  expect(twenty.filter(({ acts }) => acts.ours > best(acts) + 1).map(({ title }) => title)).toEqual([])
})

/** The fewest acts that either of the others needs. */
function best({
  shopify = Number.POSITIVE_INFINITY,
  medusa = Number.POSITIVE_INFINITY,
}: (typeof twenty)[number]['acts']) {
  return Math.min(shopify, medusa)
}
