import type { QuoteCoupon } from '@zhanggui/domain/promotion/coupon.ts'
import { type QuoteInput, quote, rankCoupons } from '@zhanggui/domain/promotion/quote.ts'
import type pg from 'pg'
import { type Measure, measure, median, round } from './measure.ts'
import type { Read } from './trade-reads.ts'
import type { Ask, Shop } from './trade-writes.ts'

const COUPONS = 200
const COPIES = Number(process.env.BENCH_COPIES ?? 1_000_000)
const DAY_MS = 86_400_000

/** All buyers take the same coupon; each round has one of its own, which a buyer may take many times. */
export const claims: Ask[] = [{ what: 'claim a coupon', share: 0.06, p99: 80, callers: 64, prepare: prepareClaims }]

async function prepareClaims({ owner, buyers }: Shop) {
  const { rows } = await owner.query<{ id: number }>(
    `insert into coupon (name, money_fen, use_type, type, is_limited, total, day, limit_per_user, status)
    values ('十元券', 1000, 1, 1, true, 10000000, 30, 99, true) returning id::int`,
  )
  const couponId = rows[0]?.id
  return buyers.map(({ token }) => ({
    method: 'POST' as const,
    path: '/api/front/coupon/receive',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ couponId }),
  }))
}

/** Coupons with copies of every source and state, spread over all customers, unless an earlier run made them. */
export async function seedCopies(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query('select from coupon_user offset $1 limit 1', [COPIES / 2])
  if (rows.length) return
  await owner.query(
    `with made as (
      insert into coupon (name, money_fen, min_price_fen, use_type, type, day, limit_per_user, status)
      select '优惠券' || n, 100 * (1 + n % 50), 1000 * (n % 10), 1, 1 + n % 3, 30, 99, n % 5 > 0 from generate_series(1, $1) as n
      returning id
    ), numbered as (select id, row_number() over (order by id) as n from made)
    insert into coupon_user (created_at, updated_at, coupon_id, uid, seq, name, money_fen, min_price_fen, use_type, scope_ids,
      source, status, start_time, end_time, void_reason)
    select at, at, id, uid, k, '优惠券' || n, 100 * (1 + n % 50), 1000 * (n % 10), 1, '{}',
      ($4::text[])[1 + k % array_length($4::text[], 1)], case when k % 4 = 0 then 2 else 0 end, at, at + interval '30 days', ''
    from (
      select k, 1 + k % $1 as n, now() - k * interval '90 days' / $2 as at, customers[1 + k::bigint * 7919 % array_length(customers, 1)] as uid
      from generate_series(1, $2) as k, (select array_agg(id) as customers from (select id from shop_user limit $3) as some_buyers) as all_of
    ) as given join numbered using (n)`,
    [COUPONS, COPIES, 200_000, ['receive', 'send', 'buy', 'code']],
  )
  // One of four orders used one of the copies.
  await owner.query(
    `with paying as (
      select id, uid, pay_time, row_number() over () as n from store_order where paid and coupon_id = 0 limit $1
    ), spare as (
      select id, row_number() over () as n from coupon_user where status = 0 and name like '优惠券%' limit $1
    ), used as (
      update coupon_user set status = 1, order_id = paying.id, uid = paying.uid, use_time = pay_time
      from paying join spare using (n) where coupon_user.id = spare.id returning coupon_user.id, order_id, coupon_id
    )
    update store_order set coupon_id = used.id, from_coupon_id = used.coupon_id from used where store_order.id = order_id`,
    [COPIES / 4],
  )
  await owner.query(
    `insert into coupon_count (coupon_id, received, used)
    select coupon_id, count(*), count(*) filter (where status = 1) from coupon_user group by coupon_id
    on conflict (coupon_id) do update set received = excluded.received, used = excluded.used`,
  )
  await owner.query('vacuum analyze coupon, coupon_user, coupon_count, store_order')
}

/** The lists and reports of coupons, in the names of many sessions. */
export async function couponReads(owner: pg.Client, tokens: readonly string[]): Promise<Read[]> {
  const { rows } = await owner.query<{ id: number; uid: number }>(
    `select coupon.id::int, uid::int from coupon
    cross join lateral (select uid from coupon_user where coupon_id = coupon.id limit 1) as first_copy limit $1`,
    [COUPONS],
  )
  const each = (path: (of: { id: number; uid: number }) => string) =>
    rows.map((row, n) => ({
      method: 'GET' as const,
      path: path(row),
      headers: { authorization: `Bearer ${tokens[n % tokens.length]}` },
    }))
  const list = '/admin/marketing/coupon'
  const report = '/admin/marketing/activity/report'
  const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  const reads: [what: string, requests: Read['requests']][] = [
    ['coupon list', each(() => `${list}/list?limit=20`)],
    ['copies of all coupons', each(() => `${list}/user/list?limit=20`)],
    ['copies of a coupon', each(({ id }) => `${list}/user/list?limit=20&couponId=${id}`)],
    ['copies of a customer', each(({ uid }) => `${list}/user/list?limit=20&uid=${uid}`)],
    ['unused copies of a coupon', each(({ id }) => `${list}/user/list?limit=20&couponId=${id}&status=0`)],
    ['coupon report of 30 days', each(({ id }) => `${report}?type=4&id=${id}&start=${dayOf(29)}&end=${dayOf(0)}`)],
  ]
  return reads.map(([what, requests]) => ({ what, p95: 50, requests }))
}

/** What the engine itself takes, in this process: a long basket with a coupon, and all that a buyer holds ranked for it. */
export function benchQuote(): Measure[] {
  const at = new Date()
  const held = Array.from(
    { length: 20 },
    (_, n): QuoteCoupon => ({
      id: n + 1,
      couponId: n + 1,
      uid: 1,
      name: `券${n}`,
      moneyFen: 500 + n * 100,
      minFen: n * 1000,
      useType: ((n % 3) + 1) as 1 | 2 | 3,
      scopeIds: n % 3 ? [1, 2, 3, 5, 8, 13] : [],
      status: 0,
      from: new Date(at.getTime() - DAY_MS),
      to: new Date(at.getTime() + DAY_MS),
    }),
  )
  const input: QuoteInput = {
    now: at,
    buyer: { uid: 1, level: { id: 1, name: '银卡', discount: 95 } },
    lines: Array.from({ length: 50 }, (_, n) => ({
      skuId: n + 1,
      productId: n + 1,
      name: `商品${n}`,
      num: 1 + (n % 3),
      listFen: 1990 + n * 137,
      vipFen: null,
      categoryIds: [n % 7, 10 + (n % 3)],
      tempId: 1,
      weight: 0.5,
      volume: 0,
      giveIntegral: 1,
    })),
    coupon: held[0] ?? null,
    usePoints: true,
    points: { balance: 5000, most: 0, n: 10_000, d: 10_000, mostPercent: 50, leastFen: 0, perYuan: [100, 100] },
    freight: null,
  }
  const took = (work: () => unknown) => {
    const times = Array.from({ length: 200 }, () => {
      const started = performance.now()
      work()
      return performance.now() - started
    })
    return round(median(times), 3)
  }
  const [one, all] = [took(() => quote(input)), took(() => rankCoupons(input, held))]
  return [
    measure('quote of 50 lines', one, 'ms', '≤ 2', one <= 2),
    measure('20 coupons ranked for 50 lines', all, 'ms', '≤ 2', all <= 2),
  ]
}
