import { safeFetch } from '../../safe-fetch.ts'
import { sealMessage, signParts } from '../wechat-crypto.ts'
import { writeXml } from '../wechat-message.ts'
import type { Json } from './frame.ts'

/** How an account is set to send its messages to a shop. */
export type PushSetting = {
  token: string
  encodingAesKey: string
  appid: string
  mode: 'plain' | 'both' | 'sealed'
  /** As mini-programs may send it. */
  isJson?: boolean
}

/** A message as WeChat posts it to a shop. */
export function writePush(fields: Json, setting: PushSetting, now: Date) {
  const { token, mode, isJson = false } = setting
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const nonce = String(fields.CreateTime ?? timestamp)
  const query = { timestamp, nonce, signature: signParts(token, timestamp, nonce), openid: String(fields.FromUserName) }
  const write = (content: Json) => (isJson ? JSON.stringify(content) : writeXml(content))
  if (mode === 'plain') return { query, payload: write(fields) }
  const sealed = sealMessage(write(fields), setting)
  const outer = { ...(mode === 'both' && fields), ToUserName: fields.ToUserName, Encrypt: sealed }
  const msg_signature = signParts(token, timestamp, nonce, sealed)
  return { query: { ...query, encrypt_type: 'aes', msg_signature }, payload: write(outer) }
}

/** Posts a message to a shop, and tells what it answered. */
export async function pushTo(url: string, fields: Json, setting: PushSetting, now: Date) {
  const { query, payload } = writePush(fields, setting, now)
  const answer = await safeFetch(`${url}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': setting.isJson ? 'application/json' : 'text/xml' },
    body: Buffer.from(payload),
    // The shop is on this machine.
    allowPrivate: true,
  })
  return { status: answer.status, answer: answer.body.toString('utf8') }
}
