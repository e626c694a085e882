import { sql } from 'drizzle-orm'
import { integer, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/data/columns.ts'

/** Tags of the official account, by the numbers that WeChat gave them. */
export const fanTags = pgTable(
  'wechat_tag',
  {
    id: integer().primaryKey(),
    name: varchar({ length: 30 }).notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (tag) => [uniqueIndex('wechat_tag_name').on(sql`lower(${tag.name})`)],
)

/** Whose turn it is to do what WeChat takes one call of at a time. */
export const wechatTurns = pgTable('wechat_turn', {
  name: varchar({ length: 40 }).primaryKey(),
  takenUntil: moment(),
})
