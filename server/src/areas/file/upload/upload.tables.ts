import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'

/** A large file on its way, in parts that lie in the data folder until it is whole (ER-20). */
export const uploads = pgTable(
  'upload',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: varchar({ length: 255 }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** What tells the file from another one of the same name and size: the browser's time of its last change. */
    mark: varchar({ length: 64 }).notNull(),
    /** Group of the library; null: not for the library. */
    groupId: rowId(),
    createdBy: rowId().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** Until then somebody puts the parts together. */
    busyUntil: moment(),
    /** What has become of it; null while it is on its way. */
    fileId: rowId(),
  },
  (upload) => [
    uniqueIndex('upload_same').on(upload.createdBy, upload.name, upload.bytes, upload.mark).where(sql`file_id is null`),
    index('upload_expires').on(upload.expiresAt),
  ],
)
