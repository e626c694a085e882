import { combination } from '@zhanggui/contract/combination/combination.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { combinationExport } from './combination.export.ts'
import {
  getCombination,
  listCombinations,
  removeCombination,
  saveCombination,
  switchCombination,
  updateCombination,
} from './combination.service.ts'

export const serveCombinations = (app: App) =>
  serve(app, combination, {
    list: listCombinations,
    info: (ctx, { query }) => getCombination(ctx, query.id),
    save: (ctx, { body }) => saveCombination(ctx, body),
    update: (ctx, { body }) => updateCombination(ctx, body),
    remove: (ctx, { query }) => removeCombination(ctx, query.id),
    useStatus: switchCombination,
    download: (ctx, { query }) => exportRows(ctx, combinationExport, query),
  })
