import { bigint, index, jsonb, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Who speaks: the official account or the mini-program. */
export const wechatSides = ['public', 'mini'] as const
export type WechatSide = (typeof wechatSides)[number]

/** What WeChat told us, each once, with what we answered: a repeat gets the same answer. */
export const wechatCallbacks = pgTable(
  'wechat_callback',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    account: varchar({ length: 6 }).$type<WechatSide>().notNull(),
    /** The number of a message; sender, time and name of an event. */
    key: loggedText(200).notNull(),
    openid: loggedText(64).notNull(),
    type: loggedText(40).notNull(),
    event: loggedText(64).notNull().default(''),
    eventKey: loggedText(300).notNull().default(''),
    text: loggedText(2048).notNull().default(''),
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    /** As it was answered, unsealed; '' for nothing but that it was heard. */
    answer: text().notNull().default(''),
    /** When WeChat says that it happened. */
    at: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (callback) => [
    uniqueIndex('wechat_callback_key').on(callback.account, callback.key),
    index('wechat_callback_openid').on(callback.account, callback.openid, callback.at),
    index('wechat_callback_created').on(callback.createdAt),
  ],
)
