import type { FileQuery } from '@zhanggui/contract/file/file.ts'
import { and, desc, eq, gte, inArray, isNull, lt, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { allRead, among } from '../../../platform/data/filters.ts'
import { type Ctx, isSuper } from '../../../platform/http/context.ts'
import type { Batch, FilterOf, Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { fileRefs, files } from './file.tables.ts'

export type FileRecord = typeof files.$inferSelect
export type FileDraft = typeof files.$inferInsert
/** The properties that make two files the same object. */
export type Content = Pick<FileRecord, 'hash' | 'provider' | 'scope'>
export type FileFilter = FilterOf<FileQuery, 'createTime'> & { ids?: readonly number[]; from?: Date; to?: Date }

/** Release packages and backups are visible to the super administrator only. */
function visibleTo({ caller }: Ctx) {
  const all = caller === undefined || isSuper(caller)
  return and(isNull(files.deletedAt), all ? undefined : notInArray(files.purpose, ['package', 'backup']))
}

/** A page of files, newest first, and the total. */
export async function list(ctx: Ctx, filter: FileFilter, { limit, offset }: Page) {
  const rows = await selectFiles(ctx).where(matching(ctx, filter)).orderBy(desc(files.id)).limit(limit).offset(offset)
  return { rows, total: await count(ctx, filter) }
}

export async function count(ctx: Ctx, filter: FileFilter): Promise<number> {
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(files)
    .leftJoin(adminUsers, eq(adminUsers.id, files.createdBy))
    .where(matching(ctx, filter))
  return counted?.total ?? 0
}

export function next(ctx: Ctx, filter: FileFilter, { after, limit }: Batch) {
  const rest = after === undefined ? undefined : lt(files.id, after)
  return selectFiles(ctx)
    .where(and(matching(ctx, filter), rest))
    .orderBy(desc(files.id))
    .limit(limit)
}

function matching(ctx: Ctx, filter: FileFilter): SQL | undefined {
  const { blurry, type, provider, groupId, ids, from, to, ...left } = filter
  return and(
    allRead(left),
    visibleTo(ctx),
    among(files.id, ids),
    blurry
      ? or(contains(files.name, blurry), contains(files.suffix, blurry), contains(adminUsers.username, blurry))
      : undefined,
    type ? eq(files.type, type) : undefined,
    provider ? eq(files.provider, provider) : undefined,
    groupId === undefined ? undefined : eq(files.groupId, groupId),
    from && gte(files.createdAt, from),
    to && lte(files.createdAt, to),
  )
}

/** Files by their ids, in the order of the ids. */
export async function findAll(ctx: Ctx, ids: readonly number[]) {
  const rows = await selectFiles(ctx).where(and(inArray(files.id, [...ids]), visibleTo(ctx)))
  return ids.flatMap((id) => rows.filter(({ file }) => file.id === id))
}

/** The newest uploaded release packages and backups. */
export function listPackages(ctx: Ctx, limit: number) {
  return selectFiles(ctx)
    .where(inArray(files.purpose, ['package', 'backup']))
    .orderBy(desc(files.id))
    .limit(limit)
}

/** A file stored under the key. */
export async function findByPath({ db }: Ctx, path: string): Promise<FileRecord | undefined> {
  const [row] = await db.select().from(files).where(eq(files.path, path)).orderBy(files.id).limit(1)
  return row
}

/** Who uploaded this private content for a form: rows with equal content share a key. */
export async function findUploads({ db }: Ctx, path: string): Promise<(number | null)[]> {
  const rows = await db
    .select({ by: files.createdBy })
    .from(files)
    .where(and(eq(files.path, path), eq(files.purpose, 'upload'), eq(files.scope, 'private')))
  return rows.map(({ by }) => by)
}

/** The object that already holds this content. */
export async function findObject({ db }: Ctx, { hash, provider, scope }: Content) {
  const [row] = await db
    .select({ path: files.path, thumbPath: files.thumbPath })
    .from(files)
    .where(and(eq(files.hash, hash), eq(files.provider, provider), eq(files.scope, scope)))
    .limit(1)
  return row
}

/** Locks content against being stored or removed by others until the transaction ends. */
export async function lockContents({ db }: Ctx, contents: readonly Content[]): Promise<void> {
  const keys = [...new Set(contents.map(({ hash, provider, scope }) => `file ${hash} ${provider} ${scope}`))].sort()
  for (const key of keys) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

export async function insert({ db, caller, shopper, now }: Ctx, draft: FileDraft): Promise<number> {
  const who = caller?.userId
  const buyerId = shopper?.uid ?? null
  const row = { ...draft, buyerId, createdBy: who, updatedBy: who, createdAt: now(), updatedAt: now() }
  const [saved] = await db.insert(files).values(row).returning({ id: files.id })
  if (!saved) throw new Error('the file was not stored')
  return saved.id
}

/** What a buyer uploaded that is stored at these keys, public and not deleted. */
export function findOfBuyer(ctx: Ctx, uid: number, paths: readonly string[]): Promise<FoundFile[]> {
  return selectFiles(ctx).where(
    and(inArray(files.path, [...paths]), eq(files.buyerId, uid), eq(files.scope, 'public'), isNull(files.deletedAt)),
  )
}

export async function rename({ db, actor, now }: Ctx, id: number, name: string): Promise<void> {
  await db.update(files).set({ name, updatedBy: actor.userId, updatedAt: now() }).where(eq(files.id, id))
}

/** The existing files, locked against changes and new uses. */
export function lock(ctx: Ctx, ids: readonly number[]): Promise<FileRecord[]> {
  return ctx.db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), visibleTo(ctx)))
    .orderBy(files.id)
    .for('update')
}

/** The users of the files, by title. */
export async function findUses({ db }: Ctx, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ title: fileRefs.title })
    .from(fileRefs)
    .where(inArray(fileRefs.fileId, [...ids]))
    .orderBy(fileRefs.title)
    .limit(5)
  return rows.map(({ title }) => title)
}

/** Removes files and their recorded uses. */
export async function remove({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.delete(fileRefs).where(inArray(fileRefs.fileId, [...ids]))
  await db.delete(files).where(inArray(files.id, [...ids]))
}

/** Whether another file shares the object under the key. */
export async function isShared({ db }: Ctx, path: string, but: number): Promise<boolean> {
  const [row] = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.path, path), ne(files.id, but)))
    .limit(1)
  return row !== undefined
}

/** Files with their number of uses and their uploader. */
export function selectFiles({ db }: Ctx) {
  const refCount = sql<number>`(select count(*)::int from ${fileRefs} where ${fileRefs.fileId} = ${files.id})`
  return db
    .select({ file: files, refCount, createBy: adminUsers.username })
    .from(files)
    .leftJoin(adminUsers, eq(adminUsers.id, files.createdBy))
}
export type FoundFile = Awaited<ReturnType<typeof findAll>>[number]

export async function ungroup({ db }: Ctx, groupId: number): Promise<void> {
  await db.update(files).set({ groupId: 0 }).where(eq(files.groupId, groupId))
}
