import { exported } from '@zhanggui/contract/work/export.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { fetchExport } from '../../../platform/work/exports.ts'
import { downloadResult, getTask, listTasks, removeTask, retryTask, stopTask } from './task.service.ts'

/** The task centre, and small exports without a task. */
export function serveTasks(app: App): void {
  serve(app, task, {
    list: (ctx, { query }) => listTasks(ctx, query),
    info: (ctx, { params }) => getTask(ctx, params.id),
    cancel: async (ctx, { params }) => {
      await stopTask(ctx, params.id)
      return {}
    },
    retry: async (ctx, { params }) => {
      await retryTask(ctx, params.id)
      return {}
    },
    download: (ctx, { params, query }) => downloadResult(ctx, params.id, query.errors),
    remove: async (ctx, { params }) => {
      await removeTask(ctx, params.id)
      return {}
    },
  })
  serve(app, exported, { fetch: (ctx, { params }) => fetchExport(ctx, params.token) })
}
