import { BadInput } from '@zhanggui/domain/errors.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './context.ts'

const DEFAULT_LIMIT = 20
const MAX_ROWS = 100_000
/** So far rows of a large table are counted. */
export const MAX_COUNTED = 10_000

/** What a page of a list, or its sheet, is asked for by; whatever else a query has is a filter. */
type Paging = 'page' | 'limit' | 'size' | 'sort' | 'shown'
/** The filters of a query, without those taken out of it. */
export type FilterOf<Query, Taken extends keyof Query = never> = Omit<Query, Paging | Taken>
/**
 * What is left of a query once its filters were taken out of it. A filter that nobody takes would find everything, so while
 * one is left this does not compile.
 */
export type AllRead<Left> = Left & { [Filter in Exclude<keyof Left, Paging>]: 'a filter that nothing reads' }

/** A query that has no other filters than these, for readers of them that several lists share. */
export type Only<Filter, Query extends Filter> = Query & AllRead<Omit<Query, keyof Filter>>

/** A page, numbered from 1, and its offset. */
export type Page = { page: number; limit: number; offset: number }

type Numbered = { page?: number | undefined; limit?: number | undefined }

/** The next rows of a list that is read completely, after the row with that id. */
export type Batch = { after: number | undefined; limit: number }

/** A row comes after the one with that id in a list sorted newest first, by creation and id. */
export function isOlder(table: PgTable & { id: AnyPgColumn; createdAt: AnyPgColumn }, id: number): SQL {
  // The database's own value: a JavaScript Date has no microseconds.
  const moment = sql`(select created_at from ${table} where id = ${id})`
  return sql`(${table.createdAt}, ${table.id}) < (${moment}, ${id})`
}

/**
 * Reads the page of a query whose filters were taken out of it: `limit` is 20 by default and clamped to 100.
 * @param max the largest limit; larger where the requirements fix it (9999)
 * @throws {BadInput} when the page lies beyond 100,000 rows
 */
export function readPage<Left extends Numbered>(left: AllRead<Left>, max = 100): Page {
  const { page = 1, limit = DEFAULT_LIMIT }: Numbered = left
  const clamped = Math.min(limit, max)
  if (page * clamped > MAX_ROWS) throw new BadInput('请缩小查询范围', 'page')
  return { page, limit: clamped, offset: (page - 1) * clamped }
}

/** Counts the matches in a large table, up to 10,000, and reports whether it stopped there. */
export async function countBounded(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ total: number; totalIsLowerBound?: true }> {
  const some = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(MAX_COUNTED + 1)
    .as('some')
  const [counted] = await db.select({ total: sql<number>`count(*)` }).from(some)
  const total = counted?.total ?? 0
  return total > MAX_COUNTED ? { total: MAX_COUNTED, totalIsLowerBound: true } : { total }
}

/** A page of the calls under /api/dict and /api/menus, whose answer has the form of the query. */
export type SizedPage = {
  limit: number
  offset: number
  /** Wraps the rows of this page in the answer. */
  answer<Row>(rows: Row[], total: number): SizedAnswer<Row>
}
type SizedAnswer<Row> =
  | { content: Row[]; totalElements: number }
  | { list: Row[]; total: number; page: number; limit: number }

/**
 * Reads the page of the calls under /api/dict and /api/menus: `page` from 0 with `size`, answered as
 * `{content,totalElements}`, which is the default; or from 1 with `limit`, answered like all others.
 * @throws {BadInput} when both `size` and `limit` are given, and as {@link readPage}
 */
export function readSizedPage<Left extends Numbered & { size?: number }>(left: AllRead<Left>, max = 100): SizedPage {
  const { page, size, limit }: Numbered & { size?: number } = left
  if (limit === undefined) {
    const { limit: rows, offset } = readPage({ page: (page ?? 0) + 1, limit: size }, max)
    return { limit: rows, offset, answer: (content, totalElements) => ({ content, totalElements }) }
  }
  if (size !== undefined) throw new BadInput('size 与 limit 不能同时使用', 'limit')
  if (page === 0) throw new BadInput('页码不能小于1', 'page')
  const paging = readPage({ page, limit }, max)
  return {
    limit: paging.limit,
    offset: paging.offset,
    answer: (list, total) => ({ list, total, page: paging.page, limit: paging.limit }),
  }
}

/**
 * Reads the sort order of a query, `sort=field,asc` or `sort=field,desc`, possibly repeated.
 * @param columns the sortable fields; `id` is the last criterion, descending
 * @param usual the default order
 * @throws {BadInput} for any other field
 */
export function readSort<Field extends string>(
  sorts: readonly string[] | undefined,
  columns: Record<Field, AnyPgColumn | SQL> & { id: AnyPgColumn },
  usual: SQL[],
): SQL[] {
  // A single `name,asc` is parsed as a list of two, like every text with commas where a list is expected.
  const words = (sorts ?? []).flatMap((text) => text.split(',')).map((word) => word.trim())
  const order: SQL[] = []
  for (const [index, word] of words.entries()) {
    if (word === 'asc' || word === 'desc') {
      if (index) continue
      throw new BadInput('排序格式不正确，应为「字段,asc」或「字段,desc」', 'sort')
    }
    if (!Object.hasOwn(columns, word)) throw new BadInput(`不能按「${word.slice(0, 50)}」排序`, 'sort')
    const column = columns[word as Field]
    order.push(words[index + 1] === 'desc' ? sql`${column} desc` : sql`${column} asc`)
  }
  return order.length ? [...order, sql`${columns.id} desc`] : usual
}
