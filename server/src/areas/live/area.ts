import { sql } from 'drizzle-orm'
import { type Area, adding } from '../../platform/area.ts'
import { daysAgo, eachOf, oldRows } from '../../platform/data/clean-up.ts'
import { demos } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { productKeepers } from '../product/product/guard.service.ts'
import { serveLiveAnchors } from './anchor/live-anchor.routes.ts'
import { serveFrontLive } from './front-live/front-live.routes.ts'
import { serveLiveGoods } from './goods/live-goods.routes.ts'
import { listLiveUses } from './goods/live-goods.service.ts'
import { liveHistories } from './live.history.ts'
import { registerLive } from './room/live-room.jobs.ts'
import { serveLiveRooms } from './room/live-room.routes.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['gateway', 'anchor', 'goods', 'room', 'front-live'] as const

/** Live rooms of the mini-program, broadcasts of a 视频号, and what is sold in them. */
export const live: Area = {
  name: 'live',
  routes: [serveLiveAnchors, serveLiveGoods, serveLiveRooms, serveFrontLive],
  adds: [
    adding(productKeepers, listLiveUses),
    adding(
      oldRows,
      eachOf(['live_media'], (ctx) => sql`expires_at < ${daysAgo(ctx, 2)}`),
    ),
    adding(versioned, ...liveHistories),
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/live.demo.ts')).fillLiveDemo(ctx)),
  ],
  background: [registerLive],
}
