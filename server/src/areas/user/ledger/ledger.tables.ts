import type { BillType, ExperienceLinkType, PointsLinkType, PointsStatus } from '@zhanggui/domain/user/ledger.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** What every ledger has: whose it is, why, and the key that books an event once. */
const ledgerColumns = {
  id: standardColumns.id,
  uid: rowId()
    .notNull()
    .references(() => shopUsers.id),
  /** The number of what it belongs to: an order, a refund. */
  linkId: varchar({ length: 64 }).notNull().default(''),
  title: varchar({ length: 64 }).notNull(),
  mark: varchar({ length: 255 }).notNull().default(''),
  bizKey: varchar({ length: 100 }),
  /** The administrator who did it; 0 for buyers and the system. */
  operatorId: rowId().notNull().default(0),
  createdAt: standardColumns.createdAt,
}

/** All movements of money. Append-only: a trigger refuses updates and deletions. */
export const userBills = pgTable(
  'user_bill',
  {
    ...ledgerColumns,
    /** 1 in, 0 out. */
    pm: smallint().notNull(),
    type: varchar({ length: 24 }).$type<BillType>().notNull(),
    numberFen: fen().notNull(),
    /** The customer's balance afterwards. */
    balanceFen: fen().notNull(),
    /** False for money that went through a gateway. */
    affectBalance: boolean().notNull().default(true),
    /** 1 valid, 0 waiting, -1 void. */
    status: smallint().notNull().default(1),
    payType: varchar({ length: 8 }).notNull().default(''),
  },
  (row) => [
    uniqueIndex('user_bill_biz').on(row.bizKey),
    index('user_bill_uid').on(row.uid, row.id),
    index('user_bill_type').on(row.type, row.createdAt),
    index('user_bill_created').on(row.createdAt),
    index('user_bill_link').on(row.linkId).where(sql`link_id <> ''`),
    check('user_bill_number', sql`number_fen > 0 and pm in (0, 1)`),
  ],
)

/** All points. A record that is not done moves on to its next status; a trigger refuses every other change. */
export const userIntegralRecords = pgTable(
  'user_integral_record',
  {
    ...ledgerColumns,
    updatedAt: standardColumns.updatedAt,
    linkType: varchar({ length: 8 }).$type<PointsLinkType>().notNull(),
    /** 1 in, 2 out. */
    type: smallint().notNull(),
    integral: integer().notNull(),
    /** The customer's points afterwards. */
    balance: integer().notNull(),
    /** 1 created, 2 frozen, 3 done, 4 void; only 3 moved the balance. */
    status: smallint().$type<PointsStatus>().notNull(),
    /** Days between receipt and thaw. */
    frozenTime: integer().notNull().default(0),
    thawTime: moment(),
  },
  (row) => [
    uniqueIndex('user_integral_record_biz').on(row.bizKey),
    index('user_integral_record_uid').on(row.uid, row.id),
    index('user_integral_record_type').on(row.linkType, row.createdAt),
    index('user_integral_record_created').on(row.createdAt),
    index('user_integral_record_updated').on(row.updatedAt),
    index('user_integral_record_owed').on(row.uid).where(sql`type = 2 and status = 2`),
    index('user_integral_record_thaw').on(row.status, row.thawTime),
    check('user_integral_record_amount', sql`integral >= 0 and type in (1, 2)`),
  ],
)

/** All experience. Append-only: a trigger refuses updates and deletions. */
export const userExperienceRecords = pgTable(
  'user_experience_record',
  {
    ...ledgerColumns,
    linkType: varchar({ length: 8 }).$type<ExperienceLinkType>().notNull(),
    /** 1 in, 2 out. */
    type: smallint().notNull(),
    experience: integer().notNull(),
    /** The customer's experience afterwards. */
    balance: integer().notNull(),
  },
  (row) => [
    uniqueIndex('user_experience_record_biz').on(row.bizKey),
    index('user_experience_record_uid').on(row.uid, row.id),
    index('user_experience_record_type').on(row.linkType, row.createdAt),
    index('user_experience_record_created').on(row.createdAt),
    check('user_experience_record_amount', sql`experience > 0 and type in (1, 2)`),
  ],
)
