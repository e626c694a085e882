import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '../../../platform/work/outbox.tables.ts'
import { openShop } from '../../../testing/shop.ts'

const DAY_MS = 24 * 3600_000

test('what followed from paid and received orders and was given up is queued again for a week, each by its job', async () => {
  const { ctx, app } = await openShop()
  const done: unknown[] = []
  app.platform.outbox.consume('test-follow-up', ['order.paid', 'order.received'], async (_, { event, data }) => {
    if (data.isBroken) throw new Error('still broken')
    done.push([event, data.orderId])
  })
  const given = (event: string, payload: Record<string, unknown>, days = 0) => ({
    event,
    payload,
    consumer: 'test-follow-up',
    attempts: 12,
    dueAt: null,
    error: 'down',
    createdAt: new Date(ctx.now().getTime() - days * DAY_MS),
  })
  await ctx.db
    .insert(outbox)
    .values([
      ...[given('order.paid', { orderId: 1 }), given('order.paid', { orderId: 2, isBroken: true })],
      ...[given('order.paid', { orderId: 3 }, 8), given('order.received', { orderId: 4 })],
    ])
  await app.work()
  const run = (name: string) => app.platform.scheduler.find(name)?.run(ctx, {}, new AbortController().signal)
  const left = async () =>
    (
      await ctx.db.execute(
        sql`select payload ->> 'orderId' as id, due_at is null as "isGivenUp" from outbox order by 1`,
      )
    ).rows
  const id2 = { id: '2', isGivenUp: true }
  const id3 = { id: '3', isGivenUp: true }
  expect(await run('orderPaidFollowUp')).toBe(2)
  await expect.poll(left).toEqual([id2, id3, { id: '4', isGivenUp: true }])
  expect(await run('orderReceiptFollowUp')).toBe(1)
  await expect.poll(left).toEqual([id2, id3])
  expect(done).toEqual([
    ['order.paid', 1],
    ['order.received', 4],
  ])
})
