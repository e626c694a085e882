import { BadInput } from './errors.ts'
import { parseWireTime, SHANGHAI_OFFSET_MS } from './time.ts'

/** Both ends inclusive; `to` is the last millisecond of its second, so that stored fractions within it count. */
export type TimeRange = { from?: Date; to?: Date }

/** A Shanghai day. `month` counts from 0, `weekday` from Monday, 0. */
type Day = { year: number; month: number; day: number; weekday: number }

/** The first moment of a range and the one after its last. */
type Span = [from: Date, end: Date]

/** The named ranges, counted from today; they last until the end of their last day. */
const named = {
  today: lately(1),
  yesterday: ({ year, month, day }) => [midnight(year, month, day - 1), midnight(year, month, day)],
  lately7: lately(7),
  lately30: lately(30),
  lately90: lately(90),
  lately180: lately(180),
  week: ({ year, month, day, weekday }) => weekFrom(year, month, day - weekday),
  preWeek: ({ year, month, day, weekday }) => weekFrom(year, month, day - weekday - 7),
  month: ({ year, month }) => [midnight(year, month, 1), midnight(year, month + 1, 1)],
  preMonth: ({ year, month }) => [midnight(year, month - 1, 1), midnight(year, month, 1)],
  year: ({ year }) => [midnight(year, 0, 1), midnight(year + 1, 0, 1)],
  preYear: ({ year }) => [midnight(year - 1, 0, 1), midnight(year, 0, 1)],
} as const satisfies Record<string, (today: Day) => Span>

export type NamedRange = keyof typeof named

/**
 * Reads the time range of a list query: `from,to`, the same as two values, or a name such as `lately7` or `preMonth`.
 * Days are Shanghai days, weeks start on Monday, a bare day as `to` lasts until its end.
 * @returns both ends, or neither for an empty value: undefined, '' or blank ends
 * @throws {BadInput} on anything else, including a single end and `from` after `to`
 */
export function parseTimeRange(given: string | readonly string[] | undefined, now: Date): TimeRange {
  const texts = (typeof given === 'string' ? given.split(',') : (given ?? [])).map((text) => text.trim())
  if (!texts.some(Boolean)) return {}
  const [from, end] = readSpan(texts, now)
  if (from.getTime() >= end.getTime()) throw unreadable()
  return { from, to: new Date(end.getTime() - 1) }
}

function readSpan(texts: readonly string[], now: Date): Span {
  const [first = '', second = ''] = texts
  if (texts.length === 1 && isNamed(first)) return named[first](dayOf(now))
  const from = parseWireTime(first)
  const to = parseWireTime(second)
  if (texts.length !== 2 || !from || !to) throw unreadable()
  return [from, endOf(second, to)]
}

/** The moment after the day or second that the text names. */
function endOf(text: string, at: Date): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  return isDay ? new Date(at.getTime() + 86_400_000) : new Date(Math.floor(at.getTime() / 1000) * 1000 + 1000)
}

function isNamed(text: string): text is NamedRange {
  return Object.hasOwn(named, text)
}

function lately(days: number) {
  return ({ year, month, day }: Day): Span => [midnight(year, month, day + 1 - days), midnight(year, month, day + 1)]
}

function weekFrom(year: number, month: number, monday: number): Span {
  return [midnight(year, month, monday), midnight(year, month, monday + 7)]
}

function dayOf(now: Date): Day {
  const shanghai = new Date(now.getTime() + SHANGHAI_OFFSET_MS)
  return {
    year: shanghai.getUTCFullYear(),
    month: shanghai.getUTCMonth(),
    day: shanghai.getUTCDate(),
    weekday: (shanghai.getUTCDay() + 6) % 7,
  }
}

/** 00:00:00 in Shanghai; months and days beyond the calendar overflow into the next or previous one. */
function midnight(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month, day) - SHANGHAI_OFFSET_MS)
}

function unreadable(): BadInput {
  return new BadInput('时间范围格式不正确')
}
