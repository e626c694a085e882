import type { Platform } from '../../../platform/http/context.ts'
import type { ArticleUser } from '../../content/article/article.service.ts'
import { ARTICLES_CHANGED } from '../../content/article/article-state.service.ts'
import type { CategoryUser } from '../../product/category/category.service.ts'
import { dropServed } from '../layout/served-pages.service.ts'
import { listUses } from './page.repository.ts'

/** Pages that name a category: it may go all the same, and then they show nothing of it. */
export const pagesOfCategory: CategoryUser = {
  noun: '页面',
  unit: '个',
  list: (ctx, categoryId) => listUses(ctx, 'category', categoryId),
  leave: (tx) => dropServed(tx),
}

/** The same for a category of articles. */
export const pagesOfArticleCategory: CategoryUser = {
  ...pagesOfCategory,
  type: 3,
  list: (ctx, categoryId) => listUses(ctx, 'articleCategory', categoryId),
}

/** Pages and blocks that name an article. */
export const pagesOfArticle: ArticleUser = { list: (ctx, articleId) => listUses(ctx, 'article', articleId) }

/** What leaves the shelf leaves the pages at once; so does an article that is taken down, and one whose time has come joins them. */
export function registerPageNews({ outbox }: Platform): void {
  outbox.consume('served-pages', ['product.down', 'product.recycled', ARTICLES_CHANGED], (tx) => dropServed(tx))
}
