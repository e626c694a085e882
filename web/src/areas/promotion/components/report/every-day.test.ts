import { expect, test } from 'vitest'
import { everyDay } from './every-day.ts'

test('days on which nothing was sold stand between the others, also from month to month', () => {
  const rows = [
    { day: '2026-11-29', gmv: 10 },
    { day: '2026-12-02', gmv: 5 },
  ]
  expect(everyDay(rows, { gmv: 0 })).toEqual([
    { day: '2026-11-29', gmv: 10 },
    { day: '2026-11-30', gmv: 0 },
    { day: '2026-12-01', gmv: 0 },
    { day: '2026-12-02', gmv: 5 },
  ])
  expect(everyDay<{ day: string; gmv: number }>([], { gmv: 0 })).toEqual([])
  expect(everyDay(rows.slice(1), { gmv: 0 })).toEqual(rows.slice(1))
  const years = [{ day: '2024-01-01', gmv: 1 }, ...rows]
  expect(everyDay(years, { gmv: 0 })).toEqual(years)
})
