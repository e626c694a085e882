import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { guardedFields } from '../../platform/data/guarded-fields.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { exports } from '../../platform/work/exports.ts'
import { SEE_COST } from '../product/product/product-describe.service.ts'
import { activityKinds } from '../promotion/activity/activity-kinds.service.ts'
import { approvalActs } from '../work/approval/approval.service.ts'
import { combinationExport } from './combination/combination.export.ts'
import { serveCombinations } from './combination/combination.routes.ts'
import {
  combinationKind,
  saveCombinationAct,
  switchCombinationAct,
  updateCombinationAct,
} from './combination/combination.service.ts'
import { combinationHistories } from './combination.history.ts'
import { serveFrontCombinations } from './team/front-combination.routes.ts'
import { serveTeams } from './team/team.routes.ts'
import { teamExport } from './team/team.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['combination', 'team'] as const

/** Goods that are cheaper for buyers who buy together, and their teams. */
export const combination: Area = {
  name: 'combination',
  routes: [serveCombinations, serveTeams, serveFrontCombinations],
  adds: [
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/combination.demo.ts')).fillCombinationDemo(ctx)),
    adding(activityKinds, combinationKind),
    adding(approvalActs, saveCombinationAct, updateCombinationAct, switchCombinationAct),
    adding(versioned, ...combinationHistories),
    adding(guardedFields, { object: 'combination', field: 'cost', permission: SEE_COST }),
    adding(exports, combinationExport, teamExport),
  ],
}
