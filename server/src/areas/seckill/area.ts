import { type Area, adding } from '../../platform/area.ts'
import { defaults, demos } from '../../platform/data/defaults.ts'
import { guardedFields } from '../../platform/data/guarded-fields.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { exports } from '../../platform/work/exports.ts'
import { SEE_COST } from '../product/product/product-describe.service.ts'
import { activityKinds } from '../promotion/activity/activity-kinds.service.ts'
import { approvalActs } from '../work/approval/approval.service.ts'
import { serveFrontSeckill } from './seckill/front-seckill.routes.ts'
import { seckillExport } from './seckill/seckill.export.ts'
import { serveSeckills } from './seckill/seckill.routes.ts'
import {
  moveSeckillAct,
  saveSeckillAct,
  seckillKind,
  switchSeckillAct,
  updateSeckillAct,
} from './seckill/seckill.service.ts'
import { seckillHistories } from './seckill.history.ts'
import { serveSeckillSlots } from './slot/seckill-slot.routes.ts'
import { addDefaultSlots } from './slot/seckill-slot.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['slot', 'seckill'] as const

/** Flash sales and the hours of the day in which they run. */
export const seckill: Area = {
  name: 'seckill',
  routes: [serveSeckillSlots, serveSeckills, serveFrontSeckill],
  adds: [
    adding(defaults, addDefaultSlots),
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/seckill.demo.ts')).fillSeckillDemo(ctx)),
    adding(activityKinds, seckillKind),
    adding(approvalActs, saveSeckillAct, updateSeckillAct, moveSeckillAct, switchSeckillAct),
    adding(versioned, ...seckillHistories),
    adding(guardedFields, { object: 'seckill', field: 'cost', permission: SEE_COST }),
    adding(exports, seckillExport),
  ],
}
