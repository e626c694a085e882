import { setting } from '@zhanggui/contract/setting/setting.ts'
import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFakeWechat } from '../../../platform/outside/wechat/fake/frame.ts'
import { phoneOfName } from '../../../platform/outside/wechat/fake/mini.ts'
import { openFront } from '../../../testing/buyer.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'

const base = '/api/front/wechat'

async function save(shop: Shop, group: string, values: Record<string, unknown>) {
  const admin = await shop.signInAdmin()
  const { status, body } = await admin.call(setting.save, { params: { group }, body: { values } })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** A shop that lets people of WeChat in without a phone. */
async function openPhoneless() {
  const shop = await openShop()
  await save(shop, 'routine', { routine_phone_verification: [] })
  return shop
}

const program = (shop: Shop, name: string, process = shop.app) =>
  shop.visitor().call(frontSignIn.program, { body: { code: `sim:${name}` }, process })
const official = (shop: Shop, name: string, process = shop.app) =>
  shop.visitor().call(frontSignIn.official, { body: { code: `sim:${name}` }, process })

async function countPeople({ ctx }: Shop) {
  const { rows } = await ctx.db.execute(sql`
    select (select count(*) from shop_user)::int as customers, (select count(*) from wechat_user)::int as people`)
  return rows[0]
}

describe('signing in with WeChat', () => {
  test('is refused for a code that WeChat does not know, and without an account of the shop', async () => {
    const shop = await openShop()
    const wrong = await shop.visitor().call(frontSignIn.program, { body: { code: 'guess' } })
    expect(wrong).toMatchObject({ status: 422, body: { message: '登录凭证无效或已使用，请重新进入' } })
    const real = await openShop({ env: { WECHAT_MODE: 'real' } })
    expect(await program(real, 'amy')).toMatchObject({ status: 422, body: { code: 'NOT_CONFIGURED' } })
    expect((await real.visitor().call(frontSignIn.config)).body).toMatchObject({
      fake: false,
      wechatOpen: false,
      wechatAuthorize: '',
    })
  })

  test('is refused in words when WeChat refuses the account, and with 502 when it is silent or broken', async () => {
    const fake = await openFakeWechat({ now: () => new Date(), account: { appid: 'wx0123456789abcdef', secret: 's' } })
    onTestFinished(fake.close)
    const shop = await openShop({ env: { WECHAT_MODE: 'real', WECHAT_API_BASE: fake.endpoint } })
    await save(shop, 'security', { private_network_allowed: true })
    await save(shop, 'routine', { routine_appid: 'wx0123456789abcdef', routine_appsecret: 'wrong' })
    expect(await program(shop, 'amy')).toMatchObject({
      status: 422,
      body: { code: 'UPSTREAM_REFUSED', errcode: 40125 },
    })
    await save(shop, 'routine', { routine_appsecret: 's', routine_phone_verification: [] })
    expect(await program(shop, 'amy')).toMatchObject({ status: 200, body: { type: 'register' } })
    fake.close()
    expect(await program(shop, 'amy')).toMatchObject({ status: 502, body: { code: 'UPSTREAM' } })
  })

  test('asks for a phone first, which WeChat or a message proves; the key is good for ten minutes and nobody else', async () => {
    const { shop, codeFor } = await openFront()
    const visitor = shop.visitor()
    const { body: start } = await program(shop, 'amy')
    expect(start).toEqual({ type: 'start', key: expect.any(String) })
    expect(await countPeople(shop)).toEqual({ customers: 0, people: 1 })
    const bind = (body: object) => visitor.send('POST', `${base}/register/binding/phone`, { key: start.key, ...body })
    expect(await bind({})).toMatchObject({ status: 400, body: { message: '请输入手机号' } })
    expect(await bind({ phone: '13812345678' })).toMatchObject({ status: 400, body: { message: '请输入验证码' } })
    expect(await bind({ phone: '13812345678', captcha: '123456' })).toMatchObject({ status: 422 })
    expect(await bind({ key: String(start.key).slice(0, -4), phoneCode: 'sim:amy' })).toMatchObject({ status: 422 })
    expect(await bind({ phoneCode: 'guess' })).toMatchObject({ status: 422 })
    const phone = phoneOfName('amy')
    const bound = await bind({ phoneCode: 'sim:amy' })
    const masked = `${phone.slice(0, 3)}****${phone.slice(7)}`
    expect(bound).toMatchObject({ status: 200, body: { type: 'register', phone: masked } })
    expect((await program(shop, 'amy')).body).toMatchObject({ type: 'login', uid: bound.body.uid })
    // The key again: the same person with the same phone signs in, with another one does not.
    expect(await bind({ phone, captcha: await codeFor(phone) })).toMatchObject({ status: 200, body: { type: 'login' } })
    expect(await bind({ phoneCode: 'sim:ben' })).toMatchObject({ status: 409 })
    const { body: late } = await program(shop, 'cat')
    shop.clock.advance(10 * 60_000 + 1000)
    expect(await bind({ key: late.key, phoneCode: 'sim:cat' })).toMatchObject({ status: 422 })
    expect(await countPeople(shop)).toEqual({ customers: 1, people: 2 })
  })

  test('joins the customer who has the phone already, and keeps their name', async () => {
    const shop = await openShop()
    const known = await shop.buyer({ phone: phoneOfName('amy'), nickname: '老客户' })
    const body = { code: 'sim:amy', nickname: 'Amy', avatar: 'https://thirdwx.qlogo.cn/a.png' }
    const { body: start } = await shop.visitor().call(frontSignIn.program, { body })
    const key = 'key' in start ? String(start.key) : ''
    const bound = await shop.visitor().call(frontSignIn.bindWechat, { body: { key, phoneCode: 'sim:amy' } })
    expect(bound.body).toMatchObject({ type: 'login', uid: known.userId, nickname: '老客户' })
    const { rows } = await shop.ctx.db.execute(sql`select uid, nickname, avatar, user_type from wechat_user`)
    expect(rows).toEqual([{ uid: known.userId, nickname: 'Amy', avatar: body.avatar, user_type: 'routine' }])
  })

  test('is refused where the shop switched it off; who began before may bind a phone', async () => {
    const shop = await openShop()
    const { body: start } = await official(shop, 'amy')
    await save(shop, 'wechat', { wechat_login_type: [2] })
    const message = '商家没有开启微信授权登录，请使用手机号登录'
    expect(await official(shop, 'amy')).toMatchObject({ status: 422, body: { message } })
    expect((await program(shop, 'ben')).status).toBe(200)
    const key = 'key' in start ? String(start.key) : ''
    const bound = await shop.visitor().call(frontSignIn.bindWechat, { body: { key, phoneCode: 'sim:amy' } })
    expect(bound.status).toBe(200)
  })

  test('of a disabled customer is refused', async () => {
    const shop = await openPhoneless()
    await program(shop, 'amy')
    await shop.ctx.db.execute(sql`update shop_user set status = false`)
    expect(await program(shop, 'amy')).toMatchObject({ status: 422, body: { message: '账号已被禁用，请联系商家' } })
  })

  test('knows one person by their unionid in the official account and the mini-program', async () => {
    const shop = await openPhoneless()
    const first = await official(shop, 'amy')
    expect(first.body).toMatchObject({ type: 'register', nickname: 'amy' })
    expect((await program(shop, 'amy')).body).toMatchObject({ type: 'login', uid: first.body.uid })
    expect(await countPeople(shop)).toEqual({ customers: 1, people: 1 })
    // Without a unionid, nothing says that the two are one.
    await official(shop, 'ben-alone')
    await program(shop, 'ben-alone')
    expect(await countPeople(shop)).toEqual({ customers: 3, people: 3 })
  })

  test('of two accounts with one phone makes one person of both', async () => {
    const shop = await openShop()
    for (const enter of [official, program]) {
      const { body } = await enter(shop, 'amy-alone')
      const key = 'key' in body ? String(body.key) : ''
      await shop.visitor().call(frontSignIn.bindWechat, { body: { key, phoneCode: 'sim:amy-alone' } })
    }
    expect(await countPeople(shop)).toEqual({ customers: 1, people: 1 })
    const { rows } = await shop.ctx.db.execute(sql`select openid, routine_openid from wechat_user`)
    expect(rows).toEqual([{ openid: 'sim_amy-alone', routine_openid: 'sim_amy-alone' }])
  })
})

describe('at once', () => {
  test.each([
    ['openid', [program, program]],
    ['unionid', [program, official]],
  ] as const)('ten sign-ins with one %s, in two processes, make one customer', async (_, ways) => {
    const shop = await openPhoneless()
    const other = await shop.second()
    for (let round = 0; round < 5; round++) {
      const name = `amy${round}`
      const answers = await Promise.all(
        Array.from({ length: 10 }, (__, index) =>
          (ways[index % 2] ?? program)(shop, name, index % 4 < 2 ? shop.app : other),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(new Set(answers.map(({ body }) => body.uid)).size).toBe(1)
      expect(answers.filter(({ body }) => body.type === 'register')).toHaveLength(1)
      expect(await countPeople(shop)).toEqual({ customers: round + 1, people: round + 1 })
    }
  })

  test('ten people who bind one phone become one customer', async () => {
    const { shop } = await openFront()
    const keys: string[] = []
    for (let index = 0; index < 10; index++) {
      const { body } = await program(shop, `p${index}`)
      if ('key' in body) keys.push(String(body.key))
    }
    const answers = await Promise.all(
      keys.map((key) => shop.visitor().call(frontSignIn.bindWechat, { body: { key, phoneCode: 'sim:amy' } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await countPeople(shop)).toMatchObject({ customers: 1 })
  })
})
