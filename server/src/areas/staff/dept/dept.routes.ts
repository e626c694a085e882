import { dept } from '@zhanggui/contract/staff/dept.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { deptExport } from './dept.export.ts'
import { listDepts, removeDepts, saveDept, updateDept } from './dept.service.ts'

export const serveDepts = (app: App) =>
  serve(app, dept, {
    list: (ctx, { query }) => listDepts(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, deptExport, query),
    save: (ctx, { body }) => saveDept(ctx, body),
    update: (ctx, { body }) => updateDept(ctx, body),
    remove: async (ctx, { body }) => {
      await removeDepts(ctx, body)
      return {}
    },
  })
