import { execFileSync } from 'node:child_process'
import { notification } from '@zhanggui/contract/message/notification.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { type PushSetting, writePush } from '../../../platform/outside/wechat/fake/push.ts'
import { isSigned, signParts } from '../../../platform/outside/wechat/wechat-crypto.ts'
import { readXml } from '../../../platform/outside/wechat/wechat-message.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { sendCustomerMessage } from '../customer-message/customer-message.service.ts'
import { type Incoming, incomingAnswers, incomingEffects } from '../incoming/incoming.service.ts'

const OPENID = 'oTest00000000000000000000001'
const setting: PushSetting = {
  token: 'zgTestToken01',
  encodingAesKey: '2RoS8jTEPuOp2qxnpqxCeRZkNIPuO67RuFKxIRr789U',
  appid: 'wx1234567890abcdef',
  mode: 'sealed',
}
const HEX_KEY = 'd91a12f234c43ee3a9daac67a6ac427916643483ee3baed1b852b1211afbf3d5'
const modes = { plain: 0, both: 1, sealed: 2 } as const

/** A shop whose account is set to a form of messages, with what was heard, and an answer to each. */
async function openHearing({ mode } = setting) {
  const shop = await openShop()
  await inTransaction(shop.ctx, (tx) =>
    writeSettings(tx, {
      wechat_appid: setting.appid,
      wechat_token: setting.token,
      wechat_encoding_aes_key: setting.encodingAesKey,
      wechat_encode: modes[mode],
      wechat_ma_token: 'miniToken01',
      routine_appid: 'wxabcdefabcdefabcd',
      routine_original_id: 'gh_mini0001',
    }),
  )
  const heard: Incoming[] = []
  shop.app.platform.hooks.add(incomingEffects, async (_, incoming) => {
    heard.push(incoming)
  })
  shop.app.platform.hooks.add(incomingAnswers, async (_, { type, text }) =>
    type === 'text' ? { type: 'text', content: `答：${text}` } : undefined,
  )
  return { shop, heard }
}

const textOf = (shop: Shop, change: Record<string, unknown> = {}) => ({
  ToUserName: 'gh_0123456789ab',
  FromUserName: OPENID,
  CreateTime: Math.floor(shop.clock.now().getTime() / 1000),
  MsgType: 'text',
  Content: '优惠券',
  MsgId: '24000000000000001',
  ...change,
})

async function post(
  shop: Shop,
  { query, payload }: { query: Record<string, string>; payload: string },
  account = 'public',
) {
  const url = `/api/callback/wechat/${account}?${new URLSearchParams(query)}`
  const answer = await shop.app.fastify.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/xml' },
    payload,
  })
  return { status: answer.statusCode, body: answer.body }
}

const push = (
  shop: Shop,
  fields: Record<string, unknown>,
  { at = shop.clock.now(), ...change }: Partial<PushSetting> & { at?: Date } = {},
  account?: string,
) => post(shop, writePush(fields, { ...setting, ...change }, at), account)

describe('the address of the shop', () => {
  test('is confirmed only to callers who know the token', async () => {
    const { shop } = await openHearing()
    const [timestamp, nonce] = ['1795838500', '1320562132']
    const ask = async (signature: string, account = 'public') => {
      const query = new URLSearchParams({ timestamp, nonce, signature, echostr: '4375120948345356249' })
      const answer = await shop.app.fastify.inject({ url: `/api/callback/wechat/${account}?${query}` })
      return [answer.statusCode, answer.statusCode === 200 ? answer.body : '']
    }
    expect(await ask(signParts(setting.token, timestamp, nonce))).toEqual([200, '4375120948345356249'])
    expect(await ask(signParts('', timestamp, nonce))).toEqual([403, ''])
    expect(await ask('')).toEqual([403, ''])
    expect(await ask(signParts(setting.token, timestamp, nonce), 'other')).toEqual([404, ''])
  })
})

describe('a message', () => {
  test.each(['plain', 'both', 'sealed'] as const)('in the form %s is answered in that form', async (mode) => {
    const { shop, heard } = await openHearing({ ...setting, mode })
    const { status, body } = await push(shop, textOf(shop), { mode })
    expect(status).toBe(200)
    const outer = readXml(body)
    let inner = outer
    if (mode !== 'plain') {
      const { Encrypt, TimeStamp, Nonce, MsgSignature } = outer as Record<string, string>
      expect(isSigned(String(MsgSignature), setting.token, String(TimeStamp), String(Nonce), String(Encrypt))).toBe(
        true,
      )
      const args = ['enc', '-d', '-aes-256-cbc', '-nopad', '-K', HEX_KEY, '-iv', HEX_KEY.slice(0, 32)]
      const plain = execFileSync('openssl', args, { input: Buffer.from(String(Encrypt), 'base64') })
      inner = readXml(plain.toString('utf8', 20, 20 + plain.readUInt32BE(16)))
    }
    expect(inner).toMatchObject({
      ToUserName: OPENID,
      FromUserName: 'gh_0123456789ab',
      MsgType: 'text',
      Content: '答：优惠券',
    })
    expect(heard).toMatchObject([{ account: 'public', openid: OPENID, type: 'text', text: '优惠券' }])
  })

  test('that WeChat did not sign, seal or send now is refused and leaves nothing', async () => {
    const { shop, heard } = await openHearing()
    const old = new Date(shop.clock.now().getTime() - 601_000)
    const entities = '<!DOCTYPE x [<!ENTITY a "b">]><xml><Encrypt>&a;</Encrypt></xml>'
    for (const [asked, status] of [
      [push(shop, textOf(shop), { token: 'other' }), 403],
      [push(shop, textOf(shop), { at: old }), 403],
      [push(shop, textOf(shop), { mode: 'plain' }), 403],
      [push(shop, textOf(shop), { appid: 'wx0000000000000000' }), 403],
      [push(shop, textOf(shop), {}, 'other'), 404],
      [post(shop, { ...writePush(textOf(shop), setting, shop.clock.now()), payload: entities }), 400],
      [post(shop, { ...writePush(textOf(shop), setting, shop.clock.now()), payload: 'x'.repeat(65_537) }), 413],
      [push(shop, { ToUserName: 'gh_x' }), 400],
    ] as const)
      expect((await asked).status).toBe(status)
    const signed = writePush(textOf(shop), setting, shop.clock.now())
    const swapped = writePush(textOf(shop, { Content: '别的' }), setting, shop.clock.now())
    expect((await post(shop, { query: signed.query, payload: swapped.payload })).status).toBe(403)
    expect(heard).toEqual([])
  })

  test('in the clear alone is refused where both forms come, as the key would protect nothing', async () => {
    const { shop, heard } = await openHearing({ ...setting, mode: 'both' })
    expect((await push(shop, textOf(shop), { mode: 'plain' })).status).toBe(403)
    expect(heard).toEqual([])
  })

  test('in JSON has a number of its own, also where its last digits alone differ', async () => {
    const { shop, heard } = await openHearing({ ...setting, mode: 'plain' })
    for (const last of [1, 2, 2]) {
      const { query, payload } = writePush(
        textOf(shop, { MsgId: `240000000000000000${last}` }),
        { ...setting, mode: 'plain', isJson: true },
        shop.clock.now(),
      )
      const asNumber = payload.replace(/"(\d{19})"/, '$1')
      expect((await post(shop, { query, payload: asNumber })).status).toBe(200)
    }
    expect(heard).toHaveLength(2)
  })

  test('that is repeated, also at once, has one effect and the same answer', async () => {
    const { shop, heard } = await openHearing({ ...setting, mode: 'plain' })
    const answers = await Promise.all([1, 2, 3].map(() => push(shop, textOf(shop), { mode: 'plain' })))
    shop.clock.advance(60_000)
    answers.push(await push(shop, textOf(shop), { mode: 'plain' }))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(heard).toHaveLength(1)
    expect(await push(shop, textOf(shop, { MsgType: 'image', MsgId: '2' }), { mode: 'plain' })).toEqual({
      status: 200,
      body: 'success',
    })
    expect(heard).toHaveLength(2)
  })

  test('is answered in time while the database is slow, and its answer follows', async () => {
    const { shop, heard } = await openHearing({ ...setting, mode: 'plain' })
    shop.app.platform.hooks.add(incomingEffects, async ({ db }) => {
      await db.execute(sql`select pg_sleep(4.2)`)
    })
    const start = performance.now()
    const answer = await push(shop, textOf(shop), { mode: 'plain' })
    const took = performance.now() - start
    await shop.app.work()
    const fake = await shop.app.platform.wechat.played()
    await expect
      .poll(() => fake.official.sent, { timeout: 10_000 })
      .toMatchObject([{ openid: OPENID, message: { msgtype: 'text', text: { content: '答：优惠券' } } }])
    expect(answer).toEqual({ status: 200, body: 'success' })
    expect(took).toBeLessThan(4900)
    expect(heard).toHaveLength(1)
  })

  test('of a mini-program is read in JSON, and refused when it is another one’s', async () => {
    const { shop, heard } = await openHearing()
    const mini = { token: 'miniToken01', mode: 'plain', isJson: true } as const
    const event = { MsgType: 'event', Event: 'weapp_audit_fail', Reason: '类目不符', MsgId: undefined }
    const told = textOf(shop, { ...event, ToUserName: 'gh_mini0001' })
    expect(await push(shop, told, mini, 'mini')).toEqual({ status: 200, body: 'success' })
    expect((await push(shop, { ...told, ToUserName: 'gh_other' }, mini, 'mini')).status).toBe(403)
    expect(heard).toMatchObject([{ account: 'mini', event: 'weapp_audit_fail' }])
    const admin = await shop.signInAdmin()
    const { body } = await admin.call(notification.list, { query: {} })
    expect(body.list).toMatchObject([{ title: '小程序版本审核未通过', content: '类目不符' }])
  })
})

test('fans are sent five messages after theirs and three after a click, within their times', async () => {
  const { shop } = await openHearing({ ...setting, mode: 'plain' })
  const send = () =>
    sendCustomerMessage(shop.ctx, { openid: OPENID, message: { type: 'text', content: '您好' } }).then(
      () => 'sent',
      (error: { message: string }) => error.message,
    )
  const other = { FromUserName: 'oOther0000000000000000000001', MsgId: '9' }
  await push(shop, textOf(shop, other), { mode: 'plain' })
  expect(await send()).toContain('48 小时内')
  await push(shop, textOf(shop, { MsgType: 'event', Event: 'CLICK', EventKey: 'x', MsgId: undefined }), {
    mode: 'plain',
  })
  // One that WeChat refuses is not counted; of several at once no more go than it allows.
  const fake = await shop.app.platform.wechat.played()
  fake.tricks.set('/cgi-bin/message/custom/send', [{ errcode: 40003, errmsg: 'invalid openid' }])
  expect(await send()).toBe('用户 openid 无效')
  const atOnce = await Promise.all(Array.from({ length: 5 }, send))
  expect(atOnce.filter((told) => told === 'sent')).toHaveLength(3)
  expect(fake.official.sent).toHaveLength(3)
  expect(await send()).toContain('已达到可回复条数')
  shop.clock.advance(61_000)
  expect(await send()).toContain('48 小时内')
  await push(shop, textOf(shop, { MsgId: '10' }), { mode: 'plain' })
  shop.clock.advance(47 * 3600_000)
  for (let at = 0; at < 5; at++) expect(await send()).toBe('sent')
  expect(await send()).toContain('最多 5 条')
  shop.clock.advance(3600_000)
  expect(await send()).toContain('48 小时内')
})
