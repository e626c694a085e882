import { HttpError } from '../http/errors.ts'
import { safeFetch, UnsafeAddress } from './safe-fetch.ts'

/** The map service whose key the settings hold. */
const TENCENT = 'https://apis.map.qq.com'
/** Its answers to keys that exist: found, or not allowed for calls by a server, which the console never makes. */
const KNOWN_KEY = [0, 110, 112, 120, 121, 199]

/**
 * Whether the map service knows the key.
 * @param site the address of the console, which the key may be restricted to
 * @returns the service's own words for a key that it refuses
 * @throws 502 UPSTREAM
 */
export async function checkMapKey(
  key: string,
  { site, base = TENCENT, allowPrivate = false }: { site: string; base?: string; allowPrivate?: boolean },
): Promise<{ isKnown: boolean; message: string }> {
  const url = `${base}/ws/geocoder/v1/?${new URLSearchParams({ address: '北京市', key })}`
  const answer = await safeFetch(url, { headers: site ? { referer: site } : {}, allowPrivate }).catch(
    (error: unknown) => {
      throw upstream(error instanceof UnsafeAddress ? error.message : '无法连接或响应超时')
    },
  )
  if (answer.status !== 200) throw upstream(`HTTP ${answer.status}`)
  const { status, message } = readAnswer(answer.body)
  if (typeof status !== 'number') throw upstream('应答无法识别')
  return { isKnown: KNOWN_KEY.includes(status), message: String(message ?? '').slice(0, 100) }
}

function readAnswer(body: Buffer): { status?: unknown; message?: unknown } {
  try {
    return { ...(JSON.parse(body.toString('utf8')) as object) }
  } catch {
    return {}
  }
}

function upstream(reason: string): HttpError {
  return new HttpError(502, 'UPSTREAM', `第三方服务异常：腾讯地图，${reason}`)
}
