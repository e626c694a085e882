import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { finishTeam, leaveOwnTeam } from './order-team.service.ts'

/** What ends teams and takes orders out of them. */
export function serveOrderTeams(app: App): void {
  serve(app, { finish: team.finish }, { finish: finishTeam })
  serve(app, { remove: frontCombination.remove }, { remove: leaveOwnTeam })
}
