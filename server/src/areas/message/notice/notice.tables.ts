import type { NoticeStatus, NoticeTargets } from '@zhanggui/contract/message/notice.ts'
import type { NotifyLevel } from '@zhanggui/domain/message/notify-event.ts'
import { bigint, boolean, index, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'

/** An announcement of the shop to its staff. */
export const notices = pgTable(
  'notice',
  {
    ...editableColumns,
    title: varchar({ length: 100 }).notNull(),
    /** HTML, sanitised before it is stored. */
    content: text().notNull(),
    level: varchar({ length: 5 }).$type<NotifyLevel>().notNull().default('info'),
    targets: varchar({ length: 5 }).$type<NoticeTargets>().notNull().default('all'),
    /** Ids of roles or users, depending on `targets`. */
    targetIds: bigint({ mode: 'number' }).array().notNull().default([]),
    startTime: moment(),
    endTime: moment(),
    pinned: boolean().notNull().default(false),
    status: varchar({ length: 10 }).$type<NoticeStatus>().notNull().default('draft'),
    publishedAt: moment(),
  },
  (notice) => [index('notice_status').on(notice.status, notice.id)],
)

/** The readers of an announcement. */
export const noticeReads = pgTable(
  'notice_read',
  {
    noticeId: rowId()
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    userId: rowId()
      .notNull()
      .references(() => adminUsers.id),
    readAt: moment().notNull(),
  },
  (read) => [primaryKey({ columns: [read.noticeId, read.userId] }), index('notice_read_user').on(read.userId)],
)
