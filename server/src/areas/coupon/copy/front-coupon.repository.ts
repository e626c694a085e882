import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { allRead, is } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { accountsOf } from '../../user/buyer-session/former-account.parts.ts'
import { coupons } from '../coupon/coupon.tables.ts'
import { secondOf } from './coupon-copy.repository.ts'
import { couponCopies } from './coupon-copy.tables.ts'

export type OpenFilter = {
  useType?: number | undefined
  productId?: number | undefined
  couponId?: number | undefined
}

/** Coupons that buyers can take now. A window ends with the whole of its last second. */
function open({ now }: Ctx): SQL | undefined {
  const second = secondOf(now())
  const { isDel, status, type, receiveStart, receiveEnd, isFixedTime, useEnd, isLimited, total, received } = coupons
  return and(
    ...[eq(isDel, false), eq(status, true), eq(type, 1)],
    or(isNull(receiveStart), lte(receiveStart, now())),
    or(isNull(receiveEnd), gte(receiveEnd, second)),
    or(eq(isFixedTime, false), gte(useEnd, second)),
    or(eq(isLimited, false), gt(total, received)),
  )
}

/** Coupons that can be spent on a product: those for anything, for it, or for a category that it stands in or below. */
function spendableOn(productId: number): SQL {
  return sql`(use_type = 1 or exists (
    select from coupon_scope as scope where scope.coupon_id = coupon.id and (
      (use_type = 2 and scope.target_id = ${productId})
      or (use_type = 3 and scope.target_id in (
        select category_id from product_category where product_category.product_id = ${productId})))))`
}

function matching(ctx: Ctx, { useType, productId, couponId, ...left }: OpenFilter): SQL | undefined {
  return and(
    allRead(left),
    open(ctx),
    is(coupons.useType, useType),
    is(coupons.id, couponId),
    productId === undefined ? undefined : spendableOn(productId),
  )
}

/** The segments that open coupons are kept for. */
export async function listSegments(ctx: Ctx, filter: OpenFilter): Promise<number[]> {
  const found = await ctx.db
    .selectDistinct({ id: coupons.segmentId })
    .from(coupons)
    .where(and(matching(ctx, filter), isNotNull(coupons.segmentId)))
  return found.flatMap(({ id }) => id ?? [])
}

/** A page of open coupons for anybody, or for one of these segments, the highest sort first. */
export async function list(ctx: Ctx, filter: OpenFilter, segments: readonly number[], { limit, offset }: Page) {
  const where = and(
    matching(ctx, filter),
    or(isNull(coupons.segmentId), segments.length ? inArray(coupons.segmentId, [...segments]) : undefined),
  )
  const found = await ctx.db
    .select({
      ...getTableColumns(coupons),
      scopeIds: sql<number[]>`array(select target_id from coupon_scope where coupon_id = coupon.id order by target_id)`,
    })
    .from(coupons)
    .where(where)
    .orderBy(desc(coupons.sort), desc(coupons.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await ctx.db.$count(coupons, where) }
}

/** Goods of a line at their charged price, in fen; categories with all that stand above them. */
export type Spent = { productId: number; categoryIds: readonly number[]; lineFen: number }

/**
 * Open coupons for anybody, or for one of these segments, that goods are for but do not reach yet: those that lack least, of
 * equal ones those that take off most.
 */
export async function listNearest(ctx: Ctx, goods: readonly Spent[], segments: readonly number[], limit: number) {
  const { rows } = await ctx.db.execute<{
    couponId: number
    name: string
    moneyFen: number
    limitPerUser: number
    lacksFen: number
  }>(sql`
    with line as materialized (
      select (goods ->> 'productId')::bigint as product_id, (goods ->> 'lineFen')::bigint as fen, goods -> 'categoryIds' as above
      from jsonb_array_elements(${JSON.stringify(goods)}::jsonb) as goods
    ), reachable as (
      select coupon.id, name, money_fen, limit_per_user, min_price_fen - (
        select coalesce(sum(fen), 0) from line where use_type = 1 or exists (
          select from coupon_scope as scope where scope.coupon_id = coupon.id
            and (use_type = 2 and scope.target_id = product_id or use_type = 3 and above @> to_jsonb(scope.target_id)))
      ) as lacks_fen, min_price_fen
      from coupon
      where ${open(ctx)} and (not is_fixed_time or use_start is null or use_start <= ${ctx.now().toISOString()}::timestamptz)
        and (segment_id is null or segment_id = any(${sql.param([...segments])}::bigint[]))
    )
    select id::int as "couponId", name, money_fen::int as "moneyFen", limit_per_user as "limitPerUser", lacks_fen::int as "lacksFen"
    from reachable where lacks_fen > 0 and lacks_fen < min_price_fen
    order by lacks_fen, money_fen desc, id limit ${limit}`)
  return rows
}

export async function find({ db }: Ctx, id: number) {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), eq(coupons.isDel, false)))
  return coupon
}

/** How many places of each coupon a buyer's copies take, those of accounts that the buyer ended included. */
export async function countHeld({ db }: Ctx, uid: number, couponIds: readonly number[]): Promise<Map<number, number>> {
  const { couponId, seq } = couponCopies
  const held = await db
    .select({ couponId, count: count() })
    .from(couponCopies)
    .where(
      and(
        inArray(couponId, [...couponIds]),
        sql`${couponCopies.uid} = any(${accountsOf(sql`${uid}::bigint`)})`,
        isNotNull(seq),
      ),
    )
    .groupBy(couponId)
  return new Map(held.map((each) => [each.couponId, each.count]))
}

/** Which of these coupons have copies left, or as many as one likes. */
export async function listLeft({ db }: Ctx, ids: readonly number[]): Promise<number[]> {
  const found = await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(inArray(coupons.id, [...ids]), sql`(not is_limited or received < total)`))
  return found.map(({ id }) => id)
}
