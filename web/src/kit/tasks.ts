import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Task, task } from '@zhanggui/contract/work/task.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { downloadWhole } from '../api/download-whole.ts'
import { onLiveFrame } from '../api/live.ts'
import { reactToError } from '../api/reactions.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/use-write.ts'
import { useCan } from './access/can.tsx'
import { saveFile } from './download.ts'
import { confirmDelete } from './feedback/confirm-delete.ts'
import { confirm } from './feedback/feedback.ts'

/** Whether the drawer of the user's tasks is open. */
export const useTaskDrawer = create(() => ({ open: false }))

/** Opens the drawer of the user's tasks, after a task was started. */
export function openTasks() {
  useTaskDrawer.setState({ open: true })
}

export function closeTasks() {
  useTaskDrawer.setState({ open: false })
}

/** Labels and colours of task states. */
export const taskStates: Record<Task['status'], { text: string; color?: string }> = {
  pending: { text: '等待中' },
  running: { text: '执行中', color: 'processing' },
  success: { text: '已完成', color: 'success' },
  failed: { text: '失败', color: 'error' },
  cancelled: { text: '已取消', color: 'warning' },
  expired: { text: '已过期' },
}

/** Polling interval while tasks are running, in ms; the socket is faster. */
export const TASK_POLL_MS = 3000

export function isUnfinished({ status }: Task): boolean {
  return status === 'pending' || status === 'running'
}

/** Refetches tasks whenever one of the user's tasks changes. */
export function useTaskNews() {
  const client = useQueryClient()
  useEffect(() => onLiveFrame('task', () => client.invalidateQueries({ queryKey: ['task'] })), [client])
}

/** Whether the caller may have a task done again: it runs with the rights of who asked for it. */
export function useMayRetry(of: Pick<Task, 'createBy'> | undefined): boolean {
  const hasAll = useCan({ permission: 'super' })
  const isOwn = useSession(({ user }) => user?.id === of?.createBy)
  return of !== undefined && (isOwn || hasAll)
}

/** The actions of a task, each undefined where its state does not allow it. */
export function useTaskActions(of: Task) {
  const { id, title, status, resultName, hasErrorFile } = of
  const params = { id }
  const mayRetry = useMayRetry(of)
  const cancel = useWrite(task.cancel, { message: '已请求取消' })
  const retry = useWrite(task.retry, { message: '已重新开始' })
  const remove = useWrite(task.remove, { message: '删除成功' })
  const fetchFile = useMutation({
    mutationFn: (query: { errors?: true }) => downloadWhole(task.download, { params, query }),
    onSuccess: (content, { errors }) => saveFile(content, errors ? `错误明细-${title}.xlsx` : resultName),
    onError: (error) => reactToError(error),
  })
  return {
    busy: fetchFile.isPending,
    download: status === 'success' && resultName ? () => fetchFile.mutate({}) : undefined,
    downloadErrors: hasErrorFile ? () => fetchFile.mutate({ errors: true }) : undefined,
    cancel:
      status === 'pending' || status === 'running'
        ? async () => {
            if (await confirm({ content: `停止任务「${title}」？`, okText: '停止' })) cancel.mutate({ params })
          }
        : undefined,
    retry: mayRetry && (status === 'failed' || status === 'cancelled') ? () => retry.mutate({ params }) : undefined,
    remove:
      status !== 'pending' && status !== 'running'
        ? async () => {
            if (await confirmDelete(`删除任务「${title}」的记录？`)) remove.mutate({ params })
          }
        : undefined,
  }
}
