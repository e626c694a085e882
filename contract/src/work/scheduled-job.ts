import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from './export.ts'

export const misfires = ['run_once', 'skip'] as const
export const misfireNames = { run_once: '恢复后补执行一次', skip: '跳过，等待下次' } as const

export const ScheduledJobDraft = t.Object({
  jobName: t.String({ title: '任务名称', minLength: 2, maxLength: 50, ask: '任务名称不能为空' }),
  beanName: t.String({
    title: '执行内容',
    minLength: 1,
    maxLength: 50,
    example: 'sessionCleanup',
    ask: '请选择执行内容',
  }),
  params: t.Optional(t.Json({ title: '参数' })),
  cronExpression: t.String({ title: 'Cron表达式', minLength: 11, maxLength: 120, example: '0 30 4 * * ?' }),
  isPause: t.Optional(t.Boolean({ title: '暂停' })),
  remark: t.Optional(t.String({ title: '描述', clearable: true })),
  misfire: t.Optional(t.OneOf(misfires, { title: '错过执行' })),
  timeoutSec: t.Optional(t.Integer({ title: '超时时间（秒）', minimum: 10, maximum: 14_400 })),
  retry: t.Optional(t.Integer({ title: '失败重试次数', maximum: 5 })),
  alarm: t.Optional(t.Boolean({ title: '失败告警' })),
})
export type ScheduledJobDraft = t.Static<typeof ScheduledJobDraft>
export const ScheduledJobChange = t.Object({ id: t.Id, version: t.Version, ...ScheduledJobDraft.properties })
export type ScheduledJobChange = t.Static<typeof ScheduledJobChange>

/** Work done on a schedule. */
export const ScheduledJob = t.Object({
  id: t.Id,
  version: t.Integer(),
  jobName: t.String(),
  beanName: t.String(),
  beanTitle: t.String({ description: '执行内容的中文名' }),
  params: t.Json(),
  cronExpression: t.String(),
  isPause: t.Boolean(),
  remark: t.String(),
  misfire: t.OneOf(misfires),
  timeoutSec: t.Integer(),
  retry: t.Integer(),
  alarm: t.Boolean(),
  builtin: t.Boolean(),
  running: t.Boolean(),
  nextTime: t.Nullable(t.DateTime),
  lastTime: t.Nullable(t.DateTime),
  lastResult: t.Nullable(t.Boolean()),
  createTime: t.DateTime,
})
export type ScheduledJob = t.Static<typeof ScheduledJob>

/** One run of a job. */
export const JobRun = t.Object({
  id: t.Id,
  jobId: t.Id,
  jobName: t.String(),
  beanName: t.String(),
  params: t.Json(),
  cronExpression: t.String(),
  isSuccess: t.Nullable(t.Boolean({ description: 'null 为执行中' })),
  exceptionDetail: t.String({ maxLength: 10_000 }),
  time: t.Integer({ description: '毫秒' }),
  processed: t.Integer(),
  instance: t.String(),
  trigger: t.OneOf(['cron', 'manual']),
  createTime: t.DateTime,
})
export type JobRun = t.Static<typeof JobRun>

export const ScheduledJobQuery = t.pageQuery({
  jobName: t.Optional(t.String({ title: '任务名称', maxLength: 50 })),
  lastResult: t.Optional(t.Boolean({ title: '上次结果' })),
  createTime: t.Optional(t.TimeRange),
})
export type ScheduledJobQuery = t.Static<typeof ScheduledJobQuery>

export const JobRunQuery = t.pageQuery({
  jobId: t.Optional(t.Id),
  jobName: t.Optional(t.String({ title: '任务名称', maxLength: 50 })),
  isSuccess: t.Optional(t.Boolean({ title: '是否成功' })),
  createTime: t.Optional(t.TimeRange),
})
export type JobRunQuery = t.Static<typeof JobRunQuery>

const params = t.Object({ id: t.Id })

export const scheduledJob = routes('scheduled-job', {
  list: {
    method: 'GET',
    path: '/api/jobs',
    permission: 'admin:schedule:job:list',
    summary: '定时任务列表',
    query: ScheduledJobQuery,
    response: t.pageOf(ScheduledJob),
  },
  download: exportRoute({
    path: '/api/jobs/download',
    permission: 'admin:schedule:job:list',
    summary: '导出定时任务',
    query: t.Object({ ...ScheduledJobQuery.properties, ...chosenRows }),
  }),
  beans: {
    method: 'GET',
    path: '/api/jobs/beans',
    permission: 'admin:schedule:job:list',
    summary: '可执行的内容（选择用）',
    response: t.Array(t.Object({ name: t.String(), title: t.String(), cron: t.String() })),
  },
  cron: {
    method: 'GET',
    path: '/api/jobs/cron',
    permission: 'auth',
    summary: 'Cron表达式的下5次执行时间',
    query: t.Object({ expr: t.String({ title: 'Cron表达式', maxLength: 120, minLength: 1, example: '0 30 4 * * ?' }) }),
    response: t.Array(t.DateTime),
  },
  save: {
    method: 'POST',
    path: '/api/jobs',
    permission: 'admin:schedule:job:add',
    summary: '新增定时任务',
    body: ScheduledJobDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'PUT',
    path: '/api/jobs',
    permission: 'admin:schedule:job:update',
    summary: '编辑定时任务',
    body: ScheduledJobChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/jobs',
    permission: 'admin:schedule:job:delete',
    summary: '删除定时任务',
    body: t.Ids,
    response: t.Done,
  },
  toggle: {
    method: 'PUT',
    path: '/api/jobs/:id',
    permission: ['admin:schedule:job:suspend', 'admin:schedule:job:start'],
    summary: '暂停或恢复定时任务',
    params,
    body: t.Object({ isPause: t.Optional(t.Boolean({ title: '暂停', description: '不传则切换' })) }),
    response: t.SavedVersion,
  },
  run: {
    method: 'PUT',
    path: '/api/jobs/exec/:id',
    permission: 'admin:schedule:job:trig',
    summary: '立即执行定时任务',
    params,
    response: t.Done,
    accepted: t.Object({ logId: t.Id }),
  },
})

export const jobRun = routes('job-run', {
  list: {
    method: 'GET',
    path: '/api/jobs/logs',
    permission: 'admin:schedule:job:log:list',
    summary: '定时任务日志，新的在前',
    query: JobRunQuery,
    response: t.pageOf(JobRun),
  },
  download: exportRoute({
    path: '/api/jobs/logs/download',
    permission: 'admin:schedule:job:log:list',
    summary: '导出定时任务日志',
    query: JobRunQuery,
  }),
})
