import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

/** People known to us by WeChat. One with several openids is one row, joined by unionid, else by phone. */
export const wechatUsers = pgTable(
  'wechat_user',
  {
    ...standardColumns,
    /** The customer, `shop_user.id`; 0 until bound. */
    uid: rowId().notNull().default(0),
    /** Of the official account. */
    openid: varchar({ length: 64 }).notNull().default(''),
    /** Of the mini-program. */
    routineOpenid: varchar({ length: 64 }).notNull().default(''),
    unionid: varchar({ length: 64 }).notNull().default(''),
    nickname: varchar({ length: 64 }).notNull().default(''),
    avatar: varchar({ length: 512 }).notNull().default(''),
    sex: smallint().notNull().default(0),
    city: varchar({ length: 64 }).notNull().default(''),
    language: varchar({ length: 64 }).notNull().default(''),
    province: varchar({ length: 64 }).notNull().default(''),
    country: varchar({ length: 64 }).notNull().default(''),
    remark: varchar({ length: 30 }).notNull().default(''),
    groupid: integer().notNull().default(0),
    /** Tags of the official account. */
    tagIds: integer().array().notNull().default([]),
    subscribe: boolean().notNull().default(false),
    subscribeTime: moment(),
    unsubscribeTime: moment(),
    subscribeScene: varchar({ length: 64 }).notNull().default(''),
    /** The channel code by which they came to follow last; 0 for none. */
    codeId: rowId().notNull().default(0),
    /** When WeChat last said that they follow. */
    syncedAt: moment(),
    userType: varchar({ length: 8 }).$type<'wechat' | 'routine'>().notNull(),
  },
  (user) => [
    uniqueIndex('wechat_user_openid').on(user.openid).where(sql`openid <> ''`),
    uniqueIndex('wechat_user_routine_openid').on(user.routineOpenid).where(sql`routine_openid <> ''`),
    uniqueIndex('wechat_user_unionid').on(user.unionid).where(sql`unionid <> ''`),
    index('wechat_user_uid').on(user.uid).where(sql`uid <> 0`),
    index('wechat_user_created').on(user.createdAt, user.id),
    index('wechat_user_nickname').on(user.nickname.op('text_pattern_ops')),
    index('wechat_user_code').on(user.codeId, user.id).where(sql`code_id <> 0`),
    index('wechat_user_followed').on(user.subscribeTime).where(sql`subscribe`),
    index('wechat_user_left').on(user.unsubscribeTime).where(sql`not subscribe and unsubscribe_time is not null`),
    index('wechat_user_tags').using('gin', user.tagIds),
  ],
)
