import { integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/data/columns.ts'

/** Tags of the official account, by the numbers that WeChat gave them; it sees to it that each has a name of its own. */
export const fanTags = pgTable('wechat_tag', {
  id: integer().primaryKey(),
  name: varchar({ length: 30 }).notNull(),
  createdAt: moment().notNull().defaultNow(),
})

/** Whose turn it is to do what WeChat takes one call of at a time. */
export const wechatTurns = pgTable('wechat_turn', {
  name: varchar({ length: 40 }).primaryKey(),
  takenUntil: moment(),
})
