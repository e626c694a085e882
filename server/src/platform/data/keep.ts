import { toWireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, inTransaction } from '../http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../http/errors.ts'
import { type Page, readPage } from '../http/paging.ts'
import { audit } from './audit.ts'
import type { Saved } from './rows.ts'

/** The statements {@link keep} needs from a repository: those of `rows`, or replacements for them. */
export type Store<Row, Insert, Query> = {
  list(ctx: Ctx, query: Query, page: Page): Promise<{ rows: Row[]; total: number }>
  find(ctx: Ctx, id: number): Promise<Row | undefined>
  lock(ctx: Ctx, id: number): Promise<Row | undefined>
  insert(ctx: Ctx, row: Insert): Promise<Saved | undefined>
  update(ctx: Ctx, id: number, version: number | undefined, row: Partial<Insert>): Promise<Saved | undefined>
  remove(ctx: Ctx, ids: readonly number[]): Promise<Row[]>
}

/** A change of a row, with the version the caller saw. */
export type Change<Draft> = Draft & { id: number; version?: number | undefined }

type Paged = { page?: number | undefined; limit?: number | undefined }

type Rules<Row, Insert, Draft, Edit, Shown> = {
  /** The object's name in 404 messages: 品牌. */
  what: string
  /** The message, and the field it concerns, when the name is taken. */
  taken: readonly [message: string, field: string]
  /** Converts a draft that differs from the row: tidies and checks it, and locks the rows it refers to. */
  toRow(draft: Draft, tx: Ctx): Insert | Promise<Insert>
  /** The same for a change of the locked `row`, if it needs something else. */
  toChange?(change: Edit, tx: Ctx, row: Row): Partial<Insert> | Promise<Partial<Insert>>
  /** The row as the wire and the audit trail show it: {@link wireRow} for every column. */
  show(row: Row, ctx: Ctx): Shown | Promise<Shown>
  /** Its name in the audit trail, if the field is not called `name`. */
  named?(shown: Shown): string
  /** Columns that are counted anew at every change, which alone are no change in the audit trail. */
  reckoned?: readonly (keyof Row & string)[]
  /** Runs after a row is added or changed, in the same transaction. */
  stored?(tx: Ctx, id: number, row: Partial<Insert>): Promise<void>
  /** Runs after a row is deleted, in the same transaction; throwing restores the row. */
  removed?(tx: Ctx, row: Row): Promise<void> | void
  /** Runs a change in a transaction, if it needs more than that. */
  transaction?<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result>
}

/**
 * Makes the service of a plain object such as brands: read, add, change and delete, each change in one transaction with
 * its audit entry. The object's particulars are in the rules, or in its own functions.
 */
export function keep<
  Row extends { id: number },
  Insert,
  Query extends object,
  Draft,
  Shown extends object,
  Edit = Draft,
>(store: Store<Row, Insert, Query>, rules: Rules<Row, Insert, Draft, Edit, Shown>) {
  const { what, show, named, transaction = join } = rules
  const toChange = rules.toChange ?? (rules.toRow as unknown as NonNullable<typeof rules.toChange>)
  const taken = () => conflict(...rules.taken)
  const reckoned = rules.reckoned && { reckoned: rules.reckoned }
  const nameOf = (shown: Shown) => (named ? { objectName: named(shown) } : {})

  /** @throws 404 */
  async function get(ctx: Ctx, id: number): Promise<Shown> {
    const row = await store.find(ctx, id)
    if (!row) throw notFound(what)
    return show(row, ctx)
  }

  /**
   * Adds a row.
   * @throws 409 when its name is taken, also by a concurrent call
   */
  function save(ctx: Ctx, draft: Draft): Promise<Saved> {
    return transaction(ctx, async (tx) => {
      const row = await rules.toRow(draft, tx)
      const saved = await store.insert(tx, row)
      if (!saved) throw taken()
      await rules.stored?.(tx, saved.id, row)
      const after = await get(tx, saved.id)
      await audit(tx, { objectId: saved.id, ...nameOf(after), after })
      return saved
    })
  }

  /**
   * Changes a row. Without a version, any version of it is changed.
   * @throws 404; 409 for a taken name or another version
   */
  function update(ctx: Ctx, { id, version, ...change }: Change<Edit>): Promise<Saved> {
    return transaction(ctx, async (tx) => {
      const row = await store.lock(tx, id)
      if (!row) throw notFound(what)
      const before = await show(row, tx)
      const changed = await toChange(change as Edit, tx, row)
      const saved = await refuseTaken(store.update(tx, id, version, changed), taken)
      if (!saved) throw versionConflict(before)
      await rules.stored?.(tx, id, changed)
      const after = await get(tx, id)
      await audit(tx, { objectId: id, ...nameOf(after), ...reckoned, before, after })
      return saved
    })
  }

  /**
   * Deletes rows, all or none.
   * @throws 404
   */
  async function remove(ctx: Ctx, ids: readonly number[]): Promise<void> {
    await transaction(ctx, async (tx) => {
      const gone = await store.remove(tx, ids)
      if (gone.length < ids.length) throw notFound(what)
      for (const row of gone) {
        await rules.removed?.(tx, row)
        const before = await show(row, tx)
        await audit(tx, { objectId: row.id, ...nameOf(before), before })
      }
    })
  }

  const list = (ctx: Ctx, query: Query & Paged) => answerPage(ctx, query, store.list, show)

  return {
    list,
    get,
    save,
    update,
    remove,
    /** Handlers for its routes; routes that differ override them. */
    handlers: {
      list: (ctx: Ctx, { query }: { query: Query & Paged }) => list(ctx, query),
      info: (ctx: Ctx, { params }: { params: { id: number } }) => get(ctx, params.id),
      save: (ctx: Ctx, { body }: { body: Draft }) => save(ctx, body),
      update: (ctx: Ctx, { body }: { body: Change<Edit> }) => update(ctx, body),
      remove: async (ctx: Ctx, { params }: { params: { id: number | readonly number[] } }) => {
        await remove(ctx, [params.id].flat())
        return {}
      },
    },
  }
}

/** Joins the current transaction, or starts one. */
function join<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  return ctx.beforeCommit ? work(ctx) : inTransaction(ctx, work)
}

/** Returns a page of rows as the wire shows them. */
export async function answerPage<Query, Row, Shown>(
  ctx: Ctx,
  query: Query & Paged,
  list: (ctx: Ctx, query: Query, page: Page) => Promise<{ rows: Row[]; total: number }>,
  show: (row: Row, ctx: Ctx) => Shown | Promise<Shown>,
) {
  const { page, limit }: Paged = query
  const paging = readPage({ page, limit })
  const { rows, total } = await list(ctx, query, paging)
  const shown = await Promise.all(rows.map((row) => show(row, ctx)))
  return { list: shown, total, page: paging.page, limit: paging.limit }
}

type Bookkeeping = { createdAt: Date; updatedAt: Date; createdBy: number | null; updatedBy: number | null }

/** A row as the wire shows it: every column, and its creation time. */
export function wireRow<Row extends Bookkeeping>(row: Row) {
  const { createdAt, updatedAt: _1, createdBy: _2, updatedBy: _3, ...columns } = row
  return { ...columns, createTime: toWireTime(createdAt) }
}
