import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { bindBelow } from '../../../testing/commission.ts'
import { watchLocks } from '../../../testing/database/lock-watch.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { lockCustomers } from '../ledger/ledger.service.ts'

test('a bond that changes locks everybody below in the order of ids, so that nobody who holds one of them waits in a ring', async () => {
  const locks = watchLocks()
  const shop = await openShop()
  const { ctx } = shop
  const below = await makeCustomer(ctx)
  const buyer = await shop.buyer()
  const up = await makeCustomer(ctx, { isPromoter: true })
  await bindBelow(ctx, buyer.userId, [below])
  const waiting = async () =>
    (
      await ctx.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  const { asked } = await inTransaction(ctx, async (tx) => {
    await lockCustomers(tx, [below])
    const asked = buyer.call(frontPromoter.bind, { body: { spreadPid: up } })
    await expect.poll(waiting).toBe(1)
    await lockCustomers(tx, [buyer.userId])
    return { asked }
  })
  expect((await asked).body).toEqual({ bound: true })
  expect(locks()).toEqual([])
  const { rows } = await ctx.db.execute(sql`select path from shop_user where id = ${below}`)
  expect(rows).toEqual([{ path: `/${up}/${buyer.userId}/` }])
})
