import { useQuery } from '@tanstack/react-query'
import { task } from '@zhanggui/contract/work/task.ts'
import { Progress } from 'antd'
import { useEffect } from 'react'
import { read } from '../../../api/read.ts'
import { refreshShown } from '../../../api/write.ts'
import { isUnfinished } from '../../../kit/tasks.ts'
import styles from './task-progress.module.css'

const POLL_MS = 1500

/** A task's progress. Other staff's tasks are not visible: for them it shows only that it is running. */
export function TaskProgress({ taskId, text }: { taskId: string; text: string }) {
  const { data } = useQuery({
    ...read(task.info, { params: { id: taskId }, silent: true }),
    refetchInterval: ({ state }) => (state.data && !isUnfinished(state.data) ? false : POLL_MS),
    retry: false,
  })
  const ended = data !== undefined && !isUnfinished(data)
  useEffect(() => {
    if (ended) refreshShown()
  }, [ended])
  const count =
    data && data.total > 0 ? `${data.processed.toLocaleString('en-US')} / ${data.total.toLocaleString('en-US')}` : ''
  return (
    <div className={styles.running} role="status">
      <Progress percent={data?.progress ?? 0} status="active" aria-label="进度" />
      <p className={styles.hint}>{[count, text].filter(Boolean).join('，')}</p>
    </div>
  )
}
