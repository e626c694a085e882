import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { fileRefs, files } from './file.tables.ts'

/** The user of a file: an object and its field. `title` is the object's name for staff. */
export type FileOwner = { type: string; id: number; field: string; title: string }

/**
 * The files at these keys, one each, locked against deletion until the transaction ends: the oldest, as rows with equal
 * content share a key.
 */
export async function lockByPaths({ db }: Ctx, paths: readonly string[]): Promise<number[]> {
  const rows = await db
    .select({ id: files.id, path: files.path })
    .from(files)
    .where(inArray(files.path, [...paths]))
    .orderBy(files.id)
    .for('key share')
  return [...new Map(rows.toReversed().map(({ id, path }) => [path, id])).values()]
}

/** Records the files that a field uses; files it no longer uses are released. */
export async function replace({ db }: Ctx, { type, id, field, title }: FileOwner, fileIds: readonly number[]) {
  const used = and(eq(fileRefs.ownerType, type), eq(fileRefs.ownerId, id), eq(fileRefs.field, field))
  await db.delete(fileRefs).where(and(used, fileIds.length ? notInArray(fileRefs.fileId, [...fileIds]) : undefined))
  if (!fileIds.length) return
  await db
    .insert(fileRefs)
    .values(fileIds.map((fileId) => ({ fileId, ownerType: type, ownerId: id, field, title })))
    .onConflictDoUpdate({
      target: [fileRefs.ownerType, fileRefs.ownerId, fileRefs.field, fileRefs.fileId],
      set: { title: sql`excluded.title` },
    })
}

/** Removes all uses by a deleted owner. */
export async function removeOwner({ db }: Ctx, type: string, id: number): Promise<void> {
  await db.delete(fileRefs).where(and(eq(fileRefs.ownerType, type), eq(fileRefs.ownerId, id)))
}
