import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { files, looseObjects } from '../file/file.tables.ts'

export type LooseObject = typeof looseObjects.$inferSelect

/** Notes objects that are about to be stored or removed. */
export async function note({ db, now }: Ctx, provider: number, keys: readonly (string | null)[]): Promise<void> {
  const rows = keys.flatMap((key) => (key ? [{ provider, key, createdAt: now() }] : []))
  if (rows.length) await db.insert(looseObjects).values(rows).onConflictDoNothing()
}

/** Forgets objects that files now refer to, or that are gone. */
export async function forget({ db }: Ctx, provider: number, keys: readonly (string | null)[]): Promise<void> {
  const known = keys.filter((key) => key !== null)
  await db.delete(looseObjects).where(and(eq(looseObjects.provider, provider), inArray(looseObjects.key, known)))
}

/** Objects noted before the moment, oldest first. */
export function listBefore({ db }: Ctx, moment: Date, limit: number): Promise<LooseObject[]> {
  return db
    .select()
    .from(looseObjects)
    .where(lt(looseObjects.createdAt, moment))
    .orderBy(asc(looseObjects.createdAt))
    .limit(limit)
}

/** Postpones the next attempt by a day. */
export async function postpone({ db, now }: Ctx, { provider, key }: LooseObject): Promise<void> {
  await db
    .update(looseObjects)
    .set({ createdAt: now() })
    .where(and(eq(looseObjects.provider, provider), eq(looseObjects.key, key)))
}

/** Whether a file refers to the object after all; a local copy counts as referred to by files in any storage. */
export async function isNamed({ db }: Ctx, { provider, key }: LooseObject): Promise<boolean> {
  const [row] = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        or(eq(files.path, key), eq(files.thumbPath, key)),
        or(eq(files.provider, provider), sql`${provider}::int = 1`),
      ),
    )
    .limit(1)
  return row !== undefined
}
