import type { DictDetailQuery } from '@zhanggui/contract/setting/dict-detail.ts'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { allRead, has } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Page, readSort } from '../../../platform/http/paging.ts'
import { dictDetails, dicts } from './dict.tables.ts'

export type DetailFilter = Omit<DictDetailQuery, 'page' | 'size' | 'limit'>
export type DetailRow = Awaited<ReturnType<typeof listAllOf>>[number]

const sortable = {
  id: dictDetails.id,
  label: dictDetails.label,
  value: dictDetails.value,
  sort: dictDetails.sort,
  createTime: dictDetails.createdAt,
}
const displayOrder = [sql`${dictDetails.sort} asc`, sql`${dictDetails.id} asc`]
const store = rows(dictDetails)

/** All values of a dictionary in display order; none for an unknown name. */
export function listAllOf(ctx: Pick<Ctx, 'db'>, dictName: string) {
  return select(ctx)
    .where(eq(dicts.name, dictName))
    .orderBy(...displayOrder)
}

/**
 * A page of values, in display order by default, and the total.
 * @throws {BadInput} for an unknown sort order
 */
export async function list(
  ctx: Ctx,
  { dictName, dictId, label, sort, ...left }: DetailFilter,
  { limit, offset }: Omit<Page, 'page'>,
) {
  const where = and(
    allRead(left),
    dictName ? eq(dicts.name, dictName) : undefined,
    dictId ? eq(dictDetails.dictId, dictId) : undefined,
    has(dictDetails.label, label),
  )
  const matching = select(ctx).where(where)
  const total = await ctx.db.$count(matching.as('matching'))
  const order = readSort(sort, sortable, displayOrder)
  return {
    rows: await matching
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    total,
  }
}

export async function find(ctx: Ctx, id: number): Promise<DetailRow | undefined> {
  const [row] = await select(ctx).where(eq(dictDetails.id, id))
  return row
}

/** The value, locked. */
export async function lock(ctx: Ctx, id: number): Promise<DetailRow | undefined> {
  const [row] = await lockAll(ctx, [id])
  return row
}

export const { insert, update } = store

/** Deletes values. Returns those that existed. */
export async function remove(ctx: Ctx, ids: readonly number[]): Promise<DetailRow[]> {
  const gone = await lockAll(ctx, ids)
  await store.remove(ctx, ids)
  return gone
}

function lockAll(ctx: Ctx, ids: readonly number[]) {
  return select(ctx)
    .where(inArray(dictDetails.id, [...ids]))
    .orderBy(dictDetails.id)
    .for('update', { of: dictDetails })
}

function select({ db }: Pick<Ctx, 'db'>) {
  return db
    .select({ ...getTableColumns(dictDetails), dictName: sql<string>`${dicts.name}`.as('dict_name') })
    .from(dictDetails)
    .innerJoin(dicts, eq(dicts.id, dictDetails.dictId))
}
