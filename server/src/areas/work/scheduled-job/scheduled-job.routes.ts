import { jobRun, scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { jobRunExport, scheduledJobExport } from './scheduled-job.export.ts'
import {
  listBeans,
  listJobRuns,
  listJobs,
  previewCron,
  removeJobs,
  runJob,
  saveJob,
  toggleJob,
  updateJob,
} from './scheduled-job.service.ts'

export function serveScheduledJobs(app: App): void {
  serve(app, scheduledJob, {
    list: (ctx, { query }) => listJobs(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, scheduledJobExport, query),
    beans: (ctx) => listBeans(ctx),
    cron: (ctx, { query }) => previewCron(ctx, query.expr),
    save: (ctx, { body }) => saveJob(ctx, body),
    update: (ctx, { body }) => updateJob(ctx, body),
    remove: async (ctx, { body }) => {
      await removeJobs(ctx, body)
      return {}
    },
    toggle: (ctx, { params, body }) => toggleJob(ctx, params.id, body.isPause),
    run: (ctx, { params }) => runJob(ctx, params.id),
  })
  serve(app, jobRun, {
    list: (ctx, { query }) => listJobRuns(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, jobRunExport, query),
  })
}
