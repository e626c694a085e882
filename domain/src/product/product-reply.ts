import { activityObjects, activityTypes } from '../promotion/activity.ts'

/** Where the reviewed goods were bought. */
export const replyTypes = ['product', ...Object.values(activityObjects)] as const
export type ReplyType = (typeof replyTypes)[number]
export const replyTypeNames: Readonly<Record<ReplyType, string>> = {
  product: '商品',
  seckill: activityTypes[1],
  bargain: activityTypes[2],
  combination: activityTypes[3],
}

/** Satisfaction of a buyer. */
export const replyLevels = { good: '好评', medium: '中评', poor: '差评' } as const
export type ReplyLevel = keyof typeof replyLevels
export const replyLevelNames = Object.keys(replyLevels) as ReplyLevel[]

/** Which replies buyers ask for: 0 all, then by level, 4 those with pictures. */
export const replyKinds = [0, 1, 2, 3, 4] as const
export type ReplyKind = (typeof replyKinds)[number]

/** The level of a kind; undefined for those of any level. */
export function levelOf(kind: ReplyKind): ReplyLevel | undefined {
  return replyLevelNames[kind - 1]
}

/** The share of good replies in whole percent, rounded down; 100 without any reply. */
export function goodRate(good: number, total: number): number {
  return total ? Math.floor((good * 100) / total) : 100
}

export const replyAudits = { 0: '待审核', 1: '已通过', 2: '已拒绝' } as const
export type ReplyAudit = 0 | 1 | 2
export const replyAuditStates = [0, 1, 2] as const

export const replyScores = [1, 2, 3, 4, 5] as const

/**
 * Derives stars and level from the scores of a reply.
 * @param productScore 1 to 5, like the other score
 * @returns stars out of five, rounded down, and the level
 * @see docs/catalogue.md, Replies
 */
export function gradeReply(productScore: number, serviceScore: number): { star: number; level: ReplyLevel } {
  const sum = productScore + serviceScore
  return { star: Math.floor(sum / 2), level: sum >= 8 ? 'good' : sum >= 5 ? 'medium' : 'poor' }
}
