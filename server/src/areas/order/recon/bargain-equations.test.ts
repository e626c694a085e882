import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { begin, help, openBargain, openBargainShop, orderSession, win } from '../../../testing/bargain.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { payOrder, richBuyer } from '../../../testing/combination.ts'

test('each fault that is planted in bargains, their cuts and their orders is found under its own equation', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const { ctx } = shop
  const sale = await openBargain(own, { peopleNum: 2 })
  const paid = await win(own, sale, await richBuyer(shop))
  expect((await payOrder(paid.buyer, await orderSession(paid.buyer, sale, paid.id))).status).toBe(200)
  const ordered = await win(own, sale)
  const orderNo = await orderSession(ordered.buyer, sale, ordered.id)
  const won = await win(own, sale)
  const running = await begin(await shop.buyer(), sale)
  expect((await help(await shop.buyer(), running)).status).toBe(200)
  expect(await findUnbalanced(ctx)).toEqual([])

  const of = (id: number) => sql`id = ${id}`
  const faults: [string[], SQL, SQL][] = [
    [
      ['Q7'],
      sql`update bargain_session set cut_fen = cut_fen + 1 where ${of(running)}`,
      sql`update bargain_session set cut_fen = cut_fen - 1 where ${of(running)}`,
    ],
    [
      ['Q7'],
      sql`update bargain_help set seq = 7 where session_id = ${running}`,
      sql`update bargain_help set seq = 1 where session_id = ${running}`,
    ],
    [
      ['Q7'],
      sql`update bargain_session set cut_hi_fen = 1 where ${of(running)}`,
      sql`update bargain_session set cut_hi_fen = 1200 where ${of(running)}`,
    ],
    [
      ['Q7'],
      sql`update bargain_session set success_time = now(), order_deadline = stop_at where ${of(running)}`,
      sql`update bargain_session set success_time = null, order_deadline = null where ${of(running)}`,
    ],
    [
      ['Q7'],
      sql`update bargain_session set order_id = 99999 where ${of(won.id)}`,
      sql`update bargain_session set order_id = null where ${of(won.id)}`,
    ],
    [
      ['Q7'],
      sql`update store_order set bargain_user_id = ${won.id} where order_no = ${orderNo}`,
      sql`update store_order set bargain_user_id = ${ordered.id} where order_no = ${orderNo}`,
    ],
    [['Q7'], sql`update bargain_helper set helped = helped + 1`, sql`update bargain_helper set helped = helped - 1`],
    [
      ['Q2', 'Q7'],
      sql`update bargain_session set is_held = false where ${of(won.id)}`,
      sql`update bargain_session set is_held = true where ${of(won.id)}`,
    ],
    [
      ['Q2', 'Q7'],
      sql`update bargain_session set is_held = true where ${of(paid.id)}`,
      sql`update bargain_session set is_held = false where ${of(paid.id)}`,
    ],
    [
      ['Q2'],
      sql`update activity_sku set reserved = reserved - 1, quota = quota + 1`,
      sql`update activity_sku set reserved = reserved + 1, quota = quota - 1`,
    ],
    [
      ['Q3'],
      sql`update activity_sku set sold = sold - 1, quota = quota + 1`,
      sql`update activity_sku set sold = sold + 1, quota = quota - 1`,
    ],
    [
      ['Q11'],
      sql`update bargain_session set order_deadline = stop_at - interval '1 second' where ${of(won.id)}`,
      sql`update bargain_session set order_deadline = stop_at where ${of(won.id)}`,
    ],
    [
      ['Q11'],
      sql`update store_order set pay_deadline = null where order_no = ${orderNo}`,
      sql`update store_order set pay_deadline = now() + interval '9 days' where order_no = ${orderNo}`,
    ],
  ]
  for (const [equations, plant, mend] of faults) {
    await ctx.db.execute(plant)
    const found = (await findUnbalanced(ctx)).map((each) => each.equation)
    expect([...new Set(found)].sort()).toEqual(equations)
    await ctx.db.execute(mend)
    expect(await findUnbalanced(ctx)).toEqual([])
  }
  // What the rest would name, the database itself refuses.
  for (const fault of [
    sql`update bargain_session set status = 3 where ${of(running)}`,
    sql`update bargain_session set cut_fen = cut_fen + 1 where ${of(won.id)}`,
    sql`update bargain_session set is_held = true where ${of(running)}`,
    sql`update bargain_session set order_id = (select order_id from bargain_session where ${of(paid.id)}) where ${of(won.id)}`,
  ])
    await expect(ctx.db.execute(fault)).rejects.toThrow()
})
