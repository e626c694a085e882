import { createHash } from 'node:crypto'
import type { CallbackQuery } from '@zhanggui/contract/wechat/callback.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import {
  isSigned,
  NotSealedByWechat,
  openMessage,
  type SealKeys,
  sealMessage,
  signParts,
} from '../../../platform/outside/wechat/wechat-crypto.ts'
import {
  readJsonMessage,
  readXml,
  UnreadableMessage,
  writeXml,
} from '../../../platform/outside/wechat/wechat-message.ts'
import type { Incoming, IncomingAnswer } from '../incoming/incoming.service.ts'

const OLDEST_MS = 10 * 60_000
const OPENID = /^[\w-]{1,64}$/

/** How the account's messages come: in the clear, in both forms, or sealed alone. */
export type CallbackMode = 'plain' | 'both' | 'sealed'

/** A message as it was read, with how it came, so that the answer goes the same way. */
export type Opened = {
  fields: Record<string, unknown>
  /** The same for a repeat, and for nothing else. */
  key: string
  isJson: boolean
  isSealed: boolean
}

/** Who may not have been WeChat. */
export class NotWechat extends HttpError {
  constructor(message: string) {
    super(403, 'BAD_SIGNATURE', message)
  }
}

/** @throws 403 unless WeChat signed the address within the last minutes */
export function requireSigned({ signature = '', timestamp = '', nonce = '' }: CallbackQuery, token: string): void {
  if (!token || !isSigned(signature, token, timestamp, nonce)) throw new NotWechat('签名错误')
}

/** @throws 403 for what is old: somebody may have kept it and say it again */
export function requireRecent({ timestamp = '' }: CallbackQuery, now: Date): void {
  const at = Number(timestamp) * 1000
  if (!/^\d{10}$/.test(timestamp) || Math.abs(now.getTime() - at) > OLDEST_MS)
    throw new NotWechat('消息已过期，请核对服务器时间')
}

/**
 * Reads what WeChat sent.
 * @throws 403 for a wrong signature, a message for another account, and one in the clear where it should be sealed; 400 for one
 *   that is no message
 */
export function openBody(body: Uint8Array, query: CallbackQuery, keys: SealKeys, mode: CallbackMode): Opened {
  const content = Buffer.from(body).toString('utf8')
  try {
    const outer = readAny(content)
    const sealed = mode === 'plain' ? undefined : outer.fields.Encrypt
    if (sealed === undefined) {
      // Where both forms come, a plain one alone is no message of WeChat's: the key would protect nothing.
      if (mode === 'sealed' || (mode === 'both' && keys.encodingAesKey))
        throw new NotWechat('消息没有加密，请核对消息加解密方式')
      requireSigned(query, keys.token)
      return { ...outer, key: keyOf(outer.fields, content), isSealed: false }
    }
    const { msg_signature = '', timestamp = '', nonce = '' } = query
    if (!keys.token || !isSigned(msg_signature, keys.token, timestamp, nonce, String(sealed)))
      throw new NotWechat('签名错误')
    const inner = openMessage(String(sealed), keys)
    const { fields, isJson } = readAny(inner)
    return { fields, isJson, key: keyOf(fields, inner), isSealed: true }
  } catch (error) {
    if (error instanceof NotSealedByWechat) throw new NotWechat('消息无法解密，请核对 AppID 和消息加解密密钥')
    if (error instanceof UnreadableMessage) throw new HttpError(400, 'BAD_REQUEST', '消息无法识别')
    throw error
  }
}

/** What a message says. @throws 400 without a sender */
export function describe({ fields }: Opened, now: Date): Omit<Incoming, 'id' | 'account'> {
  const openid = textOf(fields.FromUserName)
  const type = textOf(fields.MsgType)
  if (!OPENID.test(openid) || !type) throw new HttpError(400, 'BAD_REQUEST', '消息没有发送者或类型')
  const seconds = Number(fields.CreateTime)
  const isMoment = Number.isSafeInteger(seconds) && seconds > 0 && seconds < 1e11
  return {
    openid,
    type,
    event: type === 'event' ? textOf(fields.Event) : '',
    eventKey: textOf(fields.EventKey),
    text: textOf(type === 'voice' ? fields.Recognition : fields.Content),
    at: isMoment ? new Date(seconds * 1000) : now,
    fields,
  }
}

/** An answer in WeChat's words; '' where there is none to give in this way. */
export function writeAnswer(answer: IncomingAnswer | undefined, { fields, isJson }: Opened, now: Date): string {
  const content = answer && contentOf(answer)
  // A mini-program passes people on to customer service, and says nothing else in this way.
  if (!content || (isJson && answer.type !== 'service')) return ''
  const message = {
    ToUserName: textOf(fields.FromUserName),
    FromUserName: textOf(fields.ToUserName),
    CreateTime: Math.floor(now.getTime() / 1000),
    ...content,
  }
  return isJson ? JSON.stringify(message) : writeXml(message)
}

/** Seals an answer as its question was. */
export function sealAnswer(
  answer: string,
  { isJson }: Pick<Opened, 'isJson'>,
  { nonce = '' }: CallbackQuery,
  keys: SealKeys,
  now: Date,
): string {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const sealed = sealMessage(answer, keys)
  const signature = signParts(keys.token, timestamp, nonce, sealed)
  return isJson
    ? JSON.stringify({ Encrypt: sealed, MsgSignature: signature, TimeStamp: Number(timestamp), Nonce: nonce })
    : writeXml({ Encrypt: sealed, MsgSignature: signature, TimeStamp: Number(timestamp), Nonce: nonce })
}

function contentOf(answer: IncomingAnswer): Record<string, unknown> | undefined {
  switch (answer.type) {
    case 'text':
      return { MsgType: 'text', Content: answer.content }
    case 'image':
      return { MsgType: 'image', Image: { MediaId: answer.mediaId } }
    case 'voice':
      return { MsgType: 'voice', Voice: { MediaId: answer.mediaId } }
    case 'news': {
      const { title: Title, description: Description, picUrl: PicUrl, url: Url } = answer
      return { MsgType: 'news', ArticleCount: 1, Articles: { item: { Title, Description, PicUrl, Url } } }
    }
    case 'service':
      return { MsgType: 'transfer_customer_service' }
    case 'miniprogram':
      return undefined
  }
}

/** Messages have a number; events their sender, time and name, and what they say, as two can happen within a second. */
function keyOf(fields: Record<string, unknown>, content: string): string {
  const id = textOf(fields.MsgId)
  if (id) return `message ${id}`
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  const parts = [fields.FromUserName, fields.CreateTime, fields.Event].map(textOf)
  return `event ${parts.join(' ')} ${digest}`
}

function readAny(content: string): { fields: Record<string, unknown>; isJson: boolean } {
  const isJson = content.trimStart().startsWith('{')
  return { fields: isJson ? readJsonMessage(content) : readXml(content.trim()), isJson }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
