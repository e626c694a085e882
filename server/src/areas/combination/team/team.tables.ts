import type { TeamEndReason, TeamStatus } from '@zhanggui/domain/promotion/team.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { products } from '../../product/product/product.tables.ts'
import { activities } from '../../promotion/activity/activity.tables.ts'

const { id, createdAt, updatedAt } = standardColumns

/**
 * Buyers who buy together (团). The paid order that opens a team makes its row, and its id is `pinkId` everywhere, whoever leads. It keeps
 * the terms under which it was opened. Its row is locked before the orders of its members.
 */
export const teams = pgTable(
  'team',
  {
    id,
    createdAt,
    updatedAt,
    activityId: rowId()
      .notNull()
      .references(() => activities.id),
    productId: rowId()
      .notNull()
      .references(() => products.id),
    /** Who leads it. */
    uid: rowId().notNull(),
    people: integer().notNull(),
    /** How many places the system may fill when its time is over. */
    virtualMost: integer().notNull(),
    /** Buyers in it, and places that were filled. */
    memberCount: integer().notNull(),
    virtualCount: integer().notNull().default(0),
    status: smallint().$type<TeamStatus>().notNull().default(1),
    stopAt: moment().notNull(),
    /** '' while it runs. */
    endReason: varchar({ length: 8 }).$type<TeamEndReason | ''>().notNull().default(''),
    endTime: moment(),
  },
  (row) => [
    index('team_due').on(row.stopAt).where(sql`status = 1`),
    index('team_activity').on(row.activityId, row.createdAt),
    index('team_running').on(row.activityId, row.stopAt).where(sql`status = 1`),
    index('team_created').on(row.createdAt, row.id),
    index('team_status').on(row.status, row.createdAt, row.id),
    index('team_leader').on(row.uid),
    check('team_members', sql`member_count between 0 and people and virtual_count between 0 and people`),
    check('team_complete', sql`status <> 2 or member_count + virtual_count = people`),
  ],
)

/** A buyer in a team, with the order by which. 1 in a running team, 2 in a complete one, 3 out of it. */
export const teamMembers = pgTable(
  'team_member',
  {
    id,
    createdAt,
    teamId: rowId()
      .notNull()
      .references(() => teams.id),
    uid: rowId().notNull(),
    orderId: rowId().notNull(),
    num: integer().notNull(),
    /** Charged for a unit. */
    priceFen: bigint({ mode: 'number' }).notNull(),
    isLeader: boolean().notNull(),
    status: smallint().$type<TeamStatus>().notNull(),
    /** Left while the team ran. Without it 3 is a member of a team that failed. */
    hasLeft: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('team_member_order').on(row.orderId),
    uniqueIndex('team_member_buyer').on(row.teamId, row.uid).where(sql`status in (1, 2)`),
    index('team_member_team').on(row.teamId, row.id),
    index('team_member_uid').on(row.uid, row.teamId),
  ],
)
