import { setTimeout as sleep } from 'node:timers/promises'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tasks } from '../../../platform/work/task.tables.ts'
import { copiesOf, grant, makeCoupon } from '../../../testing/coupon-grant.ts'
import { callServer, startServerOf } from '../../../testing/process/killed-server.ts'
import { openShop } from '../../../testing/shop.ts'
import { userSegments } from '../../user/segment/user-segment.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { coupons } from '../coupon/coupon.tables.ts'
import { couponSends } from './coupon-copy.tables.ts'

/** How many customers are sent to; so many times the server is killed meanwhile. */
const CUSTOMERS = Number(process.env.SEND_CUSTOMERS ?? 4000)
const KILLS = Number(process.env.KILL_RUNS ?? 1)

test('killed amid a send, a server is followed by one that goes on with it: every customer of the segment has one, nobody two', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const { db } = ctx
  const staff = await shop.signInAdmin()
  await db.execute(sql`
    insert into shop_user (account, nickname, pay_count) select 'regular' || n, '熟客' || n, 1 from generate_series(1, ${CUSTOMERS}) as n`)
  const [segment] = await db
    .insert(userSegments)
    .values({ name: '熟客', query: { payCount: 1 } })
    .returning({ id: userSegments.id })
  const couponId = await makeCoupon(ctx, { isLimited: true, total: CUSTOMERS + 1 })
  const [early] = await db.select({ id: shopUsers.id }).from(shopUsers).orderBy(shopUsers.id).limit(1)
  await grant(ctx, { couponId, uids: [early?.id ?? 0], source: 'receive' })

  let server = await startServerOf(shop)
  const body = { couponId, segmentId: segment?.id ?? 0 }
  const { taskId, sendId } = (await callServer(server, couponCopy.receive, staff, { body })) as never as {
    taskId: string
    sendId: number
  }
  const sendOf = async () => (await db.select().from(couponSends).where(eq(couponSends.id, sendId)))[0]
  const taskOf = async () => (await db.select().from(tasks).where(eq(tasks.id, taskId)))[0]
  for (let killed = 0, before = 0; killed < KILLS; killed++) {
    // Within a thousand: some of them are stored, and are to be gone.
    const isUnder = async () => ((await sendOf())?.sent ?? 0) > before || (await taskOf())?.status === 'success'
    while (!(await isUnder())) await sleep(5)
    await sleep(killed * 7)
    await server.kill()
    const { sent = 0, skipped = 0, lastUid = 0 } = (await sendOf()) ?? {}
    before = sent
    const held = (await copiesOf(ctx)).filter((copy) => copy.sendId === sendId)
    expect([held.length, Math.max(...held.map(({ uid }) => uid))], 'as far as it says').toEqual([sent, lastUid])
    expect(skipped).toBe(1)
    await db.execute(sql`update task set heartbeat_at = heartbeat_at - interval '2 minutes' where status = 'running'`)
    server = await startServerOf(shop)
    const status = async () => (await taskOf())?.status
    if (killed) {
      // A task that died twice waits for staff.
      await expect.poll(status).toMatch(/failed|success/)
      if ((await status()) === 'failed') await callServer(server, task.retry, staff, { params: { id: taskId } })
    }
  }
  await expect.poll(taskOf).toMatchObject({ status: 'success', message: `已发 ${CUSTOMERS - 1} 张，跳过 1 人` })
  const held = await copiesOf(ctx)
  expect([held.length, new Set(held.map(({ uid }) => uid)).size]).toEqual([CUSTOMERS, CUSTOMERS])
  expect((await db.select().from(coupons).where(eq(coupons.id, couponId)))[0]?.received).toBe(CUSTOMERS)
})
