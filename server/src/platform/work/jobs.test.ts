import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { inTransaction } from '../http/context.ts'
import { errorOf, type JobRun } from './jobs.ts'

test('a job runs after the commit that added it, and never after a rollback', async () => {
  const shop = await openShop()
  const done = handle(shop)
  await shop.app.work()
  await inTransaction(shop.ctx, (tx) => shop.ctx.platform.jobs.enqueue(tx, 'count', { what: 'kept' }))
  const undone = inTransaction(shop.ctx, async (tx) => {
    await shop.ctx.platform.jobs.enqueue(tx, 'count', { what: 'undone' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await shop.ctx.platform.jobs.enqueue(shop.ctx, 'count', { what: 'last' })
  await expect.poll(() => done).toEqual(['kept', 'last'])
})

test('each job runs in one of two processes, and only one job per key waits or runs', async () => {
  const shop = await openShop()
  const second = await shop.second()
  const done = [handle(shop), handle({ ...shop, app: second })]
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => shop.ctx.platform.jobs.enqueue(shop.ctx, 'single', { what: 'x' }, { key: 'one' })),
  )
  expect(ids.filter(Boolean)).toHaveLength(1)
  for (let index = 0; index < 20; index++) await shop.ctx.platform.jobs.enqueue(shop.ctx, 'count', { what: `${index}` })
  await Promise.all([shop.app.work(), second.work()])
  const all = ['x', ...Array.from({ length: 20 }, (_, index) => `${index}`)]
  await expect.poll(() => done.flat().sort()).toEqual(all.sort())
})

test('a process that stops signals its jobs and waits for them', async () => {
  const shop = await openShop()
  const second = await shop.second()
  let run: JobRun | undefined
  let ended = false
  second.platform.jobs.handle<object>('long', {}, async (_ctx, _data, each) => {
    run = each
    await new Promise((resolve) => each.signal.addEventListener('abort', resolve))
    ended = true
  })
  await second.work()
  await second.platform.jobs.enqueue(second.ownContext(), 'long', {})
  await expect.poll(() => run).toBeDefined()
  await second.platform.jobs.close()
  expect(ended).toBe(true)
})

function handle({ app }: Pick<Shop, 'app'>): string[] {
  const done: string[] = []
  const count = async (_: unknown, { what }: { what: string }) => {
    done.push(what)
  }
  app.platform.jobs.handle('count', {}, count)
  app.platform.jobs.handle('single', { oneForEachKey: true }, count)
  return done
}

test('a failure of the queue is logged in words, also where the queue tells of it by an object', () => {
  const known = new Error('lost')
  expect(errorOf(known)).toBe(known)
  const { message, stack } = errorOf({ message: 'lost', stack: 'Error: lost\n    at fetch', queue: 'sms' })
  expect([message, stack]).toEqual(['lost {"queue":"sms"}', 'Error: lost\n    at fetch'])
  expect(errorOf({ queue: 'sms' }).message).toBe('{"queue":"sms"}')
  for (const told of ['lost', null, undefined]) expect(errorOf(told).message).toBe(String(told))
})
