import type { Platform } from '../../../platform/http/context.ts'
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

/** What leaves the shelf leaves the pages at once. */
export function registerPageNews({ outbox }: Platform): void {
  outbox.consume('served-pages', ['product.down', 'product.recycled'], (tx) => dropServed(tx))
}
