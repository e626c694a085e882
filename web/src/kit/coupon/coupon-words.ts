import type { Coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { type CouponPhase, couponTypes, couponUseTypes } from '@zhanggui/domain/promotion/coupon.ts'

const optionsOf = (words: Readonly<Record<number, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value: Number(value), label }))
export const couponUseTypeOptions = optionsOf(couponUseTypes)
export const couponTypeOptions = optionsOf(couponTypes)

/** From where a coupon is valid: 满100元可用. @param minPrice in yuan */
export function minText(minPrice: number): string {
  return minPrice > 0 ? `满${minPrice}元可用` : '无门槛'
}

type Validity = Pick<Coupon, 'isFixedTime' | 'day' | 'useStartTime' | 'useEndTime'>

/** How long a copy can be spent: 领取后 7 天, or the days it lies between. */
export function validText({ isFixedTime, day, useStartTime, useEndTime }: Validity): string {
  return isFixedTime ? rangeText(useStartTime, useEndTime) : `领取后 ${day} 天`
}

/** Two moments of the wire in one line, without the seconds: 2026-11-01 00:00 - 2026-11-30 23:59. */
export function rangeText(start: string | null | undefined, end: string | null | undefined): string {
  return `${minuteText(start)} - ${minuteText(end)}`
}

/** The same in the width of a column: 11-01 - 11-30, with the year where it is not the present one. */
export function daysText(start: string | null, end: string | null, now: Date): string {
  const year = `${now.getFullYear()}-`
  const [from, to] = [start, end].map((time) => time?.slice(0, 10).replace(year, '') ?? '')
  return from === to ? `${from} 当天` : `${from} - ${to}`
}

const minuteText = (time: string | null | undefined) => time?.slice(0, 16) ?? ''

/** 商品券 · 12 件. */
export function scopeText({ useType, scopeIds }: Pick<Coupon, 'useType' | 'scopeIds'>): string {
  const size = { 1: '', 2: ` · ${scopeIds.length} 件商品`, 3: ` · ${scopeIds.length} 个品类` }[useType]
  return `${couponUseTypes[useType]}${size}`
}

/** Whether staff may send copies of it. */
export function isSendable(phase: CouponPhase): boolean {
  return phase === 'receiving' || phase === 'notStart'
}
