import { SHANGHAI_OFFSET_MS, toWireTime } from '@zhanggui/domain/time.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** A past moment in one line: 今天 14:22, 昨天 20:33, 11-13 09:07 within the year, 2025-11-13 before. */
export function pastText(at: Date, now: Date): string {
  const text = toWireTime(at)
  const time = text.slice(11, 16)
  const days = dayNumber(now) - dayNumber(at)
  if (days === 0) return `今天 ${time}`
  if (days === 1) return `昨天 ${time}`
  return text.slice(0, 4) === toWireTime(now).slice(0, 4) ? `${text.slice(5, 10)} ${time}` : text.slice(0, 10)
}

/** How long until a deadline, or since: 剩 26 分钟, 还剩 1 天 23 小时, 超时 2 小时 10 分. */
export function deadlineText(at: Date, now: Date): { text: string; overdue: boolean } {
  const left = at.getTime() - now.getTime()
  const minutes = Math.floor(Math.abs(left) / MINUTE)
  if (left < 0) return { text: `超时 ${lengthText(minutes)}`, overdue: true }
  if (minutes < 60) return { text: `剩 ${minutes} 分钟`, overdue: false }
  return { text: `还剩 ${lengthText(minutes)}`, overdue: false }
}

/** The moment in full, with the day of the week: 2026-11-20 14:22:07 周五. */
export function fullText(at: Date): string {
  const weekday = '日一二三四五六'.charAt(new Date(at.getTime() + SHANGHAI_OFFSET_MS).getUTCDay())
  return `${toWireTime(at)} 周${weekday}`
}

/** 7 小时 12 分 */
export function lengthText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days) return hours ? `${days} 天 ${hours} 小时` : `${days} 天`
  if (hours) return rest ? `${hours} 小时 ${rest} 分` : `${hours} 小时`
  return `${rest} 分钟`
}

const dayNumber = (at: Date) => Math.floor((at.getTime() + SHANGHAI_OFFSET_MS) / DAY)
