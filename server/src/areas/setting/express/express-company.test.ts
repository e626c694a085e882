import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'

const all = Object.values(expressCompany)

test('the usual carriers are seeded with their tracking codes', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { body } = await staff.call(expressCompany.list, { query: { keywords: '顺丰' } })
  expect(body).toMatchObject({ total: 1, list: [{ code: 'SF', codes: { kuaidi100: 'shunfeng' }, hasPassword: false }] })
})

test('a code with characters other than letters and digits, or one taken in another case, is refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = (code: string) => staff.call(expressCompany.save, { body: { code, name: `快递${code}` } })
  expect(await save('顺丰')).toMatchObject({ status: 400, body: { message: '公司编码只能包含字母、数字和下划线' } })
  expect(await save('sf')).toMatchObject({ status: 409, body: { message: '公司编码或名称已存在' } })
})

test('a password is stored sealed, never answered, and stays when a change omits it', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { body } = await staff.call(expressCompany.save, { body: { code: 'NEW', name: '新快递', password: 'hunter2' } })
  const { id, version } = body
  await staff.call(expressCompany.update, { body: { id, version, name: '新快递', account: 'shop' } })
  const { body: company } = await staff.call(expressCompany.info, { query: { id } })
  expect(company).toMatchObject({ account: 'shop', hasPassword: true })
  expect(JSON.stringify(company)).not.toContain('hunter2')
  const { rows } = await shop.ctx.db.execute<{ password: string }>(
    sql`select password from express_company where id = ${id}`,
  )
  expect(shop.ctx.platform.secrets.open(rows[0]?.password ?? '')).toBe('hunter2')
})

test('a hidden carrier is no longer offered; one without an account prints no labels', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const offered = async (type: 'normal' | 'elec') =>
    (await staff.call(expressCompany.all, { query: { type } })).body.map(({ code }) => code)
  expect(await offered('normal')).toContain('SF')
  expect(await offered('elec')).not.toContain('SF')
  const [sf] = (await staff.call(expressCompany.list, { query: { keywords: 'SF' } })).body.list
  await staff.call(expressCompany.updateShow, { body: { id: sf?.id ?? 0, isShow: false } })
  expect(await offered('normal')).not.toContain('SF')
})

test('deleting a carrier twice fails the second time', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const [first] = (await staff.call(expressCompany.list)).body.list
  const remove = () => staff.call(expressCompany.remove, { query: { id: first?.id ?? 0 } })
  const answers = await Promise.all([remove(), remove(), remove()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
})
