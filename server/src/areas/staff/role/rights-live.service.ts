import type { Ctx } from '../../../platform/http/context.ts'
import { allPages, defineLive, onReport, pagesOf, report } from '../../../platform/work/live.ts'

/** How many user ids fit into one message of the bus. */
const MAX_USERS = 300

/** Users whose rights have changed. */
const rights = defineLive<'all' | number[]>('live.rights')

/** Notifies open pages of changes to their users' rights. */
export async function reportRightsChanged(ctx: Ctx, userIds: 'all' | readonly number[]): Promise<void> {
  if (userIds === 'all' || userIds.length > MAX_USERS) await report(ctx, rights, 'all')
  else if (userIds.length) await report(ctx, rights, [...userIds])
}

export const pushRights = onReport(
  rights,
  ({ platform }, affected) => {
    for (const page of affected === 'all' ? allPages(platform) : pagesOf(platform, affected)) {
      page.send('perm.changed')
      page.close('rightsChanged')
    }
  },
  { atOnce: true },
)
