import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { copiesOf, grant, makeCoupon } from '../../../testing/coupon-grant.ts'
import { makeOrder } from '../../../testing/order.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { couponCopies } from './coupon-copy.tables.ts'

const DAY_MS = 86_400_000
const { list, revoke, download } = couponCopy

/** A shop with a copy of each state: unused, used in an order, past its end and not noted as such, made void. */
async function openDesk() {
  const shop = await openShop()
  const { ctx } = shop
  const staff = await shop.signIn({ can: Object.values(couponCopy) })
  const uid = await makeCustomer(ctx, { nickname: '阿宝' })
  const other = await makeCustomer(ctx, { nickname: '小明' })
  const order = await makeOrder(ctx, { uid, paid: true })
  const give = async (name: string, to: number, change: Partial<typeof couponCopies.$inferInsert>) => {
    const couponId = await makeCoupon(ctx, { name, minPriceFen: 5000 })
    const { granted } = await grant(ctx, { couponId, uids: [to], source: 'receive' })
    const id = granted[0]?.id ?? 0
    await ctx.db
      .update(couponCopies)
      .set({ updatedAt: ctx.now(), ...change })
      .where(eq(couponCopies.id, id))
    return id
  }
  const ids = {
    unused: await give('未用券', uid, {}),
    used: await give('已用券', uid, { status: 1, orderId: order.id, useTime: ctx.now() }),
    past: await give('过期券', other, { endTime: new Date(ctx.now().getTime() - DAY_MS) }),
    over: await give('作废券', other, { status: 2, voidReason: '发错了' }),
  }
  return { shop, staff, uid, other, order, ids }
}

test('copies are filtered by what staff see, the state by the clock and not by what a job has noted', async () => {
  const { shop, staff, uid, other, order, ids } = await openDesk()
  const { unused, used, past, over } = ids
  const found = async (query: object) => (await staff.call(list, { query })).body.list.map(({ id }) => id)
  expect(await found({})).toEqual([over, past, used, unused])
  expect(await found({ status: 0 })).toEqual([unused])
  expect(await found({ status: 1 })).toEqual([used])
  expect(await found({ status: 2 })).toEqual([past])
  expect(await found({ status: 3 }), 'void is not over').toEqual([over])
  expect(await found({ uid: other })).toEqual([over, past])
  expect(await found({ name: '用券' })).toEqual([used, unused])
  expect(await found({ minPrice: 50, source: 'receive', dateLimit: ['today'] })).toHaveLength(4)
  expect(await found({ minPrice: 49.99 })).toEqual([])
  expect(await found({ source: 'send' })).toEqual([])
  expect(await found({ sendId: 1 })).toEqual([])
  expect(await found({ dateLimit: ['yesterday'] })).toEqual([])
  const states = (await staff.call(list, { query: {} })).body.list.map(({ status }) => status)
  expect(states).toEqual([3, 2, 1, 0])
  const usedBy = async (caller: Caller) => (await caller.call(list, { query: { status: 1 } })).body.list[0]
  // Which order it was spent on is shown with the right to orders, and for the orders of the own stores.
  const seesOrders = { can: Object.values(couponCopy), permissions: ['admin:order:list'] }
  expect((await usedBy(await shop.signIn(seesOrders)))?.orderNo).toBe(order.orderNo)
  expect(await usedBy(staff)).toMatchObject({
    uid,
    nickname: '阿宝',
    orderNo: '',
    money: 10,
    minPrice: 50,
    validStr: 'unusable',
  })
  const clerk = await shop.signIn({ can: Object.values(couponCopy), dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(list, { query: {} })).body.total).toBe(0)
})

test('only unused copies are made void, by staff who see their owner; the buyer may not take another', async () => {
  const { shop, staff, ids } = await openDesk()
  const [uid] = [(await copiesOf(shop.ctx))[0]?.uid ?? 0]
  const all = [...Object.values(ids), 999_999]
  const clerk = await shop.signIn({ can: Object.values(couponCopy), dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(revoke, { body: { ids: all, reason: '越权' } })).body).toEqual({ revoked: 0, skipped: 5 })
  const answer = await staff.call(revoke, { body: { ids: all, reason: '活动取消' } })
  expect(answer.body).toEqual({ revoked: 1, skipped: 4 })
  expect(await trailOf(shop, answer)).toHaveLength(1)
  const [first] = await copiesOf(shop.ctx)
  expect(first).toMatchObject({ id: ids.unused, status: 2, voidReason: '活动取消', seq: 1 })
  const buyer = await shop.buyer({ uid })
  const taken = await buyer.call(frontCoupon.receive, { body: { couponId: first?.couponId ?? 0 } })
  expect(taken).toMatchObject({ status: 409, body: { message: '当前用户已经领取过此优惠券了！' } })
  expect((await staff.call(revoke, { body: { ids: [ids.unused], reason: '再次' } })).body.revoked).toBe(0)
})

test('the export shows what the list shows', async () => {
  const { staff } = await openDesk()
  const { body } = await staff.call(download, { query: { status: 2 } })
  expect(body).toMatchObject({ fileName: expect.stringContaining('优惠券领取记录') })
  expect(await staff.call(download, { query: { status: 2, name: '没有' } })).toMatchObject({ status: 422 })
})

test('the job notes which copies are over, once, and leaves the others', async () => {
  const { shop, ids } = await openDesk()
  const job = shop.app.platform.scheduler.find('couponExpire')
  const run = () => job?.run(shop.ctx, {}, new AbortController().signal)
  expect([await run(), await run()]).toEqual([1, 0])
  const states = (await copiesOf(shop.ctx)).map(({ status }) => status)
  expect(states).toEqual([0, 1, 2, 2])
  const past = (await copiesOf(shop.ctx)).find(({ id }) => id === ids.past)
  expect(past).toMatchObject({ status: 2, voidReason: '', seq: 1 })
})
