import { describe, expect, test } from 'vitest'
import { formatTime, getTime, parseTime } from './display-time.ts'

/** 2026-03-01 00:30:05 in Shanghai, a Sunday; still February in London. */
const at = new Date('2026-02-28T16:30:05.678Z')
const shown = '2026-03-01 00:30:05'

describe('a moment is formatted in shop time', () => {
  test.each([
    ['a Date', at],
    ['milliseconds', at.getTime()],
    ['ten-digit seconds', 1772296205],
    ['milliseconds as text', String(at.getTime())],
    ['ten-digit seconds as text', '1772296205'],
    ['the wire form', shown],
  ])('from %s', (_from, time) => {
    expect(parseTime(time)).toBe(shown)
  })

  test.each([
    ['{y}/{m}/{d}', '2026/03/01'],
    ['{h}:{i}', '00:30'],
    ['星期{a}', '星期日'],
    ['{x}{y}{y}', '{x}20262026'],
    ['', ''],
  ])('by the format %j', (format, text) => {
    expect(parseTime(at, format)).toBe(text)
  })

  test.each([
    null,
    undefined,
    'null',
    '',
    'soon',
    '2026-02-30',
    new Date(Number.NaN),
    Number.NaN,
    Number.MAX_VALUE,
    {},
    true,
  ])('and %j is formatted as an empty text', (time) => {
    expect(parseTime(time)).toBe('')
  })

  test('and a missing argument gives null', () => {
    expect(parseTime()).toBeNull()
  })

  test('only exactly ten digits count as seconds', () => {
    expect(parseTime(0)).toBe('1970-01-01 08:00:00')
    expect(parseTime(999_999_999)).toBe('1970-01-12 21:46:39')
    expect(parseTime('2026-03-01')).toBe('2026-03-01 00:00:00')
  })
})

describe('the age of a moment', () => {
  const second = 1000
  test.each([
    [-3600 * second, '刚刚'],
    [0, '刚刚'],
    [29.999 * second, '刚刚'],
    [30 * second, '1分钟前'],
    [60 * second, '1分钟前'],
    [61 * second, '2分钟前'],
    [3599 * second, '60分钟前'],
    [3600 * second, '1小时前'],
    [3601 * second, '2小时前'],
    [86_399 * second, '24小时前'],
    [86_400 * second, '1天前'],
    [172_799 * second, '1天前'],
    [172_800 * second, shown],
  ])('of %d ms is %s', (age, text) => {
    expect(formatTime(at, undefined, new Date(at.getTime() + age))).toBe(text)
  })

  test('older moments take the format given', () => {
    expect(formatTime(at, '{m}月{d}日', new Date(at.getTime() + 200_000 * second))).toBe('03月01日')
  })

  test('an empty value is four dashes, an invalid one an empty text', () => {
    expect([formatTime(null), formatTime(undefined), formatTime('soon')]).toEqual(['----', '----', ''])
  })
})

describe('the bounds of date pickers', () => {
  test('the start is ninety days before now', () => {
    expect(getTime('start', at)).toBe(at.getTime() - 7_776_000_000)
  })

  test.each([
    ['2026-02-28T15:59:59.999Z', '2026-02-27T16:00:00.000Z'],
    ['2026-02-28T16:00:00.000Z', '2026-02-28T16:00:00.000Z'],
    ['2026-03-01T15:59:59.999Z', '2026-02-28T16:00:00.000Z'],
  ])('at %s today began at %s', (now, midnight) => {
    expect(getTime(undefined, new Date(now)).toISOString()).toBe(midnight)
    expect(getTime('end', new Date(now)).toISOString()).toBe(midnight)
  })
})
