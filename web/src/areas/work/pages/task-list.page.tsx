import type { UndoFound } from '@zhanggui/contract/product/product-undo.ts'
import { type Task, task, taskStatuses } from '@zhanggui/contract/work/task.ts'
import { Select, Tag } from 'antd'
import { useEffect } from 'react'
import { useCan } from '../../../kit/access/can.tsx'
import { Progress } from '../../../kit/chart/bars.tsx'
import { TaskTakeBack } from '../../../kit/coupon/task-take-back.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Restore, useTaskUndos } from '../../../kit/product/undo-record.tsx'
import { isUnfinished, TASK_POLL_MS, taskStates, useTaskActions, useTaskNews } from '../../../kit/tasks.ts'

const states = taskStatuses.map((value) => ({ value, label: taskStates[value].text }))

export default function TaskListPage() {
  const list = useList(task.list)
  const seesAll = useCan({ permission: 'admin:system:task:list' })
  useTaskNews()
  const undosOf = useTaskUndos(list.rows)

  // The socket only reports the user's own tasks.
  const working = list.rows.some(isUnfinished)
  const { refetch } = list.query
  useEffect(() => {
    if (!working) return
    const timer = setInterval(refetch, TASK_POLL_MS)
    return () => clearInterval(timer)
  }, [working, refetch])

  return (
    <ListPage
      list={list}
      purpose="导出、导入和批量操作的进度与结果在这里"
      filters={[
        { name: 'status', control: <Select allowClear placeholder="全部" options={states} /> },
        'createTime',
        ...(seesAll ? (['mine'] as const) : []),
      ]}
      columns={[
        { name: 'title', title: '任务', minWidth: 160 },
        {
          name: 'status',
          title: '状态',
          width: 90,
          render: ({ status }) => <Tag color={taskStates[status].color}>{taskStates[status].text}</Tag>,
        },
        {
          name: 'progress',
          title: '进度',
          width: 190,
          render: (row) => <TaskProgress of={row} />,
        },
        { name: 'message', title: '说明', minWidth: 160 },
        ...(seesAll ? [{ name: 'createName', title: '发起人', width: 110 } as const] : []),
        { name: 'createTime', title: '创建时间', low: true },
        { name: 'finishTime', title: '完成时间' },
        { name: 'expireTime', title: '结果保留至' },
        { name: 'resultName', title: '结果文件', width: 240, hidden: true },
      ]}
      actions={(row) => <TaskActions of={row} undos={undosOf(row)} />}
    />
  )
}

function TaskProgress({ of }: { of: Task }) {
  const { title, status, progress, processed, total, failed, resultRows } = of
  if (status === 'success' && resultRows) return `共 ${resultRows.toLocaleString('en-US')} 条`
  if (!isUnfinished(of)) return failed ? `失败 ${failed} 条` : '—'
  return <Progress value={total ? processed : progress} of={total || 100} label={`${title}的进度`} />
}

function TaskActions({ of, undos }: { of: Task; undos: readonly UndoFound[] }) {
  const { download, downloadErrors, cancel, retry, remove, busy } = useTaskActions(of)
  return (
    <>
      {download && (
        <RowAction reads disabled={busy} onClick={download}>
          下载
        </RowAction>
      )}
      {downloadErrors && (
        <RowAction reads onClick={downloadErrors}>
          错误明细
        </RowAction>
      )}
      <Restore of={undos} />
      <TaskTakeBack of={of} />
      {retry && <RowAction onClick={retry}>重试</RowAction>}
      {cancel && (
        <RowAction danger onClick={cancel}>
          取消
        </RowAction>
      )}
      {remove && (
        <RowAction danger onClick={remove}>
          删除
        </RowAction>
      )}
    </>
  )
}
