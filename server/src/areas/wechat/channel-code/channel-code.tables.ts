import type { CodeKind } from '@zhanggui/domain/wechat/channel-code.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'

/** Codes of the official account. A deleted one keeps its scene, as it may hang somewhere. */
export const channelCodes = pgTable(
  'wechat_channel_code',
  {
    ...editableColumns,
    name: varchar({ length: 40 }).notNull(),
    scene: varchar({ length: 64 }).notNull(),
    kind: smallint().$type<CodeKind>().notNull(),
    expireTime: moment(),
    /** What the picture says. */
    url: varchar({ length: 512 }).notNull(),
    /** The tag that fans get; 0 for none. */
    tagId: integer().notNull().default(0),
    /** The reply to a scan; 0 for the usual one. */
    replyId: rowId().notNull().default(0),
    scans: integer().notNull().default(0),
    follows: integer().notNull().default(0),
    status: boolean().notNull().default(true),
    isDel: boolean().notNull().default(false),
  },
  (code) => [
    uniqueIndex('wechat_channel_code_scene').on(code.scene),
    uniqueIndex('wechat_channel_code_name').on(sql`lower(${code.name})`).where(sql`not is_del`),
    index('wechat_channel_code_created').on(code.createdAt, code.id).where(sql`not is_del`),
  ],
)
