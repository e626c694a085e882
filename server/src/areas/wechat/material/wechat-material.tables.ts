import { pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'

/** Files that the official account keeps for good, under its own ids. */
export const wechatMaterials = pgTable(
  'wechat_material',
  {
    ...standardColumns,
    appid: varchar({ length: 32 }).notNull(),
    type: varchar({ length: 8 }).$type<'image' | 'voice'>().notNull(),
    /** SHA-256 of the content: the same file is not kept twice. */
    hash: varchar({ length: 64 }).notNull(),
    mediaId: varchar({ length: 128 }).notNull(),
    /** Our own copy, which staff look at. */
    url: varchar({ length: 512 }).notNull(),
    name: varchar({ length: 255 }).notNull(),
  },
  (row) => [
    uniqueIndex('wechat_material_content').on(row.appid, row.type, row.hash),
    uniqueIndex('wechat_material_media').on(row.mediaId),
  ],
)
