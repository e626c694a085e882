import { seeAs } from '@zhanggui/contract/staff/see-as.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { leaveSeeing, startSeeing } from './see-as.service.ts'

export const serveSeeAs = (app: App) =>
  serve(app, seeAs, {
    start: async (ctx, { body }) => {
      await startSeeing(ctx, body)
      return {}
    },
    leave: async (ctx) => {
      await leaveSeeing(ctx)
      return {}
    },
  })
