import { Refusal } from '@zhanggui/domain/errors.ts'
import { type CopyPlatform, copyPlatforms } from '@zhanggui/domain/product/product-copy.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { type FetchOptions, safeFetch, UnsafeAddress } from '../../../platform/outside/safe-fetch.ts'
import { getSecret, getSettings } from '../../setting/setting/setting.service.ts'
import { decodePage } from './product-copy-page.ts'
import { type Copied, readHtml, readJson, requireProduct } from './product-copy-source.service.ts'

/** A reader of other shops' pages. */
export type CopyProvider = {
  key: 'local' | 'collector' | 'keyapi'
  name: string
  /** The route the form calls: 1 copy/product, 2 importProduct. */
  copyType: 1 | 2
  platforms: readonly { code: number; name: string }[]
  /** The number of pages left; null without a limit. */
  quota(): Promise<number | null>
  copy(url: string, platform: CopyPlatform | undefined): Promise<Copied>
}

const MAX_BYTES = 5 * 1024 ** 2
const TIMEOUT_MS = 15_000
/** The maximum length of a product's source address. */
const MAX_LINK = 512
const UNREADABLE = '该链接无法直接采集，请配置采集服务，或使用「上传文件 / 粘贴 JSON」'
const platforms = copyPlatforms.map(({ code, name }) => ({ code, name }))
/** Browser headers, as shops seldom answer other clients. */
const browser = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml',
  'Accept-Language': 'zh-CN,zh;q=0.9',
}

/** The hosts pages and pictures may be fetched from: web ports of the internet, and hosts configured by tests. */
export function copyRules({ platform }: Ctx): Pick<FetchOptions, 'allowPrivate' | 'webPorts'> {
  return { webPorts: true, allowPrivate: ({ host }) => platform.config.copyHosts.includes(host) }
}

/**
 * The provider chosen in the settings.
 * @throws 422 NOT_CONFIGURED when it lacks an address or a key
 */
export async function chooseProvider(ctx: Ctx): Promise<CopyProvider> {
  const { system_product_copy_type: type } = await getSettings(ctx)
  if (type === 0) return local(ctx)
  return remote(ctx, type === 1 ? 'collector' : 'keyapi')
}

/** Reads pages directly, as any visitor sees them. */
function local(ctx: Ctx): CopyProvider {
  return {
    key: 'local',
    name: '本地采集',
    copyType: 1,
    platforms,
    quota: async () => null,
    async copy(url) {
      const options = { mostBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, headers: browser, ...copyRules(ctx) }
      const answer = await fetchOutside(url, options)
      if (answer.status !== 200) throw new HttpError(502, 'UPSTREAM', `对方网站返回 ${answer.status}。${UNREADABLE}`)
      const found = readHtml(decodePage(answer.body, answer.headers['content-type']), answer.url)
      if (!found) throw new HttpError(502, 'UPSTREAM', UNREADABLE)
      return requireProduct({ ...found, sourceLink: found.sourceLink || url })
    },
  }
}

/**
 * Reads pages by a service, with a token (collector) or a key (keyapi): `POST <address>/copy {url, platform}` returns the
 * product as our own JSON, `GET <address>/quota` the number of calls left.
 */
async function remote(ctx: Ctx, key: 'collector' | 'keyapi'): Promise<CopyProvider> {
  const {
    copy_provider_url: address,
    copy_provider_app: app,
    private_network_allowed: allowPrivate,
  } = await getSettings(ctx)
  const secret = await getSecret(ctx, 'copy_provider_key')
  if (!address || !secret) throw new Refusal('请先进行采集商品配置', 'NOT_CONFIGURED')
  const headers = { Authorization: `Bearer ${secret}`, 'X-App-Id': app, 'Content-Type': 'application/json' }
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetchOutside(`${address.replace(/\/$/, '')}/${path}`, {
      headers,
      allowPrivate,
      mostBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      ...(body && { method: 'POST', body: Buffer.from(JSON.stringify(body)) }),
    })
    const { status } = answer
    if (status === 401 || status === 403)
      throw new Refusal('采集服务拒绝了密钥，请检查采集商品配置', 'UPSTREAM_REFUSED')
    if (status === 402 || status === 429) throw new HttpError(429, 'TOO_MANY_REQUESTS', '采集次数已用完')
    if (status !== 200) throw new HttpError(502, 'UPSTREAM', `采集服务返回 ${status}，请稍后再试`)
    try {
      return JSON.parse(answer.body.toString('utf8'))
    } catch {
      throw new HttpError(502, 'UPSTREAM', '采集服务的回答无法识别')
    }
  }
  return {
    key,
    name: key === 'collector' ? '采集服务' : '密钥接口',
    copyType: key === 'collector' ? 1 : 2,
    platforms,
    async quota() {
      const { left } = (await ask('quota')) as { left?: unknown }
      return Number.isInteger(left) ? Number(left) : null
    },
    async copy(url, platform) {
      const [copied] = readJson(await ask('copy', { url, platform }))
      if (!copied) throw new HttpError(502, 'UPSTREAM', '采集服务的回答无法识别')
      return { ...copied, source: { ...copied.source, sourceLink: cutText(copied.source.sourceLink || url, MAX_LINK) } }
    },
  }
}

/** @throws 422 for an address that may not be fetched, 502 without an answer */
async function fetchOutside(url: string, options: FetchOptions) {
  try {
    return await safeFetch(url, options)
  } catch (error) {
    if (error instanceof UnsafeAddress) throw new Refusal(error.message, 'UNSAFE_ADDRESS')
    throw new HttpError(502, 'UPSTREAM', '无法连接到对方网站，请检查链接地址')
  }
}
