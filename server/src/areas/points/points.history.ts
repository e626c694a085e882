import { sign } from '@zhanggui/contract/points/sign.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { findReward, updateReward } from './sign/sign-reward.service.ts'

export const pointsHistories: readonly Versioned[] = [
  { object: 'sign', find: byNumber(findReward), edit: editing(sign.update, updateReward) },
]
