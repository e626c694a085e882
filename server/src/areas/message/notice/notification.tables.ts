import type { NotifyEvent, NotifyLevel } from '@zhanggui/domain/message/notify-event.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'

/** A notification to one person; a row for each receiver. */
export const notifications = pgTable(
  'notification',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: rowId()
      .notNull()
      .references(() => adminUsers.id),
    event: varchar({ length: 40 }).$type<NotifyEvent>().notNull(),
    level: varchar({ length: 5 }).$type<NotifyLevel>().notNull(),
    title: varchar({ length: 100 }).notNull(),
    content: varchar({ length: 1000 }).notNull().default(''),
    link: varchar({ length: 255 }).notNull().default(''),
    objectType: varchar({ length: 40 }).notNull().default(''),
    objectId: varchar({ length: 40 }).notNull().default(''),
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Shown only while the receiver holds this permission; empty: always shown. */
    permission: varchar({ length: 100 }).notNull().default(''),
    readAt: moment(),
    createdAt: moment().notNull(),
  },
  (row) => [
    index('notification_user').on(row.userId, row.id),
    index('notification_unread').on(row.userId, row.id).where(sql`read_at is null`),
    index('notification_created').on(row.createdAt),
  ],
)

/** A person's choice for an event, and its channels, where it differs from the default. */
export const notifyRules = pgTable(
  'notify_rule',
  {
    userId: rowId()
      .notNull()
      .references(() => adminUsers.id),
    event: varchar({ length: 40 }).$type<NotifyEvent>().notNull(),
    site: boolean().notNull(),
    email: boolean().notNull(),
    sms: boolean().notNull(),
    popup: boolean().notNull(),
    sound: boolean().notNull(),
  },
  (rule) => [primaryKey({ columns: [rule.userId, rule.event] })],
)
