import { type Area, adding } from '../../platform/area.ts'
import { defaults, demos } from '../../platform/data/defaults.ts'
import { trailWords, versioned } from '../../platform/data/versioned.ts'
import { articleUses } from '../content/article/article.service.ts'
import { categoryUsers } from '../product/category/category.service.ts'
import { cardParts } from '../product/window/window.service.ts'
import { settingFollowers } from '../setting/setting/setting.service.ts'
import { serveActivityStyles } from './activity-style/activity-style.routes.ts'
import { stylesOfCategory } from './activity-style/activity-style.service.ts'
import { styleCards } from './activity-style/running-style.service.ts'
import { serveAgreements, serveFrontAgreements } from './agreement/agreement.routes.ts'
import { addDefaultAgreements } from './agreement/agreement.seed.ts'
import { servePageBlocks } from './block/page-block.routes.ts'
import { decorHistories, decorTrailWords } from './decor.history.ts'
import { serveFrontPages, serveFrontSite } from './front-page/front-page.routes.ts'
import { serveStorefront } from './h5/h5.routes.ts'
import { serveFixedLayout, serveGroupData } from './layout/fixed-layout.routes.ts'
import { servePageLayout, serveShopTheme } from './layout/layout.routes.ts'
import { dropServedOnSettings } from './layout/served-pages.service.ts'
import { publishDefaultPages } from './page/default-pages.service.ts'
import { serveDecorPages, servePageVersions } from './page/page.routes.ts'
import { registerPageClock } from './page/page-clock.service.ts'
import { keepPageStats } from './page/page-stat.service.ts'
import { pagesOfArticle, pagesOfArticleCategory, pagesOfCategory, registerPageNews } from './page/page-uses.service.ts'
import { servePageTemplates } from './template/page-template.routes.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  'activity-style',
  'agreement',
  'layout',
  'page-facts',
  'resolvers',
  'template',
  'page',
  'block',
  'front-page',
  'h5',
] as const

/** How the shop looks to buyers: what dresses its products, and the pages that are made of components. */
export const decor: Area = {
  name: 'decor',
  routes: [
    serveActivityStyles,
    serveAgreements,
    serveFrontAgreements,
    servePageLayout,
    serveFixedLayout,
    serveGroupData,
    serveShopTheme,
    serveDecorPages,
    servePageVersions,
    servePageBlocks,
    servePageTemplates,
    serveFrontPages,
    serveFrontSite,
    serveStorefront,
  ],
  adds: [
    adding(cardParts, styleCards),
    adding(categoryUsers, stylesOfCategory, pagesOfCategory, pagesOfArticleCategory),
    adding(articleUses, pagesOfArticle),
    adding(settingFollowers, dropServedOnSettings),
    adding(versioned, ...decorHistories),
    adding(trailWords, ...decorTrailWords),
    adding(defaults, publishDefaultPages, addDefaultAgreements),
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/decor.demo.ts')).fillDecorDemo(ctx)),
  ],
  background: [registerPageClock, registerPageNews],
  inEveryProcess: [keepPageStats],
}
