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
 * Why a file is there. An upload is gone again unless somebody keeps or uses it. Certificates, release packages and backups
 * are private.
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

/** Several rows may name one object, told by provider and path: equal content is stored once. */
export const files = pgTable(
  'file',
  {
    ...standardColumns,
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
    /** SHA-256 of what is stored, hexadecimal. */
    hash: varchar({ length: 64 }).notNull(),
    /** Key of the object; '' where it lies elsewhere. */
    path: varchar({ length: 120 }).notNull(),
    /** Key of a smaller picture. */
    thumbPath: varchar({ length: 120 }),
    provider: smallint().notNull(),
    /** Address of a file that lies elsewhere: nothing of it is stored here. */
    link: varchar({ length: 512 }),
    /** 0: in no group. */
    groupId: rowId().notNull().default(0),
    inLibrary: boolean().notNull().default(false),
    scope: varchar({ length: 7 }).$type<'public' | 'private'>().notNull(),
    /** Of a release package. */
    release: varchar({ length: 40 }).notNull().default(''),
    remark: varchar({ length: 255 }).notNull().default(''),
    /** When it went into the media library's recycle bin. */
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
 * An object in a storage that no file names: about to be stored, or to be removed. Noted before, forgotten after, so
 * that whatever breaks off in between is found and removed.
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

/** A use of a file, written in the transaction of every save that names it. */
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
    /** How staff call the owner: 系统设置, 用户「张三」. */
    title: varchar({ length: 100 }).notNull(),
  },
  (ref) => [
    uniqueIndex('file_ref_use').on(ref.ownerType, ref.ownerId, ref.field, ref.fileId),
    index('file_ref_file').on(ref.fileId),
  ],
)
