import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { callAct } from '../../work/approval/approval.service.ts'
import { endActivity } from './activity.service.ts'
import { switchAll } from './activity-batch.service.ts'
import { copyActivity } from './activity-copy.service.ts'
import { setQuotaAct } from './activity-skus.service.ts'
import { countPhases, sumToday, watchActivity } from './activity-watch.service.ts'
import { checkPlan, listLowest } from './conflict.service.ts'

/** What staff do with activities of every kind. */
export const serveActivities = (app: App) =>
  serve(app, activity, {
    headers: countPhases,
    today: sumToday,
    conflicts: checkPlan,
    lowest: listLowest,
    watch: watchActivity,
    end: endActivity,
    quota: (ctx, { body }) => callAct(ctx, setQuotaAct, body),
    copy: copyActivity,
    batch: switchAll,
  })
