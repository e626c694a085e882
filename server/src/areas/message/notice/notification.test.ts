import { notification } from '@zhanggui/contract/message/notification.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import type { NotifyEvent } from '@zhanggui/domain/message/notify-event.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { boss } from '../../../testing/templates.ts'
import { type NotificationDraft, notify, removeOldNotifications } from './notification.service.ts'

function raise(shop: Shop, draft: Omit<NotificationDraft, 'title'> & { title?: string }) {
  return inTransaction(shop.ctx, (tx) => notify(tx, { title: '有新消息', ...draft }))
}

async function listOf(caller: Caller) {
  return (await caller.call(notification.list)).body.list
}

async function eventsOf(caller: Caller): Promise<NotifyEvent[]> {
  return (await listOf(caller)).map(({ event }) => event)
}

test('an event notifies the holders of its permission and the super administrators, and nobody else', async () => {
  const shop = await openShop()
  const holder = await shop.signIn({ permissions: ['admin:order:send'] })
  const other = await shop.signIn({ permissions: ['admin:order:list'] })
  const admin = await shop.signInAdmin()
  await raise(shop, { event: 'order.paid', title: '新订单', link: '/order/list', object: { type: 'order', id: 7 } })
  expect(await listOf(holder)).toEqual([
    {
      id: expect.any(Number),
      event: 'order.paid',
      level: 'info',
      title: '新订单',
      content: '',
      link: '/order/list',
      objectType: 'order',
      objectId: '7',
      payload: {},
      readTime: null,
      createTime: expect.stringMatching(/^\d{4}-/),
    },
  ])
  expect(await eventsOf(admin)).toEqual(['order.paid'])
  expect(await eventsOf(other)).toEqual([])
})

test('staff who lost a permission no longer see the notifications it gave them', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ permissions: ['admin:order:send'] })
  await raise(shop, { event: 'order.paid' })
  await raise(shop, { event: 'order.mention', to: { userIds: [staff.userId] } })
  expect(await eventsOf(staff)).toEqual(['order.mention', 'order.paid'])
  await shop.ctx.db.execute(sql`delete from admin_user_role where user_id = ${staff.userId}`)
  await shop.ctx.db.execute(sql`update admin_user set perm_version = perm_version + 1`)
  expect(await eventsOf(staff)).toEqual(['order.mention'])
  expect((await staff.call(notification.count)).body.unread).toBe(1)
  expect((await admin.call(notification.count)).body.unread).toBe(1)
})

test('disabled and deleted accounts receive no notifications', async () => {
  const shop = await openShop()
  const [disabled, deleted] = [await shop.signIn(), await shop.signIn()]
  await shop.ctx.db.execute(sql`update admin_user set enabled = false where id = ${disabled.userId}`)
  await shop.ctx.db.execute(sql`update admin_user set deleted_at = now() where id = ${deleted.userId}`)
  await raise(shop, { event: 'order.mention', to: { userIds: [disabled.userId, deleted.userId] } })
  expect(await shop.ctx.db.execute(sql`select * from notification`)).toMatchObject({ rows: [] })
})

test('notifications are read one by one or all at once, filtered, and deleted, each by its receiver only', async () => {
  const shop = await openShop()
  const [staff, stranger] = [await shop.signIn(), await shop.signIn()]
  for (let sent = 0; sent < 3; sent++) await raise(shop, { event: 'order.mention', to: { userIds: [staff.userId] } })
  const [newest, ...rest] = (await listOf(staff)).map(({ id }) => id)
  const ids = [newest ?? 0]
  expect((await stranger.call(notification.read, { body: { ids } })).status).toBe(200)
  expect((await stranger.call(notification.remove, { body: ids })).status).toBe(404)
  expect((await staff.call(notification.count)).body).toMatchObject({ unread: 3, lastId: newest })
  await staff.call(notification.read, { body: { ids } })
  const unread = (await staff.call(notification.list, { query: { read: false } })).body.list
  expect(unread.map(({ id }) => id)).toEqual(rest)
  expect((await staff.call(notification.list, { query: { read: true } })).body.total).toBe(1)
  expect((await staff.call(notification.list, { query: { event: 'order.paid' } })).body.total).toBe(0)
  await staff.call(notification.read, { body: {} })
  expect((await staff.call(notification.count)).body.unread).toBe(0)
  await staff.call(notification.remove, { body: ids })
  expect((await listOf(staff)).map(({ id }) => id)).toEqual(rest)
  expect((await staff.send('DELETE', '/api/notifications', [])).status).toBe(400)
})

test('switching an event off stops its notifications, and switching on one that is off by default starts them', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ permissions: ['admin:order:send', 'admin:order:list'] })
  const wish = { site: false, email: true, sms: false, popup: false, sound: false }
  await staff.call(notification.saveSettings, {
    body: [
      { ...wish, event: 'order.paid' },
      { ...wish, event: 'order.created', site: true },
    ],
  })
  await raise(shop, { event: 'order.paid' })
  await raise(shop, { event: 'order.created' })
  expect(await eventsOf(staff)).toEqual(['order.created'])
  const settings = (await staff.call(notification.settings)).body
  expect(settings.find(({ event }) => event === 'order.paid')).toEqual({ ...wish, event: 'order.paid' })
  const admin = await shop.signInAdmin()
  expect(await eventsOf(admin)).toEqual(['order.paid'])
})

test('the settings list the events the caller can be notified of; others, and duplicates, are refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ permissions: ['admin:order:send'] })
  const events = (await staff.call(notification.settings)).body.map(({ event }) => event)
  expect(events).toEqual(expect.arrayContaining(['order.paid', 'login.newDevice', 'task.finished']))
  expect(events).not.toContain('refund.applied')
  const wish = { site: true, email: false, sms: false, popup: true, sound: true }
  const save = (...chosen: NotifyEvent[]) =>
    staff.call(notification.saveSettings, { body: chosen.map((event) => ({ event, ...wish })) })
  expect((await save('refund.applied')).status).toBe(400)
  expect((await save('order.paid', 'order.paid')).status).toBe(400)
  const unknown = await staff.send('PUT', '/api/notifications/settings', [{ event: 'nothing', ...wish }])
  expect(unknown.status).toBe(400)
})

test('staff of one store are notified of its orders only, staff of all stores of every order', async () => {
  const shop = await openShop()
  const permissions = ['admin:order:send']
  const ofStore = (id: number) => shop.signIn({ permissions, dataScope: '本门店', storeIds: [id] })
  const [east, west, everywhere] = [await ofStore(7), await ofStore(8), await shop.signIn({ permissions })]
  const stranger = await shop.signIn({ dataScope: '本门店', storeIds: [7] })
  await raise(shop, { event: 'order.paid', to: { permission: 'admin:order:send', storeId: 7 }, title: '自提' })
  await raise(shop, { event: 'order.paid', to: { permission: 'admin:order:send', storeId: 0 }, title: '快递' })
  const titles = async (who: Caller) => (await listOf(who)).map(({ title }) => title).sort()
  expect(await titles(east)).toEqual(['自提'])
  expect(await titles(west)).toEqual([])
  expect(await titles(everywhere)).toEqual(['快递', '自提'])
  expect(await titles(stranger)).toEqual([])
})

test('long texts are truncated rather than refused, and unusual ones kept unchanged', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const odd = `'"; drop table notification; -- 😀<script>`
  await raise(shop, { event: 'order.mention', to: { userIds: [staff.userId] }, title: '😀'.repeat(150), content: odd })
  const [row] = await listOf(staff)
  expect(row).toMatchObject({ title: '😀'.repeat(100), content: odd })
})

test('notifications are kept for 90 days', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  await raise(shop, { event: 'order.mention', to: { userIds: [staff.userId] }, title: '旧' })
  shop.clock.advance(91 * 24 * 3600_000)
  await raise(shop, { event: 'order.mention', to: { userIds: [staff.userId] }, title: '新' })
  expect(await removeOldNotifications(shop.ctx)).toBe(1)
  const { rows } = await shop.ctx.db.execute(sql`select title from notification`)
  expect(rows).toEqual([{ title: '新' }])
})

test('changes of password, roles or e-mail address notify the owner of the account', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn()
  const user = (await admin.call(adminUser.info, { params: { id: staff.userId } })).body
  const roles = (await admin.call(adminUser.info, { params: { id: admin.userId } })).body.roles
  const { id, nickName, username } = user
  const change = { id, username, nickName, roles, enabled: true, email: 'new@example.com' }
  expect((await admin.call(adminUser.update, { body: change })).status).toBe(200)
  expect((await admin.call(adminUser.update, { body: { ...change } })).status).toBe(200)
  expect((await admin.call(adminUser.resetPassword, { params: { id } })).status).toBe(200)
  const { rows } = await shop.ctx.db.execute(sql`select event from notification where user_id = ${id} order by id`)
  expect(rows.map(({ event }) => event)).toEqual(['role.changed', 'email.changed', 'password.changed'])
  const self = await shop.signIn({ password: 'Old-Pass-2026' })
  await self.call(userCenter.updatePassword, { body: { oldPass: 'Old-Pass-2026', newPass: 'New-Pass-2027' } })
  expect(await eventsOf(self)).toEqual(['password.changed'])
})

async function logIn(visitor: Caller, password: string, userAgent: string) {
  const { body: captcha } = await visitor.call(auth.code)
  const body = { username: boss.username, password, code: '7', uuid: captcha.uuid }
  return visitor.call(auth.login, { body, headers: { 'user-agent': userAgent } })
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('a sign-in from a device not seen for 90 days notifies its owner; the first of all does not', async () => {
  const shop = await openShop({ env: { CAPTCHA_FIXED_CODE: '7' } })
  const admin = await shop.signInAdmin()
  const visitor = shop.visitor()
  await logIn(visitor, boss.password, firefox)
  await logIn(visitor, boss.password, firefox)
  expect(await eventsOf(admin)).toEqual([])
  await logIn(visitor, boss.password, chrome)
  expect(await listOf(admin)).toMatchObject([{ event: 'login.newDevice', level: 'warn', title: '新设备登录' }])
  await logIn(visitor, boss.password, chrome)
  expect(await listOf(admin)).toHaveLength(1)
  shop.clock.advance(91 * 24 * 3600_000)
  await logIn(visitor, boss.password, chrome)
  expect(await eventsOf(await shop.signInAdmin())).toEqual(['login.newDevice', 'login.newDevice'])
})

test('the owner of an account is notified once when wrong passwords lock it', async () => {
  const shop = await openShop({ env: { CAPTCHA_FIXED_CODE: '7' } })
  const admin = await shop.signInAdmin()
  const visitor = shop.visitor()
  for (let tries = 0; tries < 7; tries++) await logIn(visitor, 'wrong', firefox)
  expect(await listOf(admin)).toMatchObject([{ event: 'account.locked', level: 'warn' }])
})
