import { dict } from '@zhanggui/contract/setting/dict.ts'
import { describe, expect, test } from 'vitest'
import { makeProbe, probe } from '../../testing/probe.ts'
import { openShop } from '../../testing/shop.ts'

const key = 'one-click-0000001'

async function openOffice() {
  const made = makeProbe()
  const shop = await openShop({ serveMore: made.serveMore })
  const staff = await shop.signIn({ can: [dict.all] })
  const store = (body: { name: string; after?: 'refuse' | 'fail' | 'wait' }, headers = { 'idempotency-key': key }) =>
    staff.call(probe.store, { body, headers })
  const names = async () => (await staff.call(dict.all)).body.filter(({ builtin }) => !builtin).map(({ name }) => name)
  return { shop, staff, store, names, release: made.release, waiting: made.waiting }
}

describe('ER-50 a call with an idempotency key', () => {
  test('takes effect once; the repeat gets the same answer and says so', async () => {
    const { store, names } = await openOffice()
    const first = await store({ name: 'a' })
    const again = await store({ name: 'a' })
    expect(first.status).toBe(200)
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(await names()).toEqual(['a'])
  })

  test('takes effect once also when two processes get it at the same time', async () => {
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

  test('is refused while the first is still running', async () => {
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

  test('that was refused by the shop is refused again in the same words, and left nothing', async () => {
    const { store, names } = await openOffice()
    const first = await store({ name: 'a', after: 'refuse' })
    expect(first).toMatchObject({ status: 422, body: { message: '不行' } })
    const again = await store({ name: 'a', after: 'refuse' })
    expect(again).toMatchObject({ status: 422, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(await names()).toEqual([])
  })

  test('that failed through our fault left nothing and is tried again', async () => {
    const { store, names } = await openOffice()
    for (const _ of ['first', 'again']) {
      const failed = await store({ name: 'a', after: 'fail' })
      expect(failed).toMatchObject({ status: 500, body: { message: '系统繁忙，请稍后再试' } })
      expect(failed.headers).not.toHaveProperty('idempotent-replayed')
    }
    expect(await names()).toEqual([])
  })

  test('is another call for another person', async () => {
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
