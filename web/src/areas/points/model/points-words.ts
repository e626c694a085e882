import type { PointsRecord } from '@zhanggui/contract/points/points.ts'
import type { PointsLinkType } from '@zhanggui/domain/user/ledger.ts'

export const pointsTypes = [
  { value: 1, label: '增加' },
  { value: 2, label: '扣减' },
]

const sources: Readonly<Record<PointsLinkType, string>> = {
  order: '订单',
  refund: '退款',
  sign: '签到',
  system: '后台调整',
  expire: '过期',
}
export const pointsSources = Object.entries(sources).map(([value, label]) => ({ value, label }))
export const sourceText = (linkType: PointsLinkType) => sources[linkType]

const states: Readonly<Record<PointsRecord['status'], string>> = { 1: '订单创建', 2: '冻结期', 3: '完成', 4: '失效' }
export const pointsStates = Object.entries(states).map(([value, label]) => ({ value: Number(value), label }))
export const stateText = (status: PointsRecord['status']) => states[status]
