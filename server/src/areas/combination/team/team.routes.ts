import { team } from '@zhanggui/contract/combination/team.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { getTeam, listMembers, listTeams, sumTeams, teamExport } from './team.service.ts'

/** What staff read of teams; they are completed by the area of orders. */
export function serveTeams(app: App): void {
  const { list, info, statistics, members, download } = team
  serve(
    app,
    { list, info, statistics, members, download },
    {
      list: listTeams,
      info: (ctx, { query }) => getTeam(ctx, query.id),
      statistics: sumTeams,
      members: (ctx, { params }) => listMembers(ctx, params.id),
      download: (ctx, { query }) => exportRows(ctx, teamExport, query),
    },
  )
}
