import type { Style } from '@zhanggui/contract/decor/activity-style.ts'
import { type StyleMethod, type StyleType, styleStates, styleTypes } from '@zhanggui/domain/promotion/activity-style.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import type { StateName } from '../../../kit/text/states.ts'
import { deadlineText } from '../../../kit/text/when-text.ts'

const BORDER = '/marketing/style/border'
const ATMOSPHERE = '/marketing/style/atmosphere'

/** The list of a type. */
export const listOf = (type: StyleType): string => (type === 0 ? BORDER : ATMOSPHERE)

/** Two menu entries share one list. */
export const typeOfPath = (pathname: string): StyleType => (pathname.startsWith(BORDER) ? 0 : 1)

/** The form of a style, or of a new one. */
export const editAddress = (type: StyleType, id?: number): string =>
  `/marketing/style/edit/${type}${id === undefined ? '' : `/${id}`}`

export const nounOf = (type: StyleType): string => styleTypes[type]

/** What its picture is called. */
export const pictureOf = (type: StyleType): string => (type === 0 ? '边框' : '氛围图')

/** What its picture should be like. */
export const pictureHint = (type: StyleType): string =>
  type === 0 ? '750×750 的 PNG，中间透明，叠在商品图上面' : '750×100，放在商品页的商品图下面'

export const stateOf = ({ runningStatus }: Pick<Style, 'runningStatus'>): StateName<'activity'> =>
  styleStates[runningStatus]

/** What qualifies where it stands: how long it still runs, or that nobody sees it. */
export function noteOf({ status, runningStatus, endTime }: Style, now: Date): string {
  if (runningStatus === -1) return ''
  if (!status) return '没开启，买家看不到'
  const end = runningStatus === 1 ? parseWireTime(endTime) : undefined
  return end ? deadlineText(end, now).text : ''
}

/** 11-18 00:00, with the year where it is another one. */
function shortTime(time: string, now: string): string {
  return time.slice(0, 4) === now.slice(0, 4) ? time.slice(5, 16) : time.slice(0, 16)
}

/** The two ends of its window. @param now in wire form */
export const windowText = ({ startTime, endTime }: Pick<Style, 'startTime' | 'endTime'>, now: string) =>
  [`${shortTime(startTime, now)} 起`, `${shortTime(endTime, now)} 止`] as const

export const methodOptions: { value: StyleMethod; label: string }[] = [
  { value: 0, label: '全部商品' },
  { value: 1, label: '指定商品' },
  { value: 3, label: '指定分类' },
]

/** 全部商品, 12 件商品, 3 个分类. */
export function scopeText({ method, targetIds }: Pick<Style, 'method' | 'targetIds'>): string {
  if (method === 0) return '全部商品'
  return method === 1 ? `${targetIds.length} 件商品` : `${targetIds.length} 个分类`
}
