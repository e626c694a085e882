import { backup } from '@zhanggui/contract/work/backup.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listOpsUploads } from '../../file/upload/ops-upload.service.ts'
import { downloadBackup, linkBackup, listBackups, removeBackup, startBackup } from './backup.service.ts'

/** The health of the system, which looks at backups too, comes after them: `health.routes.ts`. */
const { health: _health, ...own } = backup

export const serveBackups = (app: App) =>
  serve(app, own, {
    list: (ctx) => listBackups(ctx),
    save: (ctx) => startBackup(ctx),
    link: (ctx, { params }) => linkBackup(ctx, params.name),
    download: (ctx, { params, query }) => downloadBackup(ctx, params.name, query.ticket),
    remove: async (ctx, { params }) => {
      await removeBackup(ctx, params.name)
      return {}
    },
    uploads: (ctx) => listOpsUploads(ctx),
  })
