import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { guardedFields } from '../../platform/data/guarded-fields.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { exports } from '../../platform/work/exports.ts'
import { SEE_COST } from '../product/product/product-describe.service.ts'
import { activityKinds } from '../promotion/activity/activity-kinds.service.ts'
import { accountEnds } from '../user/centre/customer-centre.service.ts'
import { approvalActs } from '../work/approval/approval.service.ts'
import { bargainExport } from './bargain/bargain.export.ts'
import { serveBargains } from './bargain/bargain.routes.ts'
import { bargainKind, saveBargainAct, switchBargainAct, updateBargainAct } from './bargain/bargain.service.ts'
import { bargainHistories } from './bargain.history.ts'
import { registerBargains } from './session/bargain-session.jobs.ts'
import { serveBargainSessions } from './session/bargain-session.routes.ts'
import { sessionExport } from './session/bargain-session.service.ts'
import { serveFrontBargains } from './session/front-bargain.routes.ts'
import { endSessionsOf } from './session/session-end.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['bargain', 'session'] as const

/** Goods whose price buyers cut down with the help of others. */
export const bargain: Area = {
  name: 'bargain',
  routes: [serveBargains, serveBargainSessions, serveFrontBargains],
  adds: [
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/bargain.demo.ts')).fillBargainDemo(ctx)),
    adding(activityKinds, bargainKind),
    adding(approvalActs, saveBargainAct, updateBargainAct, switchBargainAct),
    adding(versioned, ...bargainHistories),
    adding(guardedFields, { object: 'bargain', field: 'cost', permission: SEE_COST }),
    adding(accountEnds, endSessionsOf),
    adding(exports, bargainExport, sessionExport),
  ],
  background: [registerBargains],
}
