import { randomUUID } from 'node:crypto'
import { nextAttemptAt, TEST_EVENT, type WebhookEvent } from '@zhanggui/domain/message/webhook.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { requestIdOf } from '../../../platform/http/request-id.ts'
import { newToken } from '../../../platform/security/token.ts'
import { webhookDeliveries, webhooks } from './webhook.tables.ts'

const HOUR_MS = 3600_000

type Sent = { hoursAgo: number; event: WebhookEvent | typeof TEST_EVENT; payload: Record<string, unknown> }
/** The outcome, where the receiver did not simply accept the delivery. */
type Trouble = { attempts: number; status?: 'failed'; error?: string; responseStatus?: number; responseBody?: string }

/** Deliveries from the time the webhook was switched on, oldest first. */
const deliveries: readonly (Sent & { ms: number; trouble?: Trouble })[] = [
  { hoursAgo: 76, event: TEST_EVENT, payload: { message: '这是一次测试推送' }, ms: 143 },
  { hoursAgo: 75, event: 'product.up', payload: { id: 12 }, ms: 96 },
  {
    hoursAgo: 70,
    event: 'stock.changed',
    payload: { productIds: [12], skuIds: [31, 32] },
    ms: 37,
    trouble: {
      attempts: 7,
      status: 'failed',
      error: '对方返回 HTTP 503',
      responseStatus: 503,
      responseBody: '<h1>503 Service Unavailable</h1>',
    },
  },
  { hoursAgo: 52, event: 'product.updated', payload: { id: 8 }, ms: 118 },
  {
    hoursAgo: 51,
    event: 'price.changed',
    payload: { productIds: [8], skuIds: [20, 21, 22] },
    ms: 104,
    trouble: { attempts: 2 },
  },
  { hoursAgo: 29, event: 'stock.changed', payload: { productIds: [3, 5, 9], skuIds: [7, 11, 24] }, ms: 87 },
  { hoursAgo: 27, event: 'product.down', payload: { id: 17 }, ms: 91 },
  { hoursAgo: 26, event: 'stock.changed', payload: { productIds: [21], skuIds: [58] }, ms: 112 },
  {
    hoursAgo: 25,
    event: 'product.updated',
    payload: { id: 21 },
    ms: 10_004,
    trouble: { attempts: 1, status: 'failed', error: 'Webhook已停用' },
  },
]

/**
 * A webhook as a shop with an ERP would have it, switched off: its address leads nowhere. The log shows its earlier
 * deliveries.
 */
export async function fillWebhookDemo(tx: Ctx): Promise<void> {
  const { rows } = await tx.db.execute<{ id: number }>(
    sql`select id from admin_user where deleted_at is null order by id limit 1`,
  )
  const userId = rows[0]?.id
  if (!userId) throw new Error('the demo shop has no administrator')
  const createdAt = tx.now()
  const [webhook] = await tx.db
    .insert(webhooks)
    .values({
      name: 'ERP对接（示例）',
      url: 'https://erp.example.com/hooks/zhanggui',
      secret: tx.platform.secrets.seal(newToken()),
      events: [
        'product.updated',
        'product.up',
        'product.down',
        'stock.changed',
        'price.changed',
        'order.paid',
        'order.refunded',
      ],
      headers: [{ name: 'X-Shop', value: tx.platform.secrets.seal('zhanggui-demo') }],
      enabled: false,
      createdBy: userId,
      createdAt: new Date(createdAt.getTime() - 77 * HOUR_MS),
    })
    .returning({ id: webhooks.id })
  if (!webhook) throw new Error('the webhook of the demo shop was not stored')
  await tx.db.insert(webhookDeliveries).values(
    deliveries.map(({ hoursAgo, event, payload, ms, trouble }) => {
      const at = new Date(createdAt.getTime() - hoursAgo * HOUR_MS)
      const attempts = trouble?.attempts ?? 1
      let lastAt = at
      for (let failed = 1; failed < attempts; failed++) lastAt = nextAttemptAt(failed, lastAt) ?? lastAt
      const taken = { status: 'sent' as const, responseStatus: 200, responseBody: '{"ok":true}' }
      return {
        webhookId: webhook.id,
        messageId: randomUUID(),
        event,
        eventAt: at,
        payload,
        requestId: requestIdOf(undefined),
        ...(trouble?.status ? trouble : taken),
        attempts,
        ms,
        lastAt,
        test: event === TEST_EVENT,
        createdAt: at,
        updatedAt: lastAt,
      }
    }),
  )
}
