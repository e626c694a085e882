import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { expect, test } from 'vitest'
import { openBargain, openBargainShop } from '../../../testing/bargain.ts'
import { addressIdOf, beginBuying, placeOrder } from '../../../testing/checkout.ts'
import { makeOrders } from '../../../testing/order.ts'
import { ask } from '../../../testing/refund.ts'
import { beginSeckill, buyIn, openSeckill, openSeckillShop } from '../../../testing/seckill.ts'

const DAY_MS = 24 * 3600_000
const can = [activityReport.goods, order.list, order.info, refund.start]

test('the report of an activity is the sum of its orders, their lines and refunds, and the order list finds the same orders', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const staff = await shop.shop.signIn({ can, permissions: ['admin:product:cost:view'] })
  const [one, two, three, regular] = await Promise.all(Array.from({ length: 4 }, () => shop.shop.buyer()))
  if (!one || !two || !three || !regular) throw new Error('no buyers')
  await buyIn(shop, one, sale, 2)
  await buyIn(shop, one, sale, 1)
  const { orderNo } = await buyIn(shop, two, sale, 3)
  const { body } = await staff.call(order.info, { query: { orderNo } })
  const lineId = body.lines[0]?.id ?? 0
  expect((await ask(staff, { orderNo, lines: [{ lineId, num: 3 }] })).status).toBe(200)
  await placeOrder(three, await beginSeckill(three, sale))
  await addressIdOf(regular)
  await placeOrder(regular, await beginBuying(regular, shop.skuId))

  const read = () => staff.call(activityReport.goods, { query: { id: sale.id } })
  // Three units at 9.90 that stay, of goods at 20.00 that cost 5.00; three more were refunded.
  await expect.poll(async () => (await read()).body.refundAmount, { timeout: 5000 }).toBe(29.7)
  const { status, body: report } = await read()
  expect([status, report]).toMatchObject([
    200,
    {
      title: '毛巾秒杀',
      type: 1,
      orders: 4,
      paidOrders: 3,
      participants: 2,
      newBuyers: 2,
      units: 3,
      gmv: 29.7,
      discount: 30.3,
      refundAmount: 29.7,
      refundRate: 50,
      avgOrder: 14.85,
      cost: 15,
      margin: 14.7,
      roi: 0.49,
      soldOutTime: null,
      daily: [{ paidOrders: 3, units: 3, gmv: 29.7, discount: 30.3 }],
    },
  ])
  const { body: found } = await staff.call(order.list, { query: { activityId: sale.id } })
  expect(found.total).toBe(4)
  expect((await staff.call(order.list, { query: { activityId: sale.id + 999 } })).body.total).toBe(0)
})

test('costs are told to those who may see them, the report to those who may see the whole shop, and of what there is', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const plain = await shop.shop.signIn({ can: [activityReport.goods] })
  const { body } = await plain.call(activityReport.goods, { query: { id: sale.id } })
  expect(body).toMatchObject({ paidOrders: 0, refundRate: 0, avgOrder: 0, daily: [] })
  for (const field of ['cost', 'margin', 'roi']) expect(body).not.toHaveProperty(field)
  expect((await plain.call(activityReport.goods, { query: { id: 999 } })).status).toBe(404)
  expect((await shop.keeper.call(activityReport.goods, { query: { id: sale.id } })).status).toBe(403)
  const clerk = await shop.shop.signIn({ can: [activityReport.goods], dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(activityReport.goods, { query: { id: sale.id } })).status).toBe(403)
})

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
