import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'

const columns = [
  { name: 'id', width: 60 },
  { name: 'name' },
  { name: 'brand', width: 120, low: true },
  { name: 'sort', width: 80, low: true },
  { name: 'createTime' },
] as const
const names = (fitted: { columns: readonly { name: string }[] }) => fitted.columns.map(({ name }) => name).join(' ')

test('all columns have widths but one, which takes the rest; times are wide enough for one line', () => {
  const { columns: shown, scroll } = fitColumns(columns, 1000, false)
  expect(shown.map(({ width }) => width)).toEqual([60, undefined, 120, 80, 128])
  expect(scroll).toBeUndefined()
})

test('where every column has a width, the widest gives it up', () => {
  const { columns: shown } = fitColumns(
    [
      { name: 'a', width: 100 },
      { name: 'b', width: 240 },
    ],
    1000,
    false,
  )
  expect(shown.map(({ width }) => width)).toEqual([100, undefined])
})

test('what matters least is left out first, from the right', () => {
  expect(names(fitColumns(columns, 450, false))).toBe('id name brand createTime')
  expect(names(fitColumns(columns, 310, false))).toBe('id name createTime')
})

test('without anything left to hide the table scrolls', () => {
  expect(fitColumns(columns, 200, false)).toMatchObject({ scroll: 300 })
})

test('columns staff chose are all shown, and scroll', () => {
  const fitted = fitColumns(columns, 400, true)
  expect(names(fitted)).toBe('id name brand sort createTime')
  expect(fitted.scroll).toBe(500)
})

test('nothing is hidden while the room is unknown', () => {
  expect(fitColumns(columns, 0, false)).toMatchObject({ columns: { length: 5 }, scroll: undefined })
})

test('columns shrink to what they can do with before one of them is left out, and no further than there is need', () => {
  const shrinking = [
    { name: 'no', width: 180, least: 150 },
    { name: 'note', width: 150, least: 110, low: true },
    { name: 'paid', width: 120 },
  ] as const
  const fitted = (available: number) =>
    fitColumns(shrinking, available, false)
      .columns.map(({ name }) => name)
      .join(' ')
  expect([fitted(450), fitted(390), fitted(370)]).toEqual(['no note paid', 'no note paid', 'no paid'])
  expect(fitColumns(shrinking, 450, false).columns.map(({ width }) => width)).toEqual([undefined, 150, 120])
})
