import { log } from '@zhanggui/contract/monitor/log.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { frontAccount, frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { retried } from '../../../platform/data/retried.ts'
import { openFront, wrongCode } from '../../../testing/buyer.ts'
import { makeForm } from '../../../testing/files/multipart.ts'
import { setSettings } from '../../../testing/pay.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { BUYER_UPLOADS, buyerUploadsKey } from '../../file/file/file.service.ts'
import { findOrRegister } from './buyer-sign-in.service.ts'

const phone = '13812345678'
const password = 'Yu-Tian-Mai-San-7'

describe('the code sent to a phone', () => {
  test('is refused when wrong, used, older than five minutes, or tried a sixth time; the phone must be one', async () => {
    const { shop, codeFor } = await openFront()
    const visitor = shop.visitor()
    const enter = async (captcha: string) => {
      const { status, body } = await visitor.call(frontSignIn.mobile, { body: { phone, captcha } })
      return [status, (body as { message?: string }).message]
    }
    const refused = [422, '验证码错误或已过期']
    for (const body of [{ phone: '12345' }, { phone: '23812345678' }, {}])
      expect((await visitor.send('POST', frontSignIn.sendCode.path, body)).status).toBe(400)
    expect(await enter('12345')).toEqual([400, '请输入6位数字验证码'])
    expect(await enter('123456')).toEqual(refused)
    const late = await codeFor(phone)
    shop.clock.advance(5 * 60_000 + 1000)
    expect(await enter(late)).toEqual(refused)
    const guessed = await codeFor(phone)
    for (let guess = 0; guess < 5; guess++) expect(await enter(wrongCode(guessed))).toEqual(refused)
    expect(await enter(guessed)).toEqual(refused)
    const code = await codeFor(phone)
    expect((await enter(code))[0]).toBe(200)
    expect(await enter(code)).toEqual(refused)
    expect(await shop.ctx.db.$count(sql`shop_user`)).toBe(1)
  })

  test('is not voided by the wrong tries of strangers, who have ten together, nor is its day used up by one of them', async () => {
    const { shop, codeFor } = await openFront()
    const [owner, stranger] = [shop.visitor(), shop.visitor()]
    const ask = async (who: Caller) => {
      shop.clock.advance(30 * 60_000)
      return (await who.call(frontSignIn.sendCode, { body: { phone } })).status
    }
    const sentTo = async (who: Caller) => {
      const count: number[] = []
      for (let n = 0; n < 12; n++) count.push(await ask(who))
      return count.filter((status) => status === 200).length
    }
    expect(await sentTo(stranger)).toBe(10)
    expect(await ask(owner)).toBe(200)
    const { rows } = await shop.ctx.db.execute<{ content: string }>(
      sql`select content from sms_log order by id desc limit 1`,
    )
    const captcha = /\d{6}/.exec(rows[0]?.content ?? '')?.[0] ?? ''
    const enter = async (who: Caller, code: string) =>
      (await who.call(frontSignIn.mobile, { body: { phone, captcha: code } })).status
    for (let n = 0; n < 5; n++) for (let guess = 0; guess < 5; guess++) await enter(shop.visitor(), wrongCode(captcha))
    expect((await shop.ctx.db.execute(sql`select tries from sms_code`)).rows).toEqual([{ tries: 10 }])
    expect(await enter(stranger, captcha)).toBe(422)
    expect(await enter(owner, captcha)).toBe(200)
    // Of the whole shop so many are sent in an hour; a customer at an address that is known still gets one.
    shop.clock.advance(3 * 3600_000)
    await setSettings(shop, { sms_code_hourly: 1 })
    expect((await codeFor('13900000001')).length).toBe(6)
    await expect(codeFor('13900000002')).rejects.toThrow('操作过于频繁')
    shop.clock.advance(120_000)
    expect((await owner.call(frontSignIn.sendCode, { body: { phone } })).status).toBe(200)
  })

  test('is sent once a minute at most', async () => {
    const { shop, codeFor } = await openFront()
    await codeFor(phone)
    const again = await shop.visitor().call(frontSignIn.sendCode, { body: { phone } })
    expect(again).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })

  test('goes to the own phone of a buyer who leaves it out', async () => {
    const { shop } = await openFront()
    const buyer = await shop.buyer({ phone })
    expect((await buyer.call(frontSignIn.sendCode, { body: {} })).status).toBe(200)
    const { rows } = await shop.ctx.db.execute<{ phone: string }>(sql`select phone from sms_log`)
    expect(rows).toEqual([{ phone }])
    const nameless = await (await shop.buyer()).call(frontSignIn.sendCode, { body: {} })
    expect(nameless).toMatchObject({ status: 400, body: { message: '请输入手机号' } })
  })

  test('that the shop cannot send is said in words for a buyer', async () => {
    const shop = await openShop()
    const answer = await shop.visitor().call(frontSignIn.sendCode, { body: { phone } })
    expect(answer).toMatchObject({ status: 422, body: { message: '短信验证码暂时无法发送，请稍后再试或联系商家' } })
  })

  test('is not shown in the log of calls, nor is the phone', async () => {
    const { shop, codeFor } = await openFront()
    const admin = await shop.signInAdmin()
    const captcha = await codeFor(phone)
    await shop.visitor().call(frontSignIn.mobile, { body: { phone, captcha } })
    const listed = async () => (await admin.call(log.ofBuyers)).body.list
    await expect.poll(listed).toHaveLength(1)
    const [entry] = await listed()
    expect(entry?.params).toMatchObject({ phone: '138****5678', captcha: '***' })
  })
})

describe('signing in by phone', () => {
  test('registers an unknown phone, and signs its customer in the next time', async () => {
    const { shop, codeFor } = await openFront()
    const visitor = shop.visitor()
    const enter = async () =>
      (await visitor.call(frontSignIn.mobile, { body: { phone, captcha: await codeFor(phone), spread_spid: 0 } })).body
    const first = await enter()
    expect(first).toMatchObject({
      type: 'register',
      phone: '138****5678',
      nickname: expect.stringMatching(/^用户\d{6}$/),
    })
    expect(await enter()).toMatchObject({ type: 'login', uid: first.uid, nickname: first.nickname })
    const signedIn = { headers: { authorization: `Bearer ${first.token}` } }
    expect((await visitor.call(frontSignIn.isSignedIn, signedIn)).body).toEqual({ exist: true })
    expect((await visitor.call(frontAccount.logout, signedIn)).status).toBe(200)
    expect((await visitor.call(frontSignIn.isSignedIn, signedIn)).body).toEqual({ exist: false })
    expect((await visitor.call(frontAccount.logout, signedIn)).status).toBe(401)
    const { rows } = await shop.ctx.db.execute(sql`select account, phone, user_type, login_type, add_ip from shop_user`)
    const own = { account: phone, phone, user_type: 'h5', login_type: 'h5', add_ip: expect.stringMatching(/^203\.0\./) }
    expect(rows).toEqual([own])
    const trail = await shop.ctx.db.execute(sql`select 1 from audit_entry where object_type like 'front%'`)
    expect(trail.rows).toEqual([])
  })

  test('of a disabled customer is refused, though the code is right', async () => {
    const { shop, codeFor } = await openFront()
    await shop.buyer({ phone })
    await shop.ctx.db.execute(sql`update shop_user set status = false`)
    const answer = await shop.visitor().call(frontSignIn.mobile, { body: { phone, captcha: await codeFor(phone) } })
    expect(answer).toMatchObject({ status: 422, body: { message: '账号已被禁用，请联系商家' } })
  })

  test('of a number that an earlier owner still has as account makes a customer of its own', async () => {
    const { shop, codeFor } = await openFront()
    const earlier = await shop.buyer({ phone })
    await shop.ctx.db.execute(sql`update shop_user set phone = '13900000000' where id = ${earlier.userId}`)
    const body = { phone, captcha: await codeFor(phone) }
    const { body: entered } = await shop.visitor().call(frontSignIn.mobile, { body })
    expect(entered).toMatchObject({ type: 'register' })
    expect(entered.uid).not.toBe(earlier.userId)
  })
})

describe('signing in by password', () => {
  test('is refused alike for a wrong password, none at all, and an unknown account', async () => {
    const shop = await openShop()
    await shop.buyer({ phone, password })
    const bare = await shop.buyer()
    for (const [account, typed] of [
      [phone, 'wrong'],
      ['13900000000', password],
      [bare.username, ''.padEnd(8, 'x')],
    ] as const)
      expect(await enter(shop.visitor(), account, typed)).toEqual([400, '账号或密码不正确'])
    expect((await enter(shop.visitor(), phone, password))[0]).toBe(200)
  })

  test('is refused beyond thirty failures from one address, whatever accounts it names', async () => {
    const shop = await openShop()
    await shop.buyer({ phone, password })
    const thief = shop.visitor()
    const statuses: number[] = []
    for (let n = 0; n < 32; n++) statuses.push((await enter(thief, `139000000${n + 10}`, password))[0] as number)
    expect(statuses).toEqual([...Array(30).fill(400), 429, 429])
    expect((await enter(thief, phone, password))[0]).toBe(429)
    for (let n = 0; n < 3; n++) expect((await enter(shop.visitor(), phone, password))[0]).toBe(200)
  })

  test('locks an account for 15 minutes after five failures from one network, and no other network', async () => {
    const shop = await openShop()
    await shop.buyer({ phone, password })
    const guess = async (address: string, typed: string) => {
      const payload = { account: phone, password: typed }
      const { path: url } = frontSignIn.password
      return (await shop.app.fastify.inject({ method: 'POST', url, remoteAddress: address, payload })).statusCode
    }
    for (let times = 0; times < 5; times++) expect(await guess('198.51.100.7', 'wrong')).toBe(400)
    expect(await guess('198.51.100.7', password)).toBe(423)
    expect(await guess('192.0.2.7', password)).toBe(200)
    shop.clock.advance(15 * 60_000 + 1000)
    expect(await guess('198.51.100.7', password)).toBe(200)
  })

  test('of a disabled customer is refused only when the password is right', async () => {
    const shop = await openShop()
    await shop.buyer({ phone, password })
    await shop.ctx.db.execute(sql`update shop_user set status = false`)
    expect((await enter(shop.visitor(), phone, 'wrong'))[0]).toBe(400)
    expect(await enter(shop.visitor(), phone, password)).toEqual([422, '账号已被禁用，请联系商家'])
  })

  async function enter(visitor: Caller, account: string, typed: string) {
    const { status, body } = await visitor.call(frontSignIn.password, { body: { account, password: typed } })
    return [status, (body as { message?: string }).message]
  }
})

describe('at once', () => {
  test('ten sign-ups with one phone make one customer', async () => {
    const shop = await openShop()
    const other = await shop.second()
    const entrants = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        retried(index % 2 ? shop.ctx : other.ownContext(), (tx) => findOrRegister(tx, { phone, channel: 'h5' })),
      ),
    )
    expect(new Set(entrants.map(({ customer }) => customer.id)).size).toBe(1)
    expect(entrants.filter(({ isNew }) => isNew)).toHaveLength(1)
  })

  test('a code used five times admits one', async () => {
    const { shop, codeFor } = await openFront()
    const captcha = await codeFor(phone)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.visitor().call(frontSignIn.mobile, { body: { phone, captcha } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  })
})

describe('a buyer changes', () => {
  test('the password by a code to their own phone, which ends their other sessions; weak ones are refused', async () => {
    const { shop, codeFor } = await openFront()
    const buyer = await shop.buyer({ phone })
    const captcha = await codeFor(phone)
    const reset = (change: object) =>
      buyer.send('POST', frontAccount.resetPassword.path, { phone, captcha, password, ...change })
    for (const weak of ['short', '12345678', phone, 'password1'])
      expect(await reset({ password: weak }), weak).toMatchObject({ status: 400 })
    expect(await reset({ phone: '13900000000' })).toMatchObject({ status: 422 })
    expect(await reset({ captcha: wrongCode(captcha) })).toMatchObject({ status: 422 })
    const elsewhere = (await shop.visitor().call(frontSignIn.mobile, { body: { phone, captcha } })).body
    expect((await reset({ captcha: await codeFor(phone) })).status).toBe(200)
    const other = { headers: { authorization: elsewhere.token } }
    expect(await shop.visitor().call(frontAccount.logout, other)).toMatchObject({
      status: 401,
      body: { message: '密码已修改，请重新登录' },
    })
    expect((await buyer.call(frontSignIn.isSignedIn)).body).toEqual({ exist: true })
    const body = { account: phone, password }
    expect((await shop.visitor().call(frontSignIn.password, { body })).status).toBe(200)
  })

  test('the phone to one that no other customer has, and an account that is the phone follows it', async () => {
    const { shop, codeFor } = await openFront()
    const [one, other] = [await shop.buyer({ phone }), await shop.buyer()]
    const bind = (who: Caller, to: string, captcha: string, oldCaptcha?: string) =>
      who.call(frontAccount.bindPhone, { body: { phone: to, captcha, ...(oldCaptcha && { oldCaptcha }) } })
    expect(await bind(other, phone, await codeFor(phone))).toMatchObject({
      status: 409,
      body: { message: '该手机号已被使用' },
    })
    // A device that was left behind is not enough: the old phone is asked first, and the new one's code stays good meanwhile.
    const [body, own] = [{ phone, captcha: await codeFor(phone) }, await codeFor('13900000001')]
    const { token } = (await shop.visitor().call(frontSignIn.mobile, { body })).body
    const unproven = { status: 422, body: { message: expect.stringMatching(/^请先填写发到原手机号的验证码/) } }
    expect(await bind(one, '13900000001', own)).toMatchObject(unproven)
    const old = await codeFor(phone)
    expect(await bind(one, '13900000001', own, wrongCode(old))).toMatchObject({ status: 422 })
    expect((await bind(one, '13900000001', own, old)).status).toBe(200)
    const elsewhere = await shop.visitor().call(frontAccount.logout, { headers: { authorization: token } })
    expect(elsewhere).toMatchObject({ status: 401, body: { message: '手机号已更换，请重新登录' } })
    expect((await one.call(frontSignIn.isSignedIn)).body).toEqual({ exist: true })
    const { rows: trail } = await shop.ctx.db.execute<{ actor_name: string; diff: object[] }>(
      sql`select actor_name, diff from audit_entry where object_type = 'shop-user' and object_id = ${String(one.userId)}`,
    )
    expect(trail).toEqual([
      {
        actor_name: expect.stringMatching(/^买家「/),
        diff: [expect.objectContaining({ label: '手机号', before: '138****5678', after: '139****0001' })],
      },
    ])
    expect((await bind(other, phone, await codeFor(phone))).status).toBe(200)
    const { rows } = await shop.ctx.db.execute(sql`select id, account, phone from shop_user order by id`)
    expect(rows).toEqual([
      { id: one.userId, account: '13900000001', phone: '13900000001' },
      { id: other.userId, account: other.username, phone },
    ])
  })

  test('what they say of themselves, field by field; a picture must be ours or WeChat’s', async () => {
    const shop = await openShop()
    const buyer = await shop.buyer({ nickname: '小美' })
    const edit = async (body: object) => (await buyer.send('POST', frontAccount.edit.path, body)).status
    for (const wrong of [
      { nickname: 'x'.repeat(65) },
      { sex: 9 },
      { birthday: '1990-02-30' },
      { birthday: '2999-01-01' },
      { birthday: '1990' },
      { avatar: 'javascript:alert(1)' },
      { avatar: 'http://a.example/b.png' },
      { avatar: 'https://a.example/b.png' },
      { avatar: 'https://qlogo.cn.a.example/b.png' },
      { avatar: `https://a.example/file/public/2026/11/23/${'a'.repeat(32)}.png` },
    ])
      expect(await edit(wrong), JSON.stringify(wrong)).toBe(400)
    const { url } = await upload(shop, buyer)
    expect(await edit({ sex: 2, birthday: '1990-01-31', avatar: url })).toBe(200)
    expect(await edit({})).toBe(200)
    const read = async () =>
      (await shop.ctx.db.execute(sql`select nickname, sex, birthday::text, avatar, version from shop_user`)).rows[0]
    const stored = { nickname: '小美', sex: 2, birthday: '1990-01-31', avatar: expect.stringMatching(/^public\//) }
    expect(await read()).toEqual({ ...stored, version: 1 })
    const uses = await shop.ctx.db.execute(sql`select owner_type, owner_id, field from file_ref`)
    expect(uses.rows).toEqual([{ owner_type: 'shopUser', owner_id: buyer.userId, field: 'avatar' }])
  })

  test('no picture of others: neither the shop’s own nor another buyer’s, which could not be deleted then', async () => {
    const shop = await openShop()
    const [buyer, other] = [await shop.buyer(), await shop.buyer()]
    const edit = (body: object) => buyer.send('POST', frontAccount.edit.path, body)
    const { url } = await upload(shop, other)
    const refused = { status: 400, body: { message: '请上传自己的图片', errors: [{ field: 'avatar' }] } }
    expect(await edit({ avatar: url })).toMatchObject(refused)
    expect(await edit({ avatar: url.replace(/^.*\/file\//, '').replace('public', 'private') })).toMatchObject(refused)
    // What staff or an import gave them is theirs to keep.
    await shop.ctx.db.execute(
      sql`update shop_user set avatar = ${url.replace(/^.*\/file\//, '')} where id = ${buyer.userId}`,
    )
    expect(await edit({ avatar: url })).toMatchObject({ status: 200 })
  })

  test('no more pictures than two hundred within a day, however often they sign in; others go on', async () => {
    const shop = await openShop()
    const [buyer, other] = [await shop.buyer(), await shop.buyer()]
    const { limits } = shop.ctx.platform
    for (let n = 0; n < 200; n++) await limits.take(buyerUploadsKey(buyer.userId), BUYER_UPLOADS)
    const again = await shop.buyer({ uid: buyer.userId })
    for (const each of [buyer, again]) expect((await sendPicture(shop, each)).statusCode).toBe(429)
    expect((await sendPicture(shop, other)).statusCode).toBe(200)
  })

  test('nothing by uploading what is no picture', async () => {
    const shop = await openShop()
    const buyer = await shop.buyer()
    const { payload, headers } = makeForm([{ fileName: 'a.png', content: Buffer.from('<script>') }])
    const { path: url } = frontAccount.upload
    const sent = { ...headers, authorization: buyer.token }
    const answer = await shop.app.fastify.inject({ method: 'POST', url, payload, headers: sent })
    expect(answer.statusCode).toBe(415)
  })
})

test('the sign-in page is told the names and pictures of the shop, and that WeChat is simulated', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const values = { site_name: '小店' }
  await admin.call(setting.save, { params: { group: 'site' }, body: { values } })
  expect((await shop.visitor().call(frontSignIn.config)).body).toEqual({
    siteName: '小店',
    logo: '',
    mobileLoginLogo: '',
    phoneVerification: [1, 2],
    wechatOpen: true,
    wechatWays: [1, 2],
    wechatAuthorize: expect.stringMatching(/\/connect\/oauth2\/authorize\?appid=wx\w+&response_type=code$/),
    fake: true,
  })
})

async function upload(shop: Shop, buyer: Caller): Promise<{ url: string }> {
  const answer = await sendPicture(shop, buyer)
  expect(answer.statusCode).toBe(200)
  return answer.json() as { url: string }
}

async function sendPicture({ app }: Shop, buyer: Caller) {
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { payload, headers } = makeForm([{ fileName: 'a.png', content }])
  const sent = { ...headers, authorization: buyer.token }
  return app.fastify.inject({ method: 'POST', url: frontAccount.upload.path, payload, headers: sent })
}
