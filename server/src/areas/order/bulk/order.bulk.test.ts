import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { seedProducts } from '../../product/product/product.bulk.ts'
import { seedTrade } from './order.bulk.ts'

const now = new Date('2026-11-20T06:00:00Z')

async function openSeeded(): Promise<Shop> {
  const shop = await openShop()
  const owner = new pg.Client(shop.databaseOwnerUrl)
  await owner.connect()
  await seedProducts(owner, { products: 30, randomSeed: 1 }, () => {})
  const plan = { customers: 80, orders: 1500, teams: 80, sessions: 120, randomSeed: 7, now }
  await seedTrade(owner, plan, () => {})
  await owner.end()
  return shop
}

test('a seeded shop adds up, its counts of tabs are those of its orders, and the same seed gives it again', async () => {
  const { ctx } = await openSeeded()
  expect(await findUnbalanced(ctx)).toEqual([])
  const { rows: counted } = await ctx.db.execute(sql`
    select type, store_id, tab, count(*)::int as count from store_order where tab > 0 group by 1, 2, 3 order by 1, 2, 3`)
  // Whether a team runs at the end is up to chance.
  const tabs = counted.map(({ tab }) => tab).filter((tab) => tab !== 3)
  expect(new Set(tabs)).toEqual(new Set([1, 2, 4, 5, 6, 7, 9, 10, 11]))

  const { rows: ofActivities } = await ctx.db.execute(sql`
    select (select count(*)::int from team) as teams, (select array_agg(distinct status) @> '{2,3}' from team) as ended,
      (select count(*)::int from bargain_session) as sessions, (select array_agg(distinct status) @> '{1,2,3}' from bargain_session) as every,
      (select count(distinct type)::int from activity) as kinds, (select bool_and(quota_show >= sold) and sum(sold) > 200 from activity_sku) as sold`)
  expect(ofActivities).toEqual([{ teams: 80, ended: true, sessions: 120, every: true, kinds: 3, sold: true }])

  const digest = async ({ ctx: of }: Shop) =>
    (
      await of.db.execute(sql`
        select md5(string_agg(concat_ws(',', order_no, user_phone, pay_price_fen, pay_time, tab, store_id, pink_id), ';' order by id)) as orders,
          (select md5(string_agg(concat_ws(',', uid, cut_fen, status, stop_at), ';' order by id)) from bargain_session) as sessions
        from store_order`)
    ).rows
  const first = await digest({ ctx } as Shop)
  expect(await digest(await openSeeded())).toEqual(first)
})
