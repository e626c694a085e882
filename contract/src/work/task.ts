import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** States of a task. */
export const taskStatuses = ['pending', 'running', 'success', 'failed', 'cancelled', 'expired'] as const

/** Long work in the background (docs/work.md, Tasks). */
export const Task = t.Object({
  id: t.String(),
  type: t.String(),
  title: t.String(),
  status: t.OneOf(taskStatuses),
  progress: t.Integer({ description: '百分比' }),
  total: t.Integer(),
  processed: t.Integer(),
  failed: t.Integer(),
  resultName: t.String({ description: '结果文件名，空为没有结果文件' }),
  resultRows: t.Integer(),
  hasErrorFile: t.Boolean(),
  message: t.String({ maxLength: 500 }),
  createBy: t.Integer(),
  createName: t.String(),
  createTime: t.DateTime,
  startTime: t.Nullable(t.DateTime),
  finishTime: t.Nullable(t.DateTime),
  expireTime: t.Nullable(t.DateTime),
})
export type Task = t.Static<typeof Task>

export const TaskQuery = t.pageQuery({
  type: t.Optional(t.String({ title: '类型', maxLength: 40 })),
  status: t.Optional(t.OneOf(taskStatuses, { title: '状态' })),
  createBy: t.Optional(t.Id),
  mine: t.Optional(t.Boolean({ title: '只看自己的', description: '有查看全部权限的人也只看自己的' })),
  createTime: t.Optional(t.TimeRange),
})
export type TaskQuery = t.Static<typeof TaskQuery>

export const TaskId = t.String({
  title: '编号',
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  example: '0190b6a2-7c3e-7b5f-8a1d-2f3e4d5c6b7a',
  hint: '编号格式不正确',
})
const Named = t.Object({ id: TaskId })

/** Callers see their own tasks; with `admin:system:task:list` also those of others, which only super administrators restart. */
export const task = routes('task', {
  list: {
    method: 'GET',
    path: '/api/tasks',
    permission: 'auth',
    summary: '任务列表，新建在前',
    query: TaskQuery,
    response: t.pageOf(Task),
  },
  info: {
    method: 'GET',
    path: '/api/tasks/:id',
    permission: 'auth',
    summary: '任务详情',
    params: Named,
    response: Task,
  },
  cancel: {
    method: 'POST',
    path: '/api/tasks/:id/cancel',
    permission: 'auth',
    summary: '取消任务',
    params: Named,
    response: t.Done,
  },
  retry: {
    method: 'POST',
    path: '/api/tasks/:id/retry',
    permission: 'auth',
    errors: [403],
    summary: '重试任务',
    params: Named,
    response: t.Done,
  },
  download: {
    method: 'GET',
    path: '/api/tasks/:id/download',
    permission: 'auth',
    errors: [403, 422],
    summary: '下载任务结果',
    params: Named,
    query: t.Object({ errors: t.Optional(t.Boolean({ title: '错误明细' })) }),
    response: t.File,
  },
  remove: {
    method: 'DELETE',
    path: '/api/tasks/:id',
    permission: 'auth',
    summary: '删除任务',
    params: Named,
    response: t.Done,
  },
})
