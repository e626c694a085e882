import { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { anchorService, listAnchors } from './live-anchor.service.ts'

export const serveLiveAnchors = (app: App) =>
  serve(app, liveAnchor, {
    list: listAnchors,
    save: (ctx, { body }) => anchorService.save(ctx, body),
    update: (ctx, { body }) => anchorService.update(ctx, body),
    remove: async (ctx, { query }) => {
      await anchorService.remove(ctx, [query.id])
      return {}
    },
  })
