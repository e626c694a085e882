import { cutText } from '@zhanggui/domain/text.ts'
import { type OuterChannel, outerChannels, retryAt } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { endPermit, usePermit } from '../permit/subscribe-permit.service.ts'
import { lost, mayRepeat, type Outcome, sendBySms, sendByWechat, skip } from './message-channel.service.ts'
import { channelsOf, isOn, type Rule, readRules } from './message-rule.service.ts'
import * as outbox from './notify-outbox.repository.ts'

export const MESSAGE_QUEUE = 'buyer-message'
/** Retries of the job cover processes that die. What a platform refused for now is tried again by a new job. */
export const MESSAGE_RULES = { atOnce: 4, retries: 3, retrySeconds: 30, timeoutSeconds: 120 }
/** No leave to send: the buyer would have to agree again. */
const NO_PERMIT = 43101
const OFF = '渠道已关闭'
const OVERDUE_MS = 10 * 60_000
/** An attempt takes half a minute at most. */
const STALE_MS = 5 * 60_000
const OVERDUE_BATCH = 200
const REPEAT_MS = 10 * 60_000

export type MessageJob = { key: string }
export type Told = Pick<outbox.OutboxRow, 'mark' | 'bizId' | 'uid' | 'payload'>

export const keyOf = ({ mark, bizId }: Pick<Told, 'mark' | 'bizId'>, channel: string) => `${mark}:${bizId}:${channel}`

export const ruleOf = async (ctx: Ctx, mark: Told['mark']): Promise<Rule | undefined> =>
  (await readRules(ctx)).find(({ rule }) => rule.mark === mark)

/** Whether nothing is sent by a channel any more, not even what waits. */
export const isOff = (rule: Rule | undefined, channel: OuterChannel): boolean => !rule || !isOn(rule, channel)

/** A message by a channel that waits for its job, queued in the transaction that stores it. */
export async function plan(tx: Ctx, told: Told, channel: OuterChannel): Promise<outbox.NewMessage> {
  const { mark, bizId, uid, payload } = told
  const dedupeKey = keyOf(told, channel)
  const jobId = (await enqueue(tx, dedupeKey)) ?? null
  const at = tx.now()
  const waiting = { status: 0 as const, title: '', content: '', sentAt: null, nextAt: at, createdAt: at, updatedAt: at }
  return { mark, bizId, uid, payload, channel, dedupeKey, jobId, ...waiting }
}

const enqueue = (tx: Ctx, key: string, startAfter?: Date) =>
  tx.platform.jobs.enqueue(tx, MESSAGE_QUEUE, { key } satisfies MessageJob, startAfter && { startAfter })

/** Queues another attempt, for which the message then waits. */
export async function queueAgain(tx: Ctx, { id, dedupeKey }: Pick<outbox.OutboxRow, 'id' | 'dedupeKey'>, at?: Date) {
  return outbox.update(tx, id, { jobId: (await enqueue(tx, dedupeKey, at)) ?? null, nextAt: at ?? tx.now() })
}

/** Makes one attempt at a message, outside of any transaction where it leaves the server, and stores the outcome. */
export async function attempt(ctx: Ctx, { key }: MessageJob, { id: jobId }: JobRun): Promise<void> {
  const row = await outbox.claim(ctx, key, jobId)
  if (!row || row.channel === 'inner') return
  const { channel } = row
  const rule = await ruleOf(ctx, row.mark)
  if (channel === 'sms')
    return inTransaction(ctx, async (tx) => {
      const waiting = await outbox.lockWaiting(tx, row.id, jobId)
      if (waiting) await settle(tx, waiting, isOff(rule, channel) ? skip(OFF) : await sendBySms(tx, rule, waiting))
    })
  const outcome = await outcomeOf(ctx, rule, { ...row, channel })
  await inTransaction(ctx, async (tx) => {
    const waiting = await outbox.lockWaiting(tx, row.id, jobId)
    if (waiting) await settle(tx, waiting, outcome)
  })
}

/** What becomes of a message by WeChat. What a channel that is off may have sent before is not sent by the next one. */
async function outcomeOf(
  ctx: Ctx,
  rule: Rule | undefined,
  row: outbox.OutboxRow & { channel: 'wechat' | 'routine' },
): Promise<Outcome> {
  // A process that died in between left it open whether the platform has the message.
  const isOpen = row.tryingSince !== null
  if (isOpen && !mayRepeat(ctx, row)) return lost()
  if (!isOff(rule, row.channel)) return sendByWechat(ctx, rule, row)
  const isRepeat = row.firstTriedAt !== null && row.firstTriedAt < row.updatedAt
  return isOpen || isRepeat ? lost() : skip(OFF)
}

/** Stores how an attempt ended. @param row locked */
async function settle(tx: Ctx, row: outbox.OutboxRow, outcome: Outcome): Promise<void> {
  const { receiver, title, content, templateId } = outcome
  const attempts = row.attempts + (outcome.kind === 'later' && outcome.isQuiet ? 0 : 1)
  const known = {
    attempts,
    tryingSince: null,
    jobId: null,
    nextAt: null,
    ...(receiver && { receiver: cutText(receiver, 64) }),
    ...(title && { title: cutText(title, 64) }),
    ...(content && { content }),
  }
  if (outcome.kind === 'sent') {
    await outbox.update(tx, row.id, { ...known, ...delivered(tx), msgId: outcome.msgId.slice(0, 64) })
    if (row.channel === 'routine' && receiver && templateId) await usePermit(tx, receiver, templateId)
    return
  }
  const errmsg = cutText(outcome.errmsg, 255)
  if (outcome.kind === 'unknown') return outbox.update(tx, row.id, { ...known, status: 3, errmsg })
  const { errcode } = outcome
  if (outcome.kind === 'later') {
    const next = retryAt(attempts, tx.now())
    // Quiet hours are no attempt; a day's limit is, or a message would wait for a free day for ever.
    const at = outcome.isQuiet ? outcome.at : next && (outcome.at ?? next)
    const isLost = outcome.isLost === true
    const firstTriedAt = isLost ? row.firstTriedAt : null
    // Beyond these minutes the platform would take a repeat for another message.
    const isTooLate = isLost && at && row.firstTriedAt && at.getTime() - row.firstTriedAt.getTime() >= REPEAT_MS
    if (at && !isTooLate) {
      await outbox.update(tx, row.id, { ...known, status: 2, errcode, errmsg, firstTriedAt })
      return queueAgain(tx, row, at)
    }
    if (isLost) return outbox.update(tx, row.id, { ...known, status: 3, errcode, errmsg: lostWords })
  }
  const status = outcome.kind === 'refused' ? outcome.status : 3
  await outbox.update(tx, row.id, { ...known, status, errcode, errmsg })
  if (errcode === NO_PERMIT && receiver && templateId) await endPermit(tx, receiver, templateId)
  await tryNext(tx, row)
}

const lostWords = '平台没有答复，不知道买家收到没有，没有重发'
const delivered = (tx: Ctx) => ({ status: 1 as const, errcode: 0, errmsg: '', sentAt: tx.now() })

/** After a refusal the next channel is tried, unless another one has the message, or may still get it. */
async function tryNext(tx: Ctx, row: outbox.OutboxRow): Promise<void> {
  const rule = await ruleOf(tx, row.mark)
  if (!rule) return
  const tried = await outbox.listOf(tx, row.mark, row.bizId, outerChannels)
  if (tried.some(({ id, status }) => id !== row.id && status < 3)) return
  const next = channelsOf(rule).find((channel) => !tried.some((each) => each.channel === channel))
  if (next) await outbox.insert(tx, [await plan(tx, row, next)])
}

/** A provider says of a message it took that the buyer did not get it. @returns false where no message is known by that number */
export async function failSent(tx: Ctx, channel: OuterChannel, msgId: string, errmsg: string): Promise<boolean> {
  const row = await outbox.lockSent(tx, channel, msgId)
  if (!row) return false
  await outbox.update(tx, row.id, { status: 3, errmsg: cutText(errmsg, 255), sentAt: null })
  await tryNext(tx, row)
  return true
}

/** Queues messages whose job was lost. */
export async function sendOverdue(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let found = 0
  while (!signal.aborted) {
    const batch = await inTransaction(ctx, async (tx) => {
      const now = tx.now().getTime()
      const rows = await outbox.lockOverdue(tx, new Date(now - OVERDUE_MS), new Date(now - STALE_MS), OVERDUE_BATCH)
      for (const row of rows) await queueAgain(tx, row)
      return rows.length
    })
    found += batch
    if (batch < OVERDUE_BATCH) break
  }
  return found
}
