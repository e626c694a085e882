import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getCombinationHeader,
  getCombinationIndex,
  getFrontCombination,
  getFrontTeam,
  listFrontCombinations,
  listMoreCombinations,
} from './front-combination.service.ts'

/** What buyers read of team products and teams; they leave one by the area of orders. */
export function serveFrontCombinations(app: App): void {
  const { index, header, list, more, detail, team } = frontCombination
  serve(
    app,
    { index, header, list, more, detail, team },
    {
      index: getCombinationIndex,
      header: getCombinationHeader,
      list: listFrontCombinations,
      more: listMoreCombinations,
      detail: (ctx, { params }) => getFrontCombination(ctx, params.id),
      team: (ctx, { params }) => getFrontTeam(ctx, params.pinkId),
    },
  )
}
