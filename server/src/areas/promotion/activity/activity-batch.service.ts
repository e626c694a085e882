import type { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import * as activities from './activity.repository.ts'
import { switchActivity } from './activity.service.ts'
import { requireKind } from './activity-kinds.service.ts'

/** Opens or closes several activities, each by itself. */
export async function switchAll(
  ctx: Ctx,
  { body: { ids, action } }: RouteInput<typeof activity.batch>,
): Promise<RouteAnswer<typeof activity.batch>> {
  const errors: RouteAnswer<typeof activity.batch>['errors'] = []
  for (const id of ids) {
    const row = await activities.find(ctx, id)
    try {
      const kind = await requireKind(ctx, id, 'update:status')
      await switchActivity(ctx, kind, { id, status: action === 'open' })
    } catch (error) {
      if (!(error instanceof HttpError || error instanceof Refusal)) throw error
      errors.push({ id, title: row?.title ?? '', message: error.message })
    }
  }
  return { success: ids.length - errors.length, failed: errors.length, errors }
}
