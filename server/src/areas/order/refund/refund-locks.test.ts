import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { makeCase } from '../../../testing/after-sales.ts'
import { findUnbalanced, sell } from '../../../testing/checkout.ts'
import { watchLocks } from '../../../testing/database/lock-watch.ts'
import { openPayShop, setSettings } from '../../../testing/pay.ts'
import { all, ask, NEVER, one, paidByBalance } from '../../../testing/refund.ts'
import { balancesOf, makeCustomer } from '../../../testing/user.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { setSuperior } from '../../user/spread/spread.service.ts'
import { settleDeadlines } from '../after-sales/after-sales-deadline.service.ts'
import * as orders from '../order/order.repository.ts'
import { receiveOrder } from '../order/order-transition.service.ts'
import { thawCommissions } from '../order-commission/order-commission.service.ts'

test('a case that is settled by itself locks its buyer and those who lose commission at once, in the order of their ids', async () => {
  const locks = watchLocks()
  const own = await openPayShop()
  const { shop } = own
  await setSettings(shop, { extract_time: 0, after_sales_audit_hours: 1, after_sales_auto_approve: true })
  const promoter = await makeCustomer(shop.ctx, { isPromoter: true })
  // Came after the promoter, and has the larger id.
  const buyer = await shop.buyer()
  await inTransaction(shop.ctx, (tx) => setSuperior(tx, buyer.userId, promoter))
  const order = await paidByBalance({ ...own, buyer })
  await inTransaction(shop.ctx, async (tx) => {
    const locked = await orders.lockOrder(tx, { id: order.id })
    if (locked) await receiveOrder(tx, locked, '确认收货')
  })
  expect(await thawCommissions(shop.ctx, NEVER)).toBe(1)
  await makeCase(shop.ctx, { order, set: { auditDeadline: shop.ctx.now() } })
  locks()
  expect(await settleDeadlines(shop.ctx, NEVER)).toBe(1)
  expect(await one(own, sql`select state, method from refund`)).toEqual({ state: 1, method: 'balance' })
  expect(locks()).toEqual([])
})

test('a refund that takes back points which are spent locks the later accounts of its buyer with the buyer, as they pay what is owed', async () => {
  const locks = watchLocks()
  const own = await openPayShop()
  const { ctx } = own.shop
  await setSettings(own.shop, { freeze_integral_day: 0 })
  // An account of the same person that came first, and has the smaller id.
  const heir = await makeCustomer(ctx)
  const buyer = await own.shop.buyer()
  const order = await paidByBalance({ ...own, buyer }, { gainIntegral: 19 })
  await inTransaction(ctx, async (tx) => {
    const locked = await orders.lockOrder(tx, { id: order.id })
    if (locked) await receiveOrder(tx, locked, '确认收货')
  })
  const given = (await balancesOf(ctx, buyer.userId))?.integral ?? 0
  expect(given).toBeGreaterThan(0)
  const done = { linkType: 'system', title: '后台积分操作', status: 3 } as const
  await inTransaction(ctx, (tx) => changePoints(tx, { ...done, uid: buyer.userId, type: 2, integral: given }))
  await inTransaction(ctx, (tx) => changePoints(tx, { ...done, uid: heir, type: 1, integral: given }))
  await ctx.db.execute(sql`insert into former_account (uid, former_uid) values (${heir}, ${buyer.userId})`)
  const staff = await own.shop.signInAdmin()
  locks()
  expect((await ask(staff, { orderNo: order.orderNo, amount: 19.9 })).status).toBe(200)
  expect((await balancesOf(ctx, heir))?.integral).toBeLessThan(given)
  expect(locks()).toEqual([])
})

test('a refund that ends an edit gives back what the edit held last, behind the customers and together with its own goods', async () => {
  const locks = watchLocks()
  const own = await openPayShop()
  const { shop, skuId } = own
  const staff = await shop.signInAdmin()
  const dear = await sell(own, { storeName: '枕套', attrValue: [{ price: 60, stock: 5 }] })
  const order = await paidByBalance(own)
  const { orderNo } = order
  const add = [{ skuId: dear.skuId, num: 2 }]
  expect((await staff.call(orderEdit.confirm, { body: { orderNo, add, reason: '客户要求' } })).body.state).toBe(0)
  const stockOf = () =>
    all(own, sql`select id::int, stock, sales from product_sku where id in (${skuId}, ${dear.skuId}) order by id`)
  expect(await stockOf()).toEqual([
    { id: skuId, stock: 9, sales: 1 },
    { id: dear.skuId, stock: 3, sales: 0 },
  ])
  locks()
  expect((await ask(staff, { orderNo, amount: 19.9 })).body.state).toBe(1)
  expect(await stockOf()).toEqual([
    { id: skuId, stock: 10, sales: 0 },
    { id: dear.skuId, stock: 5, sales: 0 },
  ])
  expect(locks()).toEqual([])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})
