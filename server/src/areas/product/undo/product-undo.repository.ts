import type { UndoKind } from '@zhanggui/contract/product/product-undo.ts'
import { absoluteReasons } from '@zhanggui/domain/product/product-stock.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { and, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { tasks } from '../../../platform/work/task.tables.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { productUndoItems, productUndos, type UndoOutcome } from './product-undo.tables.ts'
import type { UndoChange } from './product-undo-change.ts'
import type { UndoPart } from './product-undo-rights.ts'

export type UndoRecord = typeof productUndos.$inferSelect
export type UndoItem = typeof productUndoItems.$inferSelect

/** Stores an action that can be taken back, once for each import. Returns its id. */
export async function open(
  { db, caller, now, origin: { requestId } }: Ctx,
  undo: { kind: UndoKind; refId?: number; title: string; actionTaskId?: string },
): Promise<number> {
  const { kind, refId = 0 } = undo
  const [stored] = await db
    .insert(productUndos)
    .values({ ...undo, requestId, createdBy: caller?.userId, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: productUndos.id })
  return stored?.id ?? (await findOf({ db }, kind, refId))?.id ?? 0
}

/** The actions that requests began and that changed a product, the newest first. */
export async function listOf({ db }: Ctx, requestIds: readonly string[]): Promise<UndoRecord[]> {
  return db
    .select()
    .from(productUndos)
    .where(
      and(
        inArray(productUndos.requestId, [...requestIds]),
        sql`exists (select from product_undo_item as item where item.undo_id = ${productUndos.id})`,
      ),
    )
    .orderBy(desc(productUndos.id))
}

export async function findOf({ db }: Pick<Ctx, 'db'>, kind: UndoKind, refId: number): Promise<UndoRecord | undefined> {
  const [row] = await db
    .select()
    .from(productUndos)
    .where(and(eq(productUndos.kind, kind), eq(productUndos.refId, refId), sql`ref_id <> 0`))
  return row
}

const creators = alias(adminUsers, 'creator')
const undoers = alias(adminUsers, 'undoer')

export async function find({ db }: Ctx, id: number) {
  const [found] = await db
    .select({ row: productUndos, createBy: creators.nickName, undoneBy: undoers.nickName })
    .from(productUndos)
    .leftJoin(creators, eq(creators.id, productUndos.createdBy))
    .leftJoin(undoers, eq(undoers.id, productUndos.undoneBy))
    .where(eq(productUndos.id, id))
  return found
}

export async function lock({ db }: Ctx, id: number): Promise<UndoRecord | undefined> {
  const [row] = await db.select().from(productUndos).where(eq(productUndos.id, id)).for('no key update')
  return row
}

/** Whether an action can still be taken back; nobody begins to until the transaction ends. */
export async function holdOpen({ db }: Ctx, id: number): Promise<boolean> {
  const [row] = await db
    .select({ status: productUndos.status })
    .from(productUndos)
    .where(eq(productUndos.id, id))
    .for('share')
  return row?.status === 'open'
}

export async function update({ db, now }: Ctx, id: number, change: Partial<UndoRecord>): Promise<void> {
  await db
    .update(productUndos)
    .set({ ...change, updatedAt: now() })
    .where(eq(productUndos.id, id))
}

/** Whether a task waits or runs. */
export async function isAtWork({ db }: Ctx, taskId: string): Promise<boolean> {
  if (!taskId) return false
  const { rows } = await db.execute(sql`
    select from ${tasks} where ${tasks.id} = ${taskId} and ${tasks.status} in ('pending', 'running')`)
  return rows.length > 0
}

export async function findItem({ db }: Ctx, undoId: number, productId: number): Promise<UndoItem | undefined> {
  const [item] = await db.select().from(productUndoItems).where(isItem(undoId, productId))
  return item
}

const isItem = (undoId: number, productId: number) =>
  and(eq(productUndoItems.undoId, undoId), eq(productUndoItems.productId, productId))

/** Stores what an action changed of a product that is locked, or replaces it. */
export async function storeItem(
  { db }: Ctx,
  item: { undoId: number; productId: number; change: UndoChange | null; version: number },
): Promise<void> {
  const { undoId: _, productId, ...rest } = item
  const ledgerId = sql<number>`(select coalesce(max(id), 0) from stock_ledger where product_id = ${productId})`
  await db
    .insert(productUndoItems)
    .values({ ...item, ledgerId })
    .onConflictDoUpdate({
      target: [productUndoItems.undoId, productUndoItems.productId],
      set: { ...rest, ledgerId },
    })
}

/** The last row of a product in the stock ledger. */
export async function findLastLedgerId({ db }: Ctx, productId: number): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select coalesce(max(id), 0) as id from stock_ledger where product_id = ${productId}`,
  )
  return Number(rows[0]?.id)
}

/** Lets the action before one that was taken back whole be taken back, too: what it left of the product stands again. */
export async function reopenEarlier({ db }: Ctx, { undoId, productId, change }: UndoItem, version: number) {
  if (!change?.from) return
  await db
    .update(productUndoItems)
    .set({ version })
    .where(
      and(
        eq(productUndoItems.productId, productId),
        ne(productUndoItems.undoId, undoId),
        eq(productUndoItems.version, change.from.version),
        isNull(productUndoItems.outcome),
      ),
    )
}

/** What an action did to the products that are still to take back. */
export async function listParts({ db }: Ctx, undoId: number): Promise<UndoPart[]> {
  const { rows } = await db.execute<{ part: UndoPart }>(sql`
    select distinct coalesce(part, 'created') as part from product_undo_item
    left join lateral jsonb_object_keys(case when jsonb_typeof(change) = 'object' then change end) as part on true
    where undo_id = ${undoId} and outcome is null order by part`)
  return rows.map(({ part }) => part)
}

/** A product still to take back, locked until the transaction ends. */
export async function lockOpen({ db }: Ctx, undoId: number, productId: number): Promise<UndoItem | undefined> {
  const [item] = await db
    .select()
    .from(productUndoItems)
    .where(and(isItem(undoId, productId), isNull(productUndoItems.outcome)))
    .for('update')
  return item
}

/** The next products to take back, by id. */
export async function listOpen({ db }: Ctx, undoId: number, after: number, limit: number): Promise<number[]> {
  const { productId, outcome } = productUndoItems
  const rows = await db
    .select({ productId })
    .from(productUndoItems)
    .where(and(eq(productUndoItems.undoId, undoId), isNull(outcome), gt(productId, after)))
    .orderBy(productId)
    .limit(limit)
  return rows.map((row) => row.productId)
}

export async function settle(
  { db }: Ctx,
  undoId: number,
  productId: number,
  outcome: UndoOutcome,
  reason = '',
): Promise<void> {
  await db
    .update(productUndoItems)
    .set({ outcome, reason: cutText(reason, 500) })
    .where(and(isItem(undoId, productId), isNull(productUndoItems.outcome)))
}

/** Why a product cannot be taken back. */
export type UndoFault = 'deleted' | 'recycled' | 'changed' | 'moved' | 'shown'
export type Verdict = {
  productId: number
  storeName: string
  created: boolean
  fault: UndoFault | null
  /** SKUs whose stock stays, as it was sold or counted since. */
  kept: { id: number; suk: string }[] | null
  /** Who changed the product last, and when. */
  who: string | null
  at: Date
  outcome: UndoOutcome | null
  reason: string
}

/**
 * What is true now of the products of an action. Compared are the product's version and the stock ledger, both written with
 * every change: no row since means that nobody changed what the action did. Rows of a later action that was taken back, and of
 * the taking back itself, do not count.
 * @param offFirst whether products on the shelf must not be edited
 */
function verdicts(undoId: number, offFirst: boolean, further: SQL = sql``): SQL {
  const since = sql`ledger.id > item.ledger_id and ledger.reason <> 'undo' and not (
    ledger.reason in ('import', 'batch', 'sku_removed') and exists (select from product_undo_item as undone
      where undone.product_id = item.product_id and undone.outcome = 'restored'
        and ledger.id > (undone.change -> 'from' ->> 'ledgerId')::bigint and ledger.id <= undone.ledger_id))`
  return sql`
    select item.product_id, coalesce(product.store_name, '') as store_name, item.change is null as created,
      case
        when product.id is null or product.is_del then 'deleted'
        when product.version <> item.version and product.is_recycle then 'recycled'
        when product.version <> item.version then 'changed'
        when exists (select from stock_ledger as ledger where ledger.product_id = item.product_id and ${since} and (
          item.change is null
          or ledger.sku_id in (select value::bigint from jsonb_array_elements_text(item.change -> 'added')))) then 'moved'
        when ${offFirst} and product.is_show and item.change -> 'state' is null and item.change - 'state' - 'stock' - 'from' <> '{}' then 'shown'
      end as fault,
      (select jsonb_agg(jsonb_build_object('id', sku.id, 'suk', sku.suk) order by sku.id)
        from jsonb_each_text(item.change -> 'stock') as moved(id, by) join product_sku as sku on sku.id = moved.id::bigint
        where sku.stock - moved.by::int < 0 or exists (select from stock_ledger as ledger
          where ledger.sku_id = sku.id and ${since} and ledger.reason = any(${sql.param([...absoluteReasons])}::text[]))) as kept,
      person.nick_name as who, coalesce(product.updated_at, now()) as at, item.outcome, item.reason
    from product_undo_item as item left join product on product.id = item.product_id
      left join admin_user as person on person.id = product.updated_by
    where item.undo_id = ${undoId} ${further}`
}

type VerdictRow = {
  product_id: number
  store_name: string
  at: Date | string
} & Pick<Verdict, 'created' | 'fault' | 'kept' | 'who' | 'outcome' | 'reason'>

function toVerdict({ product_id, store_name, at, ...row }: VerdictRow): Verdict {
  return { ...row, productId: Number(product_id), storeName: store_name, at: new Date(at) }
}

/** What is true now of one product. */
export async function judge({ db }: Ctx, undoId: number, productId: number, offFirst: boolean) {
  const { rows } = await db.execute<VerdictRow>(verdicts(undoId, offFirst, sql`and item.product_id = ${productId}`))
  return rows[0] && toVerdict(rows[0])
}

type Counts = Record<'total' | 'recycled' | 'restored' | 'left' | 'stockLeft', number>
const none: Counts = { total: 0, recycled: 0, restored: 0, left: 0, stockLeft: 0 }

/** The numbers of products that were taken back so far. */
export async function count({ db }: Ctx, undoId: number): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    select count(*)::int as total, (count(*) filter (where outcome = 'recycled'))::int as recycled,
      (count(*) filter (where outcome = 'restored'))::int as restored,
      (count(*) filter (where outcome = 'left'))::int as left,
      (count(*) filter (where outcome = 'restored' and reason <> ''))::int as "stockLeft"
    from product_undo_item where undo_id = ${undoId}`)
  return rows[0] ?? none
}

/** The numbers of products that taking the action back leads to, with those that were taken back before. */
export async function forecast({ db }: Ctx, undoId: number, offFirst: boolean): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    select count(*)::int as total,
      (count(*) filter (where outcome = 'recycled' or outcome is null and fault is null and created))::int as recycled,
      (count(*) filter (where outcome = 'restored' or outcome is null and fault is null and not created))::int as restored,
      (count(*) filter (where outcome = 'left' or outcome is null and fault is not null))::int as left,
      (count(*) filter (where outcome = 'restored' and reason <> ''
        or outcome is null and fault is null and kept is not null))::int as "stockLeft"
    from (${verdicts(undoId, offFirst)}) as verdict`)
  return rows[0] ?? none
}

/** The products that stay as they are, or with part of it. */
export async function listLeft({ db }: Ctx, undoId: number, offFirst: boolean, { limit, offset }: Page) {
  const { rows } = await db.execute<VerdictRow & { total: number }>(sql`
    select verdict.*, (count(*) over ())::int as total from (${verdicts(undoId, offFirst)}) as verdict
    where outcome = 'left' or reason <> '' or outcome is null and (fault is not null or kept is not null)
    order by product_id limit ${limit} offset ${offset}`)
  return { rows: rows.map(toVerdict), total: rows[0]?.total ?? 0 }
}

/** Deletes actions from before a moment, at most so many. Returns their number. */
export async function removeOld({ db }: Ctx, before: Date, most: number): Promise<number> {
  const old = db
    .select({ id: productUndos.id })
    .from(productUndos)
    .where(lt(productUndos.createdAt, before))
    .limit(most)
  const { rowCount } = await db.delete(productUndos).where(sql`${productUndos.id} in ${old}`)
  return rowCount ?? 0
}
