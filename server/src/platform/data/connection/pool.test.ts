import { dict } from '@zhanggui/contract/setting/dict.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSilentProxy } from '../../../testing/database/silent-proxy.ts'
import { useFakeTimeouts } from '../../../testing/outside/fake-timeouts.ts'
import { type After, makeProbe, probe } from '../../../testing/process/probe.ts'
import { openEmptyDatabase, openShop } from '../../../testing/shop.ts'
import { onDatabase } from '../../../testing/templates.ts'
import { openPool } from './pool.ts'
import { watchStatements } from './statements.ts'

async function openOffice() {
  let waiting = 0
  const { serveMore, release } = makeProbe(() => {
    waiting++
  })
  const shop = await openShop({ serveMore })
  const staff = await shop.signIn({ can: [dict.all] })
  const { statements } = shop.ctx.platform
  let calls = 0
  const store = (after?: After, name = `n${++calls}`) =>
    staff.call(probe.store, {
      body: { name, after },
      headers: { 'idempotency-key': `one-click-0000-${name}` },
    })
  /** Makes as many calls as there are connections, each in the middle of its transaction. */
  const occupy = async () => {
    const calls = Array.from({ length: statements.pool().max }, () => store('wait'))
    await expect.poll(() => waiting).toBe(calls.length)
    return calls
  }
  return { shop, store, occupy, release, size: statements.pool().max }
}

const overloaded = {
  status: 503,
  body: { code: 'OVERLOADED', message: '当前操作人数较多，系统繁忙，请稍后再试' },
  headers: { 'retry-after': '5' },
}

test('three keyed calls per connection, each of which needs a second connection, all finish: none waits for another', async () => {
  const { store, size } = await openOffice()
  // Calls that waited for one another would be refused after five seconds.
  const answers = await Promise.all(Array.from({ length: 3 * size }, () => store('aside')))
  for (const { status } of answers) expect(status).toBe(200)
})

test('a call that gets no connection in time is answered with 503, its key stays free, and service resumes', async () => {
  const { shop, store, occupy, release } = await openOffice()
  const slow = await occupy()
  useFakeTimeouts()
  let answer: unknown
  const late = store(undefined, 'late').then((given) => {
    answer = given
  })
  // Work behind the calls may wait beside it.
  await expect.poll(() => shop.ctx.platform.statements.pool().waiting).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(4000)
  expect(answer).toBeUndefined()
  await expect.poll(() => vi.advanceTimersByTimeAsync(1000).then(() => answer)).toMatchObject(overloaded)
  await late
  vi.useRealTimers()
  release()
  for (const { status } of await Promise.all(slow)) expect(status).toBe(200)
  const again = await store(undefined, 'late')
  expect(again.status).toBe(200)
  expect(again.headers).not.toHaveProperty('idempotent-replayed')
})

test('connections that break, idle or in a transaction, are replaced', async () => {
  const { shop, store, occupy, release, size } = await openOffice()
  const breakAll = () =>
    onDatabase(
      shop.databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'zhanggui-testing'",
    )
  const slow = await occupy()
  await breakAll()
  release()
  for (const { status, body } of await Promise.all(slow))
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } })
  expect(shop.ctx.platform.statements.pool().waiting).toBe(0)
  const answers = await Promise.all(Array.from({ length: size }, () => store()))
  for (const { status } of answers) expect(status).toBe(200)
  await breakAll()
  // Some of them notice only when they send a statement.
  await Promise.all(Array.from({ length: size }, () => store()))
  for (let call = 0; call < 2 * size; call++) expect((await store()).status).toBe(200)
})

test('a connection whose server has gone silent is abandoned', async () => {
  const { url } = await openEmptyDatabase()
  const proxy = await openSilentProxy(url)
  const pool = openPool(proxy.url, 1, { silenceMs: 300 })
  const statements = watchStatements(pool)
  onTestFinished(async () => {
    statements.close()
    await pool.end()
  })
  await pool.query('select 1')
  proxy.setSilent(true)
  // As Drizzle begins a transaction: a connection that fails here is never returned.
  const lent = await pool.connect()
  await expect(lent.query('begin')).rejects.toThrow('Query read timeout')
  proxy.setSilent(false)
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})
