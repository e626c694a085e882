import { backup } from '@zhanggui/contract/backup.ts'
import { type App, serve } from '../../platform/serve.ts'
import { downloadBackup, linkBackup, listBackups, removeBackup, startBackup } from './backup.service.ts'
import { checkHealth } from './health.service.ts'
import { listOpsUploads } from './ops-upload.service.ts'

export const serveBackups = (app: App) =>
  serve(app, backup, {
    list: (ctx) => listBackups(ctx),
    save: (ctx) => startBackup(ctx),
    link: (ctx, { params }) => linkBackup(ctx, params.name),
    download: (ctx, { params, query }) => downloadBackup(ctx, params.name, query.ticket),
    remove: async (ctx, { params }) => {
      await removeBackup(ctx, params.name)
      return {}
    },
    uploads: (ctx) => listOpsUploads(ctx),
    health: (ctx) => checkHealth(ctx),
  })
