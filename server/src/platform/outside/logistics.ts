import { lostStates, type TraceState } from '@zhanggui/domain/order/shipment.ts'
import { cutText } from '@zhanggui/domain/text.ts'
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
/** A step of a parcel on its way, as its carrier told it. */
export type TraceStep = { time: string; status: string }

/** Where a parcel is. */
export type Trace = {
  /** 0 collected, 1 on the way, 2 delivering, 3 signed, 4 failed, 5 problem, 6 returned; null: nothing is known yet. */
  state: TraceState | null
  isSigned: boolean
  /** Newest first. */
  steps: TraceStep[]
}

export type LabelTemplate = { tempId: string; title: string; pic: string }

/** The tracking service of the Aliyun market that `system_express_app_code` belongs to. */
const MARKET = 'https://wuliu.market.alicloudapi.com'
/** How the service says that it knows nothing of a number yet. */
const NOTHING_KNOWN = '205'
/** How it says that a number is wrong, its carrier unknown, or that it is not to be asked about. */
const NUMBER_REFUSED = ['201', '203', '204', '207']
const SILENT = '无法连接或响应超时'
const MAX_STEPS = 200
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

/**
 * Where a parcel is (`/kdi`). The service knows most carriers by the form of the number.
 * @param type the carrier's code at the service; '' for it to guess
 * @param number of SF with the last four digits of the receiver's or sender's phone after a colon
 * @throws 502 with the service's message: NUMBER_REFUSED where it works and will not tell of this number, else UPSTREAM
 */
export async function fetchTrace(
  account: LogisticsAccount,
  { number, type }: { number: string; type: string },
): Promise<Trace> {
  const path = `/kdi?${new URLSearchParams({ no: number, type })}`
  const answer = await tried(() => fetchJson(account, account.trackingUrl || MARKET, path))
  const { status, msg, result } = answer
  if (String(status) === NOTHING_KNOWN) return { state: null, isSigned: false, steps: [] }
  if (String(status) !== '0') {
    const code = NUMBER_REFUSED.includes(String(status)) ? 'NUMBER_REFUSED' : 'UPSTREAM'
    throw upstream(clean(msg, 100) || '应答无法识别', code)
  }
  const { list, deliverystatus, issign } = (typeof result === 'object' && result ? result : {}) as Record<
    string,
    unknown
  >
  const steps = (Array.isArray(list) ? list : [])
    .slice(0, MAX_STEPS)
    .map((step: Record<string, unknown> | null) => ({ time: clean(step?.time, 19), status: clean(step?.status, 500) }))
    .filter((step) => step.status)
    .sort((one, other) => other.time.localeCompare(one.time))
  const told = /^[0-6]$/.test(String(deliverystatus)) ? (Number(deliverystatus) as TraceState) : null
  // Who signs for a parcel that came back is its sender.
  const isLost = told !== null && lostStates.includes(told)
  const isSigned = !isLost && (String(issign) === '1' || told === 3)
  return { state: told ?? (isSigned ? 3 : steps.length ? 1 : null), isSigned, steps }
}

/** Text as the database takes it. */
const CONTROLS = /[\u0000-\u001f]/g
const clean = (value: unknown, length: number) =>
  typeof value === 'string' ? cutText(value.replace(CONTROLS, ' ').trim().toWellFormed(), length) : ''

/** Asks again, twice at most, when no answer came. */
async function tried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isSilent = error instanceof HttpError && error.message.includes(SILENT)
      if (!isSilent || attempt > 2) throw error
    }
  }
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

async function ask(account: LogisticsAccount, base: string, path: string): Promise<unknown> {
  const { status, msg, result } = await fetchJson(account, base, path)
  if (String(status) !== '200') throw upstream(String(msg ?? '应答无法识别').slice(0, 100))
  return result
}

async function fetchJson({ appCode, allowPrivate }: LogisticsAccount, base: string, path: string) {
  const headers = { authorization: `APPCODE ${appCode}` }
  const answer = await safeFetch(`${base.replace(/\/$/, '')}${path}`, { headers, allowPrivate }).catch(
    (error: unknown) => {
      throw upstream(error instanceof UnsafeAddress ? error.message : SILENT)
    },
  )
  // The market's gateway gives the reason for a refusal in a header.
  if (answer.status === 403) throw upstream('密钥无效或次数已用完')
  if (answer.status !== 200) throw upstream(`HTTP ${answer.status}`)
  return readJson(answer.body)
}

function readJson(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function upstream(reason: string, code = 'UPSTREAM'): HttpError {
  return new HttpError(502, code, `第三方服务异常：物流接口，${reason}`)
}
