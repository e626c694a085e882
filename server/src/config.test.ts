import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const key = 'ab'.repeat(32)

describe('an invalid environment variable stops the start with a message that names it', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT 应为 0 到 65535 的整数，现在是「http」'],
    [{ PORT: '70000' }, 'PORT 应为 0 到 65535 的整数'],
    [{ PORT: '80.5' }, 'PORT 应为 0 到 65535 的整数'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL 应为 postgres://… 或 postgresql://… 形式的地址'],
    [{ DATABASE_URL: 'postgres' }, 'DATABASE_URL 应为'],
    [{ DATABASE_OWNER_URL: 'x' }, 'DATABASE_OWNER_URL 应为'],
    [{ DATABASE_REPLICA_URL: 'x' }, 'DATABASE_REPLICA_URL 应为'],
    [{ PUBLIC_URL: 'shop.example.com' }, 'PUBLIC_URL 应为 http://… 或 https://… 形式的地址'],
    [{ ROLE: 'boss' }, 'ROLE 只能是 all、api、worker 之一，现在是「boss」'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL 只能是'],
    [{ APP_SECRET_KEY: 'short' }, 'APP_SECRET_KEY 须为 32 字节'],
    [{ ADMIN_INITIAL_USERNAME: 'boss' }, 'ADMIN_INITIAL_USERNAME 和 ADMIN_INITIAL_PASSWORD 必须同时设置'],
    [{ ADMIN_INITIAL_USERNAME: '1', ADMIN_INITIAL_PASSWORD: 'x' }, 'ADMIN_INITIAL_USERNAME 须以字母开头'],
    [{ ADMIN_SETUP_TOKEN: 'a'.repeat(15) }, 'ADMIN_SETUP_TOKEN 至少需要 16 个字符'],
    [{ TRUSTED_PROXIES: '10.0.0.1, balancer' }, 'TRUSTED_PROXIES：「balancer」不是有效的地址或网段'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES：「10.0.0.0/33」不是有效的地址或网段'],
    [{ METRICS_ALLOW: 'all' }, 'METRICS_ALLOW：「all」不是有效的地址或网段'],
    [{ WECHAT_MODE: 'mock' }, 'WECHAT_MODE 只能是 real、fake 之一，现在是「mock」'],
    [{ WECHAT_PAY_BASE: 'pay' }, 'WECHAT_PAY_BASE 应为'],
    [{ CAPTCHA_FIXED_CODE: '8888' }, 'CAPTCHA_FIXED_CODE 只能在 NODE_ENV=test 时使用，请删除它'],
  ])('%j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(sentence)
  })

  test.each(['*', 'https://*.example.com', 'null', 'https://shop.example.com/', 'shop.example.com', 'file:///x'])(
    '%s is no exact origin',
    (origin) => {
      const env = { CORS_ORIGINS: `https://shop.example.com,${origin}` }
      expect(() => readConfig(env)).toThrow(`CORS_ORIGINS 须逐个写明来源`)
      expect(() => readConfig(env)).toThrow(`「${origin}」`)
    },
  )

  test('in production, a database of its own without a key of its own', () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/shop' }
    expect(() => readConfig(env)).toThrow('必须设置 APP_SECRET_KEY')
    expect(readConfig({ ...env, APP_SECRET_KEY: key }).secretKey).toEqual(Buffer.from(key, 'hex'))
  })

  test('in production, a simulated WeChat, which lets anyone in as anyone, unless it is asked for', () => {
    const env = { NODE_ENV: 'production', WECHAT_MODE: 'fake' }
    expect(() => readConfig(env)).toThrow('WECHAT_MODE=fake 不能用于生产环境')
    expect(readConfig({ ...env, WECHAT_ALLOW_FAKE: '1' }).wechat.isFake).toBe(true)
    expect(readConfig({}).wechat).toMatchObject({ isFake: false, bases: { api: 'https://api.weixin.qq.com' } })
  })

  test('in production, an address without TLS, unless it is asked for', () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://shop.example.com' }
    expect(() => readConfig(env)).toThrow('PUBLIC_URL 在生产环境必须以 https:// 开头')
    expect(readConfig({ ...env, ALLOW_HTTP: '1' }).publicUrl).toBe('http://shop.example.com')
  })
})

test('with an empty environment the server listens on this machine only, with its own database', () => {
  // A shop that was started without a word about where it is is no trial: it takes no play money, and its log of SMS holds no codes.
  for (const env of [{}, { NODE_ENV: 'production', ZHANGGUI_DEMO: '1' }])
    expect(readConfig(env)).toMatchObject({ trial: false })
  for (const env of [{ NODE_ENV: 'test' }, { NODE_ENV: 'development' }, { ZHANGGUI_DEMO: '1' }])
    expect(readConfig(env)).toMatchObject({ trial: true })
  expect(readConfig({})).toMatchObject({ production: false, host: '127.0.0.1', port: 8080, databaseUrl: undefined })
  expect(readConfig({ NODE_ENV: 'production' }).host).toBe('0.0.0.0')
})

test('a set-up token of sixteen characters is long enough, and none is needed', () => {
  expect(readConfig({ ADMIN_SETUP_TOKEN: 'a'.repeat(16) }).setupToken).toBe('a'.repeat(16))
  expect(readConfig({ ADMIN_SETUP_TOKEN: '' }).setupToken).toBeUndefined()
})

test('lists and keys are accepted in the usual notations', () => {
  const config = readConfig({
    TRUSTED_PROXIES: ' 10.0.0.1, 10.0.0.0/8, loopback ,',
    CORS_ORIGINS: 'https://shop.example.com, http://localhost:5173',
    APP_SECRET_KEY: Buffer.from(key, 'hex').toString('base64'),
  })
  expect(config.trustedProxies).toEqual(['10.0.0.1', '10.0.0.0/8', 'loopback'])
  expect(config.corsOrigins).toEqual(['https://shop.example.com', 'http://localhost:5173'])
  expect(config.secretKey).toEqual(Buffer.from(key, 'hex'))
})
