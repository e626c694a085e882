import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { buyInTeam, openCombination, openCombinationShop } from '../../../testing/combination.ts'

test('each fault that is planted in teams and their orders is found under its own equation', async () => {
  const own = await openCombinationShop()
  const { ctx } = own.shop
  const sale = await openCombination(own, { people: 2, virtualRation: 1 })
  const done = await buyInTeam(own.shop, sale)
  await buyInTeam(own.shop, sale, { pinkId: done.pinkId })
  const open = await buyInTeam(own.shop, sale)
  expect(await findUnbalanced(ctx)).toEqual([])

  const [ofDone, ofOpen] = [sql`id = ${done.pinkId}`, sql`id = ${open.pinkId}`]
  const [order, openOrder] = [sql`order_no = ${done.orderNo}`, sql`order_no = ${open.orderNo}`]
  const faults: [string, SQL, SQL][] = [
    [
      'Q6',
      sql`update team set member_count = 1, virtual_count = 1 where ${ofDone}`,
      sql`update team set member_count = 2, virtual_count = 0 where ${ofDone}`,
    ],
    [
      'Q6',
      sql`update store_order set pink_status = 1 where ${order}`,
      sql`update store_order set pink_status = 2 where ${order}`,
    ],
    [
      'Q6',
      sql`update store_order set pink_id = 999 where ${openOrder}`,
      sql`update store_order set pink_id = ${open.pinkId} where ${openOrder}`,
    ],
    [
      'Q6',
      sql`update team_member set is_leader = false where team_id = ${open.pinkId}`,
      sql`update team_member set is_leader = true where team_id = ${open.pinkId}`,
    ],
    [
      'Q6',
      sql`update team_member set has_left = true where team_id = ${done.pinkId}`,
      sql`update team_member set has_left = false where team_id = ${done.pinkId}`,
    ],
    ['Q6', sql`update team set uid = uid + 1 where ${ofOpen}`, sql`update team set uid = uid - 1 where ${ofOpen}`],
    [
      'Q11',
      sql`update team set stop_at = stop_at + interval '40 days' where ${ofOpen}`,
      sql`update team set stop_at = stop_at - interval '40 days' where ${ofOpen}`,
    ],
  ]
  for (const [equation, plant, mend] of faults) {
    await ctx.db.execute(plant)
    const found = (await findUnbalanced(ctx)).map((each) => each.equation)
    expect(new Set(found)).toEqual(new Set([equation]))
    await ctx.db.execute(mend)
    expect(await findUnbalanced(ctx)).toEqual([])
  }
  // A member of a running team whose order is refunded whole, which other equations of orders find as well.
  const WHOLE = '进行中的团没有已全额退款的订单'
  await ctx.db.execute(sql`update store_order set refund_status = 2 where ${openOrder}`)
  expect((await findUnbalanced(ctx)).map(({ what }) => what)).toContain(WHOLE)
  await ctx.db.execute(sql`update store_order set refund_status = 0 where ${openOrder}`)
  expect(await findUnbalanced(ctx)).toEqual([])
  // A failed order that was sent, and one whose money went back although it still waits for it.
  await ctx.db.execute(sql`update store_order set pink_id = 0, pink_status = 3, sent_num = 1 where ${openOrder}`)
  expect((await findUnbalanced(ctx)).map((each) => each.equation)).toContain('Q8')
  await ctx.db.execute(sql`update store_order set sent_num = 0 where ${openOrder}`)
  await ctx.db.execute(sql`
    insert into refund (refund_no, order_id, parts, amount_fen, reason, state, cause, surplus)
    select 'R1', id, '[]', 0, '测试', 1, 'team', false from store_order where ${openOrder}`)
  expect((await findUnbalanced(ctx)).map((each) => each.equation)).toContain('Q11')
  // What the other equations name, the database itself refuses.
  await expect(ctx.db.execute(sql`update team set virtual_count = 1 where ${ofDone}`)).rejects.toThrow()
  await expect(
    ctx.db.execute(sql`insert into refund (refund_no, order_id, parts, amount_fen, reason, state, cause)
    select 'R2', id, '[]', 0, '测试', 1, 'team' from store_order where ${openOrder}`),
  ).rejects.toThrow()
})
