import { search } from '@zhanggui/contract/setting/search.ts'
import { type AdminUserChange, type AdminUserDraft, adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'

const all = Object.values(adminUser).filter(({ permission }) => permission !== 'auth')

async function roleId(admin: Caller, code: string): Promise<number> {
  const found = (await admin.call(role.all)).body.find(({ permission }) => permission === code)
  if (!found) throw new Error(`no role ${code}`)
  return found.id
}

/** A role without permissions, which anyone above it may assign. */
async function makeRole(
  admin: Caller,
  level = 5,
  dataScope: '全部' | '本级' | '本门店' | '仅本人' = '仅本人',
): Promise<number> {
  const body = { name: `级别${level}${dataScope}`, permission: `level_${level}_${dataScope.length}`, level, dataScope }
  return (await admin.call(role.save, { body })).body.id
}

async function draft(admin: Caller, change: Partial<AdminUserDraft> = {}): Promise<AdminUserDraft> {
  return {
    username: 'zhang',
    nickName: '张三',
    roles: [{ id: await roleId(admin, 'verifier') }],
    storeIds: [1],
    ...change,
  }
}

async function save(admin: Caller, change: Partial<AdminUserDraft> = {}): Promise<number> {
  const { status, body } = await admin.call(adminUser.save, { body: await draft(admin, change) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

async function read(caller: Caller, id: number) {
  return (await caller.call(adminUser.info, { params: { id } })).body
}

const fixedCode = { env: { CAPTCHA_FIXED_CODE: '7' } }

async function signIn(shop: Shop, username: string, password: string) {
  const visitor = shop.visitor()
  const { uuid } = (await visitor.call(auth.code)).body
  return visitor.send('POST', '/auth/login', { username, password, code: '7', uuid })
}

test.each<[string, Partial<AdminUserDraft>, string]>([
  ['without a name', { username: '' }, '请输入用户名'],
  ['with a one-letter name', { username: 'a' }, '用户名长度在 2 到 20 个字符'],
  ['with a name of digits', { username: '13800000000' }, '用户名须以字母开头，只能包含字母、数字、下划线、点和短横线'],
  ['without a nickname', { nickName: ' ' }, '请输入用户昵称'],
  ['with an invalid phone', { phone: '12345' }, '请输入正确的11位手机号码'],
  ['with a masked phone', { phone: '138****5678' }, '请输入正确的11位手机号码'],
  ['with a masked e-mail address', { email: 'abc***@example.com' }, '请输入正确的邮箱地址'],
  ['without a role', { roles: [] }, '角色不能为空'],
  ['with a weak password', { password: 'secret' }, '密码长度不能少于10位'],
  ['with a password containing the user name', { password: 'Zhang-2026-x' }, '密码不能包含账号信息'],
])('a user %s is refused', async (_, change, message) => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const answer = await admin.call(adminUser.save, { body: await draft(admin, change) })
  expect(answer).toMatchObject({ status: 400, body: { message } })
})

test('a user with a role for stores needs a store, and a post belongs to the user’s department', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const makeDept = async (name: string) => (await admin.call(dept.save, { body: { name } })).body.id
  const [service, finance] = [await makeDept('客服部'), await makeDept('财务部')]
  const job = (await admin.call(post.save, { body: { name: '会计', dept: { id: finance } } })).body.id
  const refusal = async (change: Partial<AdminUserDraft>) => {
    const { status, body } = await admin.call(adminUser.save, { body: await draft(admin, change) })
    return [status, (body as unknown as { message: string }).message]
  }
  expect(await refusal({ storeIds: [] })).toEqual([422, '请选择门店'])
  expect(await refusal({ roles: [{ id: 99_999_999 }] })).toEqual([422, '角色不存在，请重新选择'])
  expect(await refusal({ dept: { id: 99_999_999 } })).toEqual([422, '部门不存在，请重新选择'])
  expect(await refusal({ dept: { id: service }, job: { id: job } })).toEqual([422, '岗位不属于所选部门，请重新选择'])
  expect(await refusal({ job: { id: job } })).toEqual([422, '岗位不属于所选部门，请重新选择'])
  const id = await save(admin, { dept: { id: finance }, job: { id: job } })
  expect(await read(admin, id)).toMatchObject({ dept: { name: '财务部' }, job: { name: '会计' }, storeIds: [1] })
})

test('of users saved at once under one name, ignoring case, one is stored and the others refused', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const bodies = await Promise.all(['Zhang', 'zhang', 'ZHANG'].map((username) => draft(admin, { username })))
  const answers = await Promise.all(bodies.map((body) => admin.call(adminUser.save, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message: '用户名已存在' })
})

test('phone and e-mail belong to one user', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await save(admin, { phone: '13800000001', email: 'zhang@example.com' })
  const phone = await draft(admin, { username: 'li', phone: '13800000001' })
  expect(await admin.call(adminUser.save, { body: phone })).toMatchObject({
    status: 409,
    body: { message: '手机号码已存在' },
  })
  const email = await draft(admin, { username: 'li', email: 'ZHANG@example.com' })
  expect(await admin.call(adminUser.save, { body: email })).toMatchObject({
    status: 409,
    body: { message: '邮箱已存在' },
  })
})

test('the password of a new user is shown once; they sign in with it and must change it', async () => {
  const shop = await openShop(fixedCode)
  const admin = await shop.signInAdmin()
  const { body } = await admin.call(adminUser.save, { body: await draft(admin) })
  expect(body.initialPassword).toHaveLength(16)
  const own = await admin.call(adminUser.save, {
    body: await draft(admin, { username: 'li', password: 'Kaixin-2026-men' }),
  })
  expect(own.body.initialPassword).toBeUndefined()
  const entered = await signIn(shop, 'zhang', body.initialPassword ?? '')
  expect(entered).toMatchObject({ status: 200, body: { mustChangePassword: true } })
  expect(JSON.stringify(await read(admin, body.id))).not.toMatch(/passwordHash|argon2/)
})

test('phone and e-mail are shown masked; sent back masked, they stay unchanged', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const id = await save(admin, { phone: '13812345678', email: 'zhangsan@example.com', introduction: '老员工' })
  const shown = await read(admin, id)
  expect(shown).toMatchObject({ phone: '138****5678', email: 'zha*****@example.com' })
  const { list } = (await admin.call(adminUser.list, { query: { blurry: '13812345678' } })).body
  expect(list).toMatchObject([{ id, phone: '138****5678', email: 'zha*****@example.com' }])
  const form = { id, nickName: '张三丰', phone: shown.phone, email: shown.email, roles: shown.roles }
  expect((await admin.call(adminUser.update, { body: form })).status).toBe(200)
  const stored = await shop.ctx.db.execute(sql`select phone, email, introduction from admin_user where id = ${id}`)
  expect(stored.rows).toEqual([{ phone: '13812345678', email: 'zhangsan@example.com', introduction: '' }])
  const other = await admin.call(adminUser.update, { body: { ...form, phone: '139****5678' } })
  expect(other).toMatchObject({ status: 400, body: { message: '请输入正确的11位手机号码' } })
  await admin.call(adminUser.update, { body: { id, nickName: '张三丰', roles: shown.roles } })
  expect(await read(admin, id)).toMatchObject({ phone: '', email: '' })
})

test('administrators change their own phone and e-mail with the password only, not in the list of administrators', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const own = { id: admin.userId, nickName: '老板', roles: [{ id: await roleId(admin, 'admin') }] }
  for (const change of [{ phone: '13812345678' }, { email: 'thief@example.com' }])
    expect(await admin.call(adminUser.update, { body: { ...own, ...change } })).toMatchObject({
      status: 422,
      body: { message: '请到「个人中心」修改自己的手机号码和邮箱' },
    })
  await shop.ctx.db.execute(sql`update admin_user set phone = '13812345678' where id = ${admin.userId}`)
  expect((await admin.call(adminUser.update, { body: own })).status).toBe(422)
  expect((await admin.call(adminUser.update, { body: { ...own, phone: '138****5678' } })).status).toBe(200)
})

test('another e-mail address voids the reset links sent to the former one; phone and e-mail changes notify', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const id = await save(admin, { email: 'zhang@example.com' })
  await shop.ctx.db.execute(
    sql`insert into reset_token (token_hash, user_id, expires_at) values ('x', ${id}, now() + interval '30 minutes')`,
  )
  const { roles } = await read(admin, id)
  const body = { id, nickName: '张三', roles, phone: '13812345678', email: 'new@example.com' }
  expect((await admin.call(adminUser.update, { body })).status).toBe(200)
  expect((await shop.ctx.db.execute(sql`select from reset_token`)).rowCount).toBe(0)
  const events = await shop.ctx.db.execute(sql`select event from notification where user_id = ${id} order by id`)
  expect(events.rows.map(({ event }) => event)).toEqual(['phone.changed', 'email.changed'])
})

test('users can neither act on users of their own level nor assign roles of it', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const [strong, weak] = [await makeRole(admin, 3), await makeRole(admin, 5)]
  const staff = await shop.signIn({ can: all, level: 3 })
  const peer = await save(admin, { roles: [{ id: strong }] })
  const below = await save(admin, { username: 'li', roles: [{ id: weak }] })
  const refusal = { status: 403, body: { code: 'LEVEL', message: '权限不足，你的角色级别：3，低于操作的角色级别：3' } }
  const params = { id: peer }
  const change = (id: number, given: number) => ({ body: { id, nickName: '张三', roles: [{ id: given }] } })
  expect(await staff.call(adminUser.update, change(peer, weak))).toMatchObject(refusal)
  expect(await staff.call(adminUser.update, change(below, strong))).toMatchObject(refusal)
  expect(await staff.call(adminUser.updateStatus, { params, body: { enabled: false } })).toMatchObject(refusal)
  expect(await staff.call(adminUser.resetPassword, { params })).toMatchObject(refusal)
  expect(await staff.call(adminUser.unlock, { params })).toMatchObject(refusal)
  expect(await staff.call(adminUser.kick, { params })).toMatchObject(refusal)
  expect(await staff.call(adminUser.remove, { body: [below, peer] })).toMatchObject(refusal)
  const body = await draft(admin, { username: 'wang', roles: [{ id: strong }] })
  expect(await staff.call(adminUser.save, { body })).toMatchObject(refusal)
  expect((await staff.call(adminUser.update, change(below, weak))).status).toBe(200)
})

test('nobody assigns a role with permissions or data they lack', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const deptId = (await admin.call(dept.save, { body: { name: '客服部' } })).body.id
  const staff = await shop.signIn({ can: all, level: 1, dataScope: '本级', deptId, storeIds: [1] })
  const attempt = async (given: number, change: Partial<AdminUserDraft> = {}) =>
    staff.call(adminUser.save, {
      body: await draft(admin, { roles: [{ id: given }], dept: { id: deptId }, ...change }),
    })
  const refusal = { status: 422, body: { message: '不能授予自己没有的权限' } }
  expect(await attempt(await roleId(admin, 'admin'))).toMatchObject(refusal)
  expect(await attempt(await roleId(admin, 'warehouse'))).toMatchObject(refusal)
  expect(await attempt(await makeRole(admin, 5, '全部'))).toMatchObject(refusal)
  expect((await attempt(await makeRole(admin, 6, '本级'))).status).toBe(200)
})

test('a user outside the data scope can be neither seen nor changed', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const makeDept = async (name: string, pid = 0) => (await admin.call(dept.save, { body: { name, pid } })).body.id
  const own = await makeDept('客服部')
  const [inner, other] = [await makeDept('客服一组', own), await makeDept('财务部')]
  const roles = [{ id: await makeRole(admin) }]
  const near = await save(admin, { dept: { id: inner }, roles })
  const far = await save(admin, { username: 'li', dept: { id: other }, roles })
  const staff = await shop.signIn({ can: all, dataScope: '本级', deptId: own })
  const listed = (await staff.call(adminUser.list)).body
  expect(listed.list.map(({ id }) => id)).toEqual([staff.userId, near])
  expect(listed.total).toBe(2)
  expect((await staff.call(adminUser.all)).body.map(({ id }) => id)).toEqual([near, staff.userId])
  const params = { id: far }
  const change: AdminUserChange = { id: far, nickName: '李四', roles, dept: { id: own } }
  const refused = await Promise.all([
    staff.call(adminUser.info, { params }),
    staff.call(adminUser.update, { body: change }),
    staff.call(adminUser.updateStatus, { params, body: { enabled: false } }),
    staff.call(adminUser.resetPassword, { params }),
    staff.call(adminUser.unlock, { params }),
    staff.call(adminUser.kick, { params }),
    staff.call(adminUser.remove, { body: [near, far] }),
  ])
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  const moved = await staff.call(adminUser.update, { body: { ...change, id: near, dept: { id: other } } })
  expect(moved).toMatchObject({ status: 422, body: { message: '部门不存在，请重新选择' } })
  const nowhere = await staff.call(adminUser.update, { body: { id: near, nickName: '张三', roles } })
  expect(nowhere).toMatchObject({ status: 422, body: { message: '请选择部门' } })
  const itself = { id: staff.userId, nickName: '张三', roles, dept: { id: inner } }
  expect(await staff.call(adminUser.update, { body: itself })).toMatchObject({
    status: 422,
    body: { message: '不能修改自己的部门，请联系管理员' },
  })
  const self = await shop.signIn({ can: all, dataScope: '仅本人', deptId: own })
  expect((await self.call(adminUser.list)).body.list.map(({ id }) => id)).toEqual([self.userId])
})

test('users are found by what is shown of phone and e-mail, and by these whole; not by parts of what is hidden', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const id = await save(admin, {
    username: 'kefu',
    nickName: '客服',
    phone: '13812345678',
    email: 'Zhang_San@example.com',
  })
  const inList = async (text: string) =>
    (await admin.call(adminUser.list, { query: { blurry: text } })).body.list.map((user) => user.id)
  const inSearch = async (text: string) =>
    (await admin.call(search.find, { query: { q: text } })).body.groups.flatMap((group) =>
      group.type === 'staff' ? group.items.map((item) => Number(item.id)) : [],
    )
  for (const found of [inList, inSearch]) {
    for (const text of ['13812345678', '138', '5678', '138****5678', 'zhang_san@EXAMPLE.com', 'Zha', '@example.com'])
      expect(await found(text), text).toEqual([id])
    for (const text of ['1381', '38123', '45678', '2345', '138____5678', '138%', 'g_san', 'San@example', 'Zhan'])
      expect(await found(text), text).toEqual([])
  }
})

test('the list is filtered by department with its subdepartments, role, state and keywords', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const makeDept = async (name: string, pid = 0) => (await admin.call(dept.save, { body: { name, pid } })).body.id
  const top = await makeDept('总部')
  const below = await makeDept('客服部', top)
  const roles = [{ id: await makeRole(admin) }]
  const id = await save(admin, { dept: { id: below }, roles, email: 'Zhang_San@example.com' })
  await save(admin, { username: 'li', enabled: false })
  const found = async (query: object) => (await admin.call(adminUser.list, { query })).body.list.map((user) => user.id)
  expect(await found({ deptId: top })).toEqual([id])
  expect(await found({ roleId: roles[0]?.id })).toEqual([id])
  expect(await found({ blurry: 'zHa' })).toEqual([id])
  expect(await found({ blurry: 'z%a' })).toEqual([])
  expect(await found({ enabled: false })).toHaveLength(1)
  expect(await found({ createTime: ['2020-01-01', '2020-01-02'] })).toEqual([])
  expect((await admin.call(adminUser.list, { query: { page: 9 } })).body).toMatchObject({ list: [], total: 3 })
})

test('users cannot disable, delete or demote themselves', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const params = { id: admin.userId }
  const refusal = { status: 422, body: { message: '不能操作当前登录账号' } }
  expect(await admin.call(adminUser.updateStatus, { params, body: { enabled: false } })).toMatchObject(refusal)
  expect(await admin.call(adminUser.remove, { body: [admin.userId] })).toMatchObject(refusal)
  const form = {
    id: admin.userId,
    nickName: '老板',
    enabled: false,
    storeIds: [7],
    roles: [{ id: await makeRole(admin) }],
  }
  expect((await admin.call(adminUser.update, { body: form })).status).toBe(200)
  expect(await read(admin, admin.userId)).toMatchObject({
    nickName: '老板',
    enabled: true,
    storeIds: [],
    roles: [{ name: '超级管理员' }],
  })
})

test('of two super administrators who disable each other at once, one stays enabled', async () => {
  const shop = await openShop()
  const [one, two] = [await shop.signInAdmin(), await shop.signIn({ role: 'admin' })]
  const disable = (actor: Caller, target: Caller) =>
    actor.call(adminUser.updateStatus, { params: { id: target.userId }, body: { enabled: false } })
  const remove = (actor: Caller, target: Caller) => actor.call(adminUser.remove, { body: [target.userId] })
  const answers = await Promise.all([disable(one, two), remove(two, one)])
  const states = answers.map(({ status }) => status).sort()
  expect(states[0]).toBe(200)
  const left = await shop.ctx.db.execute(sql`
    select id from admin_user where enabled and deleted_at is null
      and id in (select user_id from admin_user_role join role on role.id = role_id where permission = 'admin')`)
  expect(left.rows).toHaveLength(1)
})

test('the last super administrator keeps access and role, whoever the caller is', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const weak = await makeRole(admin)
  const staff = await shop.signIn({ can: all, level: 1 })
  const spare = await shop.signIn({ role: 'admin' })
  const params = { id: admin.userId }
  const strip = { body: { id: admin.userId, nickName: '老板', roles: [{ id: weak }] } }
  const disable = { params: { id: spare.userId }, body: { enabled: false } }
  expect((await admin.call(adminUser.updateStatus, disable)).status).toBe(200)
  const refusal = { status: 403, body: { message: '权限不足，只有超级管理员可以操作超级管理员' } }
  expect(await staff.call(adminUser.updateStatus, { params, body: { enabled: false } })).toMatchObject(refusal)
  expect(await staff.call(adminUser.remove, { body: [admin.userId] })).toMatchObject(refusal)
  expect(await staff.call(adminUser.update, strip)).toMatchObject(refusal)
  expect((await admin.call(auth.info)).body.roles).toEqual(['admin'])
})

test('a deleted user is signed out, and their name, phone and e-mail become free', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ role: 'verifier' })
  const contact = { phone: '13800000001', email: 'zhang@example.com' }
  const id = await save(admin, contact)
  expect((await admin.call(adminUser.remove, { body: [id, staff.userId] })).status).toBe(200)
  expect(await staff.call(auth.info)).toMatchObject({ status: 401, body: { code: 'SESSION_KICKED' } })
  expect((await admin.call(adminUser.info, { params: { id } })).status).toBe(404)
  expect(await save(admin, contact)).toBeGreaterThan(id)
  const kept = await shop.ctx.db.execute<{ name: string }>(
    sql`select nick_name as name from admin_user where id = ${id}`,
  )
  expect(kept.rows).toEqual([{ name: '张三' }])
  const verifier = await roleId(admin, 'verifier')
  const holders = (await admin.call(role.users, { params: { id: verifier } })).body
  expect(holders).toHaveLength(1)
})

test('disabling a user ends their sessions at once; enabling them reopens none', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ role: 'service' })
  const set = (enabled: boolean) =>
    admin.call(adminUser.updateStatus, { params: { id: staff.userId }, body: { enabled } })
  const { version } = (await set(true)).body
  expect((await set(false)).body.version).toBe(version + 1)
  expect(await staff.call(auth.info)).toMatchObject({ status: 401, body: { message: '您已被强制下线' } })
  expect((await set(true)).status).toBe(200)
  expect((await staff.call(auth.info)).status).toBe(401)
})

test('a role change ends no session but takes effect at once', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ role: 'service' })
  const body = { id: staff.userId, nickName: '小周', roles: [{ id: await roleId(admin, 'finance') }] }
  const before = Number((await staff.call(auth.info)).headers['x-perm-version'])
  await admin.call(adminUser.update, { body })
  const after = await staff.call(auth.info)
  expect(after.body).toMatchObject({ roles: ['finance'] })
  expect(Number(after.headers['x-perm-version'])).toBeGreaterThan(before)
})

test('a reset shows the new password once, ends the sessions and requires a change of password', async () => {
  const shop = await openShop(fixedCode)
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ role: 'service', password: 'Kaixin-2026-men', username: 'zhou' })
  const { password } = (await admin.call(adminUser.resetPassword, { params: { id: staff.userId } })).body
  expect(password).toHaveLength(16)
  expect((await staff.call(auth.info)).status).toBe(401)
  expect((await signIn(shop, 'zhou', 'Kaixin-2026-men')).status).toBe(400)
  const entered = await signIn(shop, 'zhou', password)
  expect(entered.body).toMatchObject({ mustChangePassword: true })
  const headers = { authorization: `Bearer ${entered.body.token}` }
  const old = { oldPass: password, newPass: 'Kaixin-2026-men' }
  const reused = await shop.visitor().send('POST', '/api/users/updatePass', old, headers)
  expect(reused).toMatchObject({ status: 422, body: { message: '新密码不能与最近5次使用的密码相同' } })
})

test('a user locked by wrong passwords is shown as locked and can be unlocked', async () => {
  const shop = await openShop(fixedCode)
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ role: 'service', password: 'Kaixin-2026-men', username: 'Zhou' })
  for (let turn = 0; turn < 5; turn++) await signIn(shop, 'zhou', 'wrong')
  expect((await signIn(shop, 'zhou', 'Kaixin-2026-men')).status).toBe(423)
  expect((await read(admin, staff.userId)).lockedUntil).toMatch(/^\d{4}-/)
  expect((await admin.call(adminUser.list)).body.list.map(({ lockedUntil }) => Boolean(lockedUntil))).toEqual([
    true,
    false,
  ])
  expect((await admin.call(adminUser.unlock, { params: { id: staff.userId } })).status).toBe(200)
  expect((await read(admin, staff.userId)).lockedUntil).toBeNull()
  expect((await signIn(shop, 'zhou', 'Kaixin-2026-men')).status).toBe(200)
})

test('a user who is kicked is signed out everywhere', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ role: 'service' })
  expect((await admin.call(adminUser.kick, { params: { id: staff.userId } })).status).toBe(200)
  expect(await staff.call(userCenter.preferences)).toMatchObject({ status: 401, body: { code: 'SESSION_KICKED' } })
  expect((await admin.call(adminUser.kick, { params: { id: admin.userId } })).status).toBe(422)
})

test('of two changes of one version of a user, the second is refused', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const body = await draft(admin)
  const { id, version } = (await admin.call(adminUser.save, { body })).body
  const change = (nickName: string) =>
    admin.call(adminUser.update, { body: { id, version, nickName, roles: body.roles } })
  const answers = await Promise.all([change('张一'), change('张二')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'VERSION_CONFLICT',
    current: { id, version: version + 1 },
  })
})
