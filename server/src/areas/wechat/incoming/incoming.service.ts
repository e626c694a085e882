import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as callbacks from './incoming.repository.ts'
import type { WechatSide } from './incoming.tables.ts'

/** A message or an event that WeChat told us. */
export type Incoming = {
  id: number
  account: WechatSide
  /** Who sent it or did it. */
  openid: string
  /** `text`, `image`, `event` and so on. */
  type: string
  /** The name of an event, as WeChat writes it; '' for a message. */
  event: string
  eventKey: string
  /** What a text says. */
  text: string
  at: Date
  /** All that WeChat told. Elements that occur more than once are lists. */
  fields: Record<string, unknown>
}

/** What the sender gets as the answer itself; a mini-program's card is sent as a customer message. */
export type IncomingAnswer =
  | { type: 'text'; content: string }
  | { type: 'image' | 'voice'; mediaId: string }
  | { type: 'news'; title: string; description: string; picUrl: string; url: string }
  | { type: 'miniprogram'; title: string; appid: string; pagePath: string; mediaId: string }
  | { type: 'service' }

/** What follows from a message, in the transaction that stores it; its repeats have no further effect. */
export const incomingEffects =
  defineHook<(tx: Ctx, incoming: Incoming) => Promise<void>>('effects of what WeChat tells')

/** Answers a message, in the same transaction; the first answer counts. */
export const incomingAnswers =
  defineHook<(tx: Ctx, incoming: Incoming) => Promise<IncomingAnswer | undefined>>('answers to what WeChat tells')

/** The event that all of these are for later areas, but for messages of people; its data is `{ id }`. */
export const WECHAT_EVENT = 'wechat.event'

/** What WeChat told, for consumers of {@link WECHAT_EVENT}; undefined once it is too old. */
export async function findIncoming(ctx: Ctx, id: number): Promise<Incoming | undefined> {
  const row = await callbacks.find(ctx, id)
  if (!row) return undefined
  const { key: _1, answer: _2, createdAt: _3, ...incoming } = row
  return incoming
}
