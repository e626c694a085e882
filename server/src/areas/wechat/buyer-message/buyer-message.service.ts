import { toWireTime } from '@zhanggui/domain/time.ts'
import type { BuyerMark } from '@zhanggui/domain/wechat/buyer-mark.ts'
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
import * as outbox from './notify-outbox.repository.ts'

export type { BuyerMark }

/** A message to a buyer. */
export type BuyerMessage = {
  mark: BuyerMark
  uid: number
  /** What it is about; a buyer is told once of each. */
  bizId: number | string
  values: Record<string, string>
  /** Where it leads in the buyer's shop. */
  link: string
}

/**
 * Tells a buyer of something: in the shop at once, and by the first channel of its rule after the transaction commits; by the next
 * one where that refuses. Whatever comes in between, each mark and `bizId` is told once.
 * @param tx a transaction
 */
export async function tellBuyer(tx: Ctx, { mark, uid, bizId, values, link }: BuyerMessage): Promise<void> {
  const payload = { values: { ...values, time: toWireTime(tx.now()) }, link }
  const told: Told = { mark, uid, bizId: String(bizId), payload }
  const rule = await ruleOf(tx, mark)
  const [first] = rule ? channelsOf(rule) : []
  await storeAtCommit(tx, [innerMessage(tx, told), ...(first ? [await plan(tx, told, first)] : [])])
}

const storeAtCommit = gathering<outbox.NewMessage>(outbox.insert)

function innerMessage(tx: Ctx, told: Told): outbox.NewMessage {
  const at = tx.now()
  const kept = { ...told, ...innerText(told.mark, told.payload), dedupeKey: keyOf(told, 'inner'), status: 1 as const }
  return { ...kept, channel: 'inner', sentAt: at, createdAt: at, updatedAt: at }
}

/** Registers the job that sends what buyers are told, and the schedule that finds what lost its job. */
export function registerBuyerMessages({ jobs, scheduler }: Platform): void {
  jobs.handle<MessageJob>(MESSAGE_QUEUE, MESSAGE_RULES, attempt)
  scheduler.handle('wechatMessageSend', {
    title: '补发遗漏的买家通知',
    cron: '0 */10 * * * ?',
    run: (ctx, _, signal) => sendOverdue(ctx, signal),
  })
}
