import { home } from '@zhanggui/contract/dashboard/home.ts'
import { orderStatistics } from '@zhanggui/contract/dashboard/order-statistics.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { type MadeOrder, makeOrders } from '../../../testing/order.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { closeEnded, dayOf } from '../rollup/rollup.service.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/** Half past two in the afternoon, tomorrow. */
function setAfternoon({ clock }: Shop): Date {
  const midnight = dayOf(clock.now()).getTime() + DAY_MS
  clock.advance(midnight + 14.5 * HOUR_MS - clock.now().getTime())
  return new Date(midnight)
}

test('today stands beside yesterday and the same weekday; growth is over the hours that are whole', async () => {
  const shop = await openShop()
  const today = setAfternoon(shop)
  const admin = await shop.signInAdmin()
  const { body } = await admin.call(store.save, { body: storeDraft('东门店') })
  const paid = (daysAgo: number, hour: number, more: MadeOrder = {}): MadeOrder => {
    const payTime = new Date(today.getTime() - daysAgo * DAY_MS + hour * HOUR_MS)
    return { paid: true, payTime, createdAt: payTime, payPriceFen: 10_000, lines: [{ priceFen: 10_000 }], ...more }
  }
  const atStore = { shippingType: 2 as const, storeId: body.id }
  await makeOrders(shop.ctx, [
    ...[paid(0, 9), paid(0, 10, atStore), paid(0, 13.9), paid(0, 14.2)],
    ...[paid(1, 9), paid(1, 13.5), paid(1, 14.1), paid(1, 23.9)],
    ...[paid(7, 8), paid(8, 8), paid(6, 8)],
  ])
  const read = async () => (await admin.call(home.figures)).body
  const expected = {
    today: { sales: 400, orders: 4, refunds: 0, net: 400 },
    yesterday: { sales: 400, orders: 4, refunds: 0, net: 400 },
    weekBefore: { sales: 100, orders: 1, refunds: 0, net: 100 },
    yesterdayGrowth: { sales: 50, orders: 50, refunds: null, net: 50 },
    weekGrowth: { sales: 200, orders: 200 },
    todayUntil: { sales: 300, orders: 3, refunds: 0, net: 300 },
    yesterdayUntil: { sales: 200, orders: 2, refunds: 0, net: 200 },
    weekBeforeUntil: { sales: 100, orders: 1, refunds: 0, net: 100 },
    untilHour: 14,
    weekDay: toWireDay(new Date(today.getTime() - 7 * DAY_MS)),
  }
  // From what is not closed yet as from closed hours.
  await closeEnded(shop.ctx)
  const figures = await read()
  expect(figures).toMatchObject(expected)
  expect(figures.hours.map((hour) => hour.today).slice(8, 16)).toEqual([0, 100, 200, 200, 200, 300, 400, null])
  expect(figures.hours[23]).toEqual({ today: null, yesterday: 400 })
  const { body: overview } = await admin.call(orderStatistics.overview)
  expect([overview.todayCount, overview.todayPrice]).toEqual([figures.today.orders, figures.today.net])

  const clerk = await shop.signIn({
    permissions: ['admin:statistics:home:index'],
    dataScope: '本门店',
    storeIds: [body.id],
    level: 5,
  })
  expect((await clerk.call(home.figures)).body.today).toMatchObject({ sales: 100, orders: 1 })
  const other = await shop.signIn({ can: [order.list] })
  expect((await other.call(home.figures)).status).toBe(403)
})
