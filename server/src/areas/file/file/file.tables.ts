import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

/**
 * The purpose of a file. An upload is removed unless it is kept or used. Certificates, release packages and backups are
 * private.
 */
export const filePurposes = [
  'upload',
  'file',
  'picture',
  'avatar',
  'certificate',
  'package',
  'backup',
  'import',
] as const
export type FilePurpose = (typeof filePurposes)[number]

/** Several rows may refer to one object by provider and path: equal content is stored once. */
export const files = pgTable(
  'file',
  {
    ...standardColumns,
    /** The buyer who uploaded it; staff are in `createdBy`. */
    buyerId: rowId(),
    purpose: varchar({ length: 12 }).$type<FilePurpose>().notNull(),
    realName: varchar({ length: 100 }).notNull(),
    name: varchar({ length: 100 }).notNull(),
    suffix: varchar({ length: 10 }).notNull(),
    type: smallint().notNull(),
    mime: varchar({ length: 100 }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    width: integer(),
    height: integer(),
    /** Seconds, of audio and video. */
    duration: integer(),
    /** SHA-256 of the stored content, hexadecimal. */
    hash: varchar({ length: 64 }).notNull(),
    /** Key of the object; '' if it is stored elsewhere. */
    path: varchar({ length: 120 }).notNull(),
    /** Key of the thumbnail. */
    thumbPath: varchar({ length: 120 }),
    provider: smallint().notNull(),
    /** External address of a file whose content is not stored here. */
    link: varchar({ length: 512 }),
    /** 0 for no group. */
    groupId: rowId().notNull().default(0),
    inLibrary: boolean().notNull().default(false),
    scope: varchar({ length: 7 }).$type<'public' | 'private'>().notNull(),
    /** Version of a release package. */
    release: varchar({ length: 40 }).notNull().default(''),
    remark: varchar({ length: 255 }).notNull().default(''),
    /** When it was moved to the media library's recycle bin. */
    deletedAt: moment(),
  },
  (file) => [
    index('file_content').on(file.hash, file.provider),
    index('file_path').on(file.path),
    index('file_thumb').on(file.thumbPath),
    index('file_group').on(file.groupId, file.id).where(sql`in_library and deleted_at is null`),
    index('file_library').on(file.type, file.id).where(sql`in_library and deleted_at is null`),
    index('file_recycled').on(file.deletedAt).where(sql`deleted_at is not null`),
    index('file_unkept').on(file.createdAt).where(sql`not in_library and purpose = 'upload'`),
    index('file_creator').on(file.createdBy),
  ],
)

/**
 * An object in a storage that no file refers to: about to be stored or removed. The row is written before and deleted
 * after, so that leftovers of interrupted work are found and removed.
 */
export const looseObjects = pgTable(
  'loose_object',
  {
    provider: smallint().notNull(),
    key: varchar({ length: 120 }).notNull(),
    createdAt: moment().notNull(),
  },
  (object) => [
    primaryKey({ columns: [object.provider, object.key] }),
    index('loose_object_created').on(object.createdAt),
  ],
)

/** A use of a file, written in the transaction of every save that refers to it. */
export const fileRefs = pgTable(
  'file_ref',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    fileId: rowId()
      .notNull()
      .references(() => files.id),
    ownerType: varchar({ length: 40 }).notNull(),
    ownerId: bigint({ mode: 'number' }).notNull(),
    field: varchar({ length: 60 }).notNull(),
    /** The owner's name for staff: 系统设置, 用户「张三」. */
    title: varchar({ length: 100 }).notNull(),
  },
  (ref) => [
    uniqueIndex('file_ref_use').on(ref.ownerType, ref.ownerId, ref.field, ref.fileId),
    index('file_ref_file').on(ref.fileId),
  ],
)
