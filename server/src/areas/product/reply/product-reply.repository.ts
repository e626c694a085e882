import type { ReplyQuery } from '@zhanggui/contract/product/product-reply.ts'
import type { Keyword } from '@zhanggui/domain/product/product-search.ts'
import { and, desc, eq, gt, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { productSkus, products } from '../product/product.tables.ts'
import { findFew, searchFinds } from '../product/product-filter.repository.ts'
import { productReplies } from './product-reply.tables.ts'

export type ReplyRecord = typeof productReplies.$inferSelect
export type ReplyInsert = typeof productReplies.$inferInsert
/** A reply with its product and the person who answered it. */
export type ReplyFound = { reply: ReplyRecord; image: string; storeName: string; answeredBy: string | null }

export type ReplyFilter = FilterOf<ReplyQuery, 'dateLimit' | 'productSearch'> & {
  from?: Date
  to?: Date
  /** undefined: any product; null: the input holds nothing to search for. */
  product?: Keyword | null
}

/** Replies are counted up to this number. */
const MAX_COUNTED = 10_000

const there = eq(productReplies.isDel, false)
const waitsForAnswer = and(
  eq(productReplies.isReply, false),
  eq(productReplies.isVirtual, false),
  eq(productReplies.isAuto, false),
  ne(productReplies.auditStatus, 2),
)

function selectFound({ db }: Ctx) {
  return db
    .select({
      reply: productReplies,
      image: products.image,
      storeName: products.storeName,
      answeredBy: adminUsers.nickName,
    })
    .from(productReplies)
    .innerJoin(products, eq(products.id, productReplies.productId))
    .leftJoin(adminUsers, eq(adminUsers.id, productReplies.replyBy))
}

/** @param among product ids, for a keyword that few products have */
function conditions(filter: ReplyFilter, among?: readonly number[]): SQL | undefined {
  const { from, to, isReply, product, nickname, level, isShow, auditStatus, isVirtual, hasPic, productId, ...rest } =
    filter
  const { keywords, waiting, ...left } = rest
  const row = productReplies
  return and(
    allRead(left),
    there,
    from && gte(row.createdAt, from),
    to && lte(row.createdAt, to),
    isReply === undefined ? undefined : eq(row.isReply, isReply),
    waiting === undefined ? undefined : waiting ? waitsForAnswer : sql`not (${waitsForAnswer})`,
    product === null ? sql`false` : product && (among ? isAmong(among) : searchFinds(sql`${row.productId}`, product)),
    nickname ? contains(row.nickname, nickname) : undefined,
    level && eq(row.level, level),
    isShow === undefined ? undefined : eq(row.isShow, isShow),
    auditStatus === undefined ? undefined : eq(row.auditStatus, auditStatus),
    isVirtual === undefined ? undefined : eq(row.isVirtual, isVirtual),
    hasPic === undefined ? undefined : hasPic ? sql`${row.pics} <> '{}'` : sql`${row.pics} = '{}'`,
    productId === undefined ? undefined : eq(row.productId, productId),
    keywords ? contains(row.comment, keywords) : undefined,
  )
}

function isAmong(productIds: readonly number[]): SQL {
  return sql`${productReplies.productId} = any(${sql.param([...productIds])}::bigint[])`
}

/** A page of replies, newest first; of those that wait for an answer the bad ones before the others. */
export async function list(ctx: Ctx, filter: ReplyFilter, { limit, offset }: Page) {
  const where = conditions(filter, filter.product ? await findFew(ctx, filter.product) : undefined)
  const rows = await selectFound(ctx)
    .where(where)
    .orderBy(
      ...(filter.waiting ? [sql`(${productReplies.level} = 'poor') desc`] : []),
      desc(productReplies.createdAt),
      desc(productReplies.id),
    )
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(ctx.db, productReplies, where)) }
}

export async function find(ctx: Ctx, id: number): Promise<ReplyFound | undefined> {
  const [row] = await selectFound(ctx).where(and(eq(productReplies.id, id), there))
  return row
}

/** The existing replies with these ids, locked, by id. */
export function lock({ db }: Ctx, ids: readonly number[]): Promise<ReplyRecord[]> {
  return db
    .select()
    .from(productReplies)
    .where(and(inArray(productReplies.id, [...ids]), there))
    .orderBy(productReplies.id)
    .for('update')
}

/** Inserts replies. Returns their ids, in the order given. */
export async function insert({ db, caller, now }: Ctx, replies: readonly ReplyInsert[]): Promise<number[]> {
  const who = { createdBy: caller?.userId, updatedBy: caller?.userId, updatedAt: now() }
  const rows = await db
    .insert(productReplies)
    .values(replies.map((reply) => ({ createdAt: now(), ...who, ...reply })))
    .returning({ id: productReplies.id })
  return rows.map(({ id }) => id)
}

/** Changes a reply that the transaction has locked; the version rises. */
export async function update({ db, caller, now }: Ctx, id: number, reply: Partial<ReplyInsert>) {
  const [saved] = await db
    .update(productReplies)
    .set({ ...reply, version: sql`${productReplies.version} + 1`, updatedBy: caller?.userId, updatedAt: now() })
    .where(eq(productReplies.id, id))
    .returning({ id: productReplies.id, version: productReplies.version })
  if (!saved) throw new Error(`reply ${id} was not locked`)
  return saved
}

/**
 * Recounts the visible replies of products. Locks the products in the order of their ids.
 * @param countsVirtual whether fictitious replies count
 */
export async function recount({ db }: Ctx, productIds: readonly number[], countsVirtual: boolean): Promise<void> {
  const wanted = sql`${sql.param([...productIds])}::bigint[]`
  // In a statement of its own, so that the counts below see everything committed before the lock was acquired.
  await db.execute(sql`select from product where id = any(${wanted}) order by id for no key update`)
  await db.execute(sql`
    update product set reply_count = now.total, good_count = now.good, medium_count = now.medium, poor_count = now.poor,
      star_avg = now.star
    from (
      select asked.id, count(star)::int as total, count(*) filter (where level = 'good')::int as good,
        count(*) filter (where level = 'medium')::int as medium, count(*) filter (where level = 'poor')::int as poor,
        coalesce(round(avg(star), 1), 0) as star
      from unnest(${wanted}) as asked(id)
      left join product_reply on product_id = asked.id and is_show and audit_status = 1 and not is_del
        and (${countsVirtual} or not is_virtual)
      group by asked.id
    ) as now
    where product.id = now.id and (reply_count, good_count, medium_count, poor_count, star_avg)
      is distinct from (now.total, now.good, now.medium, now.poor, now.star)`)
}

/** The next products, by id, that have fictitious replies. */
export async function listVirtual({ db }: Ctx, after: number, max: number): Promise<number[]> {
  const { productId, isVirtual } = productReplies
  const rows = await db
    .selectDistinct({ productId })
    .from(productReplies)
    .where(and(gt(productId, after), eq(isVirtual, true), there))
    .orderBy(productId)
    .limit(max)
  return rows.map((row) => row.productId)
}

/** The number of replies that buyers wrote themselves and nobody answered. */
export async function countUnanswered({ db }: Ctx): Promise<number> {
  const waiting = db
    .select({ one: sql`1` })
    .from(productReplies)
    .where(and(waitsForAnswer, there))
    .limit(MAX_COUNTED)
    .as('waiting')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(waiting)
  return row?.total ?? 0
}

/** The product of a fictitious reply, locked against deletion until the transaction ends. */
export async function keepProduct({ db }: Ctx, productId: number): Promise<{ createdAt: Date } | undefined> {
  const [row] = await db
    .select({ createdAt: products.createdAt })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.isDel, false)))
    .for('key share')
  return row
}

/** The code of a product's SKU with these values. */
export async function findSkuCode({ db }: Ctx, productId: number, suk: string): Promise<string | undefined> {
  const [row] = await db
    .select({ unique: productSkus.unique })
    .from(productSkus)
    .where(and(eq(productSkus.productId, productId), eq(productSkus.suk, suk), eq(productSkus.isDel, false)))
  return row?.unique
}
