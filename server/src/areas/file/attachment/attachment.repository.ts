import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contains } from '../../../platform/data/contains.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { categories } from '../../product/category/category.tables.ts'
import { type FileRecord, type FoundFile, selectFiles } from '../file/file.repository.ts'
import { fileRefs, files } from '../file/file.tables.ts'

export type AttachmentFilter = {
  groupId?: number
  type?: number
  name?: string
  from?: Date
  to?: Date
  recycled: boolean
  /** Only files that nothing uses, or files that exist more than once. */
  find?: 'unused' | 'duplicate'
}

/** Maximum number of users of files that are named. */
const MAX_USERS = 20

const inLibrary = eq(files.inLibrary, true)
const isRecycled = (recycled: boolean) => (recycled ? isNotNull(files.deletedAt) : isNull(files.deletedAt))

const orders: Record<'time' | 'name' | 'size', SQL[]> = {
  time: [desc(files.id)],
  name: [asc(files.name), desc(files.id)],
  size: [desc(files.bytes), desc(files.id)],
}

/**
 * A page of the library.
 * @param filter with a group, also the files of the groups below it; 0 for files without a group
 */
export async function list(ctx: Ctx, filter: AttachmentFilter, sort: keyof typeof orders, { limit, offset }: Page) {
  const { groupId, type, name, from, to, recycled, find, ...left } = filter
  const where = and(
    allRead(left),
    inLibrary,
    isRecycled(recycled),
    groupId === undefined ? undefined : groupId === 0 ? eq(files.groupId, 0) : inGroup(groupId),
    type ? eq(files.type, type) : undefined,
    name ? contains(files.name, name) : undefined,
    from && gte(files.createdAt, from),
    to && lte(files.createdAt, to),
    find === 'unused' ? isUnused : find === 'duplicate' ? isDuplicate(ctx) : undefined,
  )
  const rows = await selectFiles(ctx)
    .where(where)
    .orderBy(...(find === 'duplicate' ? [asc(files.hash)] : []), ...orders[sort])
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(ctx.db, files, where)) }
}

const isUnused = sql`not exists (select from ${fileRefs} where ${fileRefs.fileId} = ${files.id})`

/** Whether the library has another file with the same content, or with the same external address. */
function isDuplicate({ db }: Ctx): SQL {
  const twin = alias(files, 'twin')
  const same = and(eq(twin.hash, files.hash), eq(twin.provider, files.provider), ne(twin.id, files.id))
  return exists(
    db
      .select({ one: sql`1` })
      .from(twin)
      .where(and(same, eq(twin.inLibrary, true), isNull(twin.deletedAt))),
  )
}

function inGroup(groupId: number): SQL {
  const below = sql`select id from ${categories} where id = ${groupId} or (type = 2 and path like ${`%/${groupId}/%`})`
  return sql`${files.groupId} in (${below})`
}

/** A file of the library, including its recycle bin. */
export async function find(ctx: Ctx, id: number): Promise<FoundFile | undefined> {
  const [row] = await selectFiles(ctx).where(and(inLibrary, eq(files.id, id)))
  return row
}

/** Where a file is used, by title. */
export function listUses({ db }: Ctx, fileId: number) {
  const { ownerType, ownerId, title, field } = fileRefs
  return db
    .select({ ownerType, ownerId, title, field })
    .from(fileRefs)
    .where(eq(fileRefs.fileId, fileId))
    .orderBy(asc(ownerType), asc(ownerId), asc(field))
    .limit(100)
}

/** Files of the library, or of its recycle bin, locked against changes and new uses. */
export function lock({ db }: Ctx, ids: readonly number[], recycled = false): Promise<FileRecord[]> {
  return db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), inLibrary, isRecycled(recycled)))
    .orderBy(files.id)
    .for('update')
}

/** A fresh upload, or a file already in the library; files uploaded for other purposes are left out. */
export async function lockKeepable({ db }: Ctx, id: number): Promise<FileRecord | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), inArray(files.purpose, ['upload', 'file', 'picture']), eq(files.scope, 'public')))
    .for('update')
  return row?.deletedAt ? undefined : row
}

/** The number of files that are in use. */
export async function countUsed({ db }: Ctx, ids: readonly number[]): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(distinct ${fileRefs.fileId})::int` })
    .from(fileRefs)
    .where(inArray(fileRefs.fileId, [...ids]))
  return row?.total ?? 0
}

/** Some of the users of files, as refusals name them. */
export function listUsers({ db }: Ctx, ids: readonly number[]) {
  const { fileId, ownerType: type, ownerId: id, title: name } = fileRefs
  return db
    .selectDistinct({ type, id, name })
    .from(fileRefs)
    .where(inArray(fileId, [...ids]))
    .orderBy(asc(type), asc(id))
    .limit(MAX_USERS)
}

export async function update({ db, actor, now }: Ctx, ids: readonly number[], change: Partial<FileRecord>) {
  await db
    .update(files)
    .set({ ...change, updatedBy: actor.userId, updatedAt: now() })
    .where(inArray(files.id, [...ids]))
}

/** Some files that can be removed: unused, and not kept since `uploadedBefore` or in the bin since `deletedBefore`. */
export async function lockOrphans({ db }: Ctx, uploadedBefore: Date, deletedBefore: Date, limit: number) {
  const isUnkept = and(eq(files.inLibrary, false), eq(files.purpose, 'upload'), lt(files.createdAt, uploadedBefore))
  return db
    .select()
    .from(files)
    .where(and(or(isUnkept, lt(files.deletedAt, deletedBefore)), isUnused))
    .orderBy(files.id)
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** The number of library files that nothing uses. */
export async function countUnused({ db }: Ctx): Promise<number> {
  return db.$count(files, and(inLibrary, isRecycled(false), isUnused))
}
