import { toWireTime } from '@zhanggui/domain/time.ts'
import type { BuyerMark, MessageVariable } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { givenJson } from '../../../platform/data/given-rows.ts'
import { type Ctx, gathering, type Platform } from '../../../platform/http/context.ts'
import { innerText } from './message-compose.service.ts'
import { channelsOf } from './message-rule.service.ts'
import {
  attempt,
  keyOf,
  MESSAGE_QUEUE,
  MESSAGE_RULES,
  type MessageJob,
  plan,
  ruleOf,
  sendOverdue,
  type Told,
} from './message-send.service.ts'
import { type NewMessage, newMessages } from './notify-outbox.parts.ts'
import * as outbox from './notify-outbox.repository.ts'

export type { BuyerMark }

/** A message to a buyer. */
export type BuyerMessage = {
  mark: BuyerMark
  uid: number
  /** What it is about; a buyer gets one message for each. */
  bizId: number | string
  /** What its mark names; a name of no message does not compile. */
  values: { readonly [Name in MessageVariable]?: string }
  /** Where it leads in the buyer's shop. */
  link: string
}

/**
 * Tells a buyer of something: in the shop at once, and by the first channel of its rule after the transaction commits; by the next
 * one where that refuses. Each mark and `bizId` is sent once, whatever happens in between.
 * @param tx a transaction
 */
export const tellBuyer = async (tx: Ctx, message: BuyerMessage): Promise<void> =>
  storeAtCommit(tx, await messagesOf(tx, message))

/** Tells a buyer as {@link tellBuyer} does, in a statement of the caller's that stores it by `storingMessages`. Returns its JSON. */
export const tellBuyerIn = async (tx: Ctx, message: BuyerMessage): Promise<string> =>
  givenJson(newMessages, await messagesOf(tx, message))

const storeAtCommit = gathering<NewMessage>(outbox.insert)

async function messagesOf(tx: Ctx, { mark, uid, bizId, values, link }: BuyerMessage): Promise<NewMessage[]> {
  const payload = { values: { ...(values as Record<string, string>), time: toWireTime(tx.now()) }, link }
  const told: Told = { mark, uid, bizId: String(bizId), payload }
  const rule = await ruleOf(tx, mark)
  const [first] = rule ? channelsOf(rule) : []
  return [innerMessage(tx, told), ...(first ? [await plan(tx, told, first)] : [])]
}

function innerMessage(tx: Ctx, told: Told): NewMessage {
  const at = tx.now()
  const kept = { ...told, ...innerText(told.mark, told.payload), dedupeKey: keyOf(told, 'inner'), status: 1 as const }
  return { ...kept, channel: 'inner', jobId: null, nextAt: null, sentAt: at, createdAt: at, updatedAt: at }
}

/** Registers the job that sends messages to buyers, and the schedule that finds messages without a job. */
export function registerBuyerMessages({ jobs, scheduler }: Platform): void {
  jobs.handle<MessageJob>(MESSAGE_QUEUE, MESSAGE_RULES, attempt)
  scheduler.handle('wechatMessageSend', {
    title: '补发遗漏的买家通知',
    cron: '0 */10 * * * ?',
    run: (ctx, _, signal) => sendOverdue(ctx, signal),
  })
}
