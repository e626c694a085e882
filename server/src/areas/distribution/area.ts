import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { exports } from '../../platform/work/exports.ts'
import { commissionOfBuyer } from '../user/centre/customer-centre.service.ts'
import { approvalAct, approvalActs } from '../work/approval/approval.service.ts'
import { brokerageExport } from './brokerage/brokerage.export.ts'
import { serveBrokerage } from './brokerage/brokerage.routes.ts'
import { serveFrontPromoters } from './own/front-promoter.routes.ts'
import { countWaiting } from './own/own-commission.repository.ts'
import { servePromoters } from './promoter/promoter.routes.ts'
import { adjustBrokerage } from './promoter/promoter.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['commission', 'promoter', 'brokerage', 'own'] as const

/** Promoters, and what orders earn for them. The area knows no order; orders report what happens to them. */
export const distribution: Area = {
  name: 'distribution',
  routes: [servePromoters, serveBrokerage, serveFrontPromoters],
  adds: [
    adding(approvalActs, approvalAct(promoter.adjust, adjustBrokerage)),
    adding(exports, brokerageExport),
    adding(commissionOfBuyer, countWaiting),
    // Loaded lazily: only demo shops need it.
    adding(demos, async (ctx) => (await import('./demo/distribution.demo.ts')).fillDistributionDemo(ctx)),
  ],
}
