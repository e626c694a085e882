import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Delivery, DeliveryDetail, DeliveryQuery } from '@zhanggui/contract/message/webhook.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { MAX_WEBHOOK_FAILURES, nextAttemptAt, TEST_EVENT, webhookEventNames } from '@zhanggui/domain/message/webhook.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { sql } from 'drizzle-orm'
import { audit } from '../../../platform/data/audit.ts'
import { daysAgo, eachOf } from '../../../platform/data/clean-up.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { notFound, tooMany } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { openOutgoing, UnsafeAddress } from '../../../platform/outside/safe-fetch.ts'
import type { OutboxMessage } from '../../../platform/work/outbox.ts'
import { notify } from '../notice/notification.service.ts'
import * as webhooks from './webhook.repository.ts'
import { mayCallPrivate, switchOff } from './webhook.service.ts'
import * as deliveries from './webhook-delivery.repository.ts'

const KEPT_DAYS = 30
const QUEUE = 'webhook'
/** Retries of the job cover processes that die: a delivery the receiver refused is retried by a new job. */
const RULES = { atOnce: 4, retries: 3, retrySeconds: 30, timeoutSeconds: 60 }
const TIMEOUT_MS = 10_000
/** Maximum number of bytes of a response that are read. */
const ANSWER_BYTES = 4000
const ANSWER_CHARS = 1000
/** Per user. */
const TEST_LIMIT = { max: 20, seconds: 60 }
/** A delivery overdue for this long has lost its job. */
const OVERDUE_MS = 10 * 60_000
const OVERDUE_BATCH = 200

type Job = { id: number }
/** The outcome of an attempt. */
type Outcome = { error: string; responseStatus: number | null; responseBody: string; ms: number }

/** Registers the consumer of events, the job that delivers them, and the schedule that finds lost deliveries. */
export function registerWebhooks({ outbox, jobs, scheduler }: Platform): void {
  outbox.consumeTogether('webhook', webhookEventNames, planDeliveries)
  jobs.handle<Job>(QUEUE, RULES, (ctx, { id }, run) => attempt(ctx, id, run.id, run.signal))
  scheduler.handle('webhookDeliver', {
    title: '补发遗漏的推送',
    cron: '0 */10 * * * ?',
    run: (ctx, _, signal) => deliverOverdue(ctx, signal),
  })
}

/** A page of deliveries, newest first. */
export async function listDeliveries(ctx: Ctx, { createTime, page, limit, ...filter }: DeliveryQuery) {
  const paging = readPage({ page, limit })
  const range = parseTimeRange(createTime, ctx.now())
  const { rows, ...counted } = await deliveries.list(ctx, { ...filter, ...range }, paging)
  return { list: rows.map(describe), ...counted, page: paging.page, limit: paging.limit }
}

/** @throws 404 */
export async function getDelivery(ctx: Ctx, id: number): Promise<DeliveryDetail> {
  const row = await deliveries.find(ctx, id)
  if (!row) throw notFound('推送记录')
  const { requestId, responseBody } = row
  return { ...describe(row), body: bodyOf(row), responseBody, requestId }
}

/**
 * Sends a test event, once and now, also to a webhook that is switched off.
 * @returns the outcome: a refusal by the receiver is not an error of this call
 * @throws 404, 429 above twenty a minute
 */
export async function testWebhook(ctx: Ctx, id: number): Promise<DeliveryDetail> {
  const { allowed, resetSeconds } = await ctx.platform.limits.take(`webhook test ${ctx.actor.userId}`, TEST_LIMIT)
  if (!allowed) throw tooMany(resetSeconds)
  const delivery = await inTransaction(ctx, async (tx) => {
    const [webhook] = await webhooks.lock(tx, [id])
    if (!webhook) throw notFound('Webhook')
    await audit(tx, { action: 'test', objectId: id, objectName: webhook.name })
    return deliveries.insert(tx, {
      ...newDelivery(tx, id, { event: TEST_EVENT, data: { message: '这是一次测试推送' } }),
      test: true,
    })
  })
  await attempt(ctx, delivery.id, null)
  return getDelivery(ctx, delivery.id)
}

/**
 * Sends a delivery again under its old id, with the same retries as a new one.
 * @throws 404, 422 for a test or a webhook that is switched off
 */
export async function resendDelivery(ctx: Ctx, id: number) {
  return inTransaction(ctx, async (tx) => {
    const row = await deliveries.find(tx, id)
    const [webhook] = row ? await webhooks.lock(tx, [row.webhookId]) : []
    if (!row || !webhook) throw notFound('推送记录')
    if (row.test) throw new Refusal('测试推送不能重发，请再次点击测试')
    if (!webhook.enabled) throw new Refusal('Webhook已停用，请先启用')
    await deliveries.update(tx, id, { status: 'waiting', attempts: 0 })
    await enqueue(tx, id)
    await audit(tx, { action: 'resend', objectType: 'webhook', objectId: webhook.id, objectName: webhook.name })
    return { id }
  })
}

/** Deletes deliveries past their retention. */
export const oldDeliveries = eachOf(['webhook_delivery'], (ctx) => sql`created_at < ${daysAgo(ctx, KEPT_DAYS)}`)

/** Creates a delivery for each webhook subscribed to an event, once: in the transaction that completes its message. */
async function planDeliveries(tx: Ctx, messages: readonly OutboxMessage[]): Promise<void> {
  for (const [event, group] of Map.groupBy(messages, (message) => message.event)) {
    const wanting = await webhooks.listWanting(tx, event)
    for (const message of group)
      for (const webhookId of wanting) {
        const { id } = await deliveries.insert(tx, newDelivery(tx, webhookId, message))
        await enqueue(tx, id)
      }
  }
}

function newDelivery(
  { now, origin }: Ctx,
  webhookId: number,
  {
    event,
    data,
    at = now(),
    requestId = origin.requestId,
  }: Pick<OutboxMessage, 'event' | 'data'> & Partial<OutboxMessage>,
) {
  const createdAt = now()
  return {
    webhookId,
    messageId: randomUUID(),
    event,
    eventAt: at,
    payload: data,
    requestId,
    createdAt,
    updatedAt: createdAt,
  }
}

/** Queues the job of the next attempt; the delivery then waits for this job. */
async function enqueue(tx: Ctx, id: number, startAfter?: Date): Promise<void> {
  const jobId = await tx.platform.jobs.enqueue(tx, QUEUE, { id } satisfies Job, startAfter && { startAfter })
  await deliveries.update(tx, id, { jobId: jobId ?? null, nextAt: startAfter ?? tx.now() })
}

async function deliverOverdue(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let found = 0
  while (!signal.aborted) {
    const batch = await inTransaction(ctx, async (tx) => {
      const rows = await deliveries.lockOverdue(tx, new Date(tx.now().getTime() - OVERDUE_MS), OVERDUE_BATCH)
      for (const { id } of rows) await enqueue(tx, id)
      return rows.length
    })
    found += batch
    if (batch < OVERDUE_BATCH) break
  }
  return found
}

/**
 * Makes one attempt at a delivery, without a transaction as it may take ten seconds, and then stores the outcome.
 * @param jobId the job that makes it; a job the delivery no longer waits for does nothing
 * @param signal of a stopping process: another process makes the attempt again
 */
export async function attempt(ctx: Ctx, id: number, jobId: string | null, signal?: AbortSignal): Promise<void> {
  const delivery = await deliveries.find(ctx, id)
  if (delivery?.status !== 'waiting' || delivery.jobId !== jobId) return
  const webhook = await webhooks.find(ctx, delivery.webhookId)
  if (!webhook) return
  if (!webhook.enabled && !delivery.test) {
    await deliveries.update(ctx, id, { status: 'failed', error: 'Webhook已停用', nextAt: null, jobId: null })
    return
  }
  const outcome = await send(ctx, webhook, delivery, signal)
  signal?.throwIfAborted()
  await inTransaction(ctx, (tx) => store(tx, id, jobId, outcome))
}

const nothing: Outcome = { error: '', responseStatus: null, responseBody: '', ms: 0 }

async function send(
  ctx: Ctx,
  webhook: Pick<webhooks.WebhookRow, 'url' | 'secret' | 'headers'>,
  delivery: deliveries.DeliveryRow,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { secrets } = ctx.platform
  const { messageId, requestId } = delivery
  const body = bodyOf(delivery)
  const timestamp = String(Math.floor(ctx.now().getTime() / 1000))
  const signed = createHmac('sha256', secrets.open(webhook.secret)).update(`${messageId}.${timestamp}.${body}`)
  const headers = {
    ...Object.fromEntries(webhook.headers.map(({ name, value }) => [name, secrets.open(value)])),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': 'Zhanggui-Webhook/1',
    'X-Request-Id': requestId,
    'X-Webhook-Id': messageId,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Signature': `v1=${signed.digest('hex')}`,
  }
  const begin = performance.now()
  const took = () => Math.round(performance.now() - begin)
  const ending = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await openOutgoing(webhook.url, {
      method: 'POST',
      headers,
      body: Buffer.from(body),
      allowPrivate: await mayCallPrivate(ctx),
      signal: signal ? AbortSignal.any([ending, signal]) : ending,
    })
    const responseStatus = answer.statusCode ?? 0
    const responseBody = await readStart(answer)
    const isTaken = responseStatus >= 200 && responseStatus < 300
    return { error: isTaken ? '' : `对方返回 HTTP ${responseStatus}`, responseStatus, responseBody, ms: took() }
  } catch (error) {
    return { ...nothing, error: ending.aborted ? '对方地址响应超时' : explain(error), ms: took() }
  }
}

/** The beginning of a response, as text the database accepts; it may be cut off anywhere. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= ANSWER_BYTES) break
    }
  } catch {
    // Only the status matters; the receiver may disconnect or stall after it.
  } finally {
    answer.destroy()
  }
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '')
  return cutText(text, ANSWER_CHARS)
}

function explain(error: unknown): string {
  if (error instanceof UnsafeAddress) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return '域名无法解析，请检查推送地址'
  return cutText(`无法连接：${code ?? message}`, 500)
}

/** Stores the outcome of an attempt, queues the next one or gives up, and counts consecutive failures of the webhook. */
async function store(tx: Ctx, id: number, jobId: string | null, outcome: Outcome): Promise<void> {
  const found = await deliveries.find(tx, id)
  const [webhook] = found ? await webhooks.lock(tx, [found.webhookId]) : []
  const delivery = await deliveries.lockWaiting(tx, id, jobId)
  if (!webhook || !delivery) return
  const isTaken = outcome.error === ''
  const attempts = delivery.attempts + 1
  const mayRetry = !isTaken && !delivery.test && webhook.enabled
  const failures = isTaken ? 0 : webhook.failures + 1
  const isOver = mayRetry && failures >= MAX_WEBHOOK_FAILURES
  const nextAt = mayRetry && !isOver ? nextAttemptAt(attempts, tx.now()) : undefined
  const status = isTaken ? 'sent' : nextAt ? 'waiting' : 'failed'
  await deliveries.update(tx, id, { ...outcome, attempts, status, lastAt: tx.now(), nextAt: null, jobId: null })
  if (nextAt) await enqueue(tx, id, nextAt)
  if (!delivery.test && webhook.enabled) await webhooks.setFailures(tx, webhook.id, failures)
  if (!isOver) return
  const reason = cutText(`连续失败 ${failures} 次：${outcome.error}`, 200)
  await switchOff(tx, webhook, reason)
  await notify(tx, {
    event: 'webhook.disabled',
    level: 'error',
    title: `Webhook「${webhook.name}」已自动停用`,
    content: `${reason}。请检查对方服务，重新启用后可在推送日志中重发。`,
    link: '/system-tools/webhook',
    object: { type: 'webhook', id: webhook.id },
  })
}

/** The request body: the same for every attempt. */
function bodyOf({ messageId, event, eventAt, payload }: deliveries.DeliveryRow): string {
  return JSON.stringify({ id: messageId, event, time: toWireTime(eventAt), data: payload })
}

function describe({ lastAt, nextAt, createdAt, ...row }: deliveries.DeliveryRow): Delivery {
  const { id, webhookId, messageId, event, status, attempts, responseStatus, error, ms, test } = row
  return {
    id,
    webhookId,
    messageId,
    event,
    status,
    attempts,
    responseStatus,
    error,
    ms,
    test,
    nextTime: status === 'waiting' && nextAt ? toWireTime(nextAt) : null,
    lastTime: lastAt && toWireTime(lastAt),
    createTime: toWireTime(createdAt),
  }
}
