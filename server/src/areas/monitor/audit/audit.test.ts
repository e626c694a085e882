import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { log } from '@zhanggui/contract/monitor/log.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { auditEntries, auditPending, auditSeals } from '../../../platform/data/audit.tables.ts'
import { audit as record } from '../../../platform/data/audit.ts'
import { inTransaction } from '../../../platform/http/context.ts'
import { quickFolder } from '../../../testing/database/quick-folder.ts'
import { startServerProcess } from '../../../testing/process/server-process.ts'
import { type Caller, openShop, type Shop, signedInBy } from '../../../testing/shop.ts'
import { boss } from '../../../testing/templates.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { cleanAudit, prepareAudit } from './audit.service.ts'
import { sealAudit } from './audit-seal.service.ts'

type Entry = typeof auditEntries.$inferInsert

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
        { path: 'enabled', before: '启用', after: '停用' },
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

  test('names who changed a row when a change of an old version is refused', async () => {
    const shop = await openShop()
    const [admin, clerk] = [await shop.signInAdmin(), await shop.signIn({ can: [dept.update] })]
    const { body: saved } = await admin.call(dept.save, { body: { name: '仓库', pid: 0 } })
    const change = { id: saved.id, name: '总仓', pid: 0, version: saved.version }
    await admin.call(dept.update, { body: change })
    const refused = { status: 409, body: { code: 'VERSION_CONFLICT', current: { name: '总仓' } } }
    const [entry] = await find(admin, { objectType: 'dept' })
    expect(await clerk.call(dept.update, { body: change })).toMatchObject({
      ...refused,
      body: { changedBy: entry?.actorNick || admin.username },
    })
    expect(await admin.call(dept.update, { body: change })).toMatchObject({ ...refused, body: { changedBy: '您自己' } })
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

  test('is of the own acts alone for accounts of single stores, as is the log of calls', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    await admin.call(dept.save, { body: { name: '甲', pid: 0 } })
    const can = [audit.list, audit.get, log.list, dept.save]
    const all = await shop.signIn({ can })
    const own = await shop.signIn({ can, dataScope: '本门店', storeIds: [1] })
    const [entry] = await find(all, { objectType: 'dept' })
    await expect.poll(async () => (await all.call(log.list)).body.total).toBe(1)
    expect((await own.call(audit.get, { params: { id: entry?.id ?? 0 } })).status).toBe(404)
    expect([await find(own, {}), (await own.call(log.list)).body.total]).toEqual([[], 0])
    await own.call(dept.save, { body: { name: '', pid: 0 } })
    await expect.poll(async () => (await own.call(log.list)).body.total).toBe(1)
  })

  test('of a change that changes nothing it writes nothing', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { body: saved } = await admin.call(dept.save, { body: { name: '仓库', pid: 0 } })
    await admin.call(dept.update, { body: { id: saved.id, name: '仓库', pid: 0 } })
    expect(await find(admin, { objectType: 'dept' })).toHaveLength(1)
  })

  test('of a change that was rolled back nothing is left, also where only a part was', async () => {
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

  test('shows neither passwords nor secrets, and phones and addresses masked', async () => {
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

  test('tells of sign-ins, failures, locks, sign-outs, grants and rows of the menu', async () => {
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

describe('the trail', () => {
  test('is changed by nobody: neither by the server’s role nor by the owner of the tables', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { db } = shop.ctx
    const statements = [
      sql`update audit_entry set action = 'nothing'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry`,
      sql`drop table audit_entry_other`,
      sql`update audit_seal set hash = 'x'`,
      sql`delete from audit_seal`,
      sql`truncate audit_seal`,
      sql`drop table audit_seal_other`,
    ]
    await admin.call(audit.verify)
    for (const statement of statements)
      await expect(db.execute(statement)).rejects.toMatchObject({ cause: { code: '42501' } })
    await asOwner(shop, async (owner) => {
      for (const statement of [
        'update audit_entry set action = $$x$$',
        'delete from audit_entry',
        'truncate audit_entry',
        'update audit_seal set hash = $$x$$',
        'delete from audit_seal',
        'truncate audit_seal',
      ])
        await expect(owner.query(statement)).rejects.toThrow('append-only')
    })
  })

  test('is whole, and shows a row that the owner of the tables tampered with, took out or cut off', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    for (const name of ['甲', '乙', '丙']) await admin.call(dept.save, { body: { name, pid: 0 } })
    const verify = async () => (await admin.call(audit.verify)).body
    const [, second, first] = await find(admin, { objectType: 'dept' })
    expect(await verify()).toMatchObject({ ok: true })
    const tamper = (statement: string) => tamperWith(shop, statement)
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

  test('shows a seal that was changed, taken out or cut off, and an entry slipped in past the chain', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    for (const name of ['甲', '乙', '丙']) await admin.call(dept.save, { body: { name, pid: 0 } })
    const verify = async () => (await admin.call(audit.verify)).body
    const [last, second] = await find(admin, { objectType: 'dept' })
    expect(await verify()).toMatchObject({ ok: true })
    await tamperWith(shop, 'create table kept as select * from audit_seal')
    const putBack = 'delete from audit_seal; insert into audit_seal select * from kept'
    await tamperWith(shop, `update audit_seal set hash = repeat('1', 64) where entry_id = ${second?.id}`)
    expect(await verify()).toMatchObject({ ok: false, firstBroken: second?.id })
    await tamperWith(shop, putBack)
    await tamperWith(shop, `delete from audit_seal where entry_id = ${second?.id}`)
    expect(await verify()).toMatchObject({ ok: false })
    await tamperWith(shop, putBack)
    await tamperWith(shop, `delete from audit_seal where entry_id = ${last?.id}`)
    expect(await verify()).toMatchObject({ ok: false, firstBroken: last?.id })
    await tamperWith(shop, 'delete from audit_seal where id = (select min(id) from audit_seal)')
    expect(await verify()).toMatchObject({ ok: false })
    await tamperWith(shop, putBack)
    expect(await verify()).toMatchObject({ ok: true })
    await tamperWith(
      shop,
      `insert into audit_entry (id, time, actor_type, action, object_type, diff) values (999999, now(), 'admin', 'x', 'x', '[]')`,
    )
    expect(await verify()).toMatchObject({ ok: false, firstBroken: 999_999 })
  })

  test('seals an entry in about a second, after those of transactions that commit before it', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const thing: Entry = { time: shop.clock.now(), actorType: 'system', action: 'do', objectType: 'thing', diff: [] }
    await shop.ctx.db.transaction(async (late) => {
      await late.insert(auditEntries).values({ ...thing, objectId: 'late' })
      await shop.ctx.platform.db.insert(auditEntries).values({ ...thing, objectId: 'early' })
      await expect.poll(() => shop.ctx.platform.db.$count(auditPending)).toBe(0)
    })
    await expect.poll(() => shop.ctx.db.$count(auditPending)).toBe(0)
    const { rows } = await shop.ctx.db.execute<{ name: string }>(sql`
      select object_id as name from audit_entry join audit_seal on entry_id = audit_entry.id
      where object_type = 'thing' order by audit_seal.id`)
    expect(rows.map(({ name }) => name)).toEqual(['early', 'late'])
    expect((await find(admin, { objectType: 'thing' })).map(({ objectId }) => objectId)).toEqual(['early', 'late'])
    expect((await admin.call(audit.verify)).body.ok).toBe(true)
  })

  test('is sealed by one at a time; when a sealer dies at it, the next one seals what it left', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    await asOwner(shop, async (dying) => {
      await dying.query('begin')
      await dying.query('select from audit_chain for update')
      await dying.query('delete from audit_pending')
      await admin.call(dept.save, { body: { name: '甲', pid: 0 } })
      await sealAudit(shop.ctx)
      expect(await shop.ctx.db.$count(auditPending)).toBeGreaterThan(0)
    })
    expect((await admin.call(audit.verify)).body.ok).toBe(true)
    expect(await shop.ctx.db.$count(auditPending)).toBe(0)
  })

  test('stays one chain, each entry in it once, when 200 write in two processes, 40 at a time', async () => {
    const shop = await openShop()
    await liftRateLimits(shop)
    const other = await shop.second()
    const admin = await shop.signInAdmin()
    for (const round of [0, 1, 2, 3, 4]) {
      const saves = Array.from({ length: 40 }, (_, index) =>
        admin.call(dept.save, {
          body: { name: `部门 ${round}-${index}`, pid: 0 },
          ...(index % 2 && { process: other }),
        }),
      )
      const verdicts = [admin.call(audit.verify), admin.call(audit.verify, { process: other })]
      expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200))
      for (const verdict of await Promise.all(verdicts)) expect(verdict.body.ok).toBe(true)
    }
    expect((await admin.call(audit.verify)).body.ok).toBe(true)
    const { body } = await admin.call(audit.list, { query: { objectType: 'dept', limit: 100 } })
    expect(body.total).toBe(200)
    const seals = await shop.ctx.db.select().from(auditSeals).orderBy(auditSeals.id)
    expect(seals.map(({ id }) => id)).toEqual(seals.map((_, index) => index + 1))
    expect(new Set(seals.map(({ entryId }) => entryId)).size).toBe(seals.length)
    expect(seals.length).toBe(await shop.ctx.db.$count(auditEntries))
  })

  test('has an entry for each change, and for nothing else, after kill -9 of a server at work', async () => {
    const shop = await openShop()
    await liftRateLimits(shop)
    const admin = await shop.signInAdmin()
    const folder = await mkdtemp(join(quickFolder(), 'zhanggui-audit-'))
    const server = await startServerProcess(
      { DATABASE_URL: shop.databaseUrl, ZHANGGUI_DATA: folder },
      'testing/process/probe-server.ts',
    )
    onTestFinished(async () => {
      await server.kill()
      await rm(folder, { recursive: true, force: true })
    })
    const acknowledged: string[] = []
    const save = async (name: string) => {
      const answer = await fetch(server.url + dept.save.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, pid: 0 }),
      })
      if (answer.ok) acknowledged.push(name)
      if (acknowledged.length === 20) await server.kill()
    }
    await Promise.allSettled(Array.from({ length: 100 }, (_, index) => save(`部门 ${index}`)))
    expect(acknowledged.length).toBeGreaterThanOrEqual(20)
    const namesIn = async (query: SQL) =>
      (await shop.ctx.db.execute<{ name: string }>(query)).rows.map(({ name }) => name).sort()
    const noted = await namesIn(sql`select object_name as name from audit_entry where object_type = 'dept'`)
    expect(noted).toEqual(await namesIn(sql`select name from dept`))
    expect(noted).toEqual(expect.arrayContaining(acknowledged))
    expect((await admin.call(audit.verify)).body.ok).toBe(true)
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
    // Sealed in an order that is not quite that of their times, as around midnight.
    const old: Omit<Entry, 'time'> = { actorType: 'system', action: 'do', objectType: 'old', diff: [] }
    for (const time of ['2001-01-31', '2001-03-01', '2001-02-28', '2001-03-01'].map((day) => new Date(day)))
      await shop.ctx.db.insert(auditEntries).values({ ...old, time })
    expect((await admin.call(audit.verify)).body.ok).toBe(true)
    expect(await cleanAudit(shop.ctx)).toBe(2)
    expect(await shop.ctx.db.$count(auditEntries, sql`object_type = 'old'`)).toBe(2)
    expect(await shop.ctx.db.$count(auditSeals, sql`time < '2001-03-01'`)).toBe(0)
    expect((await admin.call(audit.verify)).body.ok).toBe(true)
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

/** Does what the triggers refuse, as somebody who owns the tables can. */
function tamperWith(shop: Shop, statements: string): Promise<void> {
  return asOwner(shop, async (owner) => {
    for (const table of ['audit_entry', 'audit_seal']) await owner.query(`alter table ${table} disable trigger all`)
    await owner.query(statements)
    for (const table of ['audit_entry', 'audit_seal']) await owner.query(`alter table ${table} enable trigger all`)
  })
}

async function asOwner(shop: Shop, work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const owner = new pg.Client({ connectionString: shop.databaseOwnerUrl })
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}
