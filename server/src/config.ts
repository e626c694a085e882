import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { readNetworks } from './platform/http/networks.ts'
import { StartError } from './platform/start-error.ts'

/** The environment variables, read and checked once. */
export type Config = {
  version: string
  /** Short commit hash; undefined unless the build sets it. */
  gitCommit: string
  production: boolean
  test: boolean
  /**
   * A demo shop, development or tests, never a shop by accident: buyers may pay with play money where nobody decided otherwise, and
   * codes of SMS are read in the log where no provider sends them.
   */
  trial: boolean
  host: string
  /** 0 picks a free port. */
  port: number
  /** Undefined for the embedded database in `dataFolder`. */
  databaseUrl: string | undefined
  /** The role that owns the tables, if the one in `databaseUrl` does not. */
  databaseOwnerUrl: string | undefined
  replicaUrl: string | undefined
  /** Absolute path. Holds the embedded database, uploads, exports and the secret key. */
  dataFolder: string
  role: 'all' | 'api' | 'worker'
  logLevel: string
  /** How long the live data of a page may take to read; what takes longer is left out of it. */
  pageDataMs: number
  captchaFixedCode: string | undefined
  setupToken: string | undefined
  firstAdmin: { username: string; password: string } | undefined
  /** 32 bytes; undefined when not given. */
  secretKey: Buffer | undefined
  /** The key that replaces it, for `npm run rotate-key` only. */
  nextSecretKey: Buffer | undefined
  publicUrl: string | undefined
  trustedProxies: string[]
  corsOrigins: string[]
  /** Networks that may read /metrics, one per line. */
  metricsAllow: string
  /** Release packages and backups may be uploaded. */
  opsUploads: boolean
  /** Where WeChat is, and whether this process plays it. */
  wechat: { isFake: boolean; bases: WechatBases }
  /** Private hosts, with port, that product copying may call; for tests. */
  copyHosts: string[]
  /** The folder of the built console. */
  webFolder: string
  /** The folder of the buyers' built storefront; tests have one of their own. */
  storefrontFolder: string
}

/** WeChat's services, by their addresses without a slash at the end. */
export type WechatBases = Record<'api' | 'open' | 'mp' | 'pay', string>

/** An invalid environment variable; the message says which and why. */
export class ConfigError extends StartError {}

export const repositoryRoot = resolve(fileURLToPath(import.meta.url), '../../..')

/**
 * Reads the environment variables.
 * @throws {ConfigError} naming the variable and what is wrong with it
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const production = env.NODE_ENV === 'production'
  const test = env.NODE_ENV === 'test'
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const secretKey = key(env, 'APP_SECRET_KEY')
  const publicUrl = url(env, 'PUBLIC_URL', ['http:', 'https:'])
  if (production && databaseUrl && !secretKey)
    throw new ConfigError(
      '使用 DATABASE_URL 的生产环境必须设置 APP_SECRET_KEY（32 字节，base64 或 64 位十六进制），否则各进程无法共用密文',
    )
  if (production && publicUrl && !publicUrl.startsWith('https:') && env.ALLOW_HTTP !== '1')
    throw new ConfigError('PUBLIC_URL 在生产环境必须以 https:// 开头；确需使用 http 请设置 ALLOW_HTTP=1')
  if (env.CAPTCHA_FIXED_CODE && !test) throw new ConfigError('CAPTCHA_FIXED_CODE 只能在 NODE_ENV=test 时使用，请删除它')
  return {
    version: packageJson.version,
    gitCommit: (env.GIT_COMMIT ?? '').slice(0, 12),
    production,
    test,
    trial: test || env.NODE_ENV === 'development' || (!production && env.ZHANGGUI_DEMO === '1'),
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    port: whole(env, 'PORT', 8080, 65_535),
    databaseUrl,
    databaseOwnerUrl: url(env, 'DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
    replicaUrl: url(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    dataFolder: resolve(env.ZHANGGUI_DATA || './data'),
    role: oneOf(env, 'ROLE', ['all', 'api', 'worker']),
    logLevel: oneOf(env, 'LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent']),
    pageDataMs: whole(env, 'PAGE_DATA_MS', 800, 60_000),
    captchaFixedCode: env.CAPTCHA_FIXED_CODE || undefined,
    setupToken: setupToken(env),
    firstAdmin: firstAdmin(env),
    secretKey,
    nextSecretKey: key(env, 'APP_SECRET_KEY_NEXT'),
    publicUrl,
    trustedProxies: proxies(env, 'TRUSTED_PROXIES'),
    corsOrigins: origins(env, 'CORS_ORIGINS'),
    metricsAllow: networks(env, 'METRICS_ALLOW', '127.0.0.0/8,::1'),
    opsUploads: oneOf(env, 'OPS_UPLOADS', ['off', 'on']) === 'on',
    wechat: wechat(env, production, test),
    copyHosts: (env.COPY_HOSTS ?? '').split(',').filter(Boolean),
    webFolder: resolve(repositoryRoot, 'web/dist'),
    storefrontFolder: resolve(repositoryRoot, env.STOREFRONT_FOLDER || 'h5/dist'),
  }
}

/** Whoever guesses it before the set-up owns the shop. */
const MIN_SETUP_TOKEN = 16

function setupToken({ ADMIN_SETUP_TOKEN: token }: Record<string, string | undefined>): string | undefined {
  if (token && [...token].length < MIN_SETUP_TOKEN)
    throw new ConfigError(
      `ADMIN_SETUP_TOKEN 至少需要 ${MIN_SETUP_TOKEN} 个字符：请换一个随机的令牌，或删除它，由系统生成并显示在终端`,
    )
  return token || undefined
}

function firstAdmin(env: Record<string, string | undefined>) {
  const { ADMIN_INITIAL_USERNAME: username, ADMIN_INITIAL_PASSWORD: password } = env
  if (!username && !password) return undefined
  if (!username || !password) throw new ConfigError('ADMIN_INITIAL_USERNAME 和 ADMIN_INITIAL_PASSWORD 必须同时设置')
  if (!/^[A-Za-z][A-Za-z0-9_.-]{1,19}$/.test(username))
    throw new ConfigError('ADMIN_INITIAL_USERNAME 须以字母开头，长度 2 到 20，只能包含字母、数字、下划线、点和短横线')
  return { username, password }
}

function wechat(env: Record<string, string | undefined>, production: boolean, test: boolean): Config['wechat'] {
  const mode = oneOf(env, 'WECHAT_MODE', test ? ['fake', 'real'] : ['real', 'fake'])
  if (mode === 'fake' && production && env.WECHAT_ALLOW_FAKE !== '1')
    throw new ConfigError(
      'WECHAT_MODE=fake 不能用于生产环境：任何人都能冒充微信用户登录；确需使用请设置 WECHAT_ALLOW_FAKE=1',
    )
  const base = (name: string, host: string) =>
    (url(env, name, ['http:', 'https:']) ?? `https://${host}`).replace(/\/+$/, '')
  return {
    isFake: mode === 'fake',
    bases: {
      api: base('WECHAT_API_BASE', 'api.weixin.qq.com'),
      open: base('WECHAT_OPEN_BASE', 'open.weixin.qq.com'),
      mp: base('WECHAT_MP_BASE', 'mp.weixin.qq.com'),
      pay: base('WECHAT_PAY_BASE', 'api.mch.weixin.qq.com'),
    },
  }
}

function whole(env: Record<string, string | undefined>, name: string, fallback: number, max: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new ConfigError(`${name} 应为 0 到 ${max} 的整数，现在是「${text}」`)
  return value
}

function oneOf<const Values extends readonly [string, ...string[]]>(
  env: Record<string, string | undefined>,
  name: string,
  values: Values,
): Values[number] {
  const text = env[name] || values[0]
  if (!values.includes(text)) throw new ConfigError(`${name} 只能是 ${values.join('、')} 之一，现在是「${text}」`)
  return text
}

function url(env: Record<string, string | undefined>, name: string, protocols: string[]): string | undefined {
  const text = env[name]
  if (!text) return undefined
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
    throw new ConfigError(`${name} 应为 ${protocols.map((protocol) => `${protocol}//…`).join(' 或 ')} 形式的地址`)
  return text
}

function key(env: Record<string, string | undefined>, name: string): Buffer | undefined {
  const text = env[name]
  if (!text) return undefined
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (bytes.length !== 32) throw new ConfigError(`${name} 须为 32 字节（64 位十六进制，或 44 位 base64）`)
  return bytes
}

function networks(env: Record<string, string | undefined>, name: string, fallback: string): string {
  const lines = words(env[name] || fallback).join('\n')
  requireNetworks(name, lines)
  return lines
}

/** Addresses and networks, or the names Fastify has for some of them. */
function proxies(env: Record<string, string | undefined>, name: string): string[] {
  const given = words(env[name])
  const named = ['loopback', 'linklocal', 'uniquelocal']
  requireNetworks(name, given.filter((word) => !named.includes(word)).join('\n'))
  return given
}

function requireNetworks(name: string, lines: string): void {
  try {
    readNetworks(lines)
  } catch (error) {
    throw new ConfigError(`${name}：${(error as Error).message}`)
  }
}

/** Exact origins: a wildcard would let every page on the internet call. */
function origins(env: Record<string, string | undefined>, name: string): string[] {
  const given = words(env[name])
  for (const origin of given) {
    const isExact = /^https?:[^*]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
    if (!isExact)
      throw new ConfigError(
        `${name} 须逐个写明来源，如 https://shop.example.com（不带路径和末尾的 /，不能用 *），现在有「${origin}」`,
      )
  }
  return given
}

function words(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}
