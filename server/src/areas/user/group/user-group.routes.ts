import { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { groupService, listGroups } from './user-group.service.ts'

export const serveUserGroups = (app: App) =>
  serve(app, userGroup, {
    ...groupService.handlers,
    list: listGroups,
    info: (ctx, { query }) => groupService.get(ctx, query.id),
    remove: async (ctx, { body }) => {
      await groupService.remove(ctx, body)
      return {}
    },
  })
