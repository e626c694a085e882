import { array, assert, constantFrom, date, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BadInput } from './errors.ts'
import { toWireTime } from './time.ts'
import { parseTimeRange } from './time-range.ts'

/** Sunday 2026-03-01 00:30 in Shanghai, the first minutes of a month and the last day of a week. */
const sunday = new Date('2026-02-28T16:30:00Z')

const names = [
  'today',
  'yesterday',
  'lately7',
  'lately30',
  'lately90',
  'lately180',
  'week',
  'preWeek',
  'month',
  'preMonth',
  'year',
  'preYear',
]

function read(given: string | string[] | undefined, now = sunday) {
  const { from, to } = parseTimeRange(given, now)
  return [from && toWireTime(from), to && toWireTime(to)]
}

describe('a named range covers whole Shanghai days', () => {
  test.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['lately7', '2026-02-23', '2026-03-01'],
    ['lately30', '2026-01-31', '2026-03-01'],
    ['lately90', '2025-12-02', '2026-03-01'],
    ['lately180', '2025-09-03', '2026-03-01'],
    ['week', '2026-02-23', '2026-03-01'],
    ['preWeek', '2026-02-16', '2026-02-22'],
    ['month', '2026-03-01', '2026-03-31'],
    ['preMonth', '2026-02-01', '2026-02-28'],
    ['year', '2026-01-01', '2026-12-31'],
    ['preYear', '2025-01-01', '2025-12-31'],
  ])('on a Sunday, %s is %s to %s', (name, first, last) => {
    expect(read(name)).toEqual([`${first} 00:00:00`, `${last} 23:59:59`])
    expect(read([name])).toEqual(read(name))
  })

  test.each([
    ['week', '2024-01-01', '2024-01-07'],
    ['preWeek', '2023-12-25', '2023-12-31'],
    ['yesterday', '2023-12-31', '2023-12-31'],
    ['preMonth', '2023-12-01', '2023-12-31'],
    ['preYear', '2023-01-01', '2023-12-31'],
  ])('on a Monday, New Year, %s is %s to %s', (name, first, last) => {
    const newYear = new Date('2023-12-31T16:00:00Z')
    expect(read(name, newYear)).toEqual([`${first} 00:00:00`, `${last} 23:59:59`])
  })
})

describe('a range with two ends', () => {
  test.each([
    ['2026-01-02,2026-01-03', '2026-01-02 00:00:00', '2026-01-03 23:59:59'],
    ['2026-01-02,2026-01-02', '2026-01-02 00:00:00', '2026-01-02 23:59:59'],
    ['2026-01-02 10:00:00,2026-01-02 10:00:00', '2026-01-02 10:00:00', '2026-01-02 10:00:00'],
    ['2026-01-02 10:00:00,2026-01-02', '2026-01-02 10:00:00', '2026-01-02 23:59:59'],
    [' 2026-01-02 , 2026-01-03 08:00:00 ', '2026-01-02 00:00:00', '2026-01-03 08:00:00'],
    ['1767283200,1767283201999', '2026-01-02 00:00:00', '2026-01-02 00:00:01'],
  ])('%j reaches from %s to %s', (given, from, to) => {
    expect(read(given)).toEqual([from, to])
    expect(read(given.split(','))).toEqual([from, to])
  })

  test('includes what happened within its last second', () => {
    expect(parseTimeRange('2026-01-02,2026-01-02', sunday).to).toEqual(new Date('2026-01-02T15:59:59.999Z'))
    expect(parseTimeRange('2026-01-02,2026-01-02 10:00:00', sunday).to).toEqual(new Date('2026-01-02T02:00:00.999Z'))
  })
})

test('an empty value gives no range', () => {
  for (const given of [undefined, '', ' ', ',', [], ['', '']]) expect(parseTimeRange(given, sunday)).toEqual({})
})

test.each([
  'tomorrow',
  'Today',
  'constructor',
  'toString',
  'lately8',
  '2026-01-02',
  '2026-01-02,',
  ',2026-01-02',
  '2026-01-02,2026-01-03,2026-01-04',
  '2026-01-03,2026-01-02',
  '2026-01-02 10:00:01,2026-01-02 10:00:00',
  '2026-02-30,2026-03-01',
  '2026/01/02,2026/01/03',
  'today,today',
])('%j is refused as a time range', (given) => {
  expect(() => parseTimeRange(given, sunday)).toThrow(new BadInput('时间范围格式不正确'))
})

test('any input gives a forward range or is refused', () => {
  const moment = date({ min: new Date('1970-01-01'), max: new Date('9990-01-01'), noInvalidDate: true })
  assert(
    property(constantFrom(...names), moment, (name, now) => {
      const { from, to } = parseTimeRange(name, now)
      return from !== undefined && to !== undefined && from < to
    }),
  )
  const end = oneof(
    moment.map(toWireTime),
    moment.map((at) => toWireTime(at).slice(0, 10)),
    string(),
  )
  assert(
    property(array(end, { maxLength: 3 }), (given) => {
      try {
        const { from, to } = parseTimeRange(given, sunday)
        return from === undefined || (to !== undefined && from <= to)
      } catch (error) {
        return error instanceof BadInput
      }
    }),
  )
})
