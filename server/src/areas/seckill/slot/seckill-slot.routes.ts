import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getSlot, listSlots, removeSlot, saveSlot, updateSlot, useSlot } from './seckill-slot.service.ts'

export const serveSeckillSlots = (app: App) =>
  serve(app, seckillSlot, {
    list: listSlots,
    info: (ctx, { query }) => getSlot(ctx, query.id),
    save: (ctx, { body }) => saveSlot(ctx, body),
    update: (ctx, { body }) => updateSlot(ctx, body),
    remove: (ctx, { query }) => removeSlot(ctx, query.id),
    useStatus: (ctx, { params, body }) => useSlot(ctx, params.id, body.status),
  })
