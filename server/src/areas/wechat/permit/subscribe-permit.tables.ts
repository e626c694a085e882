import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'

/** How many messages of a template a person of the mini-program still takes: each consent is one message. */
export const subscribePermits = pgTable(
  'wechat_subscribe_permit',
  {
    ...standardColumns,
    openid: varchar({ length: 64 }).notNull(),
    templateId: varchar({ length: 64 }).notNull(),
    remain: smallint().notNull().default(0),
    /** The consent is for ever. */
    always: boolean().notNull().default(false),
  },
  (permit) => [
    uniqueIndex('wechat_subscribe_permit_person').on(permit.openid, permit.templateId),
    check('wechat_subscribe_permit_remain', sql`remain >= 0`),
  ],
)
