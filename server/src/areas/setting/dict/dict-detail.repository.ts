import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { dictDetails, dicts } from './dict.tables.ts'

export type DetailFilter = { dictName?: string; dictId?: number; label?: string }
export type DetailRow = Awaited<ReturnType<typeof listAllOf>>[number]

/** What values may be sorted by. */
export const sortable = {
  id: dictDetails.id,
  label: dictDetails.label,
  value: dictDetails.value,
  sort: dictDetails.sort,
  createTime: dictDetails.createdAt,
}
export const usualOrder = [sql`${dictDetails.sort} asc`, sql`${dictDetails.id} asc`]

/** All values of a dictionary in display order; none for an unknown name. */
export function listAllOf(ctx: Pick<Ctx, 'db'>, dictName: string) {
  return select(ctx)
    .where(eq(dicts.name, dictName))
    .orderBy(...usualOrder)
}

/** A page of values and how many match in all. */
export async function list(
  ctx: Ctx,
  { dictName, dictId, label }: DetailFilter,
  order: SQL[],
  { limit, offset }: { limit: number; offset: number },
) {
  const where = and(
    dictName ? eq(dicts.name, dictName) : undefined,
    dictId ? eq(dictDetails.dictId, dictId) : undefined,
    label ? contains(dictDetails.label, label) : undefined,
  )
  const matching = select(ctx).where(where)
  const total = await ctx.db.$count(matching.as('matching'))
  return {
    rows: await matching
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    total,
  }
}

/** The value, locked against change. */
export async function lock(ctx: Ctx, id: number): Promise<DetailRow | undefined> {
  const [row] = await select(ctx).where(eq(dictDetails.id, id)).for('update', { of: dictDetails })
  return row
}

/** Stores a value. Returns undefined when its dictionary has it already. */
export async function insert({ db, actor, now }: Ctx, detail: typeof dictDetails.$inferInsert) {
  const [saved] = await db
    .insert(dictDetails)
    .values({ ...detail, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: dictDetails.id, version: dictDetails.version })
  return saved
}

/** Changes a value where it still has the version, or whatever version it has when none is given. */
export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  detail: Partial<typeof dictDetails.$inferInsert>,
) {
  const [saved] = await db
    .update(dictDetails)
    .set({ ...detail, version: sql`${dictDetails.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(dictDetails.id, id), version === undefined ? undefined : eq(dictDetails.version, version)))
    .returning({ id: dictDetails.id, version: dictDetails.version })
  return saved
}

export async function remove({ db }: Ctx, id: number): Promise<void> {
  await db.delete(dictDetails).where(eq(dictDetails.id, id))
}

function select({ db }: Pick<Ctx, 'db'>) {
  return db
    .select({ ...getTableColumns(dictDetails), dictName: sql<string>`${dicts.name}`.as('dict_name') })
    .from(dictDetails)
    .innerJoin(dicts, eq(dicts.id, dictDetails.dictId))
}
