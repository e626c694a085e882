import type { Platform } from '../../../platform/http/context.ts'
import { COMBINATION_STATUS, settleTeams } from './order-team.service.ts'
import { TELL_QUEUE, type TeamNews, tellMembers, tellTeam } from './team-tell.service.ts'

/** Ends teams in time, has the money of failed ones go back, and tells their members. */
export function registerTeams({ jobs, outbox, scheduler }: Platform): void {
  scheduler.handle(COMBINATION_STATUS, {
    title: '处理到期的拼团',
    cron: '*/10 * * * * ?',
    run: (ctx, _, signal) => settleTeams(ctx, signal),
  })
  outbox.consume('team-tell', ['team.completed', 'team.failed'], async (tx, message) => {
    await tellTeam(tx, message)
  })
  jobs.handle<TeamNews>(TELL_QUEUE, { atOnce: 1, retries: 3, retrySeconds: 60 }, tellMembers)
}
