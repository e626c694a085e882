import type { WechatMenu } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

/** The menu of the official account: what staff edit, and what its fans see. */
export const wechatMenus = pgTable('wechat_menu', {
  ...editableColumns,
  /** One row: that of the account. */
  account: varchar({ length: 8 }).notNull().default('public').unique('wechat_menu_account'),
  draft: jsonb().$type<WechatMenu>().notNull(),
  /** What the platform took; null while fans see no menu of ours. */
  published: jsonb().$type<WechatMenu>(),
  publishTime: moment(),
  publishBy: rowId(),
  /** Until then somebody is telling the platform of a change: two at once could leave there what is not stored here. */
  busyUntil: moment(),
})

/** What the platform took, of which the last fifty are kept. */
export const wechatMenuLogs = pgTable('wechat_menu_log', {
  ...standardColumns,
  kind: varchar({ length: 8 }).$type<'publish' | 'delete'>().notNull(),
  menu: jsonb().$type<WechatMenu>().notNull(),
})
