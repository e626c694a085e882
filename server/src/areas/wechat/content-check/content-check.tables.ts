import type { CheckedKind, CheckState, Verdict } from '@zhanggui/domain/wechat/content-check.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, smallint, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'

/** What buyers wrote that WeChat did not let pass at once. */
export const contentChecks = pgTable(
  'wechat_content_check',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: varchar({ length: 16 }).$type<CheckedKind>().notNull(),
    /** What it belongs to: a review, or the customer. */
    bizId: rowId().notNull(),
    uid: rowId().notNull(),
    text: text().notNull().default(''),
    /** As stored. */
    pics: varchar({ length: 512 }).array().notNull().default([]),
    state: smallint().$type<CheckState>().notNull(),
    verdict: varchar({ length: 8 }).$type<Verdict>().notNull(),
    reason: varchar({ length: 255 }).notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    decidedAt: moment(),
    decidedBy: bigint({ mode: 'number' }),
  },
  (check) => [
    index('wechat_content_check_newest').on(check.createdAt, check.id),
    index('wechat_content_check_state').on(check.state, check.createdAt, check.id),
    // Of what is open there is one for each place: a newer one takes the place of the older.
    uniqueIndex('wechat_content_check_open').on(check.kind, check.bizId).where(sql`state < 2`),
  ],
)

/** Pictures that WeChat looks at. Its verdict names them by the trace. */
export const contentTraces = pgTable(
  'wechat_content_trace',
  {
    traceId: varchar({ length: 64 }).primaryKey(),
    checkId: bigint({ mode: 'number' }).notNull(),
    verdict: varchar({ length: 8 }).$type<Verdict>(),
    createdAt: moment().notNull().defaultNow(),
  },
  (trace) => [index('wechat_content_trace_check').on(trace.checkId)],
)
