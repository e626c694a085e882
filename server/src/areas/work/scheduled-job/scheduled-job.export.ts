import { jobRun, scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { defineExport, defineLongExport } from '../../../platform/work/exports.ts'
import * as jobs from './scheduled-job.repository.ts'

export const scheduledJobExport = defineExport(scheduledJob.download, {
  name: '定时任务导出',
  list: (ctx, { createTime, ...filter }, page) =>
    jobs.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, page),
  columns: [
    { title: '任务名称', of: 'jobName', value: ({ job }) => job.jobName, width: 24 },
    { title: '内置', of: 'jobName', value: ({ job }) => (job.builtin ? '是' : '否'), width: 8 },
    { title: '执行中', of: 'jobName', value: ({ running }) => (running ? '是' : '否'), width: 8 },
    { title: '执行内容', of: 'beanName', value: ({ job }) => job.beanName, width: 24 },
    { title: 'Cron表达式', of: 'cronExpression', value: ({ job }) => job.cronExpression },
    { title: '状态', of: 'isPause', value: ({ job }) => (job.isPause ? '暂停' : '运行'), width: 8 },
    { title: '下次执行', of: 'nextTime', value: ({ job }) => job.nextTime && toWireTime(job.nextTime), width: 20 },
    { title: '上次执行', of: 'lastTime', value: ({ job }) => job.lastTime && toWireTime(job.lastTime), width: 20 },
    {
      title: '上次结果',
      of: 'lastTime',
      value: ({ job }) => (job.lastResult === null ? '' : job.lastResult ? '成功' : '失败'),
      width: 10,
    },
    { title: '创建日期', of: 'createTime', value: ({ job }) => toWireTime(job.createdAt), width: 20 },
    { title: '描述', value: ({ job }) => job.remark, width: 30 },
  ],
})

export const jobRunExport = defineLongExport(jobRun.download, {
  name: '定时任务日志导出',
  count: (ctx, { createTime, ...filter }) =>
    jobs.countRuns(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }),
  next: (ctx, { createTime, ...filter }, batch) =>
    jobs.nextRuns(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, batch),
  idOf: ({ id }) => id,
  columns: [
    { title: '任务名称', of: 'jobName', value: ({ jobName }) => jobName, width: 24 },
    { title: '执行内容', value: ({ beanName }) => beanName, width: 24 },
    { title: 'Cron表达式', of: 'cronExpression', value: ({ cronExpression }) => cronExpression },
    {
      title: '结果',
      of: 'isSuccess',
      value: ({ isSuccess }) => (isSuccess === null ? '执行中' : isSuccess ? '成功' : '失败'),
      width: 8,
    },
    { title: '异常详情', of: 'exceptionDetail', value: ({ exceptionDetail }) => exceptionDetail, width: 40 },
    { title: '耗时（毫秒）', of: 'time', value: ({ time }) => time },
    { title: '处理条数', of: 'processed', value: ({ processed }) => processed },
    { title: '触发方式', of: 'trigger', value: ({ trigger }) => (trigger === 'cron' ? '定时' : '手动'), width: 10 },
    { title: '执行进程', of: 'instance', value: ({ instance }) => instance, width: 24 },
    { title: '执行时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
  ],
})
