import { email } from '@zhanggui/contract/message/email.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { SECRET_MASK } from '@zhanggui/domain/setting/setting-registry.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isAddressAllowed } from '../../../platform/http/networks.ts'
import { openPage } from '../../../testing/process/page-socket.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { operationLogs } from '../../monitor/log/operation-log.tables.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { getSecret, getSettings } from './setting.service.ts'
import { settingGroups, settingHistories, settings } from './setting.tables.ts'

const general = [setting.info, setting.save]
const guarded = {
  pay: 'admin:system:config:pay',
  storage: 'admin:system:config:storage',
  security: 'admin:system:config:security',
}

const refusedKeys = ({ body }: { body: unknown }) =>
  (body as { errors?: { field: string; message: string }[] }).errors?.map(({ field }) => field)
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code
const messageOf = ({ body }: { body: unknown }) => (body as { message?: string }).message

const read = (who: Caller, group: string) => who.call(setting.info, { params: { group } })
const save = (who: Caller, group: string, values: Record<string, unknown>, version?: number) =>
  who.call(setting.save, { params: { group }, body: { values, version } })
const history = (who: Caller, group: string, query = {}) => who.call(setting.history, { params: { group }, query })
const storedRow = async ({ ctx }: Shop, key: string) =>
  (await ctx.db.select().from(settings).where(eq(settings.key, key)))[0]

describe('access', () => {
  test('reading and saving settings requires sign-in and the permission', async () => {
    const shop = await openShop()
    const clerk = await shop.signIn()
    for (const [who, status] of [
      [shop.visitor(), 401],
      [clerk, 403],
    ] as const) {
      expect((await who.call(setting.groups)).status).toBe(status)
      expect((await read(who, 'site')).status).toBe(status)
      expect((await save(who, 'site', { site_name: '新名' })).status).toBe(status)
      expect((await history(who, 'site')).status).toBe(status)
    }
    expect(await shop.ctx.db.$count(settings)).toBe(0)
  })

  test('an account of single stores has no settings, whatever its permissions say, but what every screen needs', async () => {
    const shop = await openShop()
    const clerk = await shop.signIn({ can: [...general, setting.groups], dataScope: '本门店', level: 5 })
    expect((await clerk.call(setting.groups)).body).toEqual([])
    expect((await clerk.call(setting.client)).status).toBe(200)
    expect((await read(clerk, 'shop')).status).toBe(404)
    expect((await save(clerk, 'shop', { ship_promise_hours: 47 })).status).toBe(404)
    expect((await history(clerk, 'shop')).status).toBe(404)
    expect(await shop.ctx.db.$count(settings)).toBe(0)
  })

  test('permission to read does not include permission to save', async () => {
    const shop = await openShop()
    const reader = await shop.signIn({ can: [setting.info] })
    expect((await save(reader, 'site', { site_name: '新名' })).status).toBe(403)
    const { body } = await reader.call(setting.groups)
    expect(body.every(({ canSave }) => !canSave)).toBe(true)
  })

  test.each(Object.entries(guarded))('group %s also requires %s', async (group, permission) => {
    const shop = await openShop()
    const plain = await shop.signIn({ can: general })
    for (const answer of [await read(plain, group), await save(plain, group, {}), await history(plain, group)]) {
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ permission })
    }
    const trusted = await shop.signIn({ can: general, permissions: [permission] })
    expect((await read(trusted, group)).status).toBe(200)
    expect((await save(trusted, group, {})).status).toBe(200)
    const only = await shop.signIn({ permissions: [permission] })
    expect((await read(only, group)).status).toBe(403)
  })

  test('points settings have two permissions of their own, which grant nothing else', async () => {
    const shop = await openShop()
    const reader = await shop.signIn({ permissions: ['admin:marketing:integral:config'] })
    const saver = await shop.signIn({ permissions: ['admin:marketing:integral:save'] })
    expect((await read(reader, 'integral')).body.values).toMatchObject({ integral_ratio: 0.01 })
    expect((await save(reader, 'integral', { integral_ratio: 0.02 })).status).toBe(403)
    expect((await save(saver, 'integral', { integral_ratio: 0.02 })).status).toBe(200)
    expect((await read(reader, 'site')).status).toBe(403)
    expect((await save(saver, 'site', { site_name: '新名' })).status).toBe(403)
    const { body } = await reader.call(setting.groups)
    expect(body.map(({ name }) => name)).toEqual(['integral'])
  })

  test('only a super administrator saves or tries the mail server, which the links that reset passwords pass', async () => {
    const shop = await openShop()
    const strong = await shop.signIn({ can: [...general, setting.test, email.update], level: 1 })
    const refusal = { status: 403, body: { permission: 'super' } }
    const values = { email_host: 'smtp.evil.example' }
    expect(await save(strong, 'email', values)).toMatchObject(refusal)
    expect(await strong.call(setting.test, { params: { kind: 'email' }, body: { values } })).toMatchObject(refusal)
    const server = { host: 'smtp.evil.example', port: 465, user: 'a@evil.example', ssl: true }
    expect(await strong.call(email.update, { body: server })).toMatchObject(refusal)
    expect((await read(strong, 'email')).body).toMatchObject({ version: 0, values: { email_host: '' } })
    const { body } = await strong.call(setting.groups)
    expect(body.find(({ name }) => name === 'email')).toMatchObject({
      canSave: false,
      locked: expect.stringContaining('只有超级管理员可以修改'),
    })
    expect((await save(await shop.signInAdmin(), 'email', values)).status).toBe(200)
  })

  test('only a super administrator changes the addresses that are sent keys; others send them along', async () => {
    const shop = await openShop()
    const [clerk, admin] = [await shop.signIn({ can: [...general, setting.test], level: 1 }), await shop.signInAdmin()]
    const fields = [
      ['routine', 'wx_shop_base_url', { wx_shop_mode: 'component' }],
      ['marketing', 'live_gateway_base_url', { live_gateway_mode: 'wechat' }],
      ['sms', 'sms_base_url', {}],
      ['logistics', 'logistics_base_url', {}],
      ['logistics', 'config_export_base_url', {}],
      ['copy', 'copy_provider_url', {}],
    ] as const
    for (const [group, key, more] of fields) {
      const evil = { ...more, [key]: 'https://evil.example' }
      expect(await save(clerk, group, evil)).toMatchObject({ status: 403, body: { permission: 'super' } })
      expect((await save(clerk, group, { ...more, [key]: '' })).status).toBe(200)
      expect((await save(admin, group, { [key]: 'https://proxy.example' })).status).toBe(200)
      expect((await save(clerk, group, { ...more, [key]: '' })).status).toBe(403)
    }
    const lockedFor = async (client: Caller) =>
      (await client.call(setting.groups)).body.flatMap((group) =>
        group.fields.filter(({ locked }) => locked).map(({ key }) => [group.name, key]),
      )
    const sorted = (pairs: (readonly string[])[]) => pairs.map((pair) => pair.slice(0, 2).join('.')).sort()
    expect(sorted(await lockedFor(clerk))).toEqual(sorted(fields.map(([group, key]) => [group, key])))
    expect(await lockedFor(admin)).toEqual([])
    for (const [kind, key] of [
      ['sms', 'sms_base_url'],
      ['express', 'logistics_base_url'],
    ] as const) {
      const values = { [key]: 'https://evil.example' }
      expect(await clerk.call(setting.test, { params: { kind }, body: { values } })).toMatchObject({ status: 403 })
    }
  })

  test('the tree lists the groups the caller may read, all of them for the super administrator', async () => {
    const shop = await openShop()
    const plain = await (await shop.signIn({ can: general })).call(setting.groups)
    const names = plain.body.map(({ name }) => name)
    expect(names).toContain('site')
    for (const name of Object.keys(guarded)) expect(names).not.toContain(name)
    const whole = await (await shop.signInAdmin()).call(setting.groups)
    expect(whole.body).toHaveLength(18)
    expect(whole.body.every(({ canSave }) => canSave)).toBe(true)
    const stock = whole.body.flatMap(({ fields }) => fields).find(({ key }) => key === 'store_stock')
    expect(stock).toMatchObject({ label: '警戒库存', type: 'int', min: 0, max: 9999, unit: '件' })
    const large = whole.body.flatMap(({ fields }) => fields).find(({ key }) => key === 'order_large_amount')
    expect(large).toMatchObject({ type: 'money', min: 0 })
  })
})

describe('a save is refused', () => {
  test('for a group that does not exist', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    expect((await read(admin, 'nothing')).status).toBe(404)
    expect((await save(admin, 'constructor', {})).status).toBe(404)
    expect((await history(admin, 'nothing')).status).toBe(404)
    expect((await save(admin, 'No-Group', {})).status).toBe(400)
  })

  test('for an unknown key, also one of another group, and nothing is stored', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const answer = await save(admin, 'site', { site_name: '新名', nothing: 1, store_stock: 3 })
    expect(answer.status).toBe(400)
    expect(refusedKeys(answer)).toEqual(['values.nothing', 'values.store_stock'])
    expect(await shop.ctx.db.$count(settings)).toBe(0)
  })

  test('for values that do not fit, each key named, all or nothing', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const answer = await save(admin, 'shop', { store_stock: -1, order_cancel_time: 'soon', refund_name: '好店' })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_FAILED')
    expect(refusedKeys(answer)).toEqual(['values.store_stock', 'values.order_cancel_time'])
    expect(messageOf(answer)).toBe('警戒库存不能小于0')
    expect((await read(admin, 'shop')).body).toMatchObject({ version: 0, values: { refund_name: '' } })
  })

  test('for what the rules of its group refuse, and for what nothing reads yet', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    expect(await save(admin, 'sms', { sms_base_url: 'http://sms.example.com' })).toMatchObject({
      status: 400,
      body: { message: '短信接口地址须以 https:// 开头', errors: [{ field: 'values.sms_base_url' }] },
    })
    expect((await read(admin, 'routine')).body.values).not.toHaveProperty('routine_name')
    const hidden = await save(admin, 'routine', { routine_name: '好店' })
    expect(refusedKeys(hidden)).toEqual(['values.routine_name'])
  })

  test('for amounts with more than two decimals', async () => {
    const shop = await openShop()
    const answer = await save(await shop.signInAdmin(), 'logistics', { store_free_postage: '1.005' })
    expect(answer.status).toBe(400)
    expect(refusedKeys(answer)).toEqual(['values.store_free_postage'])
  })

  test('when it would keep the caller from signing in, over IPv4', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const answer = await save(admin, 'security', { login_ip_allow: '10.0.0.0/8\n192.168.1.1' })
    expect(answer.status).toBe(422)
    expect(messageOf(answer)).toBe('该设置会导致您无法登录')
    expect((await save(admin, 'security', { login_ip_allow: '10.0.0.0/8\n203.0.0.0/16' })).status).toBe(200)
    expect((await save(admin, 'security', { login_ip_allow: '' })).status).toBe(200)
  })

  test('when it would keep the caller from signing in, over IPv6', async () => {
    const shop = await openShop({ env: { TRUSTED_PROXIES: '203.0.0.0/16' } })
    const admin = await shop.signInAdmin()
    const from6 = (login_ip_allow: string) =>
      admin.call(setting.save, {
        params: { group: 'security' },
        body: { values: { login_ip_allow } },
        headers: { 'x-forwarded-for': '2001:db8::7' },
      })
    expect((await from6('2001:db9::/32')).status).toBe(422)
    expect((await from6('203.0.0.0/16')).status).toBe(422)
    expect((await from6('2001:db8::/32')).status).toBe(200)
  })

  test('for a line that is not an address, naming the line', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    for (const line of ['10.0.0.0/33', '300.1.1.1', 'office', '2001:db8::/129', '10.0.0.0/8/8', '10.0.0.0/']) {
      const answer = await save(admin, 'security', { login_ip_allow: `203.0.0.0/16\n${line}` })
      expect(answer.status).toBe(400)
      expect(refusedKeys(answer)).toEqual(['values.login_ip_allow'])
      expect(messageOf(answer)).toContain(`「${line}」`)
    }
  })

  test('in production, when it switches the captcha off without requiring two-step verification of all', async () => {
    const shop = await openShop({ env: { NODE_ENV: 'production' } })
    const admin = await shop.signInAdmin()
    expect((await save(admin, 'security', { captcha_mode: 'off' })).status).toBe(422)
    expect((await save(admin, 'security', { captcha_mode: 'off', mfa_policy: 'all' })).status).toBe(200)
    // From here on the administrator needs a second step too.
    await shop.ctx.db.update(adminUsers).set({ totpSecret: 'sealed' })
    expect((await save(admin, 'security', { mfa_policy: 'optional' })).status).toBe(422)
  })

  test('when someone else saved in between, answering the current values', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    expect((await save(admin, 'site', { site_name: '甲店' }, 0)).body).toEqual({ id: 'site', version: 1 })
    const late = await save(admin, 'site', { site_name: '乙店' }, 0)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { version: 1, values: { site_name: '甲店' } },
    })
  })

  test('for a secret, when the password was last given more than ten minutes ago', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    shop.clock.advance(11 * 60_000)
    const answer = await save(admin, 'email', { email_pass: 'letmein' })
    expect(answer.status).toBe(428)
    expect(codeOf(answer)).toBe('REAUTH_REQUIRED')
    expect((await save(admin, 'email', { email_pass: SECRET_MASK, email_host: 'smtp.example.com' })).status).toBe(200)
  })
})

describe('a save', () => {
  test('stores what differs, raises the version and reveals nothing of other groups', async () => {
    const shop = await openShop()
    const admin = await shop.signIn({ can: general })
    const before = await read(admin, 'shop')
    expect(before.body).toMatchObject({ version: 0, values: { store_stock: 20 }, defaults: { store_stock: 20 } })
    expect(before.headers.etag).toBe('"0"')
    const answer = await save(admin, 'shop', { store_stock: '5', store_self_mention: 0, auto_reply_days: 15 }, 0)
    expect(answer.body).toEqual({ id: 'shop', version: 1 })
    const after = await read(admin, 'shop')
    expect(after.body).toMatchObject({ version: 1, values: { store_stock: 5, store_self_mention: false } })
    expect(after.body.defaults.store_stock).toBe(20)
    expect(after.body.values).not.toHaveProperty('site_name')
    expect(await storedRow(shop, 'store_stock')).toMatchObject({ group: 'shop', value: 5 })
    expect(await storedRow(shop, 'auto_reply_days')).toBeUndefined()
  })

  test('of an amount is in yuan on the wire and whole fen in database and code', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    await save(admin, 'shop', { order_large_amount: '12.3' })
    expect((await read(admin, 'shop')).body.values).toMatchObject({ order_large_amount: 12.3 })
    expect(await storedRow(shop, 'order_large_amount')).toMatchObject({ value: 1230 })
    expect(await getSettings(shop.ctx)).toMatchObject({ order_large_amount: 1230 })
  })

  test('of equal values leaves version and history unchanged', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    await save(admin, 'email', { email_host: 'smtp.example.com', email_pass: 'letmein' })
    const again = await save(
      admin,
      'email',
      { email_host: ' smtp.example.com ', email_pass: 'letmein', email_port: 465 },
      1,
    )
    expect(again.body).toEqual({ id: 'email', version: 1 })
    expect((await history(admin, 'email')).body.total).toBe(1)
  })

  test('of the default removes the stored value', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    await save(admin, 'shop', { store_stock: 5 })
    await save(admin, 'shop', { store_stock: 20 })
    expect(await storedRow(shop, 'store_stock')).toBeUndefined()
    expect((await read(admin, 'shop')).body).toMatchObject({ version: 2, values: { store_stock: 20 } })
  })

  test('keeps a secret sealed: neither database, answers, history nor log show it', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    expect((await read(admin, 'email')).body.values.email_pass).toBe('')
    expect(await getSecret(shop.ctx, 'email_pass')).toBeUndefined()
    await save(admin, 'email', { email_pass: 'open-sesame' })
    expect(await getSecret(shop.ctx, 'email_pass')).toBe('open-sesame')
    expect((await read(admin, 'email')).body.values.email_pass).toBe(SECRET_MASK)
    expect((await storedRow(shop, 'email_pass'))?.value).toMatch(/^v1\.[0-9a-f]{8}\./)
    for (const unchanged of ['', SECRET_MASK, null]) await save(admin, 'email', { email_pass: unchanged })
    expect(await getSecret(shop.ctx, 'email_pass')).toBe('open-sesame')
    await save(admin, 'email', { email_pass: 'new-sesame' })
    expect(await getSecret(shop.ctx, 'email_pass')).toBe('new-sesame')
    const { body } = await history(admin, 'email')
    expect(body.list.map(({ changes }) => changes[0])).toMatchObject([
      { key: 'email_pass', before: '***', after: '***' },
      { key: 'email_pass', before: '', after: '***' },
    ])
    expect(JSON.stringify(await getSettings(shop.ctx))).not.toContain('sesame')
    const logged = () => shop.ctx.db.select({ params: operationLogs.params }).from(operationLogs)
    await expect.poll(logged).toHaveLength(5)
    expect(JSON.stringify(await logged())).not.toContain('sesame')
  })

  test('a secret sealed with a lost key can be replaced, and hides no other setting', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    await shop.ctx.db.insert(settings).values({ key: 'email_pass', group: 'email', value: 'v1.00000000.AAAA' })
    expect((await read(admin, 'email')).body.values).toMatchObject({ email_pass: SECRET_MASK, email_port: 465 })
    expect((await save(admin, 'email', { email_pass: 'open-sesame' })).status).toBe(200)
    expect(await getSecret(shop.ctx, 'email_pass')).toBe('open-sesame')
  })

  test('of the footer keeps links and emphasis, but nothing executable', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    for (const [typed, kept] of [
      ['<b>好</b><script>alert(1)</script>', '<b>好</b>'],
      ['<a href="https://a.cn" onclick="x()">店</a>', '<a href="https://a.cn" rel="noopener">店</a>'],
      ['<a href="javascript:alert(1)" target="_blank">店</a>', '<a target="_blank" rel="noopener">店</a>'],
      ['<img src=x onerror=alert(1)>图<iframe src="//x"></iframe>', '图'],
      ['<span style="position:fixed">字</span><br>', '<span>字</span><br />'],
    ]) {
      await save(admin, 'site', { footer_txt: typed })
      expect((await read(admin, 'site')).body.values.footer_txt).toBe(kept)
    }
  })

  test('takes effect at once, here and within a second in another process', async () => {
    const shop = await openShop()
    const other = (await shop.second()).ownContext()
    const admin = await shop.signInAdmin()
    expect((await getSettings(shop.ctx)).store_stock).toBe(20)
    expect((await getSettings(other)).store_stock).toBe(20)
    await save(admin, 'shop', { store_stock: 7 })
    expect((await getSettings(shop.ctx)).store_stock).toBe(7)
    await expect.poll(async () => (await getSettings(other)).store_stock, { interval: 20 }).toBe(7)
  })

  test('repeated with its idempotency key is applied once', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const headers = { 'idempotency-key': 'settings-0000000001' }
    const input = { params: { group: 'shop' }, body: { values: { store_stock: 9 }, version: 0 }, headers }
    expect((await admin.call(setting.save, input)).body).toEqual({ id: 'shop', version: 1 })
    const repeated = await admin.call(setting.save, input)
    expect(repeated.body).toEqual({ id: 'shop', version: 1 })
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    expect((await getSettings(shop.ctx)).store_stock).toBe(9)
  })

  test('of ten at once that saw one version, one is stored and the others are refused', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(admin, 'shop', { store_stock: 100 + index }, 0)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await shop.ctx.db.select().from(settingGroups)).toEqual([{ name: 'shop', version: 1 }])
    expect(await shop.ctx.db.$count(settingHistories)).toBe(1)
    const { store_stock } = await getSettings(shop.ctx)
    expect((await storedRow(shop, 'store_stock'))?.value).toBe(store_stock)
  })

  test('without a version is applied, each after the other', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const answers = await Promise.all([
      save(admin, 'shop', { store_stock: 1 }),
      save(admin, 'shop', { refund_name: '好店' }),
    ])
    expect(answers.map(({ body }) => body.version).sort()).toEqual([1, 2])
    expect((await read(admin, 'shop')).body.values).toMatchObject({ store_stock: 1, refund_name: '好店' })
  })

  test('without a version is refused once the shop requires one', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    await save(admin, 'security', { strict_version: true })
    const answer = await save(admin, 'shop', { store_stock: 1 })
    expect(answer.status).toBe(428)
    expect(codeOf(answer)).toBe('VERSION_REQUIRED')
  })
})

describe('the history', () => {
  test('shows who changed what and when, newest first, and its old values can be saved again', async () => {
    const shop = await openShop()
    const admin = await shop.signIn({ can: general, username: 'keeper' })
    await shop.ctx.db.execute(sql`update admin_user set nick_name = '许北' where username = 'keeper'`)
    await save(admin, 'shop', { order_large_amount: 10, ship_promise_hours: 3 })
    await save(admin, 'shop', { order_large_amount: 20 })
    const { body } = await history(admin, 'shop')
    expect(body).toMatchObject({ total: 2, page: 1, limit: 20 })
    expect(body.list[0]).toMatchObject({
      version: 2,
      createBy: '许北',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      changes: [{ key: 'order_large_amount', label: '大额订单', before: 10, after: 20 }],
    })
    const first = body.list[1]?.changes ?? []
    expect(first.map(({ before }) => before).sort()).toEqual([48, 5000])
    const old = Object.fromEntries(first.map(({ key, before }) => [key, before]))
    expect((await save(admin, 'shop', old, 2)).status).toBe(200)
    expect((await read(admin, 'shop')).body.values).toMatchObject({ order_large_amount: 5000 })
  })

  test('comes in pages of at most 100', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    for (const store_stock of [1, 2, 3]) await save(admin, 'shop', { store_stock })
    const second = await history(admin, 'shop', { page: 2, limit: 2 })
    expect(second.body).toMatchObject({ total: 3, page: 2, limit: 2, list: [{ version: 1 }] })
    expect((await history(admin, 'shop', { limit: 500 })).body.limit).toBe(100)
    expect((await history(admin, 'shop', { page: 99_999, limit: 100 })).status).toBe(400)
  })
})

test('under maintenance only staff who may change the settings can work, and other pages are notified', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const keeper = await shop.signIn({ permissions: ['admin:system:config:save:form'] })
  const staff = await shop.signIn({ can: [setting.history] })
  const [page, other] = [await openPage(await shop.second(), staff), await openPage(shop.app, keeper)]
  await save(admin, 'site', { maintenance_mode: true, maintenance_text: '盘点中，十点恢复' })
  await page.next('maintenance')
  const refused = { status: 503, body: { code: 'MAINTENANCE', message: '盘点中，十点恢复' } }
  expect(await staff.call(setting.client)).toMatchObject(refused)
  expect((await keeper.call(setting.client)).status).toBe(200)
  expect((await staff.call(auth.info)).status).toBe(200)
  expect((await shop.visitor().call(auth.site)).body).toMatchObject({ maintenance: true })
  await save(admin, 'site', { maintenance_mode: false })
  expect((await staff.call(setting.client)).status).toBe(200)
  expect(other.frames.map(({ type }) => type)).not.toContain('maintenance')
})

test('anyone signed in reads what every screen needs', async () => {
  const shop = await openShop()
  expect((await shop.visitor().call(setting.client)).status).toBe(401)
  await save(await shop.signInAdmin(), 'upload', { image_ext_str: 'PNG, jpg', file_max_size: 5 })
  const clerk = await shop.signIn()
  expect((await clerk.call(setting.client)).body).toEqual({
    uploadType: 1,
    imageExt: ['png', 'jpg'],
    imageMaxSize: 10,
    videoExt: ['mp4', 'webm', 'mov'],
    videoMaxSize: 200,
    fileExt: expect.arrayContaining(['zip', 'amr']),
    fileMaxSize: 5,
    mapKey: '',
    storeStock: 20,
  })
})

test.each([
  ['10.1.2.3', '', true],
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.4', '10.1.2.3', false],
  ['10.200.0.1', '192.168.0.0/16\n10.0.0.0/8', true],
  ['::ffff:10.200.0.1', '10.0.0.0/8', true],
  ['2001:db8::1', '2001:DB8::/32', true],
  ['2001:db8::1', '0.0.0.0/0', false],
])('address %s against %j: allowed is %s', (ip, networks, allowed) => {
  expect(isAddressAllowed(ip, networks)).toBe(allowed)
})

test('the map key can be tested before it is saved', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const attempt = (values: object) =>
    admin.call(setting.test, { params: { kind: 'map' }, body: { values: { ...values } } })
  expect(await attempt({})).toMatchObject({ status: 200, body: { ok: false, message: '请先填写腾讯地图密钥' } })
  expect((await attempt({ site_name: '新名' })).status).toBe(400)
})
