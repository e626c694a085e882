import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FileRecord } from '../file/file.repository.ts'
import { files } from '../file/file.tables.ts'

/** Private files never leave this machine. */
const isMovable = (provider: number) => and(eq(files.provider, provider), eq(files.scope, 'public'), ne(files.path, ''))

export function countMovable({ db }: Ctx, provider: number): Promise<number> {
  return db.$count(files, isMovable(provider))
}

/** Files of a storage in the order of their ids, after the given id. */
export function listMovable({ db }: Ctx, provider: number, after: number, limit: number): Promise<FileRecord[]> {
  return db
    .select()
    .from(files)
    .where(and(isMovable(provider), gt(files.id, after)))
    .orderBy(asc(files.id))
    .limit(limit)
}

/** Records that an object has moved to another storage. Returns false when no file refers to it any more. */
export async function rename({ db, now }: Ctx, path: string, from: number, to: number): Promise<boolean> {
  const changed = await db
    .update(files)
    .set({ provider: to, updatedAt: now() })
    .where(and(eq(files.path, path), eq(files.provider, from)))
    .returning({ id: files.id })
  return changed.length > 0
}
