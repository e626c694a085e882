import {
  type CommissionStatus,
  commissionLevels,
  commissionStatusLabels,
} from '@zhanggui/domain/distribution/commission.ts'
import type { StateName } from '../../../kit/text/states.ts'

/** How a promoter is called. */
export const nameOf = ({ id, nickname, realName = '' }: { id: number; nickname: string; realName?: string }): string =>
  nickname || realName || `用户 ${id}`

export const promoterAddress = (uid: number): string => `/distribution/promoter/${uid}`

export const levelText = (level: 0 | 1 | 2): string => (level ? commissionLevels[level] : '—')
export const commissionState = (status: CommissionStatus): StateName<'commission'> => commissionStatusLabels[status]

export const levelOptions = [
  { value: 1, label: '一级' },
  { value: 2, label: '二级' },
]

export const countText = (value: number): string => (value ? value.toLocaleString('en-US') : '—')
