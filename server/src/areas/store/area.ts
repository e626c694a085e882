import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { regionUses } from '../setting/region/region.service.ts'
import { searchers } from '../setting/search/search.service.ts'
import { staffTests } from '../wechat/wechat-user/wechat-user.service.ts'
import { serveFrontStores } from './front-store/front-store.routes.ts'
import { serveStores } from './store/store.routes.ts'
import { findStoresOfPlace, storeRecycling } from './store/store.service.ts'
import { storeSearcher } from './store/store-search.service.ts'
import { storeHistories } from './store.history.ts'
import { isStoreStaff } from './store-staff/store-staff.repository.ts'
import { serveStoreStaff } from './store-staff/store-staff.routes.ts'
import { switchOffStaffOf } from './store-staff/store-staff.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['store', 'store-staff', 'front-store'] as const

/** Stores where buyers pick up their orders, and who works there. */
export const store: Area = {
  name: 'store',
  routes: [serveStores, serveStoreStaff, serveFrontStores],
  adds: [
    adding(versioned, ...storeHistories),
    adding(storeRecycling, switchOffStaffOf),
    adding(regionUses, findStoresOfPlace),
    adding(staffTests, isStoreStaff),
    adding(searchers, storeSearcher),
    // Loaded lazily: only demo shops need it.
    adding(demos, async (ctx) => (await import('./store.demo.ts')).fillStoreDemo(ctx)),
  ],
}
