import { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { parseWireTime, SHANGHAI_OFFSET_MS, toWireTime } from '@zhanggui/domain/time.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { openShop } from '../../../testing/shop.ts'
import { balancesOf, makeCustomer } from '../../../testing/user.ts'
import { changePoints, type PointsChange } from '../../user/ledger/ledger.service.ts'
import { userIntegralRecords } from '../../user/ledger/ledger.tables.ts'

async function openDesk(months: number) {
  const shop = await openShop()
  const { clock, ctx } = shop
  const admin = await shop.signInAdmin()
  const values = { integral_expire_month: months }
  await admin.call(setting.save, { params: { group: 'integral' }, body: { values } })
  const move = (uid: number, integral: number, more: Partial<PointsChange> = {}) =>
    inTransaction(ctx, (tx) =>
      changePoints(tx, { uid, integral, type: 1, linkType: 'system', title: '测试', status: 3, ...more }),
    )
  const spend = (uid: number, integral: number, order: number) =>
    move(uid, integral, { type: 2, linkType: 'order', bizKey: `order:${order}:spend` })
  const giveBack = (uid: number, integral: number, order: number) =>
    move(uid, integral, { linkType: 'order', bizKey: `order:${order}:return` })
  /** Sets the clock to ten past midnight, or so many hours before, of the first of the month after so many. */
  const toFirst = (later: number, hours = 0) => {
    const now = new Date(clock.now().getTime() + SHANGHAI_OFFSET_MS)
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1, 0, 10) - SHANGHAI_OFFSET_MS
    clock.advance(first - hours * 3600_000 - clock.now().getTime())
  }
  const run = () => shop.app.platform.scheduler.find('integralExpire')?.run(ctx, {}, new AbortController().signal)
  const left = async (uid: number) => (await balancesOf(ctx, uid))?.integral
  return { shop, ctx, move, spend, giveBack, toFirst, run, left }
}

test('the oldest points expire first, on the first of the month, once however often it runs', async () => {
  const { shop, ctx, move, spend, giveBack, toFirst, run, left } = await openDesk(1)
  const [saver, spender, returner] = [await makeCustomer(ctx), await makeCustomer(ctx), await makeCustomer(ctx)]
  toFirst(1, -24)
  for (const uid of [saver, spender, returner]) await move(uid, 100)
  await spend(spender, 30, 1)
  await spend(returner, 100, 2)
  // Frozen points are not there yet.
  await move(saver, 40, { linkType: 'order', bizKey: 'order:9:earn', status: 2 })
  toFirst(1)
  expect(await run()).toBe(0)
  for (const uid of [saver, spender]) await move(uid, 10)
  await giveBack(returner, 60, 2)
  toFirst(1, 1)
  expect(await run(), 'in the evening before').toBe(0)
  toFirst(1)
  expect(await run()).toBe(3)
  expect([await left(saver), await left(spender), await left(returner)]).toEqual([10, 10, 0])
  expect(await run()).toBe(0)
  // What comes back after it expired goes with the next month.
  await giveBack(spender, 30, 1)
  expect(await left(spender)).toBe(40)
  expect(await run(), 'once a month').toBe(0)
  toFirst(1)
  expect(await run()).toBe(2)
  expect([await left(saver), await left(spender)]).toEqual([0, 0])
  const records = await ctx.db.select().from(userIntegralRecords).where(eq(userIntegralRecords.linkType, 'expire'))
  const month = toWireTime(shop.clock.now()).slice(0, 7)
  expect(records.map(({ title, type, status, balance }) => [title, type, status, balance])).toEqual(
    Array.from({ length: 5 }, (_, nth) => ['积分过期', 2, 3, nth < 2 ? 10 : 0]),
  )
  expect(records.map(({ bizKey }) => bizKey)).toContain(`expire:${saver}:${month}`)
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('customers whose points of all time are more than a number of the database holds lose what is over, too', async () => {
  const { ctx, move, spend, toFirst, run, left } = await openDesk(1)
  const uid = await makeCustomer(ctx)
  toFirst(1, -24)
  for (const order of [1, 2, 3]) {
    await move(uid, 900_000_000)
    await spend(uid, 899_999_990, order)
  }
  toFirst(2)
  expect(await run()).toBe(1)
  expect(await left(uid)).toBe(0)
})

test('points without an end stay', async () => {
  const { ctx, move, toFirst, run, left } = await openDesk(0)
  const uid = await makeCustomer(ctx)
  await move(uid, 100)
  toFirst(60)
  expect(await run()).toBe(0)
  expect(await left(uid)).toBe(100)
})

test('of runs at once, beside spending, each customer loses what is over once, and nobody falls below nothing', async () => {
  const { shop, ctx, move, spend, toFirst, run, left } = await openDesk(2)
  const uids = await Promise.all(Array.from({ length: 12 }, () => makeCustomer(ctx)))
  toFirst(1, -24)
  for (const uid of uids) await move(uid, 100)
  toFirst(3)
  const other = await shop.second()
  const second = () =>
    other.platform.scheduler.find('integralExpire')?.run(other.ownContext(), {}, new AbortController().signal)
  const spent = uids.slice(0, 6).map((uid, nth) => spend(uid, 80, nth))
  const [runs, bought] = await Promise.all([Promise.all([run(), second(), run()]), Promise.all(spent)])
  expect(runs.reduce((sum: number, done) => sum + (done ?? 0), 0)).toBe(12)
  for (const [nth, uid] of uids.entries()) expect(await left(uid), `${nth} ${bought[nth]}`).toBe(0)
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('a buyer sees what expires next, with its day, and that it has', async () => {
  const { shop, move, toFirst, run } = await openDesk(1)
  toFirst(1, -24)
  const buyer = await shop.buyer()
  const next = async () => (await buyer.call(frontPoints.points)).body.expiring
  expect(await next()).toBeNull()
  await move(buyer.userId, 100)
  await move(buyer.userId, 30, { type: 2, linkType: 'order', bizKey: 'order:1:spend' })
  const [year = 0, month = 0] = toWireTime(shop.clock.now()).split('-').map(Number)
  const day = (parseWireTime(toWireTime(new Date(Date.UTC(year, month + 1, 1) - SHANGHAI_OFFSET_MS))) as Date).getTime()
  const date = toWireTime(new Date(day)).slice(0, 10)
  expect(await next()).toEqual({ integral: 70, date })
  toFirst(2)
  const again = await shop.buyer({ uid: buyer.userId })
  await move(buyer.userId, 5)
  expect(await run()).toBe(1)
  const { integral, expiring } = (await again.call(frontPoints.points)).body
  expect({ integral, expiring: expiring?.integral }).toEqual({ integral: 5, expiring: 5 })
})
