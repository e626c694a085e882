import { integer, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../../data/columns.ts'

/** What WeChat has given an account for a time: the token of its calls, and the ticket of pages in its browser. */
export const tokenKinds = ['access', 'jsapi'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** The tokens that all processes share. */
export const wechatTokens = pgTable(
  'wechat_token',
  {
    /** A digest of address, AppID and AppSecret: a token of a former secret is nobody's. */
    source: varchar({ length: 43 }).notNull(),
    kind: varchar({ length: 8 }).$type<TokenKind>().notNull(),
    appid: varchar({ length: 64 }).notNull(),
    /** Sealed; '' until the first one came. */
    token: text().notNull().default(''),
    expiresAt: moment().notNull(),
    /** Until when one process asks for the next one. */
    lockUntil: moment(),
    /** When a new one was last forced, and how often on that day. */
    forcedAt: moment(),
    forcedCount: integer().notNull().default(0),
  },
  (token) => [primaryKey({ columns: [token.source, token.kind] })],
)
