import { HttpError } from '../http/errors.ts'
import { safeFetch, UnsafeAddress } from './safe-fetch.ts'

/** The account with the tracking and label printing services. */
export type LogisticsAccount = {
  appCode: string
  /** The tracking service; '' for the one of the Aliyun market. */
  trackingUrl: string
  /** The printing service, which has no default address. */
  labelUrl: string
  allowPrivate: boolean
}

export type Carrier = { code: string; name: string }
export type LabelTemplate = { tempId: string; title: string; pic: string }

/** The tracking service of the Aliyun market that `system_express_app_code` belongs to. */
const MARKET = 'https://wuliu.market.alicloudapi.com'
/** More than the number of carriers that exist. */
const MAX_ROWS = 5000

/** The carriers the tracking service supports. @throws 502 UPSTREAM with the service's message */
export async function fetchCarriers(account: LogisticsAccount): Promise<Carrier[]> {
  const result = await ask(account, account.trackingUrl || MARKET, '/getExpressList')
  const known = Object.entries(typeof result === 'object' && result ? result : {})
  return known
    .slice(0, MAX_ROWS)
    .flatMap(([code, name]) => (typeof name === 'string' ? [{ code, name: name.trim() }] : []))
}

/** The label templates of a carrier. @param com its code at the printing service @throws 502 UPSTREAM */
export async function fetchLabelTemplates(account: LogisticsAccount, com: string): Promise<LabelTemplate[]> {
  const result = await ask(account, account.labelUrl, `/template?${new URLSearchParams({ com })}`)
  if (!Array.isArray(result)) throw upstream('应答无法识别')
  return result.slice(0, MAX_ROWS).map((row: Record<string, unknown> | null) => ({
    tempId: String(row?.temp_id ?? ''),
    title: String(row?.title ?? ''),
    pic: String(row?.pic ?? ''),
  }))
}

async function ask({ appCode, allowPrivate }: LogisticsAccount, base: string, path: string): Promise<unknown> {
  const headers = { authorization: `APPCODE ${appCode}` }
  const answer = await safeFetch(`${base.replace(/\/$/, '')}${path}`, { headers, allowPrivate }).catch(
    (error: unknown) => {
      throw upstream(error instanceof UnsafeAddress ? error.message : '无法连接或响应超时')
    },
  )
  // The market's gateway gives the reason for a refusal in a header.
  if (answer.status === 403) throw upstream('密钥无效或次数已用完')
  if (answer.status !== 200) throw upstream(`HTTP ${answer.status}`)
  const { status, msg, result } = readJson(answer.body)
  if (String(status) !== '200') throw upstream(String(msg ?? '应答无法识别').slice(0, 100))
  return result
}

function readJson(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function upstream(reason: string): HttpError {
  return new HttpError(502, 'UPSTREAM', `第三方服务异常：物流接口，${reason}`)
}
