import { activityCalendar } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openBargain, openBargainShop, orderSession, win } from '../../../testing/bargain.ts'

test('the calendar tells what is paid in a bargain, also where the shelf is below its lowest price', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own)
  const { buyer, id } = await win(own, sale)
  await shop.ctx.db.execute(sql`update product_sku set price_fen = 500 where id = ${own.skuId}`)
  const orderNo = await orderSession(buyer, sale, id)
  const { rows } = await shop.ctx.db.execute(
    sql`select pay_price_fen::int as fen from store_order where order_no = ${orderNo}`,
  )
  expect(rows).toEqual([{ fen: 500 }])
  const staff = await shop.signIn({ can: [activityCalendar.calendar] })
  const today = toWireDay(shop.clock.now())
  const { body } = await staff.call(activityCalendar.calendar, { query: { start: today, end: today, types: [2] } })
  expect(body).toMatchObject([{ lowest: 5 }])
})
