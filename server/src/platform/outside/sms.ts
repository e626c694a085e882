import { createHash, createHmac, randomUUID } from 'node:crypto'
import { isSmsAddress, SMS_ADDRESS_HINT } from '@zhanggui/domain/setting/settings/sms.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { HttpError } from '../http/errors.ts'
import { safeFetch, UnsafeAddress } from './safe-fetch.ts'

/** The SMS provider's account. */
export type SmsAccount = {
  provider: 'log' | 'aliyun' | 'tencent' | 'http'
  accessKey: string
  accessSecret: string
  sign: string
  /** The provider's default if empty. */
  region: string
  /** The provider's own address if empty; set for tests and relays. */
  baseUrl: string
  allowPrivate: boolean
}

export type SmsMessage = {
  phone: string
  /** The provider's id of the template. */
  tempId: string
  /** In the order of the template. */
  values: readonly { name: string; value: string }[]
  /** The whole text, for providers without templates. */
  content: string
}

export type SmsOrder = { title: string; content: string; type: number }

/** A provider's refusal of one message or template; a temporary one is worth retrying. */
export class SmsRefusal extends Error {
  readonly retryable: boolean

  constructor(message: string, retryable: boolean) {
    super(message)
    this.name = 'SmsRefusal'
    this.retryable = retryable
  }
}

/** What every provider can do. */
export type SmsProvider = {
  /** Checks the account's keys with a harmless call. */
  check(): Promise<void>
  /** @returns the provider's id of the message */
  send(message: SmsMessage): Promise<string>
  /** Submits a new text for review. @returns the template's id */
  applyTemplate(order: SmsOrder): Promise<string>
  /** The result of that review. */
  templateState(tempId: string): Promise<{ status: '待审' | '通过' | '驳回'; reason: string }>
}

/** More than any answer of a provider. */
const MAX_BYTES = 1024 * 1024

const REFUSED_ONCE = /LIMIT|Throttl|Busy|InternalError|ServiceUnavailable/i

/**
 * Opens the provider of an account. Its functions throw {@link SmsRefusal} for refusals, 502 UPSTREAM when it cannot be
 * reached.
 * @param timeoutMs for each call
 */
export function openSms(account: SmsAccount, now: () => Date, timeoutMs = 8000): SmsProvider {
  const ask = { account, now, timeoutMs }
  switch (account.provider) {
    case 'log':
      return logProvider
    case 'aliyun':
      return aliyun(ask)
    case 'tencent':
      return tencent(ask)
    case 'http':
      return overHttp(ask)
  }
}

type Asking = { account: SmsAccount; now: () => Date; timeoutMs: number }
type Json = Record<string, unknown>

/** For development: sends nothing and accepts every template. */
const logProvider: SmsProvider = {
  check: async () => {},
  send: async () => `log-${randomUUID()}`,
  applyTemplate: async () => `LOG_${randomUUID().slice(0, 8)}`,
  templateState: async () => ({ status: '通过', reason: '' }),
}

/** Alibaba Cloud, signature version 1: HMAC-SHA1 over the sorted query. */
function aliyun({ account, now, timeoutMs }: Asking): SmsProvider {
  const call = async (action: string, params: Record<string, string>) => {
    const query: Record<string, string> = {
      AccessKeyId: account.accessKey,
      Action: action,
      Format: 'JSON',
      RegionId: account.region || 'cn-hangzhou',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      Timestamp: now().toISOString().replace(/\.\d+/, ''),
      Version: '2017-05-25',
      ...params,
    }
    const signature = signAliyun(query, account.accessSecret)
    const body = new URLSearchParams({ ...query, Signature: signature }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await post(account.baseUrl || 'https://dysmsapi.aliyuncs.com', {
      headers,
      body,
      timeoutMs,
      allowPrivate: account.allowPrivate,
    })
    if (answer.Code !== 'OK') throw refusal(answer.Code, answer.Message)
    return answer
  }
  return {
    check: async () => {
      const { SignStatus } = await call('QuerySmsSign', { SignName: account.sign })
      if (SignStatus !== 1) throw new SmsRefusal(`短信签名「${account.sign}」未审核通过`, false)
    },
    send: async ({ phone, tempId, values }) => {
      const TemplateParam = JSON.stringify(Object.fromEntries(values.map(({ name, value }) => [name, value])))
      const params = { PhoneNumbers: phone, SignName: account.sign, TemplateCode: tempId, TemplateParam }
      return String((await call('SendSms', params)).BizId)
    },
    applyTemplate: async ({ title, content, type }) => {
      const params = { TemplateName: title, TemplateContent: content, TemplateType: String(type - 1), Remark: title }
      return String((await call('AddSmsTemplate', params)).TemplateCode)
    },
    templateState: async (tempId) => {
      const { TemplateStatus, Reason } = await call('QuerySmsTemplate', { TemplateCode: tempId })
      const status = TemplateStatus === 1 ? '通过' : TemplateStatus === 2 ? '驳回' : '待审'
      return { status, reason: status === '驳回' ? String(Reason ?? '') : '' }
    },
  }
}

/** The `Signature` of a query in Alibaba Cloud's version 1. */
export function signAliyun(query: Record<string, string>, secret: string): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  const sorted = Object.keys(query).sort()
  const canonical = sorted.map((name) => `${encode(name)}=${encode(query[name] ?? '')}`).join('&')
  return createHmac('sha1', `${secret}&`)
    .update(`POST&%2F&${encode(canonical)}`)
    .digest('base64')
}

/** Tencent Cloud, signature TC3-HMAC-SHA256. */
function tencent({ account, now, timeoutMs }: Asking): SmsProvider {
  const call = async (action: string, params: Json) => {
    const url = account.baseUrl || 'https://sms.tencentcloudapi.com'
    const body = JSON.stringify(params)
    const at = now()
    const answer = await post(url, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'X-TC-Action': action,
        'X-TC-Version': '2021-01-11',
        'X-TC-Region': account.region || 'ap-guangzhou',
        'X-TC-Timestamp': String(Math.floor(at.getTime() / 1000)),
        Authorization: signTencent({ host: new URL(url).host, body, at }, account.accessKey, account.accessSecret),
      },
      body,
      timeoutMs,
      allowPrivate: account.allowPrivate,
    })
    const response = (answer.Response ?? {}) as Json
    const error = response.Error as { Code?: unknown; Message?: unknown } | undefined
    if (error) throw refusal(error.Code, error.Message)
    return response
  }
  // The key of a Tencent account has the form `SecretId:SdkAppId`, as messages belong to an application there.
  const [, appId = ''] = account.accessKey.split(':')
  return {
    check: async () => {
      await call('DescribeSmsTemplateList', { International: 0, Limit: 1, Offset: 0 })
    },
    send: async ({ phone, tempId, values }) => {
      const { SendStatusSet } = await call('SendSms', {
        PhoneNumberSet: [`+86${phone}`],
        SmsSdkAppId: appId,
        SignName: account.sign,
        TemplateId: tempId,
        TemplateParamSet: values.map(({ value }) => value),
      })
      const [status] = SendStatusSet as { Code?: string; Message?: string; SerialNo?: string }[]
      if (status?.Code !== 'Ok') throw refusal(status?.Code, status?.Message)
      return String(status.SerialNo)
    },
    applyTemplate: async ({ title, content, type }) => {
      // Tencent's templates number their placeholders.
      let number = 0
      const TemplateContent = content.replace(/\$\{\w+\}/g, () => `{${++number}}`)
      const SmsType = type === 3 ? 1 : 0
      const params = { TemplateName: title, TemplateContent, SmsType, International: 0, Remark: title }
      const { AddTemplateStatus } = await call('AddSmsTemplate', params)
      return String((AddTemplateStatus as Json).TemplateId)
    },
    templateState: async (tempId) => {
      const params = { TemplateIdSet: [Number(tempId)], International: 0 }
      const { DescribeTemplateStatusSet } = await call('DescribeSmsTemplateList', params)
      const [state] = DescribeTemplateStatusSet as { StatusCode?: number; ReviewReply?: string }[]
      const status = state?.StatusCode === 0 ? '通过' : state?.StatusCode === -1 ? '驳回' : '待审'
      return { status, reason: status === '驳回' ? (state?.ReviewReply ?? '') : '' }
    },
  }
}

/** The `Authorization` of a call to Tencent Cloud's SMS. */
export function signTencent(call: { host: string; body: string; at: Date }, accessKey: string, secret: string): string {
  const seconds = Math.floor(call.at.getTime() / 1000)
  const day = new Date(seconds * 1000).toISOString().slice(0, 10)
  const type = 'content-type:application/json; charset=utf-8'
  const canonical = `POST\n/\n\n${type}\nhost:${call.host}\n\ncontent-type;host\n${sha256(call.body)}`
  const scope = `${day}/sms/tc3_request`
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = mac(mac(mac(`TC3${secret}`, day), 'sms'), 'tc3_request')
  const signature = mac(key, `TC3-HMAC-SHA256\n${seconds}\n${scope}\n${sha256(canonical)}`).toString('hex')
  const [id = ''] = accessKey.split(':')
  return `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`
}

/** The shop's own relay: JSON with `X-Sms-Signature`, hex HMAC-SHA256 of `timestamp.nonce.body`. */
function overHttp({ account, now, timeoutMs }: Asking): SmsProvider {
  const call = async (action: string, params: Json) => {
    if (!account.baseUrl) throw new SmsRefusal('请先填写短信接口地址', false)
    const body = JSON.stringify({ action, sign: account.sign, ...params })
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const nonce = randomUUID()
    const answer = await post(account.baseUrl, {
      headers: {
        'Content-Type': 'application/json',
        'X-Sms-Key': account.accessKey,
        'X-Sms-Timestamp': timestamp,
        'X-Sms-Nonce': nonce,
        'X-Sms-Signature': signHttp({ timestamp, nonce, body }, account.accessSecret),
      },
      body,
      timeoutMs,
      allowPrivate: account.allowPrivate,
    })
    if (answer.ok !== true) throw refusal(answer.code, answer.message)
    return answer
  }
  return {
    check: async () => {
      await call('check', {})
    },
    send: async ({ phone, tempId, values, content }) =>
      String((await call('send', { phone, tempId, values, content })).id),
    applyTemplate: async (order) => String((await call('applyTemplate', order)).id),
    templateState: async (tempId) => {
      const { status, reason } = await call('templateState', { tempId })
      return { status: status === '通过' || status === '驳回' ? status : '待审', reason: String(reason ?? '') }
    },
  }
}

/** The signature of a call to the shop's own relay. */
export function signHttp(call: { timestamp: string; nonce: string; body: string }, secret: string): string {
  return createHmac('sha256', secret).update(`${call.timestamp}.${call.nonce}.${call.body}`).digest('hex')
}

type Posting = Pick<SmsAccount, 'allowPrivate'> & { headers: Record<string, string>; body: string; timeoutMs: number }

/** Codes go over https only; a fake on this machine may do without. */
async function post(url: string, { headers, body, timeoutMs, allowPrivate }: Posting): Promise<Json> {
  const { body: content } = await askSafely(url, { headers, body, timeoutMs, allowPrivate })
  try {
    const answer: unknown = JSON.parse(content.toString('utf8'))
    if (typeof answer === 'object' && answer !== null) return answer as Json
  } catch {
    // Reported below.
  }
  throw upstream('应答无法识别')
}

async function askSafely(url: string, { headers, body, timeoutMs, allowPrivate }: Posting) {
  try {
    if (!isSmsAddress(url)) throw new UnsafeAddress(SMS_ADDRESS_HINT)
    const options = { method: 'POST', headers, body: Buffer.from(body), timeoutMs, allowPrivate, mostBytes: MAX_BYTES }
    return await safeFetch(url, options)
  } catch (error) {
    throw upstream(error instanceof UnsafeAddress ? error.message : '无法连接或响应超时')
  }
}

function upstream(reason: string): HttpError {
  return new HttpError(502, 'UPSTREAM', `第三方服务异常：短信服务（${reason}）`)
}

function refusal(code: unknown, message: unknown): SmsRefusal {
  const words = [message, code].filter((each) => typeof each === 'string' && each).join('，代码 ')
  return new SmsRefusal(cutText(words, 200) || '短信服务拒绝了请求', REFUSED_ONCE.test(String(code)))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
