import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { fileRefs, files } from './file.tables.ts'

/** Who uses a file, and where. `title` is how staff call it. */
export type FileOwner = { type: string; id: number; field: string; title: string }

/**
 * The files at these keys, one for each, kept from being deleted until the transaction ends: the oldest, as rows of equal
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

/** Says which files a field uses; those it used before and does no longer are free again. */
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

/** Forgets all uses by an owner that is no more. */
export async function removeOwner({ db }: Ctx, type: string, id: number): Promise<void> {
  await db.delete(fileRefs).where(and(eq(fileRefs.ownerType, type), eq(fileRefs.ownerId, id)))
}
