import type { ArticleQuery } from '@zhanggui/contract/content/article.ts'
import { and, asc, desc, eq, getTableColumns, inArray, lte, or, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import type { Counts } from '../../../platform/work/buffered-counts.ts'
import { categories } from '../../product/category/category.tables.ts'
import { products } from '../../product/product/product.tables.ts'
import { articles } from './article.tables.ts'

export type ArticleRow = typeof articles.$inferSelect

export const { find, lock, insert, update, remove } = rows(articles)

const { content: _content, ...listed } = getTableColumns(articles)
export type ListedArticle = Omit<ArticleRow, 'content'> & { cateName: string }
const cateName = sql<string>`coalesce((select name from category where category.id = ${articles.cid}), '')`

/** A page of articles for staff: higher sort numbers first, then the newest. */
export async function list(
  ctx: Ctx,
  { keywords, cid, published, ...left }: FilterOf<ArticleQuery>,
  { limit, offset }: Page,
) {
  const { title, author, synopsis } = articles
  const where = and(
    allRead(left),
    or(has(title, keywords), has(author, keywords), has(synopsis, keywords)),
    is(articles.cid, cid),
    is(articles.published, published),
  )
  const found: ListedArticle[] = await ctx.db
    .select({ ...listed, cateName })
    .from(articles)
    .where(where)
    .orderBy(desc(articles.sort), desc(articles.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await ctx.db.$count(articles, where) }
}

/** Articles, locked in the order of their ids. */
export function lockAll({ db }: Ctx, ids: readonly number[]): Promise<ArticleRow[]> {
  return db
    .select()
    .from(articles)
    .where(inArray(articles.id, [...ids]))
    .orderBy(asc(articles.id))
    .for('no key update')
}

/** A product that is not deleted. */
export async function findProduct({ db }: Ctx, id: number) {
  const { storeName, image, priceFen, isShow, isRecycle } = products
  const [row] = await db
    .select({ id: products.id, storeName, image, priceFen, isShow, isRecycle })
    .from(products)
    .where(and(eq(products.id, id), eq(products.isDel, false)))
  return row
}

/** Whom buyers find: the category is shown, and the time of publication has come. */
const isLive = (now: Date) =>
  and(eq(articles.published, true), lte(articles.publishTime, now), eq(categories.status, true))

const shownColumns = {
  id: articles.id,
  cid: articles.cid,
  title: articles.title,
  image: articles.image,
  synopsis: articles.synopsis,
  author: articles.author,
  visit: articles.visit,
  publishTime: articles.publishTime,
}

type Wanted = { cids?: readonly number[] | undefined; ids?: readonly number[]; isHot?: true; isBanner?: true }

/** The articles that buyers find in lists: higher sort numbers first, then the newest. */
export async function listShown({ db, now }: Ctx, wanted: Wanted, { limit, offset }: Omit<Page, 'page'>) {
  const where = and(
    isLive(now()),
    eq(articles.hidden, false),
    wanted.cids && inArray(articles.cid, [...wanted.cids]),
    wanted.ids && inArray(articles.id, [...wanted.ids]),
    is(articles.isHot, wanted.isHot),
    is(articles.isBanner, wanted.isBanner),
  )
  const shown = db
    .select(shownColumns)
    .from(articles)
    .innerJoin(categories, eq(categories.id, articles.cid))
    .where(where)
  const found = await shown
    .orderBy(desc(articles.sort), desc(articles.publishTime), desc(articles.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(articles)
    .innerJoin(categories, eq(categories.id, articles.cid))
    .where(where)
  return { rows: found, total: counted?.total ?? 0 }
}

/** An article that anyone with its link may read. */
export async function findShown({ db, now }: Ctx, id: number) {
  const [row] = await db
    .select({ ...getTableColumns(articles), cateName: categories.name })
    .from(articles)
    .innerJoin(categories, eq(categories.id, articles.cid))
    .where(and(isLive(now()), eq(articles.id, id)))
  return row
}

/** How many articles went live within a time. */
export function countDue({ db }: Ctx, from: Date, to: Date): Promise<number> {
  return db.$count(
    articles,
    and(eq(articles.published, true), sql`${articles.publishTime} > ${from}`, lte(articles.publishTime, to)),
  )
}

/** The articles of a category, newest first. */
export async function listOfCategory({ db }: Ctx, cid: number, limit: number) {
  const where = eq(articles.cid, cid)
  const found = await db
    .select({ id: articles.id, name: articles.title })
    .from(articles)
    .where(where)
    .orderBy(desc(articles.id))
    .limit(limit)
  return { total: await db.$count(articles, where), rows: found }
}

/** Files the articles of a category under another one; open forms of them are refused. */
export async function refile({ db, actor, now }: Ctx, cid: number, to: number): Promise<ArticleRow[]> {
  return db
    .update(articles)
    .set({ cid: to, version: sql`${articles.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(eq(articles.cid, cid))
    .returning()
}

/** Adds to how often articles were read; locks them in the order of their ids. */
export async function addVisits({ db }: Ctx, visits: Counts): Promise<void> {
  const ids = sql.param(visits.map(([id]) => id))
  const times = sql.param(visits.map(([, count]) => count))
  await db.execute(sql`
    update article set visit = least(2147483647, article.visit::bigint + counted.times) from (
      select id, times from article join unnest(${ids}::bigint[], ${times}::int[]) as seen(article_id, times)
        on article_id = id order by id for no key update of article
    ) as counted
    where article.id = counted.id`)
}
