import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { expect, test } from 'vitest'
import { openBargain, openBargainShop } from '../../../testing/bargain.ts'
import { makeOrders } from '../../../testing/order.ts'
import { buyIn, openSeckill, openSeckillShop } from '../../../testing/seckill.ts'

const DAY_MS = 24 * 3600_000

test('the sums of a report cover all days of an activity, also those that are not told one by one', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own)
  const staff = await shop.signIn({ can: [activityReport.goods], permissions: ['admin:product:cost:view'] })
  const at = shop.clock.now().getTime()
  await makeOrders(
    shop.ctx,
    Array.from({ length: 370 }, (_, day) => {
      const payTime = new Date(at - day * DAY_MS)
      const lines = [{ costFen: 5_00 }]
      return { paid: true, payTime, createdAt: payTime, activityId: sale.id, orderKind: 'bargain' as const, lines }
    }),
  )
  const { body } = await staff.call(activityReport.goods, { query: { id: sale.id } })
  expect(body).toMatchObject({ paidOrders: 370, cost: 1850, avgOrder: 19.9, units: 370, gmv: 7363, margin: 5513 })
})

test('a flash sale whose quota was cut down to what is sold is sold out from then on', async () => {
  const own = await openSeckillShop()
  const sale = await openSeckill(own)
  await buyIn(own, await own.shop.buyer(), sale, 2)
  const { body } = await own.keeper.call(activity.quota, { body: { id: sale.id, skuId: sale.skuId, quota: 2 } })
  expect(body.quota).toBe(0)
  const staff = await own.shop.signIn({ can: [activityReport.goods] })
  const { body: report } = await staff.call(activityReport.goods, { query: { id: sale.id } })
  expect(report.soldOutTime).not.toBeNull()
})

test('who chooses no activity to open is not told to choose what to delete', async () => {
  const { keeper } = await openSeckillShop()
  const { status, body } = await keeper.send('POST', activity.batch.path, { ids: [], action: 'open' })
  expect(status).toBe(400)
  expect(body.message).not.toContain('删除')
})
