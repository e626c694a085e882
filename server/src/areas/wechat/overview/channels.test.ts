import { setting } from '@zhanggui/contract/setting/setting.ts'
import { channelOverview } from '@zhanggui/contract/wechat/channel-overview.ts'
import { gatewayLog } from '@zhanggui/contract/wechat/gateway-log.ts'
import { jssdk } from '@zhanggui/contract/wechat/jssdk.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type PushSetting, writePush } from '../../../platform/outside/wechat/fake/push.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { signatureOf } from '../jssdk/jssdk.service.ts'
import { miniCodes } from '../mini-code/mini-code.tables.ts'
import { wechatTemplates } from '../template/wechat-template.tables.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'

const APPID = 'wx1234567890abcdef'
/** What menu and templates of a new shop add. */
const OWN = ['menu off 没有从这里发布过', 'template warn 3 个模板还没有同步到微信']
const secrets = {
  wechat_appsecret: 'secretOfTheAccount0001',
  wechat_token: 'zgTestToken01',
  wechat_encoding_aes_key: '2RoS8jTEPuOp2qxnpqxCeRZkNIPuO67RuFKxIRr789U',
}
const push: PushSetting = {
  token: secrets.wechat_token,
  encodingAesKey: secrets.wechat_encoding_aes_key,
  appid: APPID,
  mode: 'sealed',
}

async function save(admin: Caller, group: string, values: Record<string, unknown>) {
  const answer = await admin.call(setting.save, { params: { group }, body: { values } })
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ id: group })
}

const tryOut = async (admin: Caller, kind: 'wechat' | 'routine', values: Record<string, unknown> = {}) =>
  (await admin.call(setting.test, { params: { kind }, body: { values } })).body

/** All that the database holds, as text. */
async function everything({ ctx }: Shop): Promise<string> {
  const { rows } = await ctx.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await ctx.db.execute<{ text: string }>(
        sql`select to_jsonb(t)::text as text from ${sql.identifier(name)} t`,
      )
      return found.rows.map(({ text }) => text).join('\n')
    }),
  )
  return texts.join('\n')
}

test('an account is tried before it is saved, and what keeps it from working is said in words', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const fake = await shop.app.platform.wechat.played()
  expect(await tryOut(admin, 'wechat', { wechat_appid: APPID, wechat_appsecret: 'x' })).toMatchObject({
    ok: true,
    message: expect.stringContaining('连上了'),
  })
  fake.tricks.set('/cgi-bin/stable_token', [
    { fault: { code: 40164, errmsg: 'invalid ip 203.0.113.9, not in whitelist' } },
    { fault: { code: 40125 } },
  ])
  expect(await tryOut(admin, 'routine')).toEqual({ ok: false, message: '服务器 IP 未加入白名单：203.0.113.9' })
  expect(await tryOut(admin, 'routine')).toEqual({ ok: false, message: 'AppSecret 错误或已重置' })
})

test('saving an account forgets its tokens, and its secrets stand nowhere in the clear', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await save(admin, 'wechat', { wechat_appid: APPID, ...secrets })
  await save(admin, 'site', { site_url: 'https://shop.example.com' })
  const page = { query: { url: 'https://shop.example.com/h5/' } }
  expect((await admin.call(jssdk.config, page)).status).toBe(200)
  const counted = async () => (await shop.ctx.db.execute(sql`select 1 from wechat_token`)).rows.length
  expect(await counted()).toBe(2)
  await save(admin, 'wechat', { wechat_share_title: '好物' })
  expect(await counted()).toBe(2)
  const again = { wechat_appsecret: 'secretOfTheAccount0002' }
  await save(admin, 'wechat', again)
  expect(await counted()).toBe(0)

  const { query, payload } = writePush(
    { ToUserName: 'gh_a', FromUserName: 'oA', CreateTime: 1, MsgType: 'text', Content: '问', MsgId: 1 },
    push,
    shop.clock.now(),
  )
  const heard = await shop.app.fastify.inject({
    method: 'POST',
    url: `/api/callback/wechat/public?${new URLSearchParams(query)}`,
    payload,
    headers: { 'content-type': 'text/xml' },
  })
  expect(heard.statusCode).toBe(200)
  await admin.call(jssdk.config, page)
  const { body } = await admin.call(setting.info, { params: { group: 'wechat' } })
  await expect.poll(async () => (await admin.call(gatewayLog.list, { query: {} })).body.total).toBeGreaterThan(3)
  const texts = `${JSON.stringify(body)} ${JSON.stringify(heard.body)} ${await everything(shop)}`
  const ticket = String((await shop.app.platform.wechat.played()).official.present())
  for (const secret of [...Object.values(secrets), ...Object.values(again), 'token-1', ticket])
    expect(texts).not.toContain(secret)
})

test('pages of the shop are signed for WeChat’s browser, and no others', async () => {
  expect(
    signatureOf({
      ticket: 'zgTicket-0001',
      nonceStr: 'Wm3WZYTPz0wzccnW',
      timestamp: 1795838600,
      url: 'https://shop.example.com/h5/?a=1&b=%E4%B8%AD',
    }),
  ).toBe('040daec812993c9eecc1430b8bd2e47bf572742f')
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const visitor = shop.visitor()
  const url = 'https://shop.example.com/h5/?a=1&b=%E4%B8%AD'
  expect(await visitor.call(jssdk.front, { query: { url } })).toMatchObject({
    status: 422,
    body: { code: 'NOT_CONFIGURED' },
  })
  await save(admin, 'site', { site_url: 'https://shop.example.com/' })
  const { body } = await visitor.call(jssdk.front, { query: { url: `${url}#/a` } })
  const ticket = (await shop.app.platform.wechat.played()).official.present()
  expect(body.signature).toBe(signatureOf({ ticket, nonceStr: body.nonceStr, timestamp: body.timestamp, url }))
  for (const foreign of ['https://shop.example.com.evil.cn/', 'http://shop.example.com/', 'javascript:alert(1)', '中'])
    expect(await visitor.call(jssdk.front, { query: { url: foreign } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'url', message: '网址不属于本店' }] },
    })
})

test('the overview says of each channel what works, since when, and where the rest is mended', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const lines = async () => {
    const { body } = await admin.call(channelOverview.info)
    return Object.fromEntries(
      body.cards.map(({ key, lines: of }) => [key, of.map((line) => `${line.key} ${line.state} ${line.text}`)]),
    )
  }
  expect(await lines()).toMatchObject({
    wechat: ['token warn 还没有连过，请测试连接', 'callback warn 还没有收到过，请在微信后台填写服务器地址', ...OWN],
    routine: [
      expect.stringContaining('token'),
      expect.stringContaining('callback'),
      'template warn 10 个模板还没有同步到微信',
    ],
    h5: ['address bad 还没有填写移动端网址', expect.stringContaining('home')],
  })
  await save(admin, 'wechat', { wechat_appid: APPID, ...secrets })
  await save(admin, 'site', { site_url: 'https://shop.example.com' })
  const fake = await shop.app.platform.wechat.played()
  fake.tricks.set('/cgi-bin/stable_token', [{ fault: { code: 40164, errmsg: 'invalid ip 203.0.113.9' } }])
  await tryOut(admin, 'wechat')
  await expect.poll(async () => (await lines()).wechat?.[0]).toBe('token bad 服务器 IP 未加入白名单：203.0.113.9')
  await tryOut(admin, 'wechat')
  const { query, payload } = writePush(
    { ToUserName: 'gh_a', FromUserName: 'oA', CreateTime: 1, MsgType: 'text', Content: '问', MsgId: 1 },
    push,
    shop.clock.now(),
  )
  await shop.app.fastify.inject({
    method: 'POST',
    url: `/api/callback/wechat/public?${new URLSearchParams(query)}`,
    payload,
    headers: { 'content-type': 'text/xml' },
  })
  await expect.poll(async () => (await lines()).wechat).toEqual(['token ok 拿到令牌', 'callback ok 最近收到', ...OWN])
  const { body } = await admin.call(channelOverview.info)
  expect(body.cards.find(({ key }) => key === 'wechat')).toMatchObject({
    about: 'wx1234…cdef',
    callbackUrl: 'https://shop.example.com/api/callback/wechat/public',
  })
  // The code of the shop's address is drawn; that of the mini-program is shown once it was.
  const codeOf = (key: string) => body.cards.find((card) => card.key === key)?.qrcode
  expect([codeOf('h5'), codeOf('routine')]).toEqual([expect.stringMatching(/^data:image\/png;base64,/), ''])
  const { appid } = await getWechatAccount(shop.ctx, 'routine')
  const code = { path: 'pages/index/index', scene: 'home', width: 430, env: 'release' as const }
  await shop.ctx.db.insert(miniCodes).values({ appid, ...code, mime: 'image/png', content: Buffer.from('png') })
  await shop.ctx.db.insert(wechatTemplates).values([
    { kind: 2, name: '发货通知', tempId: 't1', syncTime: shop.clock.now() },
    { kind: 2, name: '退款通知', tempId: 't2', isMissing: true, syncError: '模板不存在，请重新同步' },
  ])
  const { body: drawn } = await admin.call(channelOverview.info)
  expect(drawn.cards.find(({ key }) => key === 'routine')).toMatchObject({ qrcode: 'data:image/png;base64,cG5n' })
  expect(drawn.cards.find(({ key }) => key === 'routine')?.lines.at(-1)).toMatchObject({
    state: 'bad',
    text: '1 个模板不能用，如「退款通知」：模板不存在，请重新同步',
    link: '/channel/routine/template',
  })
  shop.clock.advance(8 * 24 * 3600_000)
  const later = await shop.signInAdmin()
  const { body: quiet } = await later.call(channelOverview.info)
  expect(quiet.cards.find(({ key }) => key === 'wechat')?.lines[1]).toMatchObject({
    state: 'warn',
    text: '已有一周没有收到',
  })
})

test('the log of calls is filtered by account, result and words', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await save(admin, 'wechat', { wechat_appid: APPID, ...secrets })
  const fake = await shop.app.platform.wechat.played()
  fake.tricks.set('/cgi-bin/get_api_domain_ip', [{ fault: { code: 48001, errmsg: 'api unauthorized rid: 1' } }])
  await tryOut(admin, 'wechat')
  await tryOut(admin, 'routine')
  const paths = async (query: object) =>
    (await admin.call(gatewayLog.list, { query })).body.list.map(
      ({ account, path, words }) => `${account} ${path} ${words}`,
    )
  await expect.poll(() => paths({})).toHaveLength(6)
  const refused = '公众号 /cgi-bin/get_api_domain_ip 账号无该接口权限'
  expect(await paths({ result: 'refused' })).toEqual([refused])
  expect(await paths({ keywords: '48001' })).toEqual([refused])
  expect(await paths({ account: 'wechat', keywords: 'domain' })).toEqual([refused])
  expect(new Set(await paths({ result: 'ok', account: 'wechat' }))).toEqual(new Set(['公众号 /cgi-bin/stable_token ']))
  expect(await paths({ result: 'silent' })).toEqual([])
  const clerk = await shop.signIn({ can: [channelOverview.info] })
  expect((await clerk.call(gatewayLog.list, { query: {} })).status).toBe(403)
})
