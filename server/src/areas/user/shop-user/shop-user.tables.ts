import type { UserType } from '@zhanggui/domain/user/user-type.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'

/** The reason of an account that its owner ended. */
export const ENDED_BY_BUYER = '买家已注销账号'

const fen = () => bigint({ mode: 'number' })

/** Customers. Their id is `uid` on the wire and in every table that refers to them. */
export const shopUsers = pgTable(
  'shop_user',
  {
    ...editableColumns,
    /** The phone, or generated. */
    account: varchar({ length: 32 }).notNull(),
    /** PHC string of argon2id; empty without a password. */
    passwordHash: varchar({ length: 200 }).notNull().default(''),
    nickname: varchar({ length: 64 }).notNull().default(''),
    avatar: varchar({ length: 512 }).notNull().default(''),
    realName: varchar({ length: 32 }).notNull().default(''),
    phone: varchar({ length: 18 }),
    birthday: date({ mode: 'string' }),
    cardId: varchar({ length: 18 }).notNull().default(''),
    /** 0 unknown, 1 male, 2 female, 3 undisclosed. */
    sex: smallint().notNull().default(0),
    /** The shop's note. */
    mark: varchar({ length: 255 }).notNull().default(''),
    country: varchar({ length: 64 }).notNull().default(''),
    province: varchar({ length: 64 }).notNull().default(''),
    city: varchar({ length: 64 }).notNull().default(''),
    address: varchar({ length: 255 }).notNull().default(''),
    groupId: rowId(),
    tagIds: integer().array().notNull().default([]),
    nowMoneyFen: fen().notNull().default(0),
    /** Below 0 only when commission is taken back. */
    brokeragePriceFen: fen().notNull().default(0),
    integral: integer().notNull().default(0),
    experience: integer().notNull().default(0),
    /** A `user_level`, or 0. */
    level: rowId().notNull().default(0),
    /** False for a level given by hand, which is never lowered by itself. */
    levelAuto: boolean().notNull().default(true),
    signNum: integer().notNull().default(0),
    /** False: disabled, for the reason given. */
    status: boolean().notNull().default(true),
    closeReason: varchar({ length: 255 }).notNull().default(''),
    userType: varchar({ length: 8 }).$type<UserType>().notNull().default('h5'),
    loginType: varchar({ length: 8 }).$type<UserType>().notNull().default('h5'),
    isPromoter: boolean().notNull().default(false),
    promoterTime: moment(),
    /** The promoter above, or 0. */
    spreadUid: rowId().notNull().default(0),
    spreadTime: moment(),
    /** The promoters above, the nearest last: `/12/57/`; `/` without any. */
    path: varchar({ length: 1000 }).notNull().default('/'),
    payCount: integer().notNull().default(0),
    spreadCount: integer().notNull().default(0),
    consumeMoneyFen: fen().notNull().default(0),
    refundMoneyFen: fen().notNull().default(0),
    lastPayTime: moment(),
    /** Spent and ordered in another shop, before this one: shown beside what was here, and never added to it. */
    pastMoneyFen: fen().notNull().default(0),
    pastCount: integer().notNull().default(0),
    /** The import that made the customer, and the one that opened balance and points; 0 for none. */
    importId: rowId().notNull().default(0),
    openingImportId: rowId().notNull().default(0),
    /** Follows the official account. */
    subscribe: boolean().notNull().default(false),
    addIp: varchar({ length: 64 }).notNull().default(''),
    lastIp: varchar({ length: 64 }).notNull().default(''),
    lastLoginTime: moment(),
  },
  (user) => [
    uniqueIndex('shop_user_phone').on(user.phone),
    uniqueIndex('shop_user_account').on(user.account),
    index('shop_user_created').on(user.createdAt, user.id),
    index('shop_user_last_login').on(user.lastLoginTime, user.id),
    index('shop_user_last_pay').on(user.lastPayTime, user.id),
    index('shop_user_pay_count').on(user.payCount, user.id),
    index('shop_user_consume').on(user.consumeMoneyFen, user.id),
    index('shop_user_total').on(sql`(consume_money_fen + past_money_fen)`, user.id),
    index('shop_user_level').on(user.level, user.id),
    index('shop_user_group').on(user.groupId, user.id),
    index('shop_user_type').on(user.userType, user.id),
    index('shop_user_tags').using('gin', user.tagIds),
    index('shop_user_spread').on(user.spreadUid, user.id).where(sql`spread_uid <> 0`),
    index('shop_user_spread_time').on(user.spreadTime).where(sql`spread_uid <> 0`),
    // Who promotes: by appointment, or where everybody does by having brought somebody. In the orders of their list.
    index('shop_user_promoter')
      .on(user.promoterTime.desc().nullsLast(), user.id.desc())
      .where(sql`is_promoter or spread_count > 0`),
    index('shop_user_spreading').on(user.spreadCount, user.id).where(sql`is_promoter or spread_count > 0`),
    index('shop_user_brokerage').on(user.brokeragePriceFen, user.id).where(sql`is_promoter or spread_count > 0`),
    index('shop_user_nickname').on(user.nickname.op('text_pattern_ops')),
    index('shop_user_real_name').on(user.realName.op('text_pattern_ops')),
    check('shop_user_balances', sql`now_money_fen >= 0 and integral >= 0 and experience >= 0`),
  ],
)
