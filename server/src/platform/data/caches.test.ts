import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { inTransaction } from '../http/context.ts'

const name = 'test'

function counting() {
  let loads = 0
  return { load: async () => ++loads, loads: () => loads }
}

test('a value is loaded once, also by concurrent callers, and again after it was dropped', async () => {
  const { app, ctx } = await openShop()
  const cache = app.platform.caches.named<number>(name)
  const { load } = counting()
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1])
  await cache.drop(ctx.db, 'a')
  expect(await cache.get('a', load)).toBe(2)
})

test('of a query that runs each time somebody waits for it the answer is kept', async () => {
  const { app, ctx } = await openShop()
  const cache = app.platform.caches.named<{ rows: unknown[] }>('queries')
  const next = () => ctx.db.execute(sql`select nextval('store_order_id_seq') as n`)
  const { rows } = await cache.get('a', next)
  expect((await cache.get('a', next)).rows).toEqual(rows)
  expect((await next()).rows).not.toEqual(rows)
})

test('a value that fails to load is not cached', async () => {
  const { app } = await openShop()
  const cache = app.platform.caches.named<number>(name)
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get('a', async () => 7)).toBe(7)
})

test('a full cache evicts the oldest key, and no value outlives its time', async () => {
  const { app } = await openShop()
  const cache = app.platform.caches.named<number>('small', { max: 2, ttlSeconds: 0.05 })
  const { load, loads } = counting()
  for (const key of ['a', 'b', 'c', 'b', 'c']) await cache.get(key, load)
  expect(loads()).toBe(3)
  await cache.get('a', load)
  expect(loads()).toBe(4)
  await new Promise((resolve) => setTimeout(resolve, 80))
  await cache.get('a', load)
  expect(loads()).toBe(5)
})

test('a key dropped in one process is dropped in all once the transaction commits', async () => {
  const shop = await openShop()
  const other = await shop.second()
  const there = other.platform.caches.named<number>(name)
  const { load, loads } = counting()
  await there.get('a', load)
  await there.get('b', load)
  await inTransaction(shop.ctx, async (tx) => {
    await shop.app.platform.caches.named(name).drop(tx.db, 'a')
    await there.get('a', load)
    expect(loads()).toBe(2)
  })
  await expect.poll(() => there.get('a', load)).toBe(3)
  await there.get('b', load)
  expect(loads()).toBe(3)
})

test('a change that is rolled back drops nothing in other processes', async () => {
  const shop = await openShop()
  const there = (await shop.second()).platform.caches.named<number>(name)
  const { load, loads } = counting()
  await there.get('a', load)
  const change = inTransaction(shop.ctx, async (tx) => {
    await shop.app.platform.caches.named(name).drop(tx.db)
    throw new Error('taken back')
  })
  await expect(change).rejects.toThrow('taken back')
  const { bus } = shop.app.platform
  const received = new Promise<void>((resolve) => bus.subscribe('sign', () => resolve()))
  await bus.publish(shop.ctx.db, 'sign')
  await received
  await there.get('a', load)
  expect(loads()).toBe(1)
})
