import { expect, test } from 'vitest'
import { makeCalendarRow } from '../promotion.fixture.ts'
import { addMonths, agendaOf, layBars, runsOn, weeksOf } from './calendar.ts'

const row = (id: number, from: string | null, to: string | null) =>
  makeCalendarRow(id, { startTime: from && `${from} 09:00:00`, stopTime: to && `${to} 23:59:59` })

test('a month is shown in whole weeks from Monday, across the turn of the year', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]?.[0]).toBe('2026-10-26')
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  expect(weeksOf('2027-02')).toHaveLength(4)
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

test('no bar covers another, and a bar that goes beyond its week says so', () => {
  const days = weeksOf('2026-11')[1] ?? []
  const bars = layBars(
    [row(1, '2026-11-04', '2026-11-05'), row(2, '2026-10-01', '2026-11-03'), row(3, '2026-11-03', null)],
    days,
  )
  expect(bars.map(({ row: { id }, from, to, lane, before, after }) => [id, from, to, lane, before, after])).toEqual([
    [2, 0, 1, 0, true, false],
    [3, 1, 6, 1, false, true],
    [1, 2, 3, 0, false, false],
  ])
})

test('something runs on its first and its last day, and without bounds on each', () => {
  expect(runsOn(row(1, '2026-11-04', '2026-11-05'), '2026-11-05')).toBe(true)
  expect(runsOn(row(1, '2026-11-04', '2026-11-05'), '2026-11-06')).toBe(false)
  expect(runsOn(row(1, null, null), '2030-01-01')).toBe(true)
})

test('an agenda begins with what runs already, and leaves out what is no longer or not yet', () => {
  const rows = [
    row(1, '2026-11-20', null),
    row(2, null, '2026-11-02'),
    row(3, '2026-12-01', null),
    row(4, '2026-09-01', '2026-10-31'),
  ]
  expect(agendaOf(rows, '2026-11').map(({ day, rows: list }) => [day, list.map(({ id }) => id)])).toEqual([
    ['', [2]],
    ['2026-11-20', [1]],
  ])
})
