import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { categoryUsers } from '../product/category/category.service.ts'
import { cardParts } from '../product/window/window.service.ts'
import { serveActivityStyles } from './activity-style/activity-style.routes.ts'
import { stylesOfCategory } from './activity-style/activity-style.service.ts'
import { styleCards } from './activity-style/running-style.service.ts'
import { decorHistories } from './decor.history.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['activity-style'] as const

/** How the shop looks to buyers: what dresses its products. */
export const decor: Area = {
  name: 'decor',
  routes: [serveActivityStyles],
  adds: [
    adding(cardParts, styleCards),
    adding(categoryUsers, stylesOfCategory),
    adding(versioned, ...decorHistories),
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/decor.demo.ts')).fillDecorDemo(ctx)),
  ],
}
