import { log } from '@zhanggui/contract/monitor/log.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { describe, expect, test } from 'vitest'
import { settings } from '../../areas/setting/setting/setting.tables.ts'
import { frontProbe, serveFrontProbe } from '../../testing/process/front-probe.ts'
import { makeProbe, probe } from '../../testing/process/probe.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import type { App } from './serve.ts'

const staffProbe = makeProbe()
const serveMore = (app: App) => {
  serveFrontProbe(app)
  staffProbe.serveMore(app)
}

async function set({ ctx }: Shop, group: string, values: Record<string, unknown>) {
  await ctx.db.insert(settings).values(Object.entries(values).map(([key, value]) => ({ key, group, value })))
}

describe('a call of the buyer channel', () => {
  test('is recognised by the token of a buyer alone; a visitor needs none, and may send one that has ended', async () => {
    const shop = await openShop({ serveMore })
    const [buyer, staff, nobody] = [await shop.buyer(), await shop.signInAdmin(), shop.visitor()]
    for (const caller of [staff, nobody]) {
      expect(await caller.call(frontProbe.own)).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } })
      expect((await caller.call(frontProbe.browse)).body).toEqual({ uid: 0 })
    }
    expect((await buyer.call(frontProbe.browse)).body).toEqual({ uid: buyer.userId })
    const bare = { authorization: buyer.token }
    expect((await nobody.call(frontProbe.own, { headers: bare })).body).toMatchObject({ uid: buyer.userId })
    expect(await buyer.call(auth.info)).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } })
  })

  test('by a buyer has no staff behind it, and the stock ledger would name the buyer', async () => {
    const shop = await openShop({ serveMore })
    const buyer = await shop.buyer({ nickname: '小美' })
    expect((await buyer.call(frontProbe.own)).body).toEqual({
      uid: buyer.userId,
      isStaff: false,
      operator: { operatorType: 'buyer', operatorId: buyer.userId, operatorName: '小美' },
    })
  })

  test('is refused under maintenance, while call-backs go on', async () => {
    const shop = await openShop({ serveMore })
    const buyer = await shop.buyer()
    await set(shop, 'site', { maintenance_mode: true, maintenance_text: '盘点中，十点恢复' })
    const refused = { status: 503, body: { code: 'MAINTENANCE', message: '盘点中，十点恢复' } }
    expect(await buyer.call(frontProbe.own)).toMatchObject(refused)
    expect(await shop.visitor().call(frontProbe.browse)).toMatchObject(refused)
    expect(await ring(shop, 'x')).toMatchObject({ status: 200 })
  })
})

describe('limits', () => {
  const callTwice = async (call: () => Promise<{ status: number }>) => [(await call()).status, (await call()).status]

  test('of visitors count by address, of buyers by session and apart for changes; the one of staff does not count', async () => {
    const shop = await openShop({ serveMore })
    const limits = { front: 2, buyer: 4, buyer_writes: 2, anonymous: 1 }
    const values = Object.entries(limits).map(([what, value]) => [`rate_${what}_per_minute`, value])
    await set(shop, 'security', Object.fromEntries(values))
    const [one, other, visitor] = [await shop.buyer(), await shop.buyer(), shop.visitor()]
    expect(await callTwice(() => visitor.call(frontProbe.browse))).toEqual([200, 200])
    expect(await visitor.call(frontProbe.browse)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await visitor.call(frontProbe.own)).status, 'a missing token counts too').toBe(429)
    const save = (name: string) => one.call(frontProbe.store, { body: { name } })
    for (const name of ['first', 'second']) expect((await save(name)).status).toBe(200)
    expect((await save('third')).status).toBe(429)
    expect((await one.call(frontProbe.browse)).status).toBe(200)
    expect((await one.call(frontProbe.own)).status).toBe(429)
    expect((await other.call(frontProbe.own)).status).toBe(200)
  })

  test('of signing in count by address, whatever token is sent', async () => {
    const shop = await openShop({ serveMore })
    await set(shop, 'security', { rate_front_per_minute: 2 })
    const buyer = await shop.buyer()
    expect(await callTwice(() => buyer.call(frontProbe.enter))).toEqual([200, 200])
    expect((await buyer.call(frontProbe.enter)).status).toBe(429)
    expect((await buyer.call(frontProbe.own)).status).toBe(200)
  })

  test('of providers count by address', async () => {
    const shop = await openShop({ serveMore })
    await set(shop, 'security', { rate_provider_per_minute: 2 })
    expect(await callTwice(() => ring(shop, 'x'))).toEqual([200, 200])
    expect((await ring(shop, 'x')).status).toBe(429)
  })
})

describe('idempotency keys', () => {
  test('of a member of staff and a buyer with the same id are two', async () => {
    const shop = await openShop({ serveMore })
    const admin = await shop.signInAdmin()
    let buyer = await shop.buyer()
    while (buyer.userId < admin.userId) buyer = await shop.buyer()
    const headers = { 'idempotency-key': 'one-click-0000001' }
    const first = await buyer.call(frontProbe.store, { body: { name: '甲' }, headers })
    expect(first).toMatchObject({ status: 200 })
    expect((await admin.call(probe.store, { body: { name: '乙' }, headers })).status).toBe(200)
    const again = await buyer.call(frontProbe.store, { body: { name: '甲' }, headers })
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    const other = await (await shop.buyer()).call(frontProbe.store, { body: { name: '丙' }, headers })
    expect(other.headers).not.toHaveProperty('idempotent-replayed')
    const { rows } = await shop.ctx.db.execute<{ actor: string }>('select actor from idempotency_key')
    const owners = rows.map(({ actor }) => actor)
    expect(owners).toContain(`buyer:${buyer.userId}`)
    expect(owners).toContain(`admin:${admin.userId}`)
  })
})

describe('a raw route', () => {
  test.each([
    ['application/json', '{"amount": 1.10, "__proto__": {}}'],
    ['application/json; charset=utf-8', '{"a":'],
    ['text/xml', '<xml><a>1</a></xml>'],
    ['application/octet-stream', Buffer.from([0, 0xff, 0xfe, 10])],
    ['application/x-www-form-urlencoded', 'a=1&b=%00'],
  ])('gets a body of %s as it was sent', async (type, payload) => {
    const shop = await openShop({ serveMore })
    const { status, body } = await ring(shop, payload, type)
    expect({ status, body }).toEqual({ status: 200, body: { hex: Buffer.from(payload).toString('hex'), type } })
  })

  test('gets an empty body as no bytes, and refuses one that is too large or wrongly signed', async () => {
    const shop = await openShop({ serveMore })
    expect((await ring(shop, '')).body).toMatchObject({ hex: '' })
    expect((await ring(shop, 'x'.repeat(1_048_577), 'text/xml')).status).toBe(413)
    expect((await ring(shop, 'x', 'text/xml', 'wrong')).status).toBe(401)
  })
})

test('changes by buyers and their faults are logged apart from those of staff; refusals and reads are not', async () => {
  const shop = await openShop({ serveMore })
  const admin = await shop.signInAdmin()
  const [buyer, visitor] = [await shop.buyer({ nickname: '小美' }), shop.visitor()]
  await admin.call(probe.store, { body: { name: '员工的' } })
  const store = async (name: string) => (await buyer.call(frontProbe.store, { body: { name } })).status
  expect([await store('买家的'), await store(''), await store('busy'), await store('fail')]).toEqual([
    200, 400, 503, 500,
  ])
  await buyer.call(frontProbe.own)
  await visitor.call(frontProbe.enter)
  await visitor.call(frontProbe.store, { body: { name: '无人的' } })
  await ring(shop, 'x')
  const listed = async () => (await admin.call(log.ofBuyers)).body.list
  await expect.poll(listed).toHaveLength(3)
  const [entered, failed, stored] = await listed()
  expect(stored).toMatchObject({ uid: buyer.userId, username: '小美', status: 200, params: { name: '买家的' } })
  expect(failed).toMatchObject({ uid: buyer.userId, logType: 'ERROR', status: 500 })
  expect(entered).toMatchObject({ uid: null, description: '测试：登录' })
  const ofStaff = (await admin.call(log.list)).body.list
  expect(ofStaff).toMatchObject([{ params: { name: '员工的' }, username: admin.username }])
})

/** A message of a provider, from the same address each time. */
async function ring({ app }: Shop, payload: string | Buffer, type = 'application/json', sign = 'right') {
  const answer = await app.fastify.inject({
    method: 'POST',
    url: frontProbe.ring.path,
    headers: { 'content-type': type, 'x-sign': sign },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() as unknown }
}
