import { expect, test } from 'vitest'
import { cutText } from './text.ts'

test.each([
  ['毛巾', 2, '毛巾'],
  ['毛巾🎁', 3, '毛巾🎁'],
  ['毛巾🎁🎁', 3, '毛巾🎁'],
  ['🎁'.repeat(300), 256, '🎁'.repeat(256)],
  ['毛巾', 0, ''],
])('%s is cut to %i characters and stays well formed', (text, max, kept) => {
  const cut = cutText(text, max)
  expect(cut).toBe(kept)
  expect(cut.isWellFormed()).toBe(true)
})
