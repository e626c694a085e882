import type { DeliveryState } from '@zhanggui/contract/message/webhook.ts'
import type { WebhookEvent } from '@zhanggui/domain/message/webhook.ts'
import { desc, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Addresses of other programs that receive events of the shop (docs/files-and-messages.md, Webhooks). */
export const webhooks = pgTable(
  'webhook',
  {
    ...editableColumns,
    name: varchar({ length: 50 }).notNull(),
    url: varchar({ length: 500 }).notNull(),
    /** Signs the deliveries; sealed. */
    secret: text().notNull(),
    events: varchar({ length: 60 }).array().$type<WebhookEvent[]>().notNull(),
    /** Sent with every delivery; values are sealed, as some are passwords. */
    headers: jsonb().$type<{ name: string; value: string }[]>().notNull().default([]),
    enabled: boolean().notNull().default(true),
    /** Consecutive failed attempts. */
    failures: integer().notNull().default(0),
    /** Why it was switched off automatically. */
    disabledReason: varchar({ length: 200 }).notNull().default(''),
  },
  (webhook) => [uniqueIndex('webhook_name').on(sql`lower(${webhook.name})`)],
)

/** One event for one webhook, from the first attempt to the last; kept for 30 days. */
export const webhookDeliveries = pgTable(
  'webhook_delivery',
  {
    ...standardColumns,
    webhookId: rowId()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Lets the receiver recognise repeats. */
    messageId: uuid().notNull(),
    event: varchar({ length: 60 }).notNull(),
    /** When it happened. */
    eventAt: moment().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    requestId: varchar({ length: 64 }).notNull().default(''),
    status: varchar({ length: 10 }).$type<DeliveryState>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** When the next attempt is due; null once the delivery is finished. */
    nextAt: moment(),
    /** The job that makes the next attempt; other jobs do nothing. */
    jobId: varchar({ length: 40 }),
    lastAt: moment(),
    responseStatus: integer(),
    /** The first 1000 characters of the receiver's response. */
    responseBody: loggedText(1000).notNull().default(''),
    error: loggedText(500).notNull().default(''),
    /** Duration of the last attempt, in milliseconds. */
    ms: integer().notNull().default(0),
    /** Sent by 测试. */
    test: boolean().notNull().default(false),
  },
  (delivery) => [
    index('webhook_delivery_webhook').on(delivery.webhookId, desc(delivery.id)),
    index('webhook_delivery_created').on(delivery.createdAt),
    index('webhook_delivery_due').on(delivery.nextAt).where(sql`status = 'waiting'`),
  ],
)
