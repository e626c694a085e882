import { misfireNames, scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { findJob, updateJob } from './scheduled-job/scheduled-job.service.ts'

export const workHistories: readonly Versioned[] = [
  {
    object: 'scheduled-job',
    find: byNumber(findJob),
    edit: editing(scheduledJob.update, updateJob),
    words: {
      misfire: misfireNames,
      beanName: ({ beanTitle }) => beanTitle,
      isPause: { true: '暂停', false: '运行' },
    },
    copies: ['beanTitle', 'nextTime', 'lastTime', 'lastResult', 'running'],
  },
]
