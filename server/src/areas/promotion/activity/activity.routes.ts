import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { copyActivity, countPhases, endActivity, setQuota, switchAll, watchActivity } from './activity.service.ts'
import { checkPlan } from './conflict.service.ts'

/** What staff do with activities of every kind. */
export const serveActivities = (app: App) =>
  serve(app, activity, {
    headers: countPhases,
    conflicts: checkPlan,
    watch: watchActivity,
    end: endActivity,
    quota: setQuota,
    copy: copyActivity,
    batch: switchAll,
  })
