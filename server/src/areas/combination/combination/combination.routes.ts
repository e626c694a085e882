import { combination } from '@zhanggui/contract/combination/combination.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { callAct } from '../../work/approval/approval.service.ts'
import { combinationExport } from './combination.export.ts'
import {
  getCombination,
  listCombinations,
  removeCombination,
  saveCombinationAct,
  switchCombinationAct,
  updateCombinationAct,
} from './combination.service.ts'

export const serveCombinations = (app: App) =>
  serve(app, combination, {
    list: listCombinations,
    info: (ctx, { query }) => getCombination(ctx, query.id),
    save: (ctx, { body }) => callAct(ctx, saveCombinationAct, body),
    update: (ctx, { body }) => callAct(ctx, updateCombinationAct, body),
    remove: (ctx, { query }) => removeCombination(ctx, query.id),
    useStatus: (ctx, { body }) => callAct(ctx, switchCombinationAct, body),
    download: (ctx, { query }) => exportRows(ctx, combinationExport, query),
  })
