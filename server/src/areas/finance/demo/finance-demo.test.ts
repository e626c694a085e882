import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withContext } from '../../../platform/http/context.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { makeOrder } from '../../../testing/order.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { fillApprovalDemo } from './approval.demo.ts'
import { fillFinanceDemo } from './finance.demo.ts'

test('the recharges of a demo shop add up: some went back in part, one waits for its money, one refund failed', async () => {
  const { ctx, ...shop } = await openShop()
  const admin = await shop.signInAdmin()
  await ctx.db.execute(sql`insert into shop_user (account, nickname, created_at)
    select 'demo-' || n, '客户' || n, now() - interval '60 days' from generate_series(1, 120) as n`)
  const caller = await ctx.platform.gate.actorOf(ctx, admin.userId)
  for (let times = 0; times < 2; times++) await fillFinanceDemo(withContext(ctx, { caller }))
  const { list, total } = (await admin.call(recharge.list, { query: { limit: 100 } })).body
  expect(total).toBe(13)
  const states = Map.groupBy(list, ({ statusName }) => statusName)
  expect(Object.fromEntries([...states].map(([name, rows]) => [name, rows.length]))).toEqual({
    已支付: 9,
    未支付: 1,
    部分退款: 1,
    已退款: 1,
    退款失败: 1,
  })
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('staff of a demo shop have asked for what needs a second person: three wait, and one ended in each way', async () => {
  const { ctx, ...shop } = await openShop()
  const admin = await shop.signInAdmin()
  for (const role of ['finance', 'shop_manager'])
    await shop.signIn({ role, username: role === 'finance' ? 'finance' : 'manager' })
  const uid = await makeCustomer(ctx)
  await makeCustomer(ctx)
  const createdAt = new Date(ctx.now().getTime() - 20 * 24 * 3600_000)
  const lines = [{ priceFen: 600_00, unitPriceFen: 600_00 }]
  for (let n = 0; n < 6; n++) await makeOrder(ctx, { uid, paid: true, status: 2, payType: 'yue', createdAt, lines })
  const caller = await ctx.platform.gate.actorOf(ctx, admin.userId)
  for (let times = 0; times < 2; times++) await fillApprovalDemo(withContext(ctx, { caller }))
  const { list } = (await admin.call(approval.list, { query: { limit: 100 } })).body
  expect(list.map(({ state }) => state).sort()).toEqual([0, 0, 0, 1, 2, 3, 4, 5])
})
