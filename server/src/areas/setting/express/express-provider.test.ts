import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeLogistics } from '../../../testing/outside/fake-logistics.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'

async function save(admin: Caller, group: string, values: Record<string, unknown>) {
  expect((await admin.call(setting.save, { params: { group }, body: { values } })).status).toBe(200)
}

async function openDepot() {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const fake = await openFakeLogistics()
  await save(admin, 'security', { private_network_allowed: true })
  const tracking = { logistics_type: 1, system_express_app_code: fake.appCode, logistics_base_url: fake.endpoint }
  await save(admin, 'logistics', tracking)
  const find = async (keywords: string) => (await admin.call(expressCompany.list, { query: { keywords } })).body.list[0]
  return { shop, admin, fake, find }
}

describe('carriers of the tracking service', () => {
  test('are not fetched without permission, or before the service is set up', async () => {
    const shop = await openShop()
    const staff = await shop.signIn({ can: [expressCompany.list] })
    expect((await staff.call(expressCompany.sync)).status).toBe(403)
    expect((await staff.call(expressCompany.template, { query: { com: 'SF' } })).status).toBe(403)
    const admin = await shop.signInAdmin()
    const refused = { status: 422, body: { code: 'NOT_CONFIGURED', message: expect.stringContaining('物流') } }
    expect(await admin.call(expressCompany.sync)).toMatchObject(refused)
    expect(await admin.call(expressCompany.template, { query: { com: 'SF' } })).toMatchObject(refused)
  })

  test('get their tracking codes; missing carriers are added, hidden, once', async () => {
    const { shop, admin, find } = await openDepot()
    expect((await admin.call(expressCompany.sync)).body).toEqual({ total: 3, added: 1, changed: 2 })
    const { rows } = await shop.ctx.db.execute(sql`select object_name from audit_entry where action = 'synchronize'`)
    expect(rows).toEqual([{ object_name: '新增 1 家，更新 2 家' }])
    expect(await find('顺丰速运')).toMatchObject({
      code: 'SF',
      codes: { kuaidi100: 'shunfeng', tracking: 'SFEXPRESS' },
      isShow: true,
    })
    expect(await find('坦侠速运')).toMatchObject({ code: 'TANXIA', isShow: false, status: true })
    expect(await find('坏的')).toBeUndefined()
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(expressCompany.sync)))
    for (const { body } of answers) expect(body).toEqual({ total: 3, added: 0, changed: 0 })
  })

  test('stay unchanged when the service refuses, disconnects or answers nonsense', async () => {
    const { admin, fake } = await openDepot()
    const before = (await admin.call(expressCompany.list, { query: { limit: 100 } })).body
    for (const [answer, message] of [
      [{ status: 403, body: '' }, '第三方服务异常：物流接口，密钥无效或次数已用完'],
      [{ status: 500, body: 'x' }, '第三方服务异常：物流接口，HTTP 500'],
      [{ status: 200, body: '<html>' }, '第三方服务异常：物流接口，应答无法识别'],
      [{ status: 200, body: '{"status":"201","msg":"快递单号错误"}' }, '第三方服务异常：物流接口，快递单号错误'],
    ] as const) {
      fake.answers.push(answer)
      expect(await admin.call(expressCompany.sync)).toMatchObject({ status: 502, body: { code: 'UPSTREAM', message } })
    }
    fake.answers.push({ status: 200, body: '{"status":"200","result":[1,null,{"a":"b"}]}' })
    expect((await admin.call(expressCompany.sync)).status).toBe(200)
    await save(admin, 'security', { private_network_allowed: false })
    expect(await admin.call(expressCompany.sync)).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('不允许访问内网地址') },
    })
    await save(admin, 'logistics', { logistics_base_url: 'http://127.0.0.1:9' })
    const after = (await admin.call(expressCompany.list, { query: { limit: 100 } })).body
    expect(after.list.map(({ code }) => code)).toEqual(expect.arrayContaining(before.list.map(({ code }) => code)))
  })

  test('测试连接 reports the number of carriers, or what is wrong', async () => {
    const { admin } = await openDepot()
    const tryOut = async (values: Record<string, unknown>) =>
      (await admin.call(setting.test, { params: { kind: 'express' }, body: { values } })).body
    expect(await tryOut({})).toEqual({ ok: true, message: '连接成功，支持 4 家物流公司' })
    expect(await tryOut({ system_express_app_code: 'other' })).toMatchObject({ ok: false })
    // The stored key would leave to whoever owns the typed address.
    expect(await tryOut({ logistics_base_url: 'https://evil.example' })).toMatchObject({
      message: '更换物流查询接口地址后，请重新填写物流查询密钥',
    })
  })
})

test('label templates of a carrier come from the printing service', async () => {
  const { admin, fake } = await openDepot()
  const ask = (com: string) => admin.call(expressCompany.template, { query: { com } })
  expect(await ask('SF')).toMatchObject({ status: 422, body: { code: 'NOT_CONFIGURED' } })
  await save(admin, 'logistics', { config_export_open: true, config_export_base_url: fake.endpoint })
  expect((await ask('sf')).body).toEqual([{ tempId: 'sf-150', title: '二联 150', pic: 'https://example.com/sf.png' }])
  expect((await ask('ZTO')).body).toEqual([])
  expect((await ask('NOBODY')).status).toBe(404)
  fake.answers.push({ status: 200, body: '{"status":"200","result":{"a":1}}' })
  expect(await ask('SF')).toMatchObject({ status: 502, body: { code: 'UPSTREAM' } })
})
