import { audit } from '@zhanggui/contract/monitor/audit.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { type ApiKeyDraft, apiKey } from '@zhanggui/contract/staff/api-key.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Caller, openShop, type Shop, type SignInOptions } from '../../../testing/shop.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'

const manage = [apiKey.list, apiKey.save, apiKey.update, apiKey.remove]
const DEPTS = 'admin:system:dept:list'
const draft = { name: '仓库系统', scopes: [DEPTS], dataScope: '全部' } satisfies ApiKeyDraft

/** An administrator who manages keys and may see and change departments. */
function signInMaker(shop: Shop, more: SignInOptions = {}): Promise<Caller> {
  return shop.signIn({ can: [...manage, dept.list, dept.save, dept.download, post.list], ...more })
}

async function makeKey(maker: Caller, change: Partial<ApiKeyDraft> = {}) {
  const { status, body } = await maker.call(apiKey.save, { body: { ...draft, ...change } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Calls with the key, as a program does. */
function callWith(shop: Shop, key: string, route: Route, body?: unknown) {
  const url = route.path.replace(/:\w+/g, '1')
  return shop.visitor().send(route.method, url, body, { authorization: `Bearer ${key}` })
}

async function findKey(maker: Caller, id: number) {
  const found = (await maker.call(apiKey.list)).body.list.find((each) => each.id === id)
  if (!found) throw new Error(`no key ${id}`)
  return found
}

test.each<[string, Partial<ApiKeyDraft>, number, string]>([
  ['without a name', { name: '' }, 400, '请输入名称'],
  ['without any permission', { scopes: [] }, 400, '请选择权限'],
  ['with the wildcard', { scopes: ['*:*:*'] }, 400, '权限标识格式不正确'],
  ['with a permission its owner lacks', { scopes: ['admin:system:dict:list'] }, 422, '不能授予自己没有的权限'],
  ['that manages keys', { scopes: ['admin:system:apikey:list'] }, 422, '权限 admin:system:apikey:list 不能授予API密钥'],
  [
    'with an invalid network',
    { ipAllow: ['10.0.0.0/40'] },
    400,
    '「10.0.0.0/40」不是有效的地址或网段，请写成 192.168.1.0/24 的形式',
  ],
  ['with an expiry in the past', { expiresAt: '2020-01-01 00:00:00' }, 400, '到期时间须晚于现在'],
  ['with an invalid expiry date', { expiresAt: '2099-02-30 00:00:00' }, 400, '到期时间格式不正确'],
  ['with the scope 自定义 but no department', { dataScope: '自定义' }, 400, '请选择部门'],
  ['with a department that does not exist', { dataScope: '自定义', depts: [{ id: 9 }] }, 422, '部门不存在，请重新选择'],
  ['with a limit of zero calls', { rateLimit: 0 }, 400, '每分钟调用上限不能小于1'],
])('a key %s is refused', async (_, change, status, message) => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  expect(await maker.call(apiKey.save, { body: { ...draft, ...change } })).toMatchObject({ status, body: { message } })
})

test('nobody grants a key a wider data scope than their own', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop, { dataScope: '本级' })
  const answer = await maker.call(apiKey.save, { body: draft })
  expect(answer).toMatchObject({ status: 422, body: { message: '不能授予自己没有的权限' } })
  await makeKey(maker, { dataScope: '本级' })
})

test('creating, changing and deleting keys requires a proof of identity within the last ten minutes', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { id } = await makeKey(maker)
  shop.clock.advance(11 * 60_000)
  const answers = [
    await maker.call(apiKey.save, { body: { ...draft, name: '另一个' } }),
    await maker.call(apiKey.update, { body: { ...draft, id } }),
    await maker.call(apiKey.remove, { body: [id] }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([428, 428, 428])
})

test('of two keys created at once under one name, one is stored and the other refused', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const save = () => maker.call(apiKey.save, { body: draft })
  const answers = await Promise.all([save(), save(), save()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('a key is shown once and only its hash is stored, also when the call is repeated', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const headers = { 'idempotency-key': 'a-key-for-this-call-1' }
  const { body } = await maker.call(apiKey.save, { body: draft, headers })
  expect(body.key).toMatch(/^sk_[A-Za-z0-9_-]{51}$/)
  const listed = await maker.call(apiKey.list)
  expect(listed.body.list[0]).toMatchObject({ name: '仓库系统', prefix: body.key.slice(0, 11), lastUsedTime: null })
  expect(JSON.stringify(listed.body)).not.toContain(body.key)
  const { rows } = await shop.ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const kept: string[] = []
  for (const { name } of rows) {
    const found = await shop.ctx.db.execute<{ some: boolean }>(sql`
      select exists(select from ${sql.identifier(name)} as r where position(${body.key} in r::text) > 0) as some`)
    if (found.rows[0]?.some) kept.push(name)
  }
  expect(kept).toEqual([])
})

test('without an expiry a key is valid for a year', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { id, key } = await makeKey(maker)
  expect((await callWith(shop, key, dept.list)).status).toBe(200)
  shop.clock.advance(365 * 24 * 3600_000 + 1000)
  expect(await callWith(shop, key, dept.list)).toMatchObject({
    status: 401,
    body: { code: 'TOKEN_EXPIRED', message: 'API密钥已过期' },
  })
  expect(await findKey(await signInMaker(shop), id)).toMatchObject({ expired: true })
})

test('a key has only the permissions it was granted, not those of its owner', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { key } = await makeKey(maker)
  expect((await callWith(shop, key, dept.list)).status).toBe(200)
  expect(await callWith(shop, key, post.list)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await callWith(shop, key, dept.save, { name: '新部门', pid: 0 })).status).toBe(403)
})

test.each(['sk_', 'sk_unknown', `sk_${'x'.repeat(51)}`])('the unknown key %s is refused', async (key) => {
  const shop = await openShop()
  expect(await callWith(shop, key, dept.list)).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } })
})

test('no key can act on personal data, accounts, roles, keys, webhooks or settings', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  const groups = (await admin.call(apiKey.scopes)).body
  const scopes = groups.flatMap((group) => group.scopes.map(({ permission }) => permission))
  expect(scopes).toContain(DEPTS)
  const { key } = await makeKey(admin, { scopes, rateLimit: 6000 })
  const objects = ['auth', 'admin-user', 'role', 'menu', 'api-key', 'webhook', 'webhook-delivery', 'setting', 'email']
  const closed = shop.app.routes.filter(
    ({ object, permission, reauth }) =>
      permission !== 'public' && (objects.includes(object) || permission === 'auth' || reauth),
  )
  expect(closed.length).toBeGreaterThan(60)
  for (const route of closed) expect((await callWith(shop, key, route)).status, route.name).toBe(403)
  expect((await callWith(shop, key, dept.list)).status).toBe(200)
})

test('keys cannot start an export, which runs with the rights of a user', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { key } = await makeKey(maker)
  expect((await callWith(shop, key, dept.download)).status).toBe(403)
})

test('a key loses the rights its owner loses at once, and ends with the account', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  const maker = await signInMaker(shop)
  const { id, key } = await makeKey(maker)
  const status = async () => (await callWith(shop, key, dept.list)).status
  expect(await status()).toBe(200)

  const roleOfMaker = sql`select role_id from admin_user_role where user_id = ${maker.userId}`
  await shop.ctx.db.execute(sql`update menu set permissions = array_remove(permissions, ${DEPTS})
    where id in (select menu_id from role_menu where role_id in (${roleOfMaker}))`)
  await shop.ctx.db.execute(sql`update admin_user set perm_version = perm_version + 1 where id = ${maker.userId}`)
  expect(await status()).toBe(403)

  await admin.call(adminUser.updateStatus, { params: { id: maker.userId }, body: { enabled: false } })
  expect(await callWith(shop, key, dept.list)).toMatchObject({
    status: 401,
    body: { code: 'KEY_DISABLED', message: 'API密钥的创建人已停用' },
  })
  await admin.call(adminUser.remove, { body: [maker.userId] })
  expect(await callWith(shop, key, dept.list)).toMatchObject({ status: 401, body: { message: 'API密钥已停用' } })
  expect(await findKey(admin, id)).toMatchObject({ status: false, ownerActive: false })
})

test('a key works from its networks only', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { id, version, key } = await makeKey(maker, { ipAllow: ['10.0.0.0/8', '2001:db8::/32'] })
  expect(await callWith(shop, key, dept.list)).toMatchObject({ status: 403, body: { code: 'IP_REFUSED' } })
  const body = { ...draft, id, version, ipAllow: ['203.0.0.0/16'] }
  expect((await maker.call(apiKey.update, { body })).status).toBe(200)
  expect((await callWith(shop, key, dept.list)).status).toBe(200)
})

test('a disabled or deleted key is refused from the next call on', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { id, version, key } = await makeKey(maker)
  expect((await callWith(shop, key, dept.list)).status).toBe(200)
  await maker.call(apiKey.update, { body: { ...draft, id, version, status: false } })
  expect(await callWith(shop, key, dept.list)).toMatchObject({ status: 401, body: { code: 'KEY_DISABLED' } })
  await maker.call(apiKey.update, { body: { ...draft, id, version: version + 1, status: true } })
  expect((await callWith(shop, key, dept.list)).status).toBe(200)
  await maker.call(apiKey.remove, { body: [id] })
  expect(await callWith(shop, key, dept.list)).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } })
})

test('the calls of a key are limited to its own rate per minute', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { key } = await makeKey(maker, { rateLimit: 3 })
  const statuses: number[] = []
  for (let calls = 0; calls < 4; calls++) statuses.push((await callWith(shop, key, dept.list)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('time and address of the last use of a key are noted, at most once a minute', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { id, key } = await makeKey(maker)
  await callWith(shop, key, dept.list)
  const first = await findKey(maker, id)
  expect(first.lastIp).toMatch(/^203\.0\./)
  shop.clock.advance(30_000)
  await callWith(shop, key, dept.list)
  expect(await findKey(maker, id)).toMatchObject({ lastUsedTime: first.lastUsedTime, lastIp: first.lastIp })
  shop.clock.advance(31_000)
  await callWith(shop, key, dept.list)
  const later = await findKey(maker, id)
  expect(later.lastUsedTime).not.toBe(first.lastUsedTime)
  expect(later.lastIp).not.toBe(first.lastIp)
})

test('a key is an actor of its own in the logs, and its use is in the audit trail', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const { id, key } = await makeKey(admin, { scopes: [DEPTS, 'admin:system:dept:save'] })
  const saved = await callWith(shop, key, dept.save, { name: '由程序新建', pid: 0 })
  expect(saved.status).toBe(200)
  const { body } = await admin.call(audit.list, { query: { actor: 'API密钥·仓库系统' } })
  expect(body.list).toMatchObject([
    { actorType: 'apikey', actorId: id, actorName: 'API密钥·仓库系统', action: 'create', objectType: 'dept' },
    { actorType: 'apikey', actorId: id, action: 'use', objectType: 'api-key', objectId: String(id) },
  ])
  const logged = async () => {
    const { rows } = await shop.ctx.db.execute<{ username: string }>(
      sql`select username from operation_log where method = 'POST /api/dept'`,
    )
    return rows
  }
  await expect.poll(logged).toEqual([{ username: 'API密钥·仓库系统' }])
})

test('a key sees only what both its own data scope and its owner’s include', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const save = async (name: string, pid: number) => (await admin.call(dept.save, { body: { name, pid } })).body.id
  const top = await save('总部', 0)
  const [one, two] = [await save('一部', top), await save('二部', top)]
  const maker = await signInMaker(shop, { dataScope: '自定义', scopeDeptIds: [one, two] })
  const refused = await maker.call(apiKey.save, { body: { ...draft, dataScope: '自定义', depts: [{ id: top }] } })
  expect(refused).toMatchObject({ status: 422, body: { message: '不能授予自己没有的权限' } })
  const { key } = await makeKey(maker, { dataScope: '自定义', depts: [{ id: two }] })
  const { body } = await callWith(shop, key, dept.list)
  expect(JSON.stringify(body)).toContain('二部')
  expect(JSON.stringify(body)).not.toContain('一部')
  const { key: own } = await makeKey(maker, { name: '只看自己', dataScope: '仅本人' })
  expect((await callWith(shop, own, dept.list)).body).toEqual([])
})

test('the owner of a key is notified of every change to it', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const other = await signInMaker(shop, { level: 2 })
  const { id, version } = await makeKey(maker)
  await other.call(apiKey.update, { body: { ...draft, id, version, status: false } })
  await other.call(apiKey.remove, { body: [id] })
  const { rows } = await shop.ctx.db.execute<{ title: string }>(
    sql`select title from notification where user_id = ${maker.userId} and event = 'key.changed' order by id`,
  )
  expect(rows.map(({ title }) => title)).toEqual(
    ['已创建', '已停用', '已删除'].map((what) => `您的API密钥「仓库系统」${what}`),
  )
})

test('nobody extends the key of another user beyond the rights of both', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { id, version } = await makeKey(maker)
  const scopes = [DEPTS, 'admin:system:dict:list']
  const weaker = await maker.call(apiKey.update, { body: { ...draft, id, version, scopes } })
  expect(weaker).toMatchObject({ status: 422, body: { message: '不能授予自己没有的权限' } })
  const admin = await shop.signInAdmin()
  const stronger = await admin.call(apiKey.update, { body: { ...draft, id, version, scopes } })
  expect(stronger).toMatchObject({ status: 422, body: { message: '密钥的权限不能超过其创建人的权限' } })
})

test('a key changed meanwhile by another user is not changed again', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { id, version } = await makeKey(maker)
  const update = () => maker.call(apiKey.update, { body: { ...draft, id, version, rateLimit: 30 } })
  const answers = await Promise.all([update(), update()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [refused] = answers.filter(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'VERSION_CONFLICT', current: { id, rateLimit: 30 } })
})

test('keys are deleted only if all of them exist', async () => {
  const shop = await openShop()
  const maker = await signInMaker(shop)
  const { id } = await makeKey(maker)
  expect((await maker.call(apiKey.remove, { body: [id, id + 99] })).status).toBe(404)
  expect((await maker.call(apiKey.list)).body.total).toBe(1)
})
