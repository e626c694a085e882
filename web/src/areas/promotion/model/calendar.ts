import type { CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { activityPhases, activityTypes } from '@zhanggui/domain/promotion/activity.ts'
import { couponPhases } from '@zhanggui/domain/promotion/coupon.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { serverNow } from '../../../api/server-time.ts'
import { activityAddress } from '../../../kit/activity/activity-address.ts'

const DAY_MS = 86_400_000

/** Days are `YYYY-MM-DD`, months `YYYY-MM`; both sort as text. */
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The day so many days later. */
export const addDays = (day: string, count: number) => dayAt(msOf(day) + count * DAY_MS)

/** The month so many months later. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The days of a month. */
export function daysOf(month: string): string[] {
  const first = `${month}-01`
  const count = (msOf(`${addMonths(month, 1)}-01`) - msOf(first)) / DAY_MS
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

/** The weeks, from Monday, in which a month has days. */
export function weeksOf(month: string): string[][] {
  const days = daysOf(month)
  const lead = (new Date(msOf(`${month}-01`)).getUTCDay() + 6) % 7
  const start = addDays(`${month}-01`, -lead)
  const count = Math.ceil((lead + days.length) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(start, week * 7 + index)),
  )
}

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string) => new Date(msOf(day)).getUTCDay() || 7

type Span = Pick<CalendarRow, 'startTime' | 'stopTime'>

const startDay = ({ startTime }: Span) => startTime?.slice(0, 10) ?? ''
const stopDay = ({ stopTime }: Span) => stopTime?.slice(0, 10) ?? '9999-12-31'

/** Whether something runs on a day, be it for an hour. */
export const runsOn = (row: Span, day: string) => startDay(row) <= day && day <= stopDay(row)

/** Whether it runs before the first of some days and after the last, so that it would fill all of them and say nothing. */
export const isThroughout = (row: Span, days: readonly string[]) =>
  startDay(row) < (days[0] ?? '') && stopDay(row) > (days.at(-1) ?? '')

type Marked = Span & Pick<CalendarRow, 'belowCost'>

/** What is seen first: 0 falls below cost, 1 begins or ends within the days, 2 runs through them. */
export const rankOf = (row: Marked, days: readonly string[]) => (row.belowCost ? 0 : isThroughout(row, days) ? 2 : 1)

/** Where a row stands among the days of a strip. */
export type Bar<Row> = {
  row: Row
  /** The first and the last of its days in the strip, from 0. */
  from: number
  to: number
  /** From 0 at the top. */
  lane: number
  /** It began before, or goes on after, the strip. */
  before: boolean
  after: boolean
}

/**
 * Lays rows out over the days of a strip, so that none covers another: on top what falls below cost, then what begins or
 * ends within, each by its start, the longer before the shorter.
 */
export function layBars<Row extends Marked>(rows: readonly Row[], days: readonly string[]): Bar<Row>[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const inside = rows.filter((row) => startDay(row) <= last && stopDay(row) >= first)
  const sorted = inside.toSorted(
    (one, other) =>
      rankOf(one, days) - rankOf(other, days) ||
      compare(startDay(one), startDay(other)) ||
      compare(stopDay(other), stopDay(one)),
  )
  const lanes: { from: number; to: number }[][] = []
  return sorted.map((row) => {
    const [before, after] = [startDay(row) < first, stopDay(row) > last]
    const from = before ? 0 : days.indexOf(startDay(row))
    const to = after ? days.length - 1 : days.indexOf(stopDay(row))
    const free = lanes.findIndex((taken) => taken.every((bar) => bar.to < from || bar.from > to))
    const lane = free < 0 ? lanes.length : free
    lanes[lane] = [...(lanes[lane] ?? []), { from, to }]
    return { row, from, to, lane, before, after }
  })
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** A part of the month as a list. */
export type AgendaGroup<Row> = { title: string; rows: Row[] }

/**
 * The rows of a month as a list, each once: first what falls below cost, then by the day on which it begins, or else ends,
 * last what runs through the whole month.
 */
export function agendaOf<Row extends Marked>(rows: readonly Row[], month: string): AgendaGroup<Row>[] {
  const days = daysOf(month)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const groups = Map.groupBy(
    rows.filter((row) => startDay(row) <= last && stopDay(row) >= first),
    (row) => {
      if (row.belowCost) return ' 低于成本'
      if (startDay(row) >= first) return `${startDay(row)}开始`
      return stopDay(row) <= last ? `${stopDay(row)}结束` : '整月都在'
    },
  )
  return [...groups]
    .sort(([one], [other]) => compare(one, other))
    .map(([key, list]) => ({ title: key.trim().replace(/^\d{4}-0?(\d+)-0?(\d+)/, '$1 月 $2 日'), rows: list }))
}

/** What kinds of activities are called. */
export const kindNames: Readonly<Record<number, string>> = {
  ...activityTypes,
  4: '优惠券',
  5: '活动样式',
  6: '直播',
}

/** Nothing of it can be had any more: its time is over, or all of it is gone. */
export const isOver = ({ type, phase }: Pick<CalendarRow, 'type' | 'phase'>) =>
  type === 4 ? phase === 'over' || phase === 'soldOut' : phase === 'ended'

/** The word of a phase: 领取中, 进行中. */
export function phaseWord({ type, phase }: Pick<CalendarRow, 'type' | 'phase'>): string {
  const words: Readonly<Record<string, string>> = type === 4 ? couponPhases : activityPhases
  return words[phase] ?? phase
}

/** 11-01 09:00 至 11-20 24:00, 不限时. */
export function spanText({ startTime, stopTime }: Span): string {
  if (!startTime && !stopTime) return '不限时'
  if (!stopTime) return `${shortTime(startTime)} 起，不限结束`
  return startTime ? `${shortTime(startTime)} 至 ${shortTime(stopTime)}` : `至 ${shortTime(stopTime)}`
}

/** 11-20 14:22, with the year where that is another. */
function shortTime(time: string | null): string {
  const text = time?.slice(0, 16) ?? ''
  return text.slice(0, 4) === toWireDay(serverNow()).slice(0, 4) ? text.slice(5) : text
}

/** The page of an activity. */
export function pageOf({
  type,
  id,
  title,
  styleType,
}: Pick<CalendarRow, 'type' | 'id' | 'title' | 'styleType'>): string {
  const name = new URLSearchParams({ name: title })
  if (type === 4) return `/marketing/coupon/list?${name}`
  if (type === 5) return `/marketing/style/${styleType === 0 ? 'border' : 'atmosphere'}?${name}`
  return activityAddress(type, id)
}
