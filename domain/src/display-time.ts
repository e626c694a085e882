import { parseWireTime, SHANGHAI_OFFSET_MS } from './time.ts'

const FULL = '{y}-{m}-{d} {h}:{i}:{s}'
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
/** How far back getTime('start') goes: ninety days. */
const START_MS = 7_776_000_000

/**
 * Formats a moment in Asia/Shanghai, whatever the reader's time zone.
 * @param time a Date, milliseconds, ten-digit seconds, either as text, or the wire form
 * @param format with {y} {m} {d} {h} {i} {s}, and {a} for the day of the week: 日一二三四五六
 * @returns '' for an empty or invalid value; null when called without an argument
 */
export function parseTime(): null
export function parseTime(time: unknown, format?: string): string
export function parseTime(...given: [time?: unknown, format?: string]): string | null {
  if (!given.length) return null
  const [time, format = FULL] = given
  const at = toMoment(time)
  if (!at) return ''
  const shanghai = new Date(at.getTime() + SHANGHAI_OFFSET_MS)
  const two = (part: number) => String(part).padStart(2, '0')
  const parts: Record<string, string> = {
    y: String(shanghai.getUTCFullYear()),
    m: two(shanghai.getUTCMonth() + 1),
    d: two(shanghai.getUTCDate()),
    h: two(shanghai.getUTCHours()),
    i: two(shanghai.getUTCMinutes()),
    s: two(shanghai.getUTCSeconds()),
    a: '日一二三四五六'.charAt(shanghai.getUTCDay()),
  }
  return format.replace(/\{([ymdhisa])\}/g, (_token, letter: string) => parts[letter] ?? '')
}

/**
 * Formats the age of a moment, from 刚刚 to 1天前; older ones as {@link parseTime} formats them.
 * @param time anything parseTime takes
 * @returns `----` for an empty value; '' for an invalid one
 */
export function formatTime(time: unknown, format?: string, now: Date = new Date()): string {
  if (time === null || time === undefined) return '----'
  const at = toMoment(time)
  if (!at) return ''
  const seconds = (now.getTime() - at.getTime()) / 1000
  if (seconds < 30) return '刚刚'
  if (seconds < HOUR) return `${Math.ceil(seconds / MINUTE)}分钟前`
  if (seconds < DAY) return `${Math.ceil(seconds / HOUR)}小时前`
  if (seconds < 2 * DAY) return '1天前'
  return parseTime(at, format)
}

/**
 * The two bounds that date pickers start from.
 * @returns for 'start' the moment ninety days before now, in milliseconds; for anything else today's 00:00:00 in Shanghai
 */
export function getTime(which: 'start', now?: Date): number
export function getTime(which?: string, now?: Date): Date
export function getTime(which?: string, now: Date = new Date()): number | Date {
  if (which === 'start') return now.getTime() - START_MS
  const shanghai = now.getTime() + SHANGHAI_OFFSET_MS
  const intoDay = shanghai % (DAY * 1000)
  return new Date(now.getTime() - intoDay)
}

function toMoment(time: unknown): Date | undefined {
  if (time instanceof Date) return valid(time)
  if (typeof time !== 'number' && typeof time !== 'string') return undefined
  const text = String(time).trim()
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000)
  return /^-?\d+(\.\d+)?$/.test(text) ? valid(new Date(Number(text))) : parseWireTime(text)
}

function valid(at: Date): Date | undefined {
  return Number.isNaN(at.getTime()) ? undefined : at
}
