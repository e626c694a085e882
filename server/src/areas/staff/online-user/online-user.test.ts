import { auth } from '@zhanggui/contract/staff/auth.ts'
import { onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openPage } from '../../../testing/process/page-socket.ts'
import { openShop } from '../../../testing/shop.ts'

const watch = [onlineUser.list, onlineUser.kick]

test('signed-in users are listed, most recently active first, without tokens; signed-out users are not', async () => {
  const shop = await openShop()
  const watcher = await shop.signIn({ can: watch })
  shop.clock.advance(1000)
  const staff = await shop.signIn({ username: 'xiaoli' })
  const gone = await shop.signIn()
  await gone.call(auth.logout)
  const { list, total } = (await watcher.call(onlineUser.list)).body
  expect(total).toBe(2)
  expect(list).toMatchObject([
    { key: staff.sessionId, userName: 'xiaoli', current: false },
    { key: watcher.sessionId, userName: watcher.username, current: true },
  ])
  expect(JSON.stringify(list)).not.toContain(staff.token)
  const find = async (filter: string) => (await watcher.call(onlineUser.list, { query: { filter } })).body.total
  expect([await find('XIAO'), await find('%'), await find('nobody')]).toEqual([1, 0, 0])
  expect((await watcher.call(onlineUser.list, { query: { type: 1 } })).body.total).toBe(0)
})

test('the export of signed-in users has the rows of the list and is noted in the audit trail', async () => {
  const shop = await openShop()
  const watcher = await shop.signIn({ can: watch })
  await shop.signIn({ username: 'xiaoli' })
  expect((await (await shop.signIn()).call(onlineUser.download)).status).toBe(403)
  expect(await watcher.call(onlineUser.download, { query: { type: 1 } })).toMatchObject({ status: 422 })
  const { body } = await watcher.call(onlineUser.download, { query: { filter: 'xiaoli' } })
  if (!('url' in body)) throw new Error('no file')
  expect(body.fileName).toMatch(/-在线用户导出\.xlsx$/)
  expect((await watcher.send('GET', body.url)).status).toBe(200)
  const { rows } = await shop.ctx.db.execute(sql`select object_name from audit_entry where action = 'export'`)
  expect(rows).toEqual([{ object_name: '在线用户导出 1 条' }])
})

test('expired sessions are not listed', async () => {
  const shop = await openShop()
  await shop.signIn()
  shop.clock.advance(3 * 3600_000)
  const watcher = await shop.signIn({ can: watch })
  expect((await watcher.call(onlineUser.list)).body.total).toBe(1)
})

test('a kicked user is signed out at once, and their page is notified', async () => {
  const shop = await openShop()
  const watcher = await shop.signIn({ can: watch, level: 2 })
  const staff = await shop.signIn()
  const page = await openPage(await shop.second(), staff)
  expect((await watcher.call(onlineUser.kick, { body: [staff.sessionId] })).status).toBe(200)
  await page.next('session.revoked')
  expect(await page.closed).toBe(4401)
  const refused = await staff.call(auth.info)
  expect(refused).toMatchObject({ status: 401, body: { code: 'SESSION_KICKED', message: '您已被强制下线' } })
  expect((await watcher.call(onlineUser.kick, { body: [staff.sessionId] })).status).toBe(200)
})

test('kicking oneself, a user not below oneself or an unknown session is refused, and nobody is kicked', async () => {
  const shop = await openShop()
  const watcher = await shop.signIn({ can: watch, level: 3 })
  const [boss, staff] = [await shop.signInAdmin(), await shop.signIn({ level: 4 })]
  const kick = async (...keys: string[]) => (await watcher.call(onlineUser.kick, { body: keys })).status
  const own = await watcher.call(onlineUser.kick, { body: [staff.sessionId, watcher.sessionId] })
  expect(own).toMatchObject({ status: 422, body: { message: '不能强退当前会话' } })
  expect(await kick(staff.sessionId, boss.sessionId)).toBe(403)
  expect(await kick(staff.sessionId, '00000000-0000-4000-8000-000000000000')).toBe(404)
  expect(await kick('x')).toBe(400)
  expect((await staff.call(auth.info)).status).toBe(200)
  expect(await kick(staff.sessionId)).toBe(200)
  expect((await staff.call(auth.info)).status).toBe(401)
})
