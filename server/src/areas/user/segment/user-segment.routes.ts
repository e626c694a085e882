import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { previewSegment, segmentService } from './user-segment.service.ts'

export const serveUserSegments = (app: App) =>
  serve(app, userSegment, {
    list: segmentService.handlers.list,
    save: segmentService.handlers.save,
    update: segmentService.handlers.update,
    preview: (ctx, { body }) => previewSegment(ctx, body.query),
    remove: async (ctx, { body }) => {
      await segmentService.remove(ctx, body)
      return {}
    },
  })
