import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { categoryContents } from '../product/category/category.service.ts'
import { serveArticles, serveFrontArticles } from './article/article.routes.ts'
import { articlesOfCategory } from './article/article.service.ts'
import { registerArticleClock } from './article/article-state.service.ts'
import { keepVisits } from './article/front-article.service.ts'
import { contentHistories } from './content.history.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['article'] as const

/** What the shop writes for its buyers. */
export const content: Area = {
  name: 'content',
  routes: [serveArticles, serveFrontArticles],
  adds: [
    adding(categoryContents, articlesOfCategory),
    adding(versioned, ...contentHistories),
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/content.demo.ts')).fillContentDemo(ctx)),
  ],
  background: [registerArticleClock],
  inEveryProcess: [keepVisits],
}
