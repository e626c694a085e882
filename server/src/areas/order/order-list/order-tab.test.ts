import {
  closeTypes,
  type OrderFacts,
  orderStatuses,
  orderTab,
  pinkStatuses,
  refundStatuses,
  shippingTypes,
} from '@zhanggui/domain/order/order-state.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeOrder, makeOrders } from '../../../testing/order.ts'
import { openShop } from '../../../testing/shop.ts'

const booleans = [false, true]

/** Every combination of what decides the tab. */
function* allFacts(): Generator<OrderFacts> {
  for (const status of orderStatuses)
    for (const refundStatus of refundStatuses)
      for (const closeType of closeTypes)
        for (const pinkStatus of pinkStatuses)
          for (const shippingType of shippingTypes)
            for (const paid of booleans)
              for (const cod of booleans)
                for (const isDel of booleans)
                  for (const isSystemDel of booleans)
                    yield { status, refundStatus, closeType, pinkStatus, shippingType, paid, cod, isDel, isSystemDel }
}

test('the database and the domain put every combination of facts into the same tab', async () => {
  const { ctx } = await openShop()
  const all = [...allFacts()]
  const { rows } = await ctx.db.execute<{ tab: number }>(sql`
    select order_tab("isSystemDel", "isDel", "closeType", paid, cod, "refundStatus", status, "pinkStatus", "shippingType") as tab
    from jsonb_to_recordset(${JSON.stringify(all.map((facts, place) => ({ ...facts, place })))}::jsonb) as f("isSystemDel" boolean, "isDel" boolean,
      "closeType" smallint, paid boolean, cod boolean, "refundStatus" smallint, status smallint, "pinkStatus" smallint,
      "shippingType" smallint, place int) order by place`)
  expect(rows.map(({ tab }) => tab)).toEqual(all.map(orderTab))
})

test('orders made for tests stand where their facts say', async () => {
  const { ctx } = await openShop()
  expect((await makeOrder(ctx)).tab).toBe(1)
  const made = await makeOrders(ctx, [
    { paid: true },
    { status: 2 },
    { closeType: 2 },
    { shippingType: 2, storeId: 1, cod: true },
  ])
  expect(made.map(({ tab }) => tab)).toEqual([2, 6, 10, 4])
  expect(made.map(({ payment }) => payment?.amountFen)).toEqual([1990, 1990, undefined, undefined])
})
