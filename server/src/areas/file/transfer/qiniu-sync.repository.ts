import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { files } from '../file/file.tables.ts'

/** Locks out other synchronizations until the transaction ends. */
export async function lockSynchronization({ db }: Ctx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('qiniu-sync', 0))`)
}

/** Those of the keys that files of the storage refer to. */
export async function findKnown({ db }: Ctx, provider: number, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.provider, provider), inArray(files.path, keys)))
  return new Set(rows.map(({ path }) => path))
}
