import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openPayShop, placeOrder } from '../../../testing/pay.ts'
import { paidByBalance } from '../../../testing/refund.ts'
import { reconcile } from './recon.service.ts'

test('numbers of orders by state that a count of all orders does not give are found, kept ones without orders too', async () => {
  const own = await openPayShop()
  const { ctx } = own.shop
  await placeOrder(own)
  await paidByBalance(own)
  expect(await reconcile(ctx, { only: ['R10'] })).toEqual([])
  const { rows } = await ctx.db.execute<{ type: number }>(sql`select distinct type from store_order`)
  const [{ type } = { type: 0 }] = rows
  await ctx.db.execute(sql`insert into order_tab_delta (type, store_id, tab, change)
    values (${type}, 0, 1, 1), (${type}, 0, 2, -1), (${type}, 7, 4, 2)`)
  const bad = { equation: 'R10', what: '各状态订单数' }
  expect(await reconcile(ctx, { only: ['R10'] })).toEqual([
    { ...bad, object: `${type}/0/1`, expected: '1', found: '2' },
    { ...bad, object: `${type}/0/2`, expected: '1', found: '0' },
    { ...bad, object: `${type}/7/4`, expected: '0', found: '2' },
  ])
  expect(await reconcile(ctx, { only: ['R10'], most: 2 })).toHaveLength(2)
})
