import { Refusal } from '@zhanggui/domain/errors.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dicts } from '../../areas/setting/dict/dict.tables.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { type Ctx, inTransaction } from '../http/context.ts'
import { retried } from './retried.ts'

test('of two transactions that lock two rows crosswise, the one that PostgreSQL ends for the deadlock runs again', async () => {
  const shop = await openShop()
  const [one, other] = await makeRows(shop)
  const process = (await shop.second()).ownContext()
  const bothHoldOne = makeBarrier(2)
  let runs = 0
  const note = (ctx: Ctx, [first, second]: [number, number]) =>
    retried(ctx, async (tx) => {
      runs++
      await tx.db.execute(sql`update dict set remark = remark || 'x' where id = ${first}`)
      await bothHoldOne()
      await tx.db.execute(sql`update dict set remark = remark || 'x' where id = ${second}`)
    })
  await Promise.all([note(shop.ctx, [one, other]), note(process, [other, one])])
  expect(runs).toBe(3)
  expect(await remarksOf(shop)).toEqual(['xx', 'xx'])
})

test('a transaction that could not be serialised runs again on what the other stored', async () => {
  const shop = await openShop()
  const [id] = await makeRows(shop)
  const seen: unknown[] = []
  await retried(shop.ctx, async (tx) => {
    if (!seen.length) await tx.db.execute(sql`set transaction isolation level repeatable read`)
    const { rows } = await tx.db.execute(sql`select remark from dict where id = ${id}`)
    seen.push(rows[0]?.remark)
    if (seen.length === 1) await shop.ctx.db.execute(sql`update dict set remark = 'theirs' where id = ${id}`)
    await tx.db.execute(sql`update dict set remark = remark || ', ours' where id = ${id}`)
  })
  expect(seen).toEqual(['', 'theirs'])
  expect((await remarksOf(shop))[0]).toBe('theirs, ours')
})

test('three waits of two seconds for a lock are answered with 503 OVERLOADED, and nothing is stored', async () => {
  const shop = await openShop()
  const [id, another] = await makeRows(shop)
  let runs = 0
  const started = performance.now()
  await inTransaction(shop.ctx, async (holder) => {
    await holder.db.execute(sql`update dict set remark = 'held' where id = ${id}`)
    const waiting = retried(shop.ctx, async (tx) => {
      runs++
      await tx.db.execute(sql`update dict set remark = 'mine' where id = ${another}`)
      await tx.db.execute(sql`update dict set remark = 'mine' where id = ${id}`)
    })
    await expect(waiting).rejects.toMatchObject({ status: 503, code: 'OVERLOADED', retryAfter: 5 })
  })
  expect(runs).toBe(3)
  expect(performance.now() - started).toBeGreaterThan(5900)
  expect(await remarksOf(shop)).toEqual(['held', ''])
})

test('refusals and faults are not tried again, and a transaction within another one is retried as a whole', async () => {
  const shop = await openShop()
  let runs = 0
  const failing = (error: Error) => () => {
    runs++
    return Promise.reject(error)
  }
  for (const error of [new Refusal('不行'), new Error('broken')])
    await expect(retried(shop.ctx, failing(error))).rejects.toBe(error)
  expect(runs).toBe(2)
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  let outer = 0
  const whole = retried(shop.ctx, (tx) => {
    outer++
    return retried(tx, failing(deadlock))
  })
  await expect(whole).rejects.toMatchObject({ status: 503 })
  expect([outer, runs]).toEqual([3, 5])
})

async function makeRows({ ctx }: Shop): Promise<[number, number]> {
  const rows = await ctx.db
    .insert(dicts)
    .values([{ name: 'one' }, { name: 'other' }])
    .returning({ id: dicts.id })
  return rows.map(({ id }) => id) as [number, number]
}

async function remarksOf({ ctx }: Shop): Promise<unknown[]> {
  const { rows } = await ctx.db.execute(sql`select remark from dict where name in ('one', 'other') order by id`)
  return rows.map(({ remark }) => remark)
}

/** Lets nobody pass until so many have arrived, and everybody afterwards. */
function makeBarrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived >= count) resolve()
    return promise
  }
}
