import { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { getOwnPoints, listOwnPoints } from './points/points.service.ts'
import { getOwnSign, getOwnSignSummary, listOwnSigns, listOwnSignsByMonth, signIn } from './sign/sign-in.service.ts'
import { listRewards } from './sign/sign-reward.service.ts'

export const serveFrontPoints = (app: App) =>
  serve(app, frontPoints, {
    config: async (ctx) => (await listRewards(ctx)).map(({ version: _, ...reward }) => reward),
    get: (ctx) => getOwnSign(ctx),
    list: (ctx, { query }) => listOwnSigns(ctx, query),
    month: (ctx, { query }) => listOwnSignsByMonth(ctx, query),
    signIn: (ctx) => signIn(ctx),
    user: (ctx) => getOwnSignSummary(ctx),
    points: (ctx) => getOwnPoints(ctx),
    records: (ctx, { query }) => listOwnPoints(ctx, query),
  })
