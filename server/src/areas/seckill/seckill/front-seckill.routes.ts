import { frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getFrontSeckill, getIndex, listFrontSeckills, listFrontSlots } from './front-seckill.service.ts'

export const serveFrontSeckill = (app: App) =>
  serve(app, frontSeckill, {
    index: getIndex,
    header: listFrontSlots,
    list: listFrontSeckills,
    detail: (ctx, { params }) => getFrontSeckill(ctx, params.id),
  })
