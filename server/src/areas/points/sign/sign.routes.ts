import { sign } from '@zhanggui/contract/points/sign.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listSigns } from './sign-log.service.ts'
import { listRewards, removeReward, saveReward, updateReward } from './sign-reward.service.ts'

export const serveSign = (app: App) =>
  serve(app, sign, {
    list: (ctx) => listRewards(ctx),
    save: (ctx, { body }) => saveReward(ctx, body),
    update: (ctx, { body }) => updateReward(ctx, body),
    remove: (ctx, { query }) => removeReward(ctx, query.id),
    log: (ctx, { query }) => listSigns(ctx, query),
  })
