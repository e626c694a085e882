import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { quickFolder } from '../../testing/database/quick-folder.ts'
import { type After, makeProbe, probe } from '../../testing/process/probe.ts'
import { startServerProcess } from '../../testing/process/server-process.ts'
import { openShop } from '../../testing/shop.ts'
import { LEASE_MS } from './idempotency.ts'

const key = 'one-click-0000001'

async function openOffice() {
  const made = makeProbe()
  const shop = await openShop({ serveMore: made.serveMore })
  const staff = await shop.signIn({ can: [dict.all] })
  const store = (body: { name: string; after?: After }, headers = { 'idempotency-key': key }) =>
    staff.call(probe.store, { body, headers })
  const names = async () => (await staff.call(dict.all)).body.filter(({ builtin }) => !builtin).map(({ name }) => name)
  return { shop, staff, store, names, release: made.release, waiting: made.waiting }
}

/** Sends the same call to a server process that is killed as soon as the call waits. */
async function openDyingOffice() {
  const office = await openOffice()
  const folder = await mkdtemp(join(quickFolder(), 'zhanggui-probe-'))
  const server = await startServerProcess(
    { DATABASE_URL: office.shop.databaseUrl, ZHANGGUI_DATA: folder },
    'testing/process/probe-server.ts',
  )
  onTestFinished(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })
  const storeAndDie = async (body: { name: string; after: After }) => {
    const lost = fetch(server.url + probe.store.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${office.staff.token}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    }).then(
      () => 'answered',
      () => 'lost',
    )
    await expect.poll(() => server.output()).toContain('a probe waits')
    await server.kill()
    expect(await lost).toBe('lost')
  }
  return { ...office, storeAndDie }
}

const inProgress = { status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS', message: '相同的请求正在处理，请稍候' } }
const replayed = { headers: { 'idempotent-replayed': 'true' } }

describe('a call with an idempotency key', () => {
  test('takes effect once; the repeat gets the same answer, marked as a replay', async () => {
    const { store, names } = await openOffice()
    const first = await store({ name: 'a' })
    const again = await store({ name: 'a' })
    expect(first.status).toBe(200)
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(await names()).toEqual(['a'])
  })

  test('takes effect once even if two processes get it at the same time', async () => {
    const { shop, staff, names } = await openOffice()
    const second = await shop.second()
    const processes = [shop.app, second, shop.app, second]
    const answers = await Promise.all(
      processes.map((process) =>
        staff.call(probe.store, { body: { name: 'a' }, headers: { 'idempotency-key': key }, process }),
      ),
    )
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await names()).toEqual(['a'])
  })

  test('is refused while the first call is still running', async () => {
    const { store, release, waiting } = await openOffice()
    const first = store({ name: 'a', after: 'wait' })
    await waiting
    expect((await store({ name: 'a', after: 'wait' })).body).toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_IN_PROGRESS',
      message: '相同的请求正在处理，请稍候',
    })
    release()
    expect((await first).status).toBe(200)
    expect((await store({ name: 'a', after: 'wait' })).headers).toHaveProperty('idempotent-replayed')
  })

  test('is refused with another input', async () => {
    const { store, names } = await openOffice()
    await store({ name: 'a' })
    expect(await store({ name: 'b' })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    expect(await names()).toEqual(['a'])
  })

  test('that was refused by the shop is refused again with the same message and leaves no effect', async () => {
    const { store, names } = await openOffice()
    const first = await store({ name: 'a', after: 'refuse' })
    expect(first).toMatchObject({ status: 422, body: { message: '不行' } })
    const again = await store({ name: 'a', after: 'refuse' })
    expect(again).toMatchObject({ status: 422, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(await names()).toEqual([])
  })

  test('that came too early is not refused for good: a repeat is tried again', async () => {
    const { store, names } = await openOffice()
    for (const _ of ['first', 'again']) {
      const refused = await store({ name: 'a', after: 'limit' })
      expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
      expect(refused.headers).not.toHaveProperty('idempotent-replayed')
    }
    expect(await names()).toEqual([])
  })

  test('that failed with an internal error leaves no effect and is tried again', async () => {
    const { store, names } = await openOffice()
    for (const _ of ['first', 'again']) {
      const failed = await store({ name: 'a', after: 'fail' })
      expect(failed).toMatchObject({ status: 500, body: { message: '系统繁忙，请稍后再试' } })
      expect(failed.headers).not.toHaveProperty('idempotent-replayed')
    }
    expect(await names()).toEqual([])
  })

  test('is a different call for a different user', async () => {
    const { shop, store, names } = await openOffice()
    await store({ name: 'a' })
    const other = await shop.signIn()
    const theirs = await other.call(probe.store, { body: { name: 'b' }, headers: { 'idempotency-key': key } })
    expect(theirs.status).toBe(200)
    expect(await names()).toEqual(['a', 'b'])
  })

  test.each(['short', "' or 1=1 -- 0000", 'x'.repeat(65), '中文中文中文中文中文中文中文中文'])(
    'must have a key of the right form, not %j',
    async (wrong) => {
      const { store, names } = await openOffice()
      const answer = await store({ name: 'a' }, { 'idempotency-key': wrong })
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
      expect(await names()).toEqual([])
    },
  )
})

describe('the answer is stored with the effect', () => {
  test('by one statement within the handler’s transaction', async () => {
    const { shop, store } = await openOffice()
    const made: string[] = []
    const { times, reset } = shop.ctx.platform.statements
    await store({ name: 'warm' }, { 'idempotency-key': 'one-click-0000000' })
    reset()
    await store({ name: 'a' })
    for (const { statement, count } of times())
      if (statement.includes('idempotency_key')) made.push(`${count} ${statement.split(' ')[0]}`)
    expect(made).toEqual(['1 insert', '1 update'])
  })

  test('even if the handler answers something other than its transaction returned', async () => {
    const { store, names } = await openOffice()
    const first = await store({ name: 'a', after: 'change' })
    expect(first).toMatchObject({ status: 200, body: { id: expect.any(Number) } })
    expect(first.body.id).toBeLessThan(0)
    expect(await store({ name: 'a', after: 'change' })).toMatchObject({ ...replayed, status: 200, body: first.body })
    expect(await names()).toEqual(['a'])
  })

  test('even if the handler uses several transactions, or none', async () => {
    const { store, names } = await openOffice()
    for (const after of ['again', 'alone'] as const) {
      const headers = { 'idempotency-key': `one-click-0000-${after}` }
      const first = await store({ name: after, after }, headers)
      expect(first.status).toBe(200)
      expect(await store({ name: after, after }, headers)).toMatchObject({ ...replayed, status: 200, body: first.body })
    }
    expect((await names()).sort()).toEqual(['again', 'again again', 'alone'])
  })

  test('even a refusal after a commit', async () => {
    const { store, names } = await openOffice()
    const first = await store({ name: 'a', after: 'refuse late' })
    expect(first).toMatchObject({ status: 422, body: { message: '不行' } })
    expect(await store({ name: 'a', after: 'refuse late' })).toMatchObject({
      ...replayed,
      status: 422,
      body: first.body,
    })
    expect(await names()).toEqual(['a'])
  })

  test('so an error after the commit does not repeat the effect', async () => {
    const { store, names } = await openOffice()
    expect(await store({ name: 'a', after: 'fail late' })).toMatchObject({ status: 500 })
    expect(await store({ name: 'a', after: 'fail late' })).toMatchObject({ ...replayed, status: 200 })
    expect(await names()).toEqual(['a'])
  })

  test('and a call whose service undid its effect before answering 502 is tried again', async () => {
    const { store, names } = await openOffice()
    for (const _ of ['first', 'again']) {
      const failed = await store({ name: 'a', after: 'undo' })
      expect(failed).toMatchObject({ status: 502, body: { code: 'UPSTREAM' } })
      expect(failed.headers).not.toHaveProperty('idempotent-replayed')
    }
    expect(await names()).toEqual([])
  })
})

describe('a server that is killed', () => {
  test('between claim and commit leaves no effect, and the key is free after its lease', async () => {
    const { shop, store, names, storeAndDie, release } = await openDyingOffice()
    await storeAndDie({ name: 'a', after: 'wait' })
    release()
    expect(await store({ name: 'a', after: 'wait' })).toMatchObject(inProgress)
    expect(await names()).toEqual([])
    shop.clock.advance(LEASE_MS)
    const next = await store({ name: 'a', after: 'wait' })
    expect(next.status).toBe(200)
    expect(next.headers).not.toHaveProperty('idempotent-replayed')
    expect(await store({ name: 'a', after: 'wait' })).toMatchObject({ ...replayed, body: next.body })
    expect(await names()).toEqual(['a'])
  })

  test('between commit and answer has stored the answer with the effect', async () => {
    const { shop, store, names, storeAndDie } = await openDyingOffice()
    await storeAndDie({ name: 'a', after: 'linger' })
    const { rows } = await shop.ctx.db.execute<{ id: number }>(sql`select id from dict where name = 'a'`)
    expect(await store({ name: 'a', after: 'linger' })).toMatchObject({ ...replayed, status: 200, body: rows[0] })
    expect(await names()).toEqual(['a'])
  })

  test('after a single statement without a stored answer does not repeat it', async () => {
    const { shop, store, names, storeAndDie } = await openDyingOffice()
    await storeAndDie({ name: 'a', after: 'alone, linger' })
    expect(await store({ name: 'a', after: 'alone, linger' })).toMatchObject(inProgress)
    shop.clock.advance(LEASE_MS)
    expect(await store({ name: 'a', after: 'alone, linger' })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_UNKNOWN', message: '上次提交已生效，但结果未能返回，请刷新页面查看' },
    })
    expect(await names()).toEqual(['a'])
  })
})

test('a handler does not commit after its lease expired and another call took the key', async () => {
  const { shop, store, names, waiting, release } = await openOffice()
  const late = store({ name: 'a', after: 'wait' })
  await waiting
  shop.clock.advance(LEASE_MS)
  const next = store({ name: 'a', after: 'wait' })
  const leased = async () =>
    (await shop.ctx.db.execute(sql`select 1 from idempotency_key where leased_until > ${shop.clock.now()}`)).rows
  await expect.poll(leased).toHaveLength(1)
  release()
  expect(await late).toMatchObject(inProgress)
  expect((await next).status).toBe(200)
  expect(await store({ name: 'a', after: 'wait' })).toMatchObject({ ...replayed, body: (await next).body })
  expect(await names()).toEqual(['a'])
})

test('an answer that holds a secret is not stored', async () => {
  const shop = await openShop()
  const keyed = shop.app.routes.filter(({ method, permission }) => method !== 'GET' && permission !== 'public')
  const secret = keyed.filter(({ response }) => {
    const { properties = {} } = response as { properties?: Record<string, { type?: string }> }
    return Object.entries(properties).some(
      ([name, { type }]) => /password|secret|recoveryCodes/i.test(name) && type !== 'boolean',
    )
  })
  expect(secret.length).toBeGreaterThan(5)
  expect(secret.filter(({ unkept }) => !unkept).map(({ name }) => name)).toEqual([])
})
