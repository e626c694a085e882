import { connect } from 'node:net'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { settings } from '../../areas/setting/setting/setting.tables.ts'
import { makeProbe, probe } from '../../testing/process/probe.ts'
import { openShop, type Shop } from '../../testing/shop.ts'

const json = { 'content-type': 'application/json' }

describe('the error body', () => {
  test('has status, message, time, code and request id', async () => {
    const shop = await openShop()
    const answer = await shop.visitor().call(auth.info)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer).toMatchObject({
      status: 401,
      body: {
        status: 401,
        code: 'TOKEN_INVALID',
        message: '登录状态已过期',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        requestId: answer.headers['x-request-id'],
      },
    })
  })

  test('of an internal error is only an apology', async () => {
    const shop = await openShop(makeProbe())
    const staff = await shop.signIn()
    const { status, body } = await staff.call(probe.store, { body: { name: 'a', after: 'fail' } })
    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 'INTERNAL', message: '系统繁忙，请稍后再试' })
    expect(JSON.stringify(body)).not.toMatch(/secret|dict|Error/)
  })

  test.each([
    ['an unknown path', 'GET', '/api/nothing', undefined, {}, 404, '接口不存在'],
    ['an unknown path with what looks like code', 'POST', "/admin/'%3Cscript%3E", undefined, {}, 404, '接口不存在'],
    ['a wrong method', 'PATCH', '/api/dept', undefined, {}, 405, '此接口不支持 PATCH 方法'],
    ['TRACE, which would echo the headers', 'TRACE', '/api/dept', undefined, {}, 405, '此接口不支持 TRACE 方法'],
    ['a wrong escape in the path', 'GET', '/api/dict/%zz', undefined, {}, 400, '请求格式错误'],
    ['broken JSON', 'POST', '/api/dept', '{"name":', json, 400, '请求体格式错误，应为 UTF-8 编码的 JSON'],
    ['broken UTF-8', 'POST', '/api/dept', Buffer.from('{"name":"\xff"}', 'latin1'), json, 400, '请求体格式错误'],
    ['a prototype in JSON', 'POST', '/api/dept', '{"__proto__":{}}', json, 400, '请求体格式错误'],
    ['deep JSON', 'POST', '/api/dept', `{"a":${'['.repeat(30)}${']'.repeat(30)}}`, json, 400, '请求体格式错误'],
    ['another content type', 'POST', '/api/dept', 'name=x', { 'content-type': 'text/plain' }, 415, '不支持的内容类型'],
    ['a body too large', 'POST', '/api/dept', `"${'x'.repeat(1_048_576)}"`, json, 413, '上传内容超出大小限制'],
    ['no body', 'POST', '/api/dept', undefined, {}, 400, '部门名称不能为空'],
    ['a body that is no object', 'POST', '/api/dept', '[1]', json, 400, '请求内容应为对象'],
  ])('answers %s', async (_, method, url, payload, headers, status, message) => {
    const shop = await openShop()
    const { token } = await shop.signInAdmin()
    const answer = await shop.app.fastify.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(payload !== undefined && { payload }),
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ status, message: expect.stringContaining(message) })
  })

  test('of a wrong method lists the allowed ones', async () => {
    const shop = await openShop()
    const { headers } = await shop.visitor().send('PATCH', '/api/dept')
    expect(headers.allow).toBe('GET, POST, PUT, DELETE')
  })

  test('is also sent for malformed HTTP', async () => {
    const shop = await openShop()
    const address = new URL(await shop.app.listen())
    const exchange = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        let text = ''
        const socket = connect(Number(address.port), '127.0.0.1', () => socket.write(bytes))
        socket.on('data', (data) => {
          text += data
        })
        socket.on('error', reject)
        socket.on('close', () => resolve(text))
      })
    const broken = await exchange('BREW /coffee\r\n\r\n')
    expect(broken).toMatch(/^HTTP\/1\.1 400 [\s\S]*"status":400,"message":"请求格式错误"/)
    expect(broken).toContain('X-Content-Type-Options: nosniff')
    const heavy = await exchange(`GET /auth/site HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(heavy).toMatch(/^HTTP\/1\.1 431 [\s\S]*"message":"请求头过大"/)
  })
})

describe('headers', () => {
  test('a well-formed request id is kept, any other is replaced', async () => {
    const shop = await openShop()
    const idOf = async (id: string) =>
      String((await shop.visitor().call(auth.site, { headers: { 'x-request-id': id } })).headers['x-request-id'])
    expect(await idOf('abcd-1234')).toBe('abcd-1234')
    for (const wrong of ['short', '<script>alert(1)</script>', 'x'.repeat(65), 'a b c d e f'])
      expect(await idOf(wrong)).toMatch(/^[0-9A-Z]{26}$/)
  })

  test('every answer has the security headers', async () => {
    const shop = await openShop()
    for (const url of ['/auth/site', '/api/nothing', '/healthz']) {
      const { headers } = await shop.visitor().send('GET', url)
      expect(headers, url).toMatchObject({
        'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'SAMEORIGIN',
        'permissions-policy': expect.stringContaining('camera=(self), microphone=()'),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
    const { headers } = await shop.visitor().send('GET', '/api/dict/%zz')
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  test('in production over https, browsers get an HSTS header', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' }
    const shop = await openShop({ env })
    const { headers } = await shop.visitor().call(auth.site)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test('answers to calls must not be cached', async () => {
    const shop = await openShop()
    expect((await shop.visitor().call(auth.site)).headers['cache-control']).toBe('no-store')
    expect((await shop.visitor().call(auth.info)).headers['cache-control']).toBe('no-store')
  })
})

describe('pages of other origins', () => {
  const friend = 'https://desk.example.com'
  const asking = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }

  test('may call if the shop lists exactly that origin, without cookies', async () => {
    const shop = await openShop({ env: { CORS_ORIGINS: `${friend}, http://localhost:9000` } })
    const preflight = await shop.visitor().send('OPTIONS', '/api/dept', undefined, { origin: friend, ...asking })
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': friend,
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': expect.stringContaining('Authorization'),
        'access-control-max-age': '600',
        vary: 'Origin',
      },
    })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    const refused = await shop.visitor().call(auth.info, { headers: { origin: friend } })
    expect(refused).toMatchObject({
      status: 401,
      headers: {
        'access-control-allow-origin': friend,
        'access-control-expose-headers': expect.stringContaining('X-Perm-Version'),
        vary: expect.stringContaining('Origin'),
      },
    })
  })

  test('may not call if the shop lists none', async () => {
    const shop = await openShop()
    const preflight = await shop.visitor().send('OPTIONS', '/api/dept', undefined, { origin: friend, ...asking })
    expect(preflight).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each(['https://evil.example.com', `${friend}.evil.com`, 'http://desk.example.com', 'null', '*'])(
    'such as %s may not, where others are named',
    async (origin) => {
      const shop = await openShop({ env: { CORS_ORIGINS: friend } })
      const preflight = await shop.visitor().send('OPTIONS', '/api/dept', undefined, { origin, ...asking })
      expect(preflight).toMatchObject({ status: 405, headers: { vary: expect.stringContaining('Origin') } })
      expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
    },
  )
})

describe('the caller', () => {
  test('is identified only by the Authorization header, never by a cookie or the address', async () => {
    const shop = await openShop()
    const { token } = await shop.signInAdmin()
    const visitor = shop.visitor()
    for (const cookie of [`token=${token}`, `Authorization=Bearer ${token}`])
      expect((await visitor.call(auth.info, { headers: { cookie } })).status).toBe(401)
    expect((await visitor.send('GET', `/auth/info?token=${token}&authorization=${token}`)).status).toBe(401)
    expect((await visitor.call(auth.info, { headers: { authorization: token } })).status).toBe(200)
    expect((await visitor.call(auth.info, { headers: { authorization: `bearer ${token}` } })).status).toBe(200)
  })

  test.each([
    "' or 1=1 --",
    'Bearer',
    'Bearer undefined',
    `Bearer ${'x'.repeat(5000)}`,
    'Basic YTpi',
    'Bearer \u00FF\u0001',
  ])('is not identified by %j', async (authorization) => {
    const shop = await openShop()
    const answer = await shop.visitor().call(auth.info, { headers: { authorization } })
    expect(answer).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } })
  })
})

describe('a GET that changes data', () => {
  test('is refused when a browser only prefetches it', async () => {
    const shop = await openShop(makeProbe())
    const staff = await shop.signIn()
    const prefetching: Record<string, string>[] = [{ purpose: 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }]
    for (const headers of prefetching) {
      const answer = await staff.call(probe.change, { headers })
      expect(answer).toMatchObject({ status: 400, body: { message: '此操作不能预取' } })
      expect((await staff.call(probe.open, { headers })).status).toBe(200)
    }
    expect((await staff.call(probe.change)).status).toBe(200)
  })

  test('does not run for HEAD, which other reads answer', async () => {
    const shop = await openShop(makeProbe())
    const staff = await shop.signIn()
    expect((await staff.send('HEAD', probe.change.path)).status).toBe(405)
    expect((await staff.send('HEAD', probe.open.path)).status).toBe(200)
    expect((await staff.send('OPTIONS', probe.open.path)).status).toBe(405)
  })
})

describe('the version the caller saw', () => {
  async function openDept(before: (shop: Shop) => Promise<unknown> = async () => {}) {
    const shop = await openShop()
    await before(shop)
    const staff = await shop.signIn({ can: Object.values(dept) })
    const { id, version } = (await staff.call(dept.save, { body: { name: '客服部' } })).body
    const rename = (headers: Record<string, string>, version?: number) =>
      staff.call(dept.update, { body: { id, version, name: '客服' }, headers })
    return { shop, version, rename }
  }

  test('may be in If-Match, in the body, or in both if they agree', async () => {
    const { version, rename } = await openDept()
    expect((await rename({ 'if-match': `"${version}"` })).status).toBe(200)
    expect(await rename({ 'if-match': `"${version}"` })).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT' },
    })
    expect((await rename({ 'if-match': String(version + 1) }, version + 1)).status).toBe(200)
    expect(await rename({ 'if-match': '"7"' }, 8)).toMatchObject({
      status: 400,
      body: { message: 'If-Match 与请求中的版本号不一致' },
    })
    expect((await rename({ 'if-match': 'W/"x"' })).status).toBe(400)
  })

  test('may be missing, which is logged', async () => {
    const { shop, rename } = await openDept()
    expect((await rename({})).status).toBe(200)
    const noted = async () => {
      const { rows } = await shop.ctx.db.execute<{ params: object }>(
        sql`select params from operation_log where method = 'PUT /api/dept'`,
      )
      return rows[0]?.params
    }
    await expect.poll(noted).toMatchObject({ lastWriteWins: true })
  })

  test('is required if the shop is strict', async () => {
    const { version, rename } = await openDept(({ ctx }) =>
      ctx.db.insert(settings).values({ key: 'strict_version', group: 'security', value: true }),
    )
    expect(await rename({})).toMatchObject({ status: 428, body: { code: 'VERSION_REQUIRED' } })
    expect((await rename({}, version)).status).toBe(200)
  })
})

describe('fields', () => {
  test('of a POST may be in its query; those in the body take precedence', async () => {
    const shop = await openShop()
    const staff = await shop.signIn({ can: Object.values(dict) })
    expect((await staff.send('POST', '/api/dict?name=fabric&remark=%E9%9D%A2%E6%96%99')).status).toBe(200)
    expect((await staff.send('POST', '/api/dict?name=other', { name: 'colour' })).status).toBe(200)
    const { body } = await staff.call(dict.all)
    expect(body.map(({ name }) => name)).toEqual(expect.arrayContaining(['fabric', 'colour']))
    expect(body.map(({ name }) => name)).not.toContain('other')
  })

  test('that the route does not declare are ignored', async () => {
    const shop = await openShop()
    const staff = await shop.signIn({ can: Object.values(dict) })
    const draft = { name: 'fabric', builtin: true, version: 9, createdBy: 1, createTime: '2000-01-01 00:00:00' }
    expect((await staff.send('POST', '/api/dict', draft)).status).toBe(200)
    const saved = (await staff.call(dict.all)).body.find(({ name }) => name === 'fabric')
    expect(saved).toMatchObject({ builtin: false, version: 0 })
    expect(saved?.createTime).not.toContain('2000')
  })
})

describe('section 5.3 limits', () => {
  /** Opens a shop in the first second of a minute, so that no test runs into the next minute. */
  async function openAtMinute() {
    const shop = await openShop()
    shop.clock.advance(60_000 - (shop.clock.now().getTime() % 60_000))
    return shop
  }

  test('report how many calls remain and when to retry', async () => {
    const shop = await openAtMinute()
    const visitor = shop.visitor()
    const first = await visitor.call(auth.site)
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '60', 'ratelimit-reset': expect.stringMatching(/^\d+$/) })
    expect(Number(first.headers['ratelimit-remaining'])).toBeLessThan(60)
    const answers = await Promise.all(Array.from({ length: 80 }, () => visitor.send('GET', '/auth/site')))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(59)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/^操作过于频繁，请\d+秒后再试$/),
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await shop.visitor().call(auth.site)).status).toBe(200)
  })

  test('count the reads of staff against their session, not against the address they share', async () => {
    const shop = await openAtMinute()
    const staff = await shop.signIn()
    const answers = await Promise.all(Array.from({ length: 80 }, () => staff.call(auth.site)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[0]?.headers).toMatchObject({ 'ratelimit-limit': '600' })
    await staff.call(auth.logout)
    const after = await Promise.all(Array.from({ length: 80 }, () => staff.call(auth.site)))
    expect(after.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(60)
  })

  test('apply across all processes', async () => {
    const shop = await openAtMinute()
    const second = await shop.second()
    const visitor = shop.visitor()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => visitor.call(auth.site, { process: index % 2 ? second : shop.app })),
    )
    const passed = answers.filter(({ status }) => status === 200).length
    expect(passed).toBeLessThanOrEqual(60)
    expect(passed).toBeGreaterThanOrEqual(48)
  })
})

test('/.well-known/security.txt names the contact for vulnerabilities, if the shop has one', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const read = () => shop.app.fastify.inject('/.well-known/security.txt')
  expect((await read()).statusCode).toBe(404)
  const save = (security_contact: string) =>
    admin.call(setting.save, { params: { group: 'security' }, body: { values: { security_contact } } })
  expect((await save('root@shop\nX: 1')).status).toBe(400)
  expect((await save('mailto:security@shop.example')).status).toBe(200)
  const { headers, body } = await read()
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^Contact: mailto:security@shop\.example\nExpires: \d{4}-\d\d-\d\dT[\d:.]+Z\n/)
})

test('a shop that is not set up answers only the calls that set-up needs', async () => {
  const shop = await openShop({ setUp: false })
  expect(await shop.visitor().call(dept.list)).toMatchObject({
    status: 503,
    body: { code: 'SETUP_REQUIRED', message: '系统尚未初始化' },
  })
  expect((await shop.visitor().call(auth.setupStatus)).body.required).toBe(true)
})
