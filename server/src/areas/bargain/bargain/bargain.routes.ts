import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { bargainExport } from './bargain.export.ts'
import {
  getBargain,
  listBargains,
  removeBargain,
  saveBargain,
  switchBargain,
  updateBargain,
} from './bargain.service.ts'

export const serveBargains = (app: App) =>
  serve(app, bargain, {
    list: listBargains,
    info: (ctx, { query }) => getBargain(ctx, query.id),
    save: (ctx, { body }) => saveBargain(ctx, body),
    update: (ctx, { body }) => updateBargain(ctx, body),
    remove: (ctx, { query }) => removeBargain(ctx, query.id),
    useStatus: switchBargain,
    download: (ctx, { query }) => exportRows(ctx, bargainExport, query),
  })
