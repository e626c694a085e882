import { scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { notifications } from '../../message/notice/notification.tables.ts'
import { eachRow } from './job-parked.service.ts'

const HOUR_MS = 3600_000
const rows = [{ id: 1 }, { id: 2 }]

test('a row that fails five times is left alone for a day and reported; the others are done, and it is tried again later', async () => {
  const shop = await openShop()
  const admin = await shop.signIn({ can: [scheduledJob.list] })
  const never = new AbortController().signal
  const tried: number[] = []
  const run = (isBroken: boolean) => {
    tried.length = 0
    return eachRow(shop.ctx, 'orderAutoCancel', rows, never, async ({ id }) => {
      tried.push(id)
      if (id === 1 && isBroken) throw new Error('the ledger does not add up')
    })
  }
  const ours = and(eq(notifications.event, 'job.failed'), eq(notifications.userId, admin.userId))
  const reports = () => shop.ctx.db.select().from(notifications).where(ours)

  for (let turn = 1; turn <= 5; turn++) expect(await run(true)).toBe(1)
  expect(await reports()).toMatchObject([
    {
      title: '定时任务「关闭超时未付款的订单」有记录连续失败 5 次',
      content: expect.stringContaining('the ledger does not add up'),
    },
  ])
  await run(true)
  expect(tried).toEqual([2])

  shop.clock.advance(25 * HOUR_MS)
  await run(true)
  expect(tried).toEqual([1, 2])
  expect(await run(false)).toBe(2)
  // Its failures are forgotten: four more are not five.
  for (let turn = 1; turn <= 4; turn++) await run(true)
  expect(tried).toEqual([1, 2])
  expect(await reports()).toHaveLength(1)
})
