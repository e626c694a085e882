import { desc } from 'drizzle-orm'
import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Calls to WeChat, without what they said. */
export const wechatApiLogs = pgTable(
  'wechat_api_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appid: varchar({ length: 64 }).notNull(),
    path: loggedText(200).notNull(),
    /** 0 for done, null where WeChat was not heard. */
    errcode: integer(),
    /** WeChat's words of a refusal, with the number by which its support finds the call. */
    message: loggedText(300).notNull().default(''),
    ms: integer().notNull(),
    biz: loggedText(64).notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
  },
  (log) => [
    index('wechat_api_log_created').on(desc(log.createdAt), desc(log.id)),
    index('wechat_api_log_appid').on(log.appid, desc(log.createdAt)),
  ],
)
