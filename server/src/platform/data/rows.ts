import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '../http/context.ts'
import { type Page, readSort } from '../http/paging.ts'
import type { editableColumns } from './columns.ts'

/** A table whose rows people edit. */
export type EditableTable = PgTable & Record<keyof typeof editableColumns, AnyPgColumn>

/** The answer for a row that was stored. */
export type Saved = { id: number; version: number }

/**
 * The statements every editable table needs. A repository exports those it uses, beside its own:
 * `export const { find, insert, update } = rows(brands)`.
 */
export function rows<Table extends EditableTable>(table: Table) {
  type Row = Table['$inferSelect']
  const { id, version } = table
  // Drizzle infers nothing from a generic table: its types end here and resume in the signatures below.
  const known: PgTable = table
  const saved = { id, version }

  return {
    async find({ db }: Ctx, rowId: number): Promise<Row | undefined> {
      const [row] = await db.select().from(known).where(eq(id, rowId))
      return row
    },

    /** Locks a row against changes and deletion until the transaction ends; others may still refer to it. */
    async lock({ db }: Ctx, rowId: number): Promise<Row | undefined> {
      const [row] = await db.select().from(known).where(eq(id, rowId)).for('no key update')
      return row
    },

    /** Stores a row. Returns undefined when a unique column or name is taken. */
    async insert({ db, actor, now }: Ctx, row: Table['$inferInsert']): Promise<Saved | undefined> {
      const [stored] = await db
        .insert(known)
        .values({ ...row, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
        .onConflictDoNothing()
        .returning(saved)
      return stored as Saved | undefined
    },

    /**
     * Changes a row if it still has the given version; without one, any version.
     * @returns undefined when the row has another version or does not exist
     */
    async update(
      { db, actor, now }: Ctx,
      rowId: number,
      expected: number | undefined,
      change: Partial<Table['$inferInsert']>,
    ): Promise<Saved | undefined> {
      const [stored] = await db
        .update(known)
        .set({ ...change, version: sql`${version} + 1`, updatedBy: actor.userId, updatedAt: now() })
        .where(and(eq(id, rowId), expected === undefined ? undefined : eq(version, expected)))
        .returning(saved)
      return stored as Saved | undefined
    },

    /** Deletes rows. Returns those that existed. */
    remove({ db }: Ctx, ids: readonly number[]): Promise<Row[]> {
      return db
        .delete(known)
        .where(inArray(id, [...ids]))
        .returning()
    },
  }
}

type Columns = Record<string, SQL>
type Values<More extends Columns> = { [Name in keyof More]: More[Name] extends SQL<infer Value> ? Value : never }

type PageRules<Query, More> = {
  /** The conditions of a query; undefined for filters that are not set. */
  where: (query: Query, ctx: Ctx) => (SQL | undefined)[]
  /** Newest first by default. */
  order?: SQL[]
  /** The fields a query may sort by, in `sort`. */
  sorts?: Record<string, AnyPgColumn> & { id: AnyPgColumn }
  /** Further columns, such as how often a row is used. */
  more?: More
}
type Part = Omit<Page, 'page'>

/**
 * Makes the function that reads a page of a table and counts all matching rows.
 * @throws {BadInput} when a query sorts by any other field
 */
export function pages<Table extends EditableTable, Query extends object, More extends Columns = Record<never, SQL>>(
  table: Table,
  { where, order = [desc(table.id)], sorts = { id: table.id }, more }: PageRules<Query, More>,
) {
  const known: PgTable = table
  return async (ctx: Ctx, query: Query & { sort?: string[] }, { limit, offset }: Part) => {
    const matching = and(...where(query, ctx))
    const found = await ctx.db
      .select({ ...getTableColumns(known), ...more })
      .from(known)
      .where(matching)
      .orderBy(...readSort(query.sort, sorts, order))
      .limit(limit)
      .offset(offset)
    type Row = Table['$inferSelect'] & Values<More>
    return { rows: found as unknown as Row[], total: await ctx.db.$count(known, matching) }
  }
}
