import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'

/** A large file being uploaded; its parts are kept in the data folder until it is complete. */
export const uploads = pgTable(
  'upload',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: varchar({ length: 255 }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Distinguishes files of the same name and size: the browser's time of the last modification. */
    mark: varchar({ length: 64 }).notNull(),
    /** Group of the library; null outside the library. */
    groupId: rowId(),
    createdBy: rowId().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** Until then a process is assembling the parts. */
    busyUntil: moment(),
    /** The resulting file; null while unfinished. */
    fileId: rowId(),
  },
  (upload) => [
    uniqueIndex('upload_same').on(upload.createdBy, upload.name, upload.bytes, upload.mark).where(sql`file_id is null`),
    index('upload_expires').on(upload.expiresAt),
  ],
)
