import { randomUUID } from 'node:crypto'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Ctx, withContext } from '../../../platform/http/context.ts'
import { tasks } from '../../../platform/work/task.tables.ts'
import type { TaskProgress } from '../../../platform/work/tasks.ts'
import { copiesOf, grant, makeCoupon, makeCustomers } from '../../../testing/coupon-grant.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { actorOf } from '../../staff/admin-user/actor.service.ts'
import { userSegments } from '../../user/segment/user-segment.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { coupons } from '../coupon/coupon.tables.ts'
import { couponCopies, couponSends } from './coupon-copy.tables.ts'
import { runSend } from './coupon-send-run.service.ts'

const MINUTE_MS = 60_000
const { receive, undo } = couponCopy

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...Object.values(couponCopy), task.cancel] })
  const send = (body: object) => staff.send('POST', receive.path, body)
  const takeBack = (sendId: number) => staff.call(undo, { body: { sendId } })
  return { shop, ctx: shop.ctx, staff, send, takeBack }
}

/** Stores customers who have bought once, and the segment of these. */
async function makeRegulars({ db }: Ctx, count: number): Promise<number> {
  await db.execute(sql`
    insert into shop_user (account, nickname, pay_count) select 'regular' || n, '熟客' || n, 1 from generate_series(1, ${count}) as n`)
  const [segment] = await db
    .insert(userSegments)
    .values({ name: '熟客', query: { payCount: 1 } })
    .returning({ id: userSegments.id })
  return segment?.id ?? 0
}

const couponOf = async ({ db }: Ctx, id: number) => (await db.select().from(coupons).where(eq(coupons.id, id)))[0]
const sendOf = async ({ db }: Ctx, id: number) => (await db.select().from(couponSends).where(eq(couponSends.id, id)))[0]
const taskOf = async ({ db }: Ctx, id: string) => (await db.select().from(tasks).where(eq(tasks.id, id)))[0]

/** Runs the task of a send in this process, which dies once it has reported so many steps. */
async function runUntilDeath({ ctx }: Shop, staff: Caller, sendId: number, steps: number): Promise<void> {
  const caller = await actorOf(ctx, staff.userId)
  if (!caller) throw new Error('the user has no roles')
  let seen = 0
  const progress = async (_: TaskProgress) => {
    if (++seen === steps) throw new Error('killed')
  }
  const newFile = () => Promise.reject(new Error('no file is written before the end'))
  const work = { progress, newFile, signal: new AbortController().signal }
  await expect(runSend(withContext(ctx, { caller }), { sendId }, work)).rejects.toThrow('killed')
}

test('a coupon is not sent to nobody, in two ways at once, without stock, or when it may not be given', async () => {
  const { ctx, send } = await openDesk()
  const couponId = await makeCoupon(ctx, { isLimited: true, total: 2 })
  const uid = await makeCustomers(ctx, 3)
  const past = new Date(ctx.now().getTime() - MINUTE_MS)
  for (const [body, status, message] of [
    [{}, 400, '请选择用户！'],
    [{ uid: [] }, 400, '请选择用户！'],
    [{ uid, segmentId: 1 }, 400, '指定用户、用户分群和筛选条件只能选择一种'],
    [{ filter: {} }, 400, '请至少设置一个条件'],
    [{ segmentId: 999_999 }, 404, '智能分群不存在或已被删除'],
    [{ uid: [999_999] }, 409, '当前用户已经领取过此优惠券了！'],
    [{ uid }, 409, '当前剩余数量不够领取！需 3 张，剩 2 张'],
    [{ uid, couponId: 999_999 }, 404, '优惠券信息不存在或者已失效！'],
    [{ uid, couponId: await makeCoupon(ctx, { status: false }) }, 404, '优惠券信息不存在或者已失效！'],
    [{ uid, couponId: await makeCoupon(ctx, { receiveEnd: past }) }, 422, '已超过优惠券领取最后期限！'],
    [
      { uid, couponId: await makeCoupon(ctx, { isLimited: true, total: 1, received: 1 }) },
      409,
      '此优惠券已经被领完了！',
    ],
  ] as const)
    expect(await send({ couponId, ...body }), message).toMatchObject({ status, body: { message } })
  expect([await copiesOf(ctx), (await couponOf(ctx, couponId))?.received]).toEqual([[], 0])
})

test('a coupon of any type is sent at once to a few, before its time too; who has one is skipped', async () => {
  const { shop, ctx, staff, send } = await openDesk()
  const later = new Date(ctx.now().getTime() + MINUTE_MS)
  const couponId = await makeCoupon(ctx, { type: 3, receiveStart: later, isLimited: true, total: 3 })
  const uid = await makeCustomers(ctx, 3)
  await grant(ctx, { couponId, uids: uid.slice(0, 1), source: 'receive' })
  const answer = await send({ couponId, uid: [...uid, 999_999], remark: '补偿' })
  expect(answer).toMatchObject({ status: 200, body: { sent: 2, skipped: 2 } })
  expect(await trailOf(shop, answer)).toHaveLength(1)
  const listed = await staff.call(couponCopy.list, { query: { sendId: Number(answer.body.sendId) } })
  expect(listed.body.list.map(({ uid, source }) => [uid, source])).toEqual([
    [uid[2], 'send'],
    [uid[1], 'send'],
  ])
  expect(await send({ couponId, uid })).toMatchObject({ status: 409, body: { message: '此优惠券已经被领完了！' } })
  const clerk = await shop.signIn({ can: Object.values(couponCopy), dataScope: '本门店', storeIds: [1] })
  const open = await makeCoupon(ctx)
  expect(await clerk.call(receive, { body: { couponId: open, uid } })).toMatchObject({ status: 409 })
})

test('a worker killed after its second thousand is gone on for by another: every customer of a segment has one', async () => {
  const { shop, ctx, staff, send } = await openDesk()
  const segmentId = await makeRegulars(ctx, 3000)
  const couponId = await makeCoupon(ctx, { isLimited: true, total: 4000 })
  const [early] = await ctx.db.select({ id: shopUsers.id }).from(shopUsers).limit(1)
  await grant(ctx, { couponId, uids: [early?.id ?? 0], source: 'receive' })
  const { status, body } = await send({ couponId, segmentId })
  expect(status).toBe(202)
  const [taskId, sendId] = [String(body.taskId), Number(body.sendId)]
  await runUntilDeath(shop, staff, sendId, 2)
  expect(await sendOf(ctx, sendId)).toMatchObject({ count: 3000, sent: 1999, skipped: 1, state: 'running' })
  const silent = { status: 'running' as const, attempts: 1, heartbeatAt: new Date(Date.now() - 61_000) }
  await ctx.db.update(tasks).set(silent).where(eq(tasks.id, taskId))
  await shop.app.work()
  await expect.poll(() => taskOf(ctx, taskId)).toMatchObject({ status: 'success', message: '已发 2999 张，跳过 1 人' })
  expect((await taskOf(ctx, taskId))?.errorFile).toBeTruthy()
  expect(await sendOf(ctx, sendId)).toMatchObject({ sent: 2999, skipped: 1, state: 'done' })
  const held = await copiesOf(ctx)
  expect([held.length, new Set(held.map(({ uid }) => uid)).size]).toEqual([3000, 3000])
  expect((await couponOf(ctx, couponId))?.received).toBe(3000)
})

test('stock that runs out on the way ends the task with the number sent; with more, it is gone on with', async () => {
  const { shop, ctx, send } = await openDesk()
  const segmentId = await makeRegulars(ctx, 1100)
  const couponId = await makeCoupon(ctx, { isLimited: true, total: 1100 })
  const { body } = await send({ couponId, segmentId })
  const [taskId, sendId] = [String(body.taskId), Number(body.sendId)]
  await ctx.db.update(coupons).set({ total: 1050 }).where(eq(coupons.id, couponId))
  await shop.app.work()
  await expect.poll(() => taskOf(ctx, taskId)).toMatchObject({ status: 'failed', message: '库存不足，已发 1050 张' })
  expect(await sendOf(ctx, sendId)).toMatchObject({ sent: 1050, skipped: 0, state: 'stopped' })
  expect((await copiesOf(ctx)).length).toBe(1050)
  await ctx.db.update(coupons).set({ total: 1100 }).where(eq(coupons.id, couponId))
  const admin = await shop.signInAdmin()
  await ctx.db.update(tasks).set({ createdBy: admin.userId }).where(eq(tasks.id, taskId))
  expect((await admin.call(task.retry, { params: { id: taskId } })).status).toBe(200)
  await expect.poll(() => taskOf(ctx, taskId)).toMatchObject({ status: 'success', message: '已发 1100 张' })
  expect((await copiesOf(ctx)).length).toBe(1100)
})

test('a send that was cancelled stops behind a whole thousand, and can be taken back', async () => {
  const { shop, ctx, staff, send, takeBack } = await openDesk()
  const uid = await makeCustomers(ctx, 501)
  const couponId = await makeCoupon(ctx, { isLimited: true, total: 600 })
  const { status, body } = await send({ couponId, uid })
  expect(status).toBe(202)
  const [taskId, sendId] = [String(body.taskId), Number(body.sendId)]
  const busy = { status: 409, body: { message: '优惠券正在发放，请等发放完再撤回' } }
  expect(await takeBack(sendId)).toMatchObject(busy)
  await runUntilDeath(shop, staff, sendId, 1)
  expect((await copiesOf(ctx)).length).toBe(501)
  expect((await staff.call(task.cancel, { params: { id: taskId } })).status).toBe(200)
  const byTask = (id: string) => staff.call(couponCopy.undo, { body: { taskId: id } })
  expect(await byTask(randomUUID())).toMatchObject({ status: 404 })
  expect(await byTask(taskId)).toMatchObject({ status: 200, body: { undone: 501, kept: 0 } })
  expect(await staff.call(couponCopy.undo, { body: {} })).toMatchObject({ status: 400 })
  expect((await couponOf(ctx, couponId))?.received).toBe(0)
})

test('a send is taken back once, within ten minutes: the unused copies, the stock and the limits of buyers', async () => {
  const { shop, ctx, send, takeBack } = await openDesk()
  const uid = await makeCustomers(ctx, 3)
  for (const isLimited of [true, false]) {
    const couponId = await makeCoupon(ctx, { isLimited, total: 3 })
    const sendId = Number((await send({ couponId, uid })).body.sendId)
    const [first] = (await copiesOf(ctx)).filter((copy) => copy.sendId === sendId)
    await ctx.db
      .update(couponCopies)
      .set({ status: 1, orderId: sendId })
      .where(eq(couponCopies.id, first?.id ?? 0))
    const answers = await Promise.all([takeBack(sendId), takeBack(sendId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const done = answers.find(({ status }) => status === 200)
    expect(done?.body).toEqual({ undone: 2, kept: 1 })
    expect(await takeBack(sendId)).toMatchObject({ status: 409, body: { message: '该次发放已撤回' } })
    const ended = (await copiesOf(ctx)).filter((copy) => copy.sendId === sendId && copy.status === 2)
    expect(ended.map(({ seq, voidReason }) => [seq, voidReason])).toEqual([
      [null, '后台撤回'],
      [null, '后台撤回'],
    ])
    const { rows } = await ctx.db.execute(sql`
      select received + (select coalesce(sum(received), 0)::int from coupon_count_delta where coupon_id = ${couponId})
        + coalesce((select received from coupon_count where coupon_id = ${couponId}), 0) as received
      from coupon where id = ${couponId}`)
    expect(rows).toEqual([{ received: 1 }])
    expect(await send({ couponId, uid })).toMatchObject({ status: 200, body: { sent: 2, skipped: 1 } })
  }
  const couponId = await makeCoupon(ctx)
  const sendId = Number((await send({ couponId, uid })).body.sendId)
  shop.clock.advance(10 * MINUTE_MS + 1000)
  expect(await takeBack(sendId)).toMatchObject({ status: 409, body: { message: '发放已超过10分钟，不能撤回' } })
  expect(await takeBack(999_999)).toMatchObject({ status: 404 })
})

test('an account that sees its stores alone takes back its own sends only', async () => {
  const { shop, ctx, send, takeBack } = await openDesk()
  const couponId = await makeCoupon(ctx)
  const sendId = Number((await send({ couponId, uid: await makeCustomers(ctx, 2) })).body.sendId)
  const clerk = await shop.signIn({ can: [undo], dataScope: '本门店', storeIds: [1] })
  const takeOwnBack = () => clerk.call(undo, { body: { sendId } })
  expect(await takeOwnBack()).toMatchObject({ status: 404 })
  expect((await copiesOf(ctx)).map(({ status }) => status)).toEqual([0, 0])
  await ctx.db.update(couponSends).set({ createdBy: clerk.userId })
  expect(await takeOwnBack()).toMatchObject({ status: 200, body: { undone: 2, kept: 0 } })
  expect(await takeBack(sendId)).toMatchObject({ status: 409 })
})
