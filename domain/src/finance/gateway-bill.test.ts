import { expect, test } from 'vitest'
import { type FoundDiff, judgeDiffs, type KeptDiff } from './gateway-bill.ts'

const diff = (object: string, found = '1'): FoundDiff => ({
  kind: 'theirs',
  object,
  no: object,
  day: '2026-11-28',
  amountFen: 100,
  expected: '0',
  found,
})
const kept = (object: string, state: KeptDiff['state'], found = '1'): KeptDiff => ({ ...diff(object, found), state })
const names = (diffs: readonly FoundDiff[]) => diffs.map(({ object }) => object)

test('a difference is opened once, stays explained while it is the same, and is gone when it is found no more', () => {
  const { opened, seen, gone } = judgeDiffs(
    [
      kept('open', 'open'),
      kept('told', 'explained'),
      kept('other', 'explained'),
      kept('back', 'gone'),
      kept('left', 'open'),
    ],
    [diff('open', '2'), diff('told'), diff('other', '2'), diff('back'), diff('new'), diff('new')],
  )
  expect(names(opened)).toEqual(['other', 'back', 'new'])
  expect(names(seen)).toEqual(['open', 'told'])
  expect(names(gone)).toEqual(['left'])
})

test('what was explained and is gone stays gone', () => {
  expect(names(judgeDiffs([kept('told', 'explained'), kept('old', 'gone')], []).gone)).toEqual(['told'])
})
