import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '../../../platform/data/audit.tables.ts'
import { audit as record } from '../../../platform/data/audit.ts'
import { inTransaction } from '../../../platform/http/context.ts'
import { type Caller, openShop, type Shop, signedInBy } from '../../../testing/shop.ts'
import { boss } from '../../../testing/templates.ts'
import { cleanAudit, prepareAudit } from './audit.service.ts'

describe('the audit trail', () => {
  test('tells who changed which field of what from what to what, under the number of the request', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { body: saved } = await admin.call(dept.save, { body: { name: '仓库', pid: 0 } })
    const requestId = 'audit-test-0001'
    const change = { id: saved.id, name: '总仓', pid: 0, enabled: false }
    await admin.call(dept.update, { body: change, headers: { 'x-request-id': requestId } })
    const { body } = await admin.call(audit.list, { query: { objectType: 'dept', objectId: String(saved.id) } })
    expect(body.list.map(({ action }) => action)).toEqual(['update', 'create'])
    expect(body.list[0]).toMatchObject({
      actorType: 'admin',
      actorName: admin.username,
      requestId,
      objectName: '总仓',
      diff: [
        { path: 'name', label: '部门名称', before: '仓库', after: '总仓' },
        { path: 'enabled', before: true, after: false },
      ],
    })
    const detail = await admin.call(audit.get, { params: { id: body.list[0]?.id ?? 0 } })
    expect(detail.body).toMatchObject({
      permission: 'admin:system:dept:update',
      sessionId: admin.sessionId,
      before: { name: '仓库' },
      after: { name: '总仓' },
    })
  })

  test('is searched by actor, action, time and request; an unknown entry is not found', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const clerk = await shop.signIn({ can: [dept.save, audit.list] })
    await admin.call(dept.save, { body: { name: '甲', pid: 0 } })
    const { headers } = await clerk.call(dept.save, { body: { name: '乙', pid: 0 } })
    const names = async (query: Parameters<typeof find>[1]) =>
      (await find(clerk, query)).map((entry) => entry.objectName)
    expect(await names({ actor: clerk.username })).toEqual(['乙'])
    expect(await names({ requestId: String(headers['x-request-id']) })).toEqual(['乙'])
    expect(await names({ objectType: 'dept', action: 'create', time: ['today'] })).toEqual(['乙', '甲'])
    expect(await names({ objectType: 'dept', time: ['2001-01-01', '2001-01-02'] })).toEqual([])
    expect((await clerk.call(audit.list, { query: { time: ['never'] } })).status).toBe(400)
    expect((await clerk.call(audit.get, { params: { id: 99_999_999 } })).status).toBe(404)
  })

  test('SY-52 of a change that changes nothing it writes nothing', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { body: saved } = await admin.call(dept.save, { body: { name: '仓库', pid: 0 } })
    await admin.call(dept.update, { body: { id: saved.id, name: '仓库', pid: 0 } })
    expect(await find(admin, { objectType: 'dept' })).toHaveLength(1)
  })

  test('SY-50 of a change that was rolled back nothing is left, also where only a part was', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const failing = inTransaction(shop.ctx, async (tx) => {
      await record(tx, { objectType: 'thing', objectId: 1 })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await inTransaction(shop.ctx, async (tx) => {
      await record(tx, { objectType: 'thing', objectId: 2 })
      await inTransaction(tx, async (inner) => {
        await record(inner, { objectType: 'thing', objectId: 3 })
        throw new Error('only this part')
      }).catch(() => {})
      await inTransaction(tx, (inner) => record(inner, { objectType: 'thing', objectId: 4 }))
    })
    expect((await find(admin, { objectType: 'thing' })).map(({ objectId }) => objectId)).toEqual(['4', '2'])
    expect((await admin.call(audit.verify)).body.ok).toBe(true)
  })

  test('SY-52 shows neither passwords nor secrets, and phones and addresses masked', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const roles = [
      { id: (await admin.call(role.all)).body.find(({ permission }) => permission === 'readonly')?.id ?? 0 },
    ]
    const person = { username: 'wang', nickName: '小王', phone: '13812345678', email: 'wangwu@shop.cn', roles }
    const { body: saved } = await admin.call(adminUser.save, { body: { ...person, password: 'Very-Secret-77' } })
    await admin.call(adminUser.update, { body: { id: saved.id, ...person, phone: '13899995678' } })
    await admin.call(adminUser.resetPassword, { params: { id: saved.id } })
    await admin.call(setting.save, { params: { group: 'email' }, body: { values: { email_pass: 'mail-secret-88' } } })
    const text = JSON.stringify(await shop.ctx.db.select().from(auditEntries))
    for (const secret of ['Very-Secret-77', 'mail-secret-88', '13812345678', '13899995678', 'wangwu@', '$argon2id'])
      expect(text).not.toContain(secret)
    // Both numbers look alike when masked: it is a change all the same.
    const [reset, changed] = await find(admin, { objectType: 'admin-user', objectId: String(saved.id) })
    expect(reset).toMatchObject({ action: 'password', objectName: 'wang', diff: [] })
    expect(changed?.diff).toMatchObject([{ label: '手机号码', before: '138****5678', after: '138****5678' }])
    const [secretSet] = await find(admin, { objectType: 'setting', objectId: 'email' })
    expect(secretSet?.diff).toMatchObject([{ before: '', after: '***' }])
  })

  test('SEC-41 tells of sign-ins, failures, locks, sign-outs, grants and rows of the menu', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const visitor = shop.visitor()
    const wrong = { username: boss.username, password: 'wrong-wrong' }
    await shop.ctx.db.execute(
      sql`insert into setting (key, "group", value) values ('captcha_mode', 'security', '"off"'::jsonb)`,
    )
    await shop.ctx.platform.caches.named('settings').drop(shop.ctx.db)
    await visitor.call(auth.login, { body: wrong })
    const entered = signedInBy(await visitor.call(auth.login, { body: boss }))
    await visitor.send('DELETE', '/auth/logout', undefined, { authorization: `Bearer ${entered.token}` })
    for (let tries = 0; tries < 5; tries++) await visitor.call(auth.login, { body: wrong })
    const actions = (await find(admin, { objectType: 'admin-user', actor: boss.username })).map(({ action }) => action)
    expect(
      actions
        .filter((action) => action !== 'setup')
        .toReversed()
        .slice(0, 3),
    ).toEqual(['login.failed', 'login', 'logout'])
    expect(actions).toContain('lock')

    const options = (await admin.call(role.all)).body
    const readonly = options.find(({ permission }) => permission === 'readonly')
    const { body: detail } = await admin.call(role.info, { params: { id: readonly?.id ?? 0 } })
    const menus = detail.menus.slice(1)
    await admin.call(role.updateMenus, { body: { id: detail.id, menus } })
    const [granted] = await find(admin, { objectType: 'role', action: 'grant' })
    expect(granted?.diff).toMatchObject([{ path: 'menus', label: '菜单权限' }])

    const { body: row } = await admin.call(menu.save, { body: { name: '帮助', type: 0, path: 'help' } as never })
    await admin.call(menu.remove, { body: [row.id] })
    const changes = await find(admin, { objectType: 'menu', objectId: String(row.id) })
    expect(changes.map(({ action }) => action)).toEqual(['delete', 'create'])
  })
})

describe('SEC-42 the trail', () => {
  test('§8.14 is changed by nobody: neither by the server’s role nor by the owner of the tables', async () => {
    const shop = await openShop()
    const { db } = shop.ctx
    const statements = [
      sql`update audit_entry set action = 'nothing'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry`,
      sql`drop table audit_entry_other`,
    ]
    for (const statement of statements)
      await expect(db.execute(statement)).rejects.toMatchObject({ cause: { code: '42501' } })
    await asOwner(shop, async (owner) => {
      for (const statement of [
        'update audit_entry set action = $$x$$',
        'delete from audit_entry',
        'truncate audit_entry',
      ])
        await expect(owner.query(statement)).rejects.toThrow('append-only')
    })
  })

  test('§8.14, SY-51 is whole, and shows a row that the owner of the tables tampered with, took out or cut off', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    for (const name of ['甲', '乙', '丙']) await admin.call(dept.save, { body: { name, pid: 0 } })
    const verify = async () => (await admin.call(audit.verify)).body
    const [, second, first] = await find(admin, { objectType: 'dept' })
    expect(await verify()).toMatchObject({ ok: true })
    const tamper = (statement: string) =>
      asOwner(shop, async (owner) => {
        await owner.query('alter table audit_entry disable trigger all')
        await owner.query(statement)
        await owner.query('alter table audit_entry enable trigger all')
      })
    await tamper(`update audit_entry set after = jsonb_set(after, '{name}', '"丁"') where id = ${first?.id}`)
    expect(await verify()).toEqual({ ok: false, checked: expect.any(Number), firstBroken: first?.id })
    await tamper(`update audit_entry set after = jsonb_set(after, '{name}', '"甲"') where id = ${first?.id}`)
    expect(await verify()).toMatchObject({ ok: true })
    await tamper(`create table kept as select * from audit_entry where id >= ${second?.id}`)
    await tamper(`delete from audit_entry where id = ${second?.id}`)
    expect(await verify()).toMatchObject({ ok: false, firstBroken: second?.id })
    await tamper(`delete from audit_entry where id > ${second?.id}`)
    expect(await verify()).toMatchObject({ ok: false, firstBroken: second?.id })
    await tamper('insert into audit_entry select * from kept')
    expect(await verify()).toMatchObject({ ok: true })
  })

  test('stays one chain when two processes write at once', async () => {
    const shop = await openShop()
    const other = await shop.second()
    const admin = await shop.signInAdmin()
    const saves = Array.from({ length: 24 }, (_, index) =>
      admin.call(dept.save, {
        body: { name: `部门 ${index}`, pid: 0 },
        ...(index % 2 && { process: other }),
      }),
    )
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200))
    expect((await admin.call(audit.verify)).body.ok).toBe(true)
    const { body } = await admin.call(audit.list, { query: { objectType: 'dept', limit: 100 } })
    expect(body.total).toBe(24)
    const ids = body.list.map(({ id }) => id)
    expect((ids[0] ?? 0) - (ids.at(-1) ?? 0)).toBe(23)
  })

  test('lies in months made ahead, which go only when they are older than any shop may ask for', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const monthsOf = async () => {
      const { rows } = await shop.ctx.db.execute<{ name: string }>(
        sql`select relname as name from pg_class where relname ~ '^audit_entry_[0-9]{6}$' and relkind = 'r' order by 1`,
      )
      return rows.map(({ name }) => name)
    }
    const ahead = await monthsOf()
    expect(ahead).toHaveLength(3)
    await shop.ctx.db.execute(sql`select audit_make_partitions('2001-01-01', 2)`)
    await shop.ctx.db.execute(sql`select audit_drop_partitions('2999-01-01')`)
    expect(await monthsOf()).toEqual(ahead)
    await shop.ctx.db.execute(sql`select audit_make_partitions('2001-01-01', 2)`)
    expect(await cleanAudit(shop.ctx)).toBe(2)
    // A month nobody made a place for is kept all the same.
    shop.clock.advance(400 * 24 * 3600_000)
    await inTransaction(shop.ctx, (tx) => record(tx, { objectType: 'thing', objectId: 1 }))
    await prepareAudit(shop.ctx)
    expect((await admin.call(audit.verify)).status).toBe(401)
    expect(await shop.ctx.db.$count(auditEntries, sql`object_type = 'thing'`)).toBe(1)
  })
})

async function find(caller: Caller, query: Record<string, string | string[]>) {
  const { body } = await caller.call(audit.list, { query: query as { actor?: string } })
  return body.list
}

async function asOwner(shop: Shop, work: (owner: pg.Client) => Promise<unknown>) {
  const owner = new pg.Client({ connectionString: shop.databaseOwnerUrl })
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}
