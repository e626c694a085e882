import type { CouponSource } from '@zhanggui/domain/promotion/coupon.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { accountsOf } from '../../user/buyer-session/former-account.parts.ts'
import { isSpendableAt, phaseAt } from '../coupon/coupon.repository.ts'
import { coupons } from '../coupon/coupon.tables.ts'

/** What a copy is given for; a customer receives one for a send, a new one for each coupon, an order one of each. */
export type GrantEvent = { source: CouponSource; sendId?: number | undefined; giftOrderId?: number | undefined }

/** A copy that was given. */
export type Granted = { id: number; uid: number }

export type GrantRound = {
  /** Whether the coupon is limited, and so many as were to be given are taken off what is left; null for no such coupon. */
  isLimited: boolean | null
  isReserved: boolean
  /** The customers who may have another copy. */
  wanted: number[]
  granted: Granted[]
}

/**
 * How many copies of the event a customer holds. Counted for each, by the index of the coupon's owners: as a join it would
 * read all copies of the coupon.
 */
const given = sql`(
  select count(*) from coupon_user as held where held.coupon_id = terms.id and held.uid = any(${accountsOf(sql`customer.id`)})
    and (held.send_id = ${sql.placeholder('sendId')}::bigint
      or (held.source = 'buy' and held.gift_order_id = ${sql.placeholder('giftOrderId')}::bigint)
      or (held.source = 'new' and ${sql.placeholder('source')}::text = 'new')))`

const round = preparedSql<GrantRound>(
  'coupon_grant',
  () => sql`
    with terms as materialized (
      select *, array(select target_id from coupon_scope where coupon_id = id order by target_id) as scope_ids
      from coupon where id = ${sql.placeholder('couponId')}::bigint
    ), places as materialized (
      select customer.id as uid, free.seq from shop_user as customer cross join terms
      cross join lateral (
        select min(place) as seq from generate_series(1, terms.limit_per_user) as place
        where not exists (
          select from coupon_user as held
          where held.coupon_id = terms.id and held.uid = any(${accountsOf(sql`customer.id`)}) and held.seq = place)
      ) as free
      where customer.id = any(${sql.placeholder('uids')}::bigint[]) and free.seq is not null and ${given} = 0
    ), wanted as materialized (
      select count(*)::int as n from places
    ), reserved as (
      update coupon set received = received + n from wanted
      where id = ${sql.placeholder('couponId')}::bigint and is_limited and n > 0 and received + n <= total
        and not ${sql.placeholder('isReserved')}::boolean
      returning id
    ), granted as (
      insert into coupon_user (coupon_id, uid, seq, name, money_fen, min_price_fen, use_type, scope_ids, source, send_id,
        gift_order_id, start_time, end_time, created_at, updated_at, created_by, updated_by)
      select terms.id, places.uid, places.seq, name, money_fen, min_price_fen, use_type, scope_ids,
        ${sql.placeholder('source')}, ${sql.placeholder('sendId')}::bigint, ${sql.placeholder('giftOrderId')}::bigint,
        case when is_fixed_time then use_start else second end,
        case when is_fixed_time then use_end else second + make_interval(hours => day * 24) end,
        at, at, operator, operator
      from places cross join terms cross join (
        select at, date_trunc('second', at) as second, ${sql.placeholder('operator')}::bigint as operator
        from (select ${sql.placeholder('at')}::timestamptz as at) as moment) as now
      where not is_limited or ${sql.placeholder('isReserved')}::boolean or exists (select from reserved)
      order by places.uid
      on conflict do nothing returning id, uid
    ), counted as (
      insert into coupon_count_delta (coupon_id, received)
      select terms.id, count(*) from terms cross join granted where not is_limited group by terms.id
    )
    select (select is_limited from terms) as "isLimited", exists (select from reserved) as "isReserved",
      (select coalesce(jsonb_agg(uid), '[]') from places) as wanted,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'uid', uid)), '[]') from granted) as granted`,
)

/**
 * Gives each customer who may have one a copy in the lowest free place, taking them off what is left of a limited coupon
 * first, unless that was done. Places that others took meanwhile stay empty.
 */
export async function grantRound(
  ctx: Ctx,
  couponId: number,
  uids: readonly number[],
  { source, sendId = undefined, giftOrderId = undefined }: GrantEvent,
  isReserved: boolean,
): Promise<GrantRound> {
  const [done] = await round(ctx.db, {
    couponId,
    source,
    isReserved,
    sendId: sendId ?? null,
    giftOrderId: giftOrderId ?? null,
    uids: `{${uids.join()}}`,
    at: ctx.now(),
    operator: ctx.caller?.userId ?? null,
  })
  if (!done) throw new Error('the grant answered no row')
  return done
}

/** Gives copies back to what is left of a limited coupon. */
export async function giveBack({ db }: Ctx, couponId: number, count: number): Promise<void> {
  await db.execute(sql`update coupon set received = received - ${count}::int where id = ${couponId} and is_limited`)
}

/** The coupons that customers get when they register: open, within their time, not all gone, and still to be spent. */
export async function listForNew({ db, now }: Ctx): Promise<number[]> {
  const rows = await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(
      and(eq(coupons.isDel, false), eq(coupons.type, 2), sql`${phaseAt(now())} = 'receiving'`, isSpendableAt(now())),
    )
    .orderBy(asc(coupons.id))
  return rows.map(({ id }) => id)
}
