import type { DaySale, DaySlot, SeckillDay } from '@zhanggui/contract/seckill/seckill.ts'
import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'

const DAY_MS = 24 * 3600_000
/** Orders are counted in stretches of so many minutes. */
const STRETCH = 10

/** A product with what it sells on a day; of one slot no two, so that a product may have several lines. */
export type DayLine = Pick<DaySale, 'productId' | 'storeName' | 'image' | 'price' | 'otPrice'> & { sales: DaySale[] }

/** The lines of a day, in the order of their first slot. */
export function linesOfDay(list: readonly DaySale[]): DayLine[] {
  const lines: DayLine[] = []
  for (const sale of list) {
    const { productId, storeName, image, price, otPrice, timeId } = sale
    const line = lines.find((each) => each.productId === productId && each.sales.every((one) => one.timeId !== timeId))
    if (line) line.sales.push(sale)
    else lines.push({ productId, storeName, image, price, otPrice, sales: [sale] })
  }
  return lines
}

/** The hour at which the table begins: an even one with some room before the first slot. */
export function firstHour(slots: readonly Pick<DaySlot, 'startHour'>[]): number {
  const first = Math.min(8, ...slots.map(({ startHour }) => startHour))
  return Math.max(0, Math.floor(first / 2) * 2 - 2)
}

/** How orders came over a day: orders a minute, by stretches as far as they have begun. */
export type Pace = { perMinute: number[]; now: number; most: number; mostAt: string; total: number }

/** @param minute of the day now; undefined for another day, which is over */
export function paceOf({ orders }: Pick<SeckillDay, 'orders'>, minute: number | undefined): Pace {
  const at = minute === undefined ? orders.length - 1 : Math.floor(minute / STRETCH)
  // The stretch that has just begun is not a slow one.
  const lengthOf = (index: number) =>
    minute !== undefined && index === at ? Math.max(1, Math.floor(minute) - at * STRETCH + 1) : STRETCH
  const perMinute = orders.slice(0, at + 1).map((count, index) => count / lengthOf(index))
  const most = Math.max(0, ...perMinute)
  const peak = perMinute.indexOf(most) * STRETCH
  return {
    perMinute,
    now: perMinute[at] ?? 0,
    most,
    mostAt: `${two(Math.floor(peak / 60))}:${two(peak % 60)}`,
    total: orders.reduce((sum, count) => sum + count, 0),
  }
}

const two = (part: number) => String(part).padStart(2, '0')

/** Whether a text is a day of this century. */
export const isWireDay = (text: string): boolean =>
  text.startsWith('20') && text.length === 10 && parseWireTime(text) !== undefined

/** So many days later. */
export const addDays = (day: string, count: number): string =>
  toWireDay(new Date((parseWireTime(day)?.getTime() ?? 0) + count * DAY_MS))

/** 11 月 20 日 周五 */
export function dayTitle(day: string): string {
  const week = '日一二三四五六'[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日 周${week}`
}

/** What a flash sale says of itself in the table. */
export function saleText({ phase, soldOut, left, quotaShow, sales, belowCost }: DaySale): string {
  const state = { upcoming: '未开始', running: '进行中', ended: '已结束', closed: '未开启' }[phase]
  return [
    state,
    `已售 ${sales}`,
    `限量 ${quotaShow}`,
    phase !== 'ended' && phase !== 'closed' && (soldOut ? '已抢光' : `剩 ${left}`),
    belowCost && '低于成本',
  ]
    .filter(Boolean)
    .join('，')
}
