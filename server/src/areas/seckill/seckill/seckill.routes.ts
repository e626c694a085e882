import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { callAct } from '../../work/approval/approval.service.ts'
import { seckillExport } from './seckill.export.ts'
import {
  getSeckill,
  listSeckills,
  moveSeckillAct,
  removeSeckill,
  saveSeckillAct,
  switchSeckillAct,
  updateSeckillAct,
} from './seckill.service.ts'
import { getDay } from './seckill-day.service.ts'

export const serveSeckills = (app: App) =>
  serve(app, seckill, {
    list: listSeckills,
    day: getDay,
    info: (ctx, { query }) => getSeckill(ctx, query.id),
    save: (ctx, { body }) => callAct(ctx, saveSeckillAct, body),
    update: (ctx, { body }) => callAct(ctx, updateSeckillAct, body),
    move: (ctx, { body }) => callAct(ctx, moveSeckillAct, body),
    remove: (ctx, { query }) => removeSeckill(ctx, query.id),
    useStatus: (ctx, { body }) => callAct(ctx, switchSeckillAct, body),
    download: (ctx, { query }) => exportRows(ctx, seckillExport, query),
  })
