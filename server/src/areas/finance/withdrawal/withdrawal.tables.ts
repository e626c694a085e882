import type { ExtractType, WithdrawalStatus } from '@zhanggui/domain/finance/withdrawal.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** Commission that a promoter wants to be paid out. */
export const userExtracts = pgTable(
  'user_extract',
  {
    ...editableColumns,
    extractNo: varchar({ length: 24 }).notNull(),
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    realName: varchar({ length: 32 }).notNull().default(''),
    extractType: varchar({ length: 8 }).$type<ExtractType>().notNull(),
    bankName: varchar({ length: 64 }).notNull().default(''),
    bankAddress: varchar({ length: 128 }).notNull().default(''),
    cardNum: varchar({ length: 25 }).notNull().default(''),
    alipayCode: varchar({ length: 64 }).notNull().default(''),
    wechat: varchar({ length: 64 }).notNull().default(''),
    qrcodeUrl: varchar({ length: 512 }).notNull().default(''),
    extractPriceFen: fen().notNull(),
    /** Kept by the shop; the rest is paid out. */
    feeFen: fen().notNull(),
    /** The commission left when it was asked for. */
    balanceFen: fen().notNull(),
    mark: varchar({ length: 255 }).notNull().default(''),
    /** 0 waits, 2 approved, 1 paid, -1 come back. */
    status: smallint().$type<WithdrawalStatus>().notNull().default(0),
    failMsg: varchar({ length: 200 }).notNull().default(''),
    payVoucher: varchar({ length: 200 }).notNull().default(''),
    payNo: varchar({ length: 64 }).notNull().default(''),
    /** Who approved it or sent it back. */
    auditId: rowId().notNull().default(0),
    auditTime: moment(),
    payTime: moment(),
  },
  (row) => [
    uniqueIndex('user_extract_no').on(row.extractNo),
    // One at a time of each promoter.
    uniqueIndex('user_extract_open').on(row.uid).where(sql`status in (0, 2)`),
    index('user_extract_uid').on(row.uid, row.id),
    index('user_extract_status').on(row.status, row.id),
    index('user_extract_created').on(row.createdAt),
    check('user_extract_amount', sql`extract_price_fen > 0 and fee_fen >= 0 and fee_fen < extract_price_fen`),
    check('user_extract_status_known', sql`status in (-1, 0, 1, 2)`),
  ],
)
