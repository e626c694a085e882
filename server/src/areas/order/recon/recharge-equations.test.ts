import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { askBack, openRechargeShop, recharged, sendBack } from '../../../testing/recharge.ts'

test('each fault that is planted in recharges is found under its own words', async () => {
  const own = await openRechargeShop()
  const { ctx } = own.shop
  const { id, rechargeNo } = await recharged(own)
  await askBack(await own.shop.signIn({ can: [recharge.refund] }), { id, price: 30 })
  await sendBack(own)
  expect(await findUnbalanced(ctx)).toEqual([])
  const is = sql`id = ${id}`
  const PAID = '已付充值有且只有一笔等额的支付，未付充值没有'
  const BACK = '充值已退金额等于在途和成功的退款之和'
  const TAKEN = '充值退款和扣回的赠送都已从余额扣除'
  const CREDITED = '充值和赠送都已记入余额，各一次'
  const faults: [string[], SQL, SQL][] = [
    [
      [PAID, CREDITED],
      sql`update user_recharge set price_fen = price_fen + 1 where ${is}`,
      sql`update user_recharge set price_fen = price_fen - 1 where ${is}`,
    ],
    [
      [CREDITED],
      sql`update user_recharge set give_fen = give_fen + 1 where ${is}`,
      sql`update user_recharge set give_fen = give_fen - 1 where ${is}`,
    ],
    [
      [PAID],
      sql`update payment set surplus = true where biz_type = 'recharge'`,
      sql`update payment set surplus = false where biz_type = 'recharge'`,
    ],
    [
      [BACK, TAKEN],
      sql`update user_recharge set refund_price_fen = refund_price_fen + 1 where ${is}`,
      sql`update user_recharge set refund_price_fen = refund_price_fen - 1 where ${is}`,
    ],
    [
      [BACK],
      sql`update recharge_refund set give_fen = give_fen + 1`,
      sql`update recharge_refund set give_fen = give_fen - 1`,
    ],
    [
      [BACK, TAKEN],
      sql`update user_recharge set refund_give_fen = refund_give_fen - 1 where ${is}`,
      sql`update user_recharge set refund_give_fen = refund_give_fen + 1 where ${is}`,
    ],
  ]
  for (const [whats, plant, mend] of faults) {
    await ctx.db.execute(plant)
    const found = await findUnbalanced(ctx)
    const named = found.filter(({ equation }) => equation === 'R3')
    expect(new Set(named.map(({ what }) => what))).toEqual(new Set(whats))
    expect(new Set(named.map(({ object }) => object))).toEqual(new Set([rechargeNo]))
    await ctx.db.execute(mend)
    expect(await findUnbalanced(ctx)).toEqual([])
  }
  await ctx.db.execute(sql`
    insert into refund (refund_no, parts, amount_fen, reason, state)
    select 'R' || n, '[]', 0, '测试', 0 from generate_series(1, 2) as n`)
  await ctx.db.execute(sql`
    insert into recharge_refund (recharge_id, refund_id, type, give_fen)
    select ${id}, refund.id, 1, 0 from refund where refund_no in ('R1', 'R2')`)
  expect((await findUnbalanced(ctx)).map(({ what }) => what)).toEqual(['每笔充值同时只有一笔退款在途'])
})
