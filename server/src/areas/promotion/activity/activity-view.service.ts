import { bufferCounts } from '../../../platform/work/buffered-counts.ts'
import { addViews } from './activity-view.repository.ts'

/** Views of activities: how often buyers looked at their pages. */
export const {
  count: countActivityView,
  flush: flushActivityViews,
  keep: keepActivityViews,
} = bufferCounts('views of activities', addViews)
