import { type Area, adding } from '../../platform/area.ts'
import { defaults, demos } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { exports } from '../../platform/work/exports.ts'
import { registerPointsExpiry } from './expiry/points-expiry.jobs.ts'
import { serveFrontPoints } from './front-points.routes.ts'
import { pointsExport } from './points/points.export.ts'
import { servePoints } from './points/points.routes.ts'
import { pointsHistories } from './points.history.ts'
import { serveSign } from './sign/sign.routes.ts'
import { insertSignRewards } from './sign/sign.seed.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['sign', 'points', 'expiry', 'front-points'] as const

/** Points beside the ledger of customers: the log, their expiry, and signing in each day. */
export const points: Area = {
  name: 'points',
  routes: [servePoints, serveSign, serveFrontPoints],
  adds: [
    adding(versioned, ...pointsHistories),
    adding(defaults, insertSignRewards),
    adding(exports, pointsExport),
    // Loaded lazily: only demo shops need it.
    adding(demos, async (ctx) => (await import('./demo/points.demo.ts')).fillPointsDemo(ctx)),
  ],
  background: [registerPointsExpiry],
}
