import { sql } from 'drizzle-orm'
import { boolean, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

export const liveAnchors = pgTable(
  'live_anchor',
  {
    ...editableColumns,
    name: varchar({ length: 30 }).notNull(),
    wechat: varchar({ length: 20 }).notNull(),
    phone: varchar({ length: 20 }).notNull().default(''),
    avatar: varchar({ length: 512 }).notNull().default(''),
    remark: varchar({ length: 255 }).notNull().default(''),
    isShow: boolean().notNull().default(true),
  },
  (anchor) => [uniqueIndex('live_anchor_wechat').on(sql`lower(${anchor.wechat})`)],
)
