import { bigint, index, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/data/columns.ts'

/** What fans were sent by customer service: WeChat allows a few within a time. */
export const wechatCustomerMessages = pgTable(
  'wechat_customer_message',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    openid: varchar({ length: 64 }).notNull(),
    type: varchar({ length: 20 }).notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (message) => [
    index('wechat_customer_message_openid').on(message.openid, message.createdAt),
    index('wechat_customer_message_created').on(message.createdAt),
  ],
)
