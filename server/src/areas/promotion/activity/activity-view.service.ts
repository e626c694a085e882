import type { Ctx } from '../../../platform/http/context.ts'
import { bufferCounts } from '../../../platform/work/buffered-counts.ts'
import { addViews } from './activity-view.repository.ts'

/** Views of activities: how often buyers looked at their pages. */
const views = bufferCounts('views of activities', addViews)
export const { flush: flushActivityViews, keep: keepActivityViews } = views

/** Counts a look at an activity; asking again for what is looked at already is none. */
export function countActivityView(ctx: Ctx, id: number): void {
  if (!ctx.origin.isAgain) views.count(ctx, id)
}
