import { expect, test } from 'vitest'
import { makeCalendarRow } from '../promotion.fixture.ts'
import { addMonths, agendaOf, isThroughout, layBars, runsOn, weeksOf } from './calendar.ts'

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

test('what falls below cost has the first lane, then what begins or ends, then what runs through', () => {
  const days = weeksOf('2026-11')[1] ?? []
  const through = row(1, '2026-10-01', '2026-12-30')
  const late = row(2, '2026-11-08', '2026-12-30')
  const below = { ...row(3, '2026-10-02', '2026-12-30'), belowCost: true }
  expect(layBars([through, late, below], days).map(({ row: { id }, lane }) => [id, lane])).toEqual([
    [3, 0],
    [2, 1],
    [1, 2],
  ])
  expect([through, late, below].map((one) => isThroughout(one, days))).toEqual([true, false, true])
})

test('an agenda begins with what falls below cost, then tells starts and ends by day, last what runs all month', () => {
  const rows = [
    row(1, '2026-11-20', null),
    row(2, null, '2026-11-02'),
    row(3, '2026-12-01', null),
    row(4, '2026-09-01', '2026-10-31'),
    row(5, null, null),
    { ...row(6, '2026-11-25', null), belowCost: true },
    row(7, '2026-11-02', '2026-11-30'),
  ]
  expect(agendaOf(rows, '2026-11').map(({ title, rows: list }) => [title, list.map(({ id }) => id)])).toEqual([
    ['低于成本', [6]],
    ['11 月 2 日开始', [7]],
    ['11 月 2 日结束', [2]],
    ['11 月 20 日开始', [1]],
    ['整月都在', [5]],
  ])
})
