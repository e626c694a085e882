import type { ApprovalChange, ApprovalKind, ApprovalState } from '@zhanggui/domain/work/approval.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'

/** Calls that wait for a second person, with all that is needed to do them then. */
export const approvals = pgTable(
  'approval',
  {
    ...standardColumns,
    kind: varchar({ length: 20 }).$type<ApprovalKind>().notNull(),
    title: varchar({ length: 120 }).notNull(),
    /** Money that leaves the shop, or by how much something is sold below its cost. The act must not exceed it later. */
    amountFen: bigint({ mode: 'number' }).notNull(),
    objectType: varchar({ length: 30 }).notNull(),
    objectId: varchar({ length: 60 }).notNull(),
    objectName: varchar({ length: 120 }).notNull(),
    link: varchar({ length: 200 }).notNull().default(''),
    reason: varchar({ length: 500 }).notNull().default(''),
    rule: varchar({ length: 120 }).notNull(),
    changes: jsonb().$type<ApprovalChange[]>().notNull(),
    /** The name of the route, and the body of the call. */
    route: varchar({ length: 60 }).notNull(),
    input: jsonb().$type<object>().notNull(),
    /** The permissions that the act takes besides its route's. */
    needs: jsonb().$type<string[]>().notNull(),
    /** The digest of what must be the same when it is done; '' where only the sum counts. */
    pinned: varchar({ length: 64 }).notNull().default(''),
    applicantId: rowId()
      .notNull()
      .references(() => adminUsers.id),
    /** Whether the applicant had just proved their identity. */
    proven: boolean().notNull(),
    /** 0 waits, 1 done, 2 refused, 3 expired, 4 withdrawn, 5 failed. */
    state: smallint().$type<ApprovalState>().notNull().default(0),
    expireTime: moment().notNull(),
    reviewerId: rowId().references(() => adminUsers.id),
    reviewTime: moment(),
    remark: varchar({ length: 200 }).notNull().default(''),
    message: varchar({ length: 500 }).notNull().default(''),
  },
  (row) => [
    // One waits for each object.
    uniqueIndex('approval_waiting').on(row.kind, row.objectType, row.objectId).where(sql`state = 0`),
    index('approval_expire').on(row.expireTime).where(sql`state = 0`),
    index('approval_applicant').on(row.applicantId, row.id),
    check('approval_amount', sql`amount_fen >= 0`),
    check('approval_state_known', sql`state between 0 and 5`),
    check('approval_decided', sql`(state in (1, 2, 5)) = (reviewer_id is not null)`),
  ],
)
