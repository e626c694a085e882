import { useQuery } from '@tanstack/react-query'
import type { UndoFound } from '@zhanggui/contract/product/product-undo.ts'
import { type Task, task } from '@zhanggui/contract/work/task.ts'
import { Button, Drawer, Progress, Skeleton, Tag } from 'antd'
import { read } from '../../api/read.ts'
import { TaskTakeBack } from '../../kit/coupon/task-take-back.tsx'
import { ListDialogs } from '../../kit/list-page/list-dialogs.tsx'
import { ActButton } from '../../kit/list-page/row-actions.tsx'
import { EmptyBlock, FailedBlock } from '../../kit/page/block-state.tsx'
import { go } from '../../kit/page/go.ts'
import { Restore, useTaskUndos } from '../../kit/product/undo-record.tsx'
import { closeTasks, isUnfinished, TASK_POLL_MS, taskStates, useTaskActions, useTaskNews } from '../../kit/tasks.ts'
import { Ago } from '../../kit/text/ago.tsx'
import styles from './task-drawer.module.css'

const SHOWN = 20

/** The user's background tasks, in a drawer. */
export default function TaskDrawer({ open }: { open: boolean }) {
  return (
    <Drawer title="我的任务" open={open} onClose={closeTasks} size={420} destroyOnHidden>
      <ListDialogs>
        <TaskPanel />
      </ListDialogs>
    </Drawer>
  )
}

/** The user's latest tasks, updated while they are shown. */
function TaskPanel() {
  useTaskNews()
  const tasks = useQuery({
    ...read(task.list, { query: { mine: true, limit: SHOWN }, silent: true }),
    refetchInterval: ({ state }) => (state.data?.list.some(isUnfinished) ? TASK_POLL_MS : false),
  })
  const undosOf = useTaskUndos(tasks.data?.list ?? [])
  if (tasks.isPending) return <Skeleton active />
  if (tasks.isError && !tasks.data) return <FailedBlock error={tasks.error} onRetry={tasks.refetch} />
  const { list, total } = tasks.data
  if (!list.length) return <EmptyBlock text="没有任务" more="导出、导入和批量操作的进度在这里看" />
  return (
    <>
      <ul className={styles.tasks}>
        {list.map((each) => (
          <TaskItem key={each.id} of={each} undos={undosOf(each)} />
        ))}
      </ul>
      <Button
        block
        type="link"
        onClick={() => {
          closeTasks()
          go('/system-tools/task')
        }}
      >
        {total > SHOWN ? `查看全部 ${total} 个任务` : '查看全部'}
      </Button>
    </>
  )
}

function TaskItem({ of, undos }: { of: Task; undos: readonly UndoFound[] }) {
  const { title, status, progress, processed, total, message, createTime, resultRows } = of
  const { download, downloadErrors, cancel, retry, remove, busy } = useTaskActions(of)
  return (
    <li>
      <div className={styles.head}>
        <strong>{title}</strong>
        <Tag color={taskStates[status].color}>{taskStates[status].text}</Tag>
      </div>
      {isUnfinished(of) && <Progress percent={progress} size="small" aria-label={`${title}的进度`} />}
      <div className={styles.facts}>
        <Ago time={createTime} />
        {status === 'running' && total > 0 && (
          <span>
            {processed.toLocaleString('en-US')} / {total.toLocaleString('en-US')}
          </span>
        )}
        {status === 'success' && resultRows > 0 && <span>共 {resultRows.toLocaleString('en-US')} 条</span>}
      </div>
      {message && <div className={styles.message}>{message}</div>}
      <div className={styles.actions}>
        {download && (
          <Button type="link" size="small" loading={busy} onClick={download}>
            下载
          </Button>
        )}
        {downloadErrors && (
          <Button type="link" size="small" onClick={downloadErrors}>
            下载错误明细
          </Button>
        )}
        <Restore of={undos} />
        <TaskTakeBack of={of} />
        {cancel && <ActButton of={{ label: '取消任务', onClick: cancel }} type="link" size="small" danger />}
        {retry && <ActButton of={{ label: '重试', onClick: retry }} type="link" size="small" />}
        {remove && <ActButton of={{ label: '删除', onClick: remove }} type="link" size="small" danger />}
      </div>
    </li>
  )
}
