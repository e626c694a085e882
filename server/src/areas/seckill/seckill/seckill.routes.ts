import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getSeckill,
  listSeckills,
  removeSeckill,
  saveSeckill,
  switchSeckill,
  updateSeckill,
} from './seckill.service.ts'

export const serveSeckills = (app: App) =>
  serve(app, seckill, {
    list: listSeckills,
    info: (ctx, { query }) => getSeckill(ctx, query.id),
    save: (ctx, { body }) => saveSeckill(ctx, body),
    update: (ctx, { body }) => updateSeckill(ctx, body),
    remove: (ctx, { query }) => removeSeckill(ctx, query.id),
    useStatus: switchSeckill,
  })
