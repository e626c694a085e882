import { setTimeout as sleep } from 'node:timers/promises'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { caseForm, makeCase } from '../../../testing/after-sales.ts'
import { draw } from '../../../testing/chance.ts'
import { makeOrder } from '../../../testing/order.ts'
import { openPayShop } from '../../../testing/pay.ts'

const ROUNDS = 20
const soon = () => sleep(draw(8))

test('of two clerks who handle one case at once, one does and the other hears that it was handled', async () => {
  const { shop, buyer } = await openPayShop()
  const clerk = await shop.signInAdmin()
  const { check, refuse } = afterSales
  for (let round = 0; round < ROUNDS; round++) {
    const { id, order } = await makeCase(shop.ctx, { order: { uid: buyer.userId, payType: 'yue' } })
    const answers = await Promise.all([
      soon().then(() => clerk.call(check, { body: { id, pass: true } })),
      soon().then(() => clerk.call(refuse, { body: { orderNo: order.orderNo, reason: '不符合条件' } })),
    ])
    expect(answers.map(({ status }) => status).sort(), `round ${round}`).toEqual([200, 409])
    const { rows } = await shop.ctx.db.execute<{ ended: string; money: number }>(sql`
      select sales_state || ' ' || refund_status as ended, refund_price_fen as money
      from after_sales join store_order on store_order.id = order_id where after_sales.id = ${id}`)
    const isPaid = answers[0]?.status === 200
    expect(rows).toEqual([isPaid ? { ended: '0 2', money: 1990 } : { ended: '2 0', money: 0 }])
  }
})

test('a case that its buyer takes back while the shop approves it is either over or paid', async () => {
  const { shop, buyer } = await openPayShop()
  const clerk = await shop.signInAdmin()
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await makeCase(shop.ctx, { order: { uid: buyer.userId, payType: 'yue' } })
    const [approved, revoked] = await Promise.all([
      soon().then(() => clerk.call(afterSales.check, { body: { id, pass: true } })),
      soon().then(() => buyer.call(frontAfterSales.revoke, { body: { id } })),
    ])
    expect([approved.status, revoked.status].sort(), `round ${round}`).toEqual([200, 409])
  }
  const { rows } = await shop.ctx.db.execute(sql`
    select count(*) as wrong from store_order
    where refund_status not in (0, 2) or refund_status = 2 and refund_price_fen <> pay_price_fen
      or exists (select from order_line where order_id = store_order.id and after_num <> 0)`)
  expect(rows).toEqual([{ wrong: 0 }])
})

test('T16 of ten requests for one order at once, one case is opened', async () => {
  const { shop, buyer } = await openPayShop()
  const made = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true, lines: [{ num: 9 }] })
  const body = { orderNo: made.orderNo, ...caseForm(made) }
  const answers = await Promise.all(Array.from({ length: 10 }, () => buyer.call(frontAfterSales.apply, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
})
