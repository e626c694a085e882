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
  await seedTrade(owner, { customers: 80, orders: 1500, randomSeed: 7, now }, () => {})
  await owner.end()
  return shop
}

test('18 a seeded shop adds up, its counts of tabs are those of its orders, and the same seed gives it again', async () => {
  const { ctx } = await openSeeded()
  expect(await findUnbalanced(ctx)).toEqual([])
  const { rows: counted } = await ctx.db.execute(sql`
    select type, store_id, tab, count(*)::int as count from store_order where tab > 0 group by 1, 2, 3 order by 1, 2, 3`)
  expect(new Set(counted.map(({ tab }) => tab))).toEqual(new Set([1, 2, 4, 5, 6, 7, 9, 10, 11]))

  const digest = async ({ ctx: of }: Shop) =>
    (
      await of.db.execute(sql`
        select md5(string_agg(concat_ws(',', order_no, user_phone, pay_price_fen, pay_time, tab, store_id), ';' order by id))
        from store_order`)
    ).rows
  const first = await digest({ ctx } as Shop)
  expect(await digest(await openSeeded())).toEqual(first)
})
