import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallbackQuery } from '@zhanggui/contract/wechat/callback.ts'
import { cleanJson } from '../../../platform/data/logged-text.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import type { SealKeys } from '../../../platform/outside/wechat/wechat-crypto.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { sendLater } from '../customer-message/customer-message.service.ts'
import * as callbacks from '../incoming/incoming.repository.ts'
import {
  type Incoming,
  type IncomingAnswer,
  incomingAnswers,
  incomingEffects,
  WECHAT_EVENT,
} from '../incoming/incoming.service.ts'
import type { WechatSide } from '../incoming/incoming.tables.ts'
import { getCallbackKeys } from '../wechat-user/wechat-account.service.ts'
import {
  type CallbackMode,
  describe,
  NotWechat,
  type Opened,
  openBody,
  requireRecent,
  requireSigned,
  sealAnswer,
  writeAnswer,
} from './callback-message.ts'

/** WeChat hangs up after five seconds, and asks again. */
const ANSWER_MS = 3800
/** Tells WeChat that a message was heard, and that nothing is answered. */
const HEARD = 'success'

const channels = { public: 'wechat', mini: 'routine' } as const
const modes: readonly CallbackMode[] = ['plain', 'both', 'sealed']

/**
 * Answers WeChat's question whether this address is the account's.
 * @throws 403 unless it is signed with the account's token, 404 for no such account
 */
export async function verifyAddress(ctx: Ctx, account: string, query: CallbackQuery): Promise<FileAnswer> {
  const keys = await getCallbackKeys(ctx, channels[sideOf(account)])
  await counted(ctx, async () => requireSigned(query, keys.token))
  return plainText(query.echostr ?? '')
}

/**
 * Hears a message of WeChat, stores it with what follows from it, and answers within four seconds: what takes longer goes on, and
 * its answer is sent as a message of customer service.
 * @throws 403 for what is not WeChat's, 400 for what cannot be read, 404 for no such account
 */
export async function hearWechat(
  ctx: Ctx,
  account: string,
  query: CallbackQuery,
  body: Uint8Array,
): Promise<FileAnswer> {
  const side = sideOf(account)
  const waiting = { isOver: false }
  const hearing = hear(ctx, side, query, body, waiting)
  const answer = await Promise.race([hearing, wait(ANSWER_MS, undefined, { ref: false })])
  if (answer !== undefined) return plainText(answer)
  waiting.isOver = true
  hearing.catch((error: unknown) => ctx.log.error({ err: error, account }, 'what WeChat told was not stored in time'))
  return plainText(HEARD)
}

async function hear(
  ctx: Ctx,
  side: WechatSide,
  query: CallbackQuery,
  body: Uint8Array,
  waiting: { isOver: boolean },
): Promise<string> {
  const keys = await getCallbackKeys(ctx, channels[side])
  const opened = await counted(ctx, async () => {
    requireRecent(query, ctx.now())
    return openBody(body, query, keys, await modeOf(ctx, side, keys))
  })
  await requireOurs(ctx, side, opened)
  const { text, late } = await retried(ctx, (tx) => store(tx, side, opened))
  if (waiting.isOver && late) await sendLater(ctx, late)
  if (!text) return HEARD
  return opened.isSealed ? sealAnswer(text, opened, query, keys, ctx.now()) : text
}

/** Stores a message, and what follows from it, once. @returns the answer, and what to send if it comes too late */
async function store(tx: Ctx, account: WechatSide, opened: Opened) {
  const { hooks } = tx.platform
  const told = describe(opened, tx.now())
  const fields = cleanJson(told.fields)
  const id = await callbacks.insertNew(tx, { ...told, fields, account, key: opened.key, createdAt: tx.now() })
  if (id === undefined) return { text: (await callbacks.findAnswer(tx, account, opened.key)) ?? '' }
  const incoming: Incoming = { id, account, ...told, fields }
  for (const follow of hooks.of(incomingEffects)) await follow(tx, incoming)
  const answer = await firstAnswer(tx, incoming)
  const text = writeAnswer(answer, opened, tx.now())
  if (text) await callbacks.setAnswer(tx, id, text)
  if (incoming.type === 'event') await emit(tx, WECHAT_EVENT, { id })
  if (account !== 'public' || !answer || answer.type === 'service') return { text }
  const message = { openid: told.openid, message: answer }
  // A card of a mini-program is no answer to WeChat.
  if (answer.type === 'miniprogram') await sendLater(tx, message)
  return { text, late: text ? message : undefined }
}

async function firstAnswer(tx: Ctx, incoming: Incoming): Promise<IncomingAnswer | undefined> {
  for (const answer of tx.platform.hooks.of(incomingAnswers)) {
    const given = await answer(tx, incoming)
    if (given) return given
  }
  return undefined
}

/** In which form messages are taken: as the account is set, and for the mini-program by whether it has a key. */
async function modeOf(ctx: Ctx, side: WechatSide, { encodingAesKey }: SealKeys): Promise<CallbackMode> {
  if (side === 'mini') return encodingAesKey ? 'sealed' : 'plain'
  return modes[(await getSettings(ctx)).wechat_encode] ?? 'sealed'
}

/** @throws 403 for a message that another mini-program got */
async function requireOurs(ctx: Ctx, side: WechatSide, { fields }: Opened): Promise<void> {
  if (side !== 'mini') return
  const { routine_original_id: id } = await getSettings(ctx)
  if (id && fields.ToUserName !== id) throw new NotWechat('消息是发给其他小程序的，请核对小程序原始 ID')
}

/** Counts what is not WeChat's, and leaves no other trace of it. */
async function counted<Result>(ctx: Ctx, read: () => Promise<Result>): Promise<Result> {
  return read().catch((error: unknown) => {
    if (error instanceof NotWechat) {
      ctx.platform.measures.countBadSignature('wechat')
      ctx.log.warn({ reason: error.message }, 'a message was not signed by WeChat')
    }
    throw error
  })
}

function sideOf(account: string): WechatSide {
  if (account !== 'public' && account !== 'mini') throw notFound('账号')
  return account
}

function plainText(content: string): FileAnswer {
  const bytes = Buffer.from(content, 'utf8')
  return { mime: 'text/plain; charset=utf-8', bytes: bytes.length, open: async () => Readable.from([bytes]) }
}
