import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { callAct } from '../../work/approval/approval.service.ts'
import { bargainExport } from './bargain.export.ts'
import {
  getBargain,
  listBargains,
  removeBargain,
  saveBargainAct,
  switchBargainAct,
  updateBargainAct,
} from './bargain.service.ts'

export const serveBargains = (app: App) =>
  serve(app, bargain, {
    list: listBargains,
    info: (ctx, { query }) => getBargain(ctx, query.id),
    save: (ctx, { body }) => callAct(ctx, saveBargainAct, body),
    update: (ctx, { body }) => callAct(ctx, updateBargainAct, body),
    remove: (ctx, { query }) => removeBargain(ctx, query.id),
    useStatus: (ctx, { body }) => callAct(ctx, switchBargainAct, body),
    download: (ctx, { query }) => exportRows(ctx, bargainExport, query),
  })
