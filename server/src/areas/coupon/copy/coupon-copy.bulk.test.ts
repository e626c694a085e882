import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { makeCustomers } from '../../../testing/coupon-grant.ts'
import { openShop } from '../../../testing/shop.ts'
import { seedCopies } from './coupon-copy.bulk.ts'

const now = new Date('2026-11-20T06:00:00Z')

test('seeded copies add up with their counts, and the same seed gives them again', async () => {
  const { ctx, databaseOwnerUrl } = await openShop()
  await makeCustomers(ctx, 7)
  const owner = new pg.Client(databaseOwnerUrl)
  await owner.connect()
  const seed = (copies: number) => seedCopies(owner, { copies, randomSeed: 3, now }, () => {})
  await expect(seed(200_000)).rejects.toThrow('too few customers')
  await seed(3000)
  expect(await findUnbalanced(ctx)).toEqual([])
  const { rows } = await ctx.db.execute(sql`
    select count(*)::int as copies, count(distinct uid)::int as customers, max(seq) as most,
      count(*) filter (where status = 0) > 100 as unused, count(*) filter (where void_reason <> '') > 10 as voided
    from coupon_user`)
  expect(rows).toEqual([{ copies: 3000, customers: 7, most: 3, unused: true, voided: true }])
  await seed(3000)
  await owner.end()
  const digest = (isSecond: boolean) =>
    ctx.db.execute(sql`
      select md5(string_agg(concat_ws(',', name, uid, seq, source, status, end_time, void_time), ';' order by id)) as digest
      from coupon_user where (coupon_id > (select min(id) + 199 from coupon)) = ${isSecond}`)
  expect((await digest(true)).rows).toEqual((await digest(false)).rows)
})
