import { billDiff, recon } from '@zhanggui/contract/finance/gateway-bill.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { askDiff, explainDiff, getDiffInfo, listDiffs } from '../gateway-bill/bill-diff.service.ts'

/** Loaded lazily: a start needs no equations. */
const service = () => import('./recon.service.ts')

export function serveRecon(app: App): void {
  serve(app, recon, { night: async (ctx) => (await service()).getNight(ctx) })
  // Served here, as a difference of the shop's own books is asked for by what found it.
  serve(app, billDiff, {
    list: (ctx, { query }) => listDiffs(ctx, query),
    info: (ctx, { query }) => getDiffInfo(ctx, query.id),
    ask: (ctx, { body }) => askDiff(ctx, body.id, async (of, diff) => (await service()).lookAgain(of, diff)),
    explain: (ctx, { body }) => explainDiff(ctx, body),
  })
}
