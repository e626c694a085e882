import type { StyleMethod, StyleType } from '@zhanggui/domain/promotion/activity-style.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, smallint, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'

/** What dresses products for a time: frames over pictures in lists, strips on the pages of products. */
export const activityStyles = pgTable(
  'activity_style',
  {
    ...editableColumns,
    name: varchar({ length: 64 }).notNull(),
    type: smallint().$type<StyleType>().notNull(),
    method: smallint().$type<StyleMethod>().notNull(),
    /** The picture. */
    style: varchar({ length: 512 }).notNull(),
    startAt: moment().notNull(),
    /** Its second is the last one. */
    endAt: moment().notNull(),
    status: boolean().notNull().default(false),
  },
  (row) => [
    index('activity_style_open').on(row.endAt).where(sql`status`),
    check('activity_style_window', sql`start_at < end_at`),
    check('activity_style_kind', sql`type in (0, 1) and method in (0, 1, 3)`),
  ],
)

/** The products or categories that a style dresses. */
export const activityStyleTargets = pgTable(
  'activity_style_target',
  {
    styleId: rowId()
      .notNull()
      .references(() => activityStyles.id, { onDelete: 'cascade' }),
    targetId: rowId().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.styleId, row.targetId] }),
    index('activity_style_target_of').on(row.targetId, row.styleId),
  ],
)
