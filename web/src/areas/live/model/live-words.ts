import type { LiveGoods } from '@zhanggui/contract/live/live-goods.ts'
import type { Room } from '@zhanggui/contract/live/live-room.ts'
import { liveAudits, livePriceTypes, liveStatuses } from '@zhanggui/domain/live/live.ts'
import { CallError } from '../../../api/call-error.ts'
import { moneyText } from '../../../kit/text/money.tsx'

const optionsOf = (words: Readonly<Record<number, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value: Number(value), label }))
export const auditOptions = optionsOf(liveAudits)
export const statusOptions = optionsOf(liveStatuses)
export const priceTypeOptions = optionsOf(livePriceTypes)

/** ¥9.90, ¥9.90 ~ ¥19.90, or ¥9.90 of ¥19.90. */
export function priceText({ priceType, price, price2 }: Pick<LiveGoods, 'priceType' | 'price' | 'price2'>): string {
  if (priceType === 2) return `${moneyText(price)} ~ ${moneyText(price2)}`
  return priceType === 3 ? `${moneyText(price2)}（原价 ${moneyText(price)}）` : moneyText(price)
}

/** What staff see of a room's state: that WeChat has not got it comes before all else. */
export const stateOf = ({ syncState, liveStatus }: Pick<Room, 'syncState' | 'liveStatus'>) =>
  syncState === 'failed' ? ('提交失败' as const) : liveStatuses[liveStatus]

/** What WeChat refused, or did not answer, is kept as a draft in the list. */
export const isKeptDraft = (error: Error): boolean =>
  error instanceof CallError && (error.code === 'UPSTREAM_REFUSED' || error.code === 'UPSTREAM')
