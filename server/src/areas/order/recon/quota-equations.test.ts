import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced, placeOrder } from '../../../testing/checkout.ts'
import { beginSeckill, openSeckill, openSeckillShop } from '../../../testing/seckill.ts'

test('each fault that is planted in the quota of an activity and its orders is found under its own equation', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const { ctx } = shop.shop
  const buyer = await shop.shop.buyer()
  const { body } = await placeOrder(buyer, await beginSeckill(buyer, sale, 2))

  expect(await findUnbalanced(ctx)).toEqual([])
  const order = sql`order_no = ${body.orderNo}`
  const faults: [string, string, SQL, SQL][] = [
    [
      'Q2',
      `${sale.activitySkuId}`,
      sql`update activity_sku set reserved = reserved - 1, quota = quota + 1`,
      sql`update activity_sku set reserved = reserved + 1, quota = quota - 1`,
    ],
    [
      'Q3',
      `${sale.activitySkuId}`,
      sql`update activity_sku set sold = sold + 1, quota = quota - 1`,
      sql`update activity_sku set sold = sold - 1, quota = quota + 1`,
    ],
    [
      'Q10',
      '',
      sql`update order_line set unit_price_fen = price_fen + 1`,
      sql`update order_line set unit_price_fen = 990`,
    ],
    [
      'Q11',
      body.orderNo,
      sql`update store_order set pay_deadline = null where ${order}`,
      sql`update store_order set pay_deadline = now() + interval '9 days' where ${order}`,
    ],
  ]
  for (const [equation, object, plant, mend] of faults) {
    await ctx.db.execute(plant)
    const found = (await findUnbalanced(ctx)).filter((each) => each.equation.startsWith('Q'))
    expect(found).toMatchObject([{ equation, ...(object && { object }) }])
    await ctx.db.execute(mend)
    expect(await findUnbalanced(ctx)).toEqual([])
  }
  // An order of an activity that its SKU is not in, and a second unpaid one of the same buyer.
  await ctx.db.execute(sql`update store_order set activity_id = ${sale.id + 77} where ${order}`)
  expect(new Set((await findUnbalanced(ctx)).map((each) => each.equation))).toEqual(new Set(['Q2', 'Q4']))
  await ctx.db.execute(sql`update store_order set activity_id = ${sale.id} where ${order}`)
  await ctx.db.execute(sql`
    insert into store_order (order_no, uid, channel, real_name, user_phone, total_num, line_count, pro_total_price_fen, pay_price_fen, activity_id, order_kind, pay_deadline)
    values ('20990101000000000001', ${buyer.userId}, 'h5', '王', '13800138000', 0, 0, 0, 0, ${sale.id}, 'seckill', now())`)
  expect((await findUnbalanced(ctx)).filter(({ equation }) => equation === 'Q5')).toMatchObject([
    { object: `${buyer.userId}/${sale.id}`, found: '2' },
  ])
  // What the first equation names, the database itself refuses.
  await expect(ctx.db.execute(sql`update activity_sku set quota = quota + 1`)).rejects.toThrow()
})
