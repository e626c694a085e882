import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import * as staff from './store-staff.service.ts'

export const serveStoreStaff = (app: App) =>
  serve(app, storeStaff, {
    list: staff.listStoreStaff,
    info: (ctx, { query }) => staff.getStoreStaff(ctx, query.id),
    save: (ctx, { body }) => staff.saveStoreStaff(ctx, body),
    update: (ctx, { body }) => staff.updateStoreStaff(ctx, body),
    switch: (ctx, { query }) => staff.switchStoreStaff(ctx, query.id, query.status),
    allow: (ctx, { body }) => staff.allowVerifying(ctx, body.id, body.version, body.verifyStatus),
    remove: async (ctx, { query }) => {
      await staff.removeStoreStaff(ctx, query.id)
      return {}
    },
  })
