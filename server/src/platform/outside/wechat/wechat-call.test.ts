import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openShop, type Shop } from '../../../testing/shop.ts'
import type { Ctx } from '../../http/context.ts'
import { openFakeWechat } from './fake/frame.ts'
import { callWechat, downloadWechat, readWechat, takeTicket, type WechatAccount, WechatRefusal } from './wechat-call.ts'
import { fateOf, refuseWechat, wordsOf } from './wechat-errors.ts'

const known = { appid: 'wx1234567890abcdef', secret: 'a-secret-of-the-account' }
const READ = '/cgi-bin/get_api_domain_ip'
const SEND = '/cgi-bin/clear_quota'

async function open() {
  const shop = await openShop()
  const fake = await openFakeWechat({ now: shop.clock.now, account: known })
  onTestFinished(fake.close)
  const accountOf = ({ platform, now }: Pick<Ctx, 'platform' | 'now'>): WechatAccount => ({
    ...known,
    baseUrl: fake.endpoint,
    timeoutMs: 30_000,
    allowPrivate: true,
    now,
    gateway: platform.wechatGateway,
  })
  return { shop, fake, accountOf, account: accountOf(shop.ctx) }
}

const said = (work: Promise<unknown>) =>
  work.catch(refuseWechat).then(
    () => 'done',
    (error: { status: number; message: string }) => `${error.status} ${error.message}`,
  )

async function countRows(shop: Shop): Promise<number> {
  const { rows } = await shop.ctx.db.execute<{ count: number }>(sql`select count(*)::integer from wechat_api_log`)
  return rows[0]?.count ?? 0
}

describe('the token of an account', () => {
  test('is asked for once by twenty first calls in each of three processes, and is sealed in the database', async () => {
    const { shop, fake, accountOf } = await open()
    const processes = [shop.app, await shop.second(), await shop.second()]
    fake.tricks.set('/cgi-bin/stable_token', [{ fault: { delayMs: 100 } }])
    const accounts = processes.map((app) => accountOf(app.ownContext()))
    await Promise.all(accounts.flatMap((account) => Array.from({ length: 20 }, () => readWechat(account, READ))))
    expect([fake.tokensAsked, fake.tokens]).toEqual([1, 1])
    const { rows } = await shop.ctx.db.execute<{ token: string }>(sql`select token from wechat_token`)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token).toMatch(/^v1\./)
  })

  test('is replaced in its last five minutes, and used by the others while one asks', async () => {
    const { shop, fake, account, accountOf } = await open()
    await readWechat(account, READ)
    shop.clock.advance((7200 - 200) * 1000)
    fake.tricks.set('/cgi-bin/stable_token', [{ fault: { delayMs: 1500 } }])
    const other = accountOf((await shop.second()).ownContext())
    const asking = readWechat(account, READ)
    await expect.poll(() => fake.tokensAsked).toBe(2)
    await readWechat(other, READ)
    expect(fake.tokensAsked).toBe(2)
    await asking
    expect(fake.callsOf(READ).map(({ access_token }) => access_token)).toEqual(['token-1', 'token-1', 'token-2'])
  })

  test('that ends in the middle of a call is not noticed, also when WeChat has to be forced to give another', async () => {
    const { shop, fake, account } = await open()
    await readWechat(account, READ)
    fake.endTokens()
    await callWechat(account, SEND, {})
    fake.killTokens()
    await callWechat(account, SEND, {})
    expect(fake.tokens).toBe(3)
    fake.killTokens()
    // Within thirty seconds nothing is forced again.
    expect(await said(callWechat(account, SEND, {}))).toBe('422 AppSecret 错误或已重置')
    shop.clock.advance(31_000)
    await callWechat(account, SEND, {})
    expect(fake.callsOf(SEND)).toHaveLength(3)
  })

  test('is another one for another secret, and so is the ticket of pages, which is kept alike', async () => {
    const { fake, account } = await open()
    const tickets = await Promise.all([takeTicket(account), takeTicket(account)])
    expect(new Set(tickets).size).toBe(1)
    expect(fake.callsOf('/cgi-bin/ticket/getticket')).toHaveLength(1)
    expect(await said(readWechat({ ...account, secret: 'wrong' }, READ))).toBe('422 AppSecret 错误或已重置')
  })
})

describe('a call that fails', () => {
  test('is repeated twice when it reads or may be repeated, and not when it sends', async () => {
    const { fake, account } = await open()
    fake.tricks.set(READ, [{ fault: { status: 500 } }, { fault: { code: -1 } }])
    await readWechat(account, READ)
    expect(fake.callsOf(READ)).toHaveLength(3)
    fake.tricks.set(READ, [{ fault: { broken: true } }, { fault: { broken: true } }, { fault: { broken: true } }])
    expect(await said(readWechat(account, READ))).toBe('502 微信系统繁忙，请稍后再试')
    fake.tricks.set(SEND, [{ fault: { status: 500 } }])
    expect(await said(callWechat(account, SEND, {}))).toBe('502 微信系统繁忙，请稍后再试')
    expect(fake.callsOf(SEND)).toHaveLength(1)
    fake.tricks.set(SEND, [{ fault: { status: 500 } }, { fault: { status: 502 } }])
    await callWechat(account, SEND, {}, undefined, { isRepeatable: true })
    expect(fake.callsOf(SEND)).toHaveLength(4)
    fake.tricks.set(SEND, [{ fault: { silence: true } }])
    const impatient = { ...account, timeoutMs: 500 }
    expect(await said(callWechat(impatient, SEND, {}, undefined, { isRepeatable: true }))).toContain('504')
    expect(await said(downloadWechat(account, READ, undefined))).toContain('502')
  })

  test('ten times in half a minute lets the account rest for twenty seconds', async () => {
    const { shop, fake, account } = await open()
    await readWechat(account, READ)
    const faults = (times: number) => Array.from({ length: times }, () => ({ fault: { status: 500 } }))
    fake.tricks.set(SEND, faults(10))
    for (let at = 0; at < 10; at++) await said(callWechat(account, SEND, {}))
    expect(await said(callWechat(account, SEND, {}))).toBe('504 微信服务暂时不可用')
    expect(fake.callsOf(SEND)).toHaveLength(10)
    shop.clock.advance(20_001)
    expect(await said(callWechat(account, SEND, {}))).toBe('done')
  })

  test('at one address lets the same account be called at another', async () => {
    const { fake, account } = await open()
    const wrong = { ...account, baseUrl: 'http://127.0.0.1:9' }
    for (let at = 0; at < 4; at++) await said(readWechat(wrong, READ))
    expect(await said(readWechat(wrong, READ))).toBe('504 微信服务暂时不可用')
    expect(await said(readWechat(account, READ))).toBe('done')
    expect(fake.callsOf(READ)).toHaveLength(1)
  })

  test('as WeChat stays busy is told so', async () => {
    const { fake, account } = await open()
    fake.tricks.set(SEND, [{ fault: { code: -1 } }])
    expect(await said(callWechat(account, SEND, {}))).toBe('502 微信系统繁忙，请稍后再试')
  })

  test('is in the log with its code, and neither token nor secret is', async () => {
    const { shop, fake, account } = await open()
    fake.tricks.set(SEND, [{ fault: { code: 45009, errmsg: `quota of ${known.secret} rid: 1-2` } }])
    expect(await said(callWechat(account, SEND, {}, undefined, { biz: 'test' }))).toBe('429 今日接口次数已用完')
    await expect.poll(() => countRows(shop)).toBe(2)
    const { rows } = await shop.ctx.db.execute(sql`select * from wechat_api_log order by id`)
    expect(rows).toMatchObject([
      { path: '/cgi-bin/stable_token', errcode: 0, message: '' },
      { path: SEND, appid: known.appid, errcode: 45009, message: 'quota of *** rid: 1-2', biz: 'test' },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/token-1|a-secret/)
  })
})

test('an account has ten calls under way at most', async () => {
  const { fake, account } = await open()
  await readWechat(account, READ)
  fake.tricks.set(
    READ,
    Array.from({ length: 25 }, () => ({ fault: { delayMs: 250 } })),
  )
  await Promise.all(Array.from({ length: 25 }, () => readWechat(account, READ)))
  expect(fake.atOnce).toBe(10)
})

test.each([
  [
    40164,
    'invalid ip 203.0.113.9 ipv6 ::ffff:203.0.113.9, not in whitelist',
    '服务器 IP 未加入白名单：203.0.113.9',
    'refused',
  ],
  [47003, 'argument invalid! data.thing1.value invalid', '模板字段不符合规则：thing1', 'final'],
  [43101, 'user refuse to accept the msg', '未授权或已取消订阅', 'skipped'],
  [40018, 'invalid button name size', '菜单数量、名称、KEY、链接长度或域名不符合规则', 'refused'],
  [45011, 'api minute-quota reach limit', '调用过于频繁', 'later'],
  [45047, 'out of response count limit', '超过可回复时限或条数', 'final'],
  [-1, 'system error', '微信系统繁忙，请稍后再试', 'later'],
  [99999, 'strange', '微信拒绝了请求：strange（99999）', 'refused'],
] as const)('code %i means %s', (errcode, errmsg, words, fate) => {
  const refusal = new WechatRefusal(errcode, errmsg)
  expect([wordsOf(refusal), fateOf(refusal)]).toEqual([words, fate])
})
