import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'

/** What the shop writes for its buyers. */
export const articles = pgTable(
  'article',
  {
    ...editableColumns,
    /** Of type 3. */
    cid: rowId().notNull(),
    title: varchar({ length: 100 }).notNull(),
    author: varchar({ length: 20 }).notNull(),
    image: varchar({ length: 512 }).notNull(),
    synopsis: varchar({ length: 100 }).notNull(),
    content: text().notNull(),
    /** '': the title. */
    shareTitle: varchar({ length: 100 }).notNull().default(''),
    shareSynopsis: varchar({ length: 100 }).notNull().default(''),
    isHot: boolean().notNull().default(false),
    isBanner: boolean().notNull().default(false),
    /** Higher values come first. */
    sort: integer().notNull().default(0),
    /** The original elsewhere; '': buyers read it in the storefront. */
    url: varchar({ length: 512 }).notNull().default(''),
    published: boolean().notNull().default(false),
    /** In no list, but open to anyone with the link. */
    hidden: boolean().notNull().default(false),
    visit: integer().notNull().default(0),
    /** 0: none. */
    productId: rowId().notNull().default(0),
    /** When it went live, or will; of a draft, when it is meant to. */
    publishTime: moment(),
  },
  (article) => [
    index('article_shown').on(article.cid, article.sort, article.publishTime).where(sql`published and not hidden`),
    index('article_order').on(article.sort, article.id),
    check('article_live', sql`not published or publish_time is not null`),
  ],
)
