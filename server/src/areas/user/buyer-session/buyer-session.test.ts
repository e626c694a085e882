import { onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { frontProbe, serveFrontProbe } from '../../../testing/process/front-probe.ts'
import { openShop } from '../../../testing/shop.ts'
import { endBuyerSessions, openBuyerSession } from './buyer-session.service.ts'

const DAY_MS = 24 * 3600_000
const serveMore = serveFrontProbe

test('a session ends after seven days without a call, and lives on with one', async () => {
  const shop = await openShop({ serveMore })
  const [active, idle] = [await shop.buyer(), await shop.buyer()]
  for (let week = 0; week < 3; week++) {
    shop.clock.advance(6 * DAY_MS)
    expect((await active.call(frontProbe.own)).status).toBe(200)
  }
  expect(await idle.call(frontProbe.own)).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
  shop.clock.advance(7 * DAY_MS)
  expect((await active.call(frontProbe.own)).status).toBe(401)
})

test('the end of a session is moved at most once a day', async () => {
  const shop = await openShop({ serveMore })
  const buyer = await shop.buyer()
  const end = async () => (await shop.ctx.db.execute(sql`select expires_at from buyer_session`)).rows[0]?.expires_at
  const first = await end()
  shop.clock.advance(DAY_MS - 60_000)
  await buyer.call(frontProbe.own)
  expect(await end()).toEqual(first)
  shop.clock.advance(120_000)
  await buyer.call(frontProbe.own)
  const moved = await end()
  expect(moved).not.toEqual(first)
  await buyer.call(frontProbe.own)
  expect(await end()).toEqual(moved)
})

test('a buyer has ten sessions at most: the eleventh ends the one that was idle longest', async () => {
  const shop = await openShop({ serveMore })
  const buyer = await shop.buyer()
  const tokens: string[] = []
  for (let index = 0; index < 10; index++) {
    shop.clock.advance(1000)
    tokens.push((await inTransaction(shop.ctx, (tx) => openBuyerSession(tx, buyer.userId, 'h5'))).token)
  }
  expect(await buyer.call(frontProbe.own)).toMatchObject({ status: 401, body: { message: '您的账号已在其他设备登录' } })
  for (const token of tokens)
    expect((await shop.visitor().call(frontProbe.own, { headers: { authorization: token } })).status).toBe(200)
})

test('the next call of a disabled buyer is refused, also when only the account was changed', async () => {
  const shop = await openShop({ serveMore })
  const [one, other, bystander] = [await shop.buyer(), await shop.buyer(), await shop.buyer()]
  const refused = { status: 401, body: { code: 'SESSION_KICKED', message: '账号已被禁用，请联系商家' } }
  await endBuyerSessions(shop.ctx, [one.userId], 'disabled')
  await shop.ctx.db.execute(sql`update shop_user set status = false where id = ${other.userId}`)
  expect(await one.call(frontProbe.own)).toMatchObject(refused)
  expect(await other.call(frontProbe.own)).toMatchObject(refused)
  expect((await bystander.call(frontProbe.own)).status).toBe(200)
})

test('staff see the buyers online apart from staff, with masked phones, find them by name and sign them out', async () => {
  const shop = await openShop({ serveMore })
  const watcher = await shop.signIn({ can: [onlineUser.list, onlineUser.kick] })
  const buyer = await shop.buyer({ phone: '13812345678', nickname: '小美', channel: 'routine' })
  const other = await shop.buyer()
  const list = async (filter?: string) =>
    (await watcher.call(onlineUser.list, { query: { type: 1, ...(filter && { filter }) } })).body
  expect(await list()).toMatchObject({ total: 2 })
  const found = await list('小')
  expect(found).toMatchObject({
    total: 1,
    list: [{ key: buyer.sessionId, userName: '138****5678', nickName: '小美', job: '小程序', current: false }],
  })
  expect((await list('13812345678')).total).toBe(1)
  expect((await list('12345')).total, 'parts of a phone would reveal what is masked').toBe(0)
  expect((await watcher.call(onlineUser.list)).body.total).toBe(1)
  const kick = (...keys: string[]) => watcher.call(onlineUser.kick, { body: keys })
  expect((await kick(buyer.sessionId, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await buyer.call(frontProbe.own)).status, 'all or none').toBe(200)
  expect((await kick(buyer.sessionId)).status).toBe(200)
  expect(await buyer.call(frontProbe.own)).toMatchObject({ status: 401, body: { code: 'SESSION_KICKED' } })
  expect(await list()).toMatchObject({ total: 1, list: [{ key: other.sessionId }] })
  const { rows } = await shop.ctx.db.execute(
    sql`select object_name from audit_entry where action = 'kick' and object_type = 'buyer-session'`,
  )
  expect(rows).toEqual([{ object_name: '138****5678' }])
})
