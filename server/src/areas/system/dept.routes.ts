import { dept } from '@zhanggui/contract/dept.ts'
import { type App, serve } from '../../platform/serve.ts'
import { listDepts, removeDepts, saveDept, updateDept } from './dept.service.ts'

export const serveDepts = (app: App) =>
  serve(app, dept, {
    list: (ctx, { query }) => listDepts(ctx, query),
    save: (ctx, { body }) => saveDept(ctx, body),
    update: (ctx, { body }) => updateDept(ctx, body),
    remove: async (ctx, { body }) => {
      await removeDepts(ctx, body)
      return {}
    },
  })
