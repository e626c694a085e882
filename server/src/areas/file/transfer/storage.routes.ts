import { storage } from '@zhanggui/contract/file/storage.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { startMove } from './file-move.service.ts'
import { startSynchronization } from './qiniu-sync.service.ts'

export const serveStorage = (app: App) =>
  serve(app, storage, {
    migrate: (ctx, { body }) => startMove(ctx, body),
    synchronize: (ctx) => startSynchronization(ctx),
  })
