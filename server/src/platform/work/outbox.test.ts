import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { inTransaction } from '../http/context.ts'
import { outbox } from './outbox.tables.ts'
import { emit } from './outbox.ts'

test('an event is delivered to each of its consumers once the transaction has committed', async () => {
  const shop = await openShop()
  const received = listen(shop, 'mail', ['order.paid'])
  const receivedAll = listen(shop, 'hook', '*')
  await inTransaction(shop.ctx, async (tx) => {
    await emit(tx, 'order.paid', { orderId: 7 })
    await emit(tx, 'order.sent', { orderId: 7 })
  })
  await shop.app.work()
  await expect.poll(() => [received, receivedAll]).toEqual([['order.paid'], ['order.paid', 'order.sent']])
  await expect.poll(() => shop.ctx.db.$count(outbox)).toBe(0)
})

test('events of a rolled back transaction are not delivered', async () => {
  const shop = await openShop()
  listen(shop, 'mail', '*')
  const refused = inTransaction(shop.ctx, async (tx) => {
    await emit(tx, 'order.paid', {})
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(await shop.ctx.db.$count(outbox)).toBe(0)
})

test('a consumer that fails stores nothing, does not affect the others and is retried', async () => {
  const shop = await openShop()
  const received = listen(shop, 'hook', '*')
  let tries = 0
  shop.app.platform.outbox.consume('mail', '*', async (tx, { data }) => {
    await tx.db.insert(outbox).values({ event: 'trace', consumer: 'nobody', payload: data })
    if (++tries === 1) throw new Error('the mail server is away')
  })
  await emit(shop.ctx, 'order.paid', { orderId: 7 })
  await shop.app.work()
  await expect.poll(() => received).toEqual(['order.paid'])
  await expect
    .poll(() =>
      shop.ctx.db.select({ consumer: outbox.consumer, attempts: outbox.attempts, error: outbox.error }).from(outbox),
    )
    .toEqual([{ consumer: 'mail', attempts: 1, error: 'the mail server is away' }])
  shop.clock.advance(6000)
  await expect
    .poll(() => shop.ctx.db.select({ event: outbox.event, payload: outbox.payload }).from(outbox))
    .toEqual([{ event: 'trace', payload: { orderId: 7 } }])
  expect(tries).toBe(2)
})

test('a consumer may take its messages together, and one that fails holds up none of the others', async () => {
  const shop = await openShop()
  const received: unknown[] = []
  shop.app.platform.outbox.consumeTogether('counts', ['order.paid'], async (tx, messages) => {
    const ids = messages.map(({ data }) => data.orderId)
    await tx.db.insert(outbox).values({ event: 'trace', consumer: 'nobody', payload: { ids } })
    if (ids.includes(2)) throw new Error('no such order')
    received.push(ids)
  })
  await inTransaction(shop.ctx, async (tx) => {
    for (const orderId of [1, 2, 3]) await emit(tx, 'order.paid', { orderId })
  })
  await shop.app.work()
  await expect.poll(() => received).toEqual([[1], [3]])
  await expect
    .poll(() => shop.ctx.db.select({ payload: outbox.payload }).from(outbox).where(eq(outbox.attempts, 1)))
    .toEqual([{ payload: { orderId: 2 } }])
  await inTransaction(shop.ctx, async (tx) => {
    for (const orderId of [4, 5]) await emit(tx, 'order.paid', { orderId })
  })
  await expect.poll(() => received).toEqual([[1], [3], [4, 5]])
})

test('each message is delivered by one of two worker processes', async () => {
  const shop = await openShop()
  const first = listen(shop, 'mail', '*')
  const second = await shop.second()
  const received: string[] = []
  second.platform.outbox.consume('mail', '*', async (_, { event }) => {
    received.push(event)
  })
  await Promise.all([shop.app.work(), second.work()])
  const events = Array.from({ length: 120 }, (_, index) => `event.${index}`)
  await inTransaction(shop.ctx, async (tx) => {
    for (const event of events) await emit(tx, event, {})
  })
  await expect.poll(() => shop.ctx.db.$count(outbox)).toBe(0)
  expect([...first, ...received].sort()).toEqual(events.sort())
})

function listen({ app }: Shop, name: string, events: string[] | '*'): string[] {
  const received: string[] = []
  app.platform.outbox.consume(name, events, async (_, { event }) => {
    received.push(event)
  })
  return received
}
