import { MOST_LABELS } from '@zhanggui/domain/product/product-label.ts'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { productLabels } from './product-label.tables.ts'

export type LabelRow = typeof productLabels.$inferSelect

/** Products are counted up to here (ER-31). */
const MOST_COUNTED = 10_000

/** A page of labels in display order, with how many products have each. */
export async function list(
  { db }: Ctx,
  { keywords, isShow }: { keywords?: string; isShow?: boolean },
  { limit, offset }: Page,
) {
  const where = and(
    keywords ? contains(productLabels.name, keywords) : undefined,
    isShow === undefined ? undefined : eq(productLabels.isShow, isShow),
  )
  const productCount = sql<number>`(select count(*) from (select from product
    where label_ids @> array[product_label.id] and label_ids <> '{}' and not is_del limit ${MOST_COUNTED}) as counted)`
  const rows = await db
    .select({ row: productLabels, productCount })
    .from(productLabels)
    .where(where)
    .orderBy(desc(productLabels.sort), asc(productLabels.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(productLabels, where) }
}

export async function find({ db }: Ctx, id: number): Promise<LabelRow | undefined> {
  const [row] = await db.select().from(productLabels).where(eq(productLabels.id, id))
  return row
}

/** The labels that find their products by a rule, in display order; none is deleted until the transaction ends. */
export function lockRuled({ db }: Ctx): Promise<LabelRow[]> {
  return db
    .select()
    .from(productLabels)
    .where(isNotNull(productLabels.rule))
    .orderBy(desc(productLabels.sort), asc(productLabels.id))
    .for('share')
}

/** Stores a label. Returns undefined when the name is taken. */
export async function insert({ db, actor, now }: Ctx, label: typeof productLabels.$inferInsert) {
  const [saved] = await db
    .insert(productLabels)
    .values({ ...label, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: productLabels.id, version: productLabels.version })
  return saved
}

export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  label: Partial<LabelRow>,
) {
  const [saved] = await db
    .update(productLabels)
    .set({ ...label, version: sql`${productLabels.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(productLabels.id, id), version === undefined ? undefined : eq(productLabels.version, version)))
    .returning({ id: productLabels.id, version: productLabels.version })
  return saved
}

/** Deletes a label and takes it off the products. Returns what it was. */
export async function remove({ db }: Ctx, id: number): Promise<LabelRow | undefined> {
  const having = sql`select id from product where label_ids @> array[${id}::bigint] and label_ids <> '{}' and not is_del`
  // Who edits a product locks it before its labels. Those that got the label in between are not being edited.
  await db.execute(sql`${having} order by id for no key update`)
  const [row] = await db.delete(productLabels).where(eq(productLabels.id, id)).returning()
  await db.execute(sql`
    update product set label_ids = array_remove(label_ids, ${id}::bigint) where id in (${having} for no key update)`)
  return row
}

/**
 * Gives the labels with rules to the products they are for, and takes them from the others: of the next products by id.
 * What staff gave stays, and comes first.
 * @param after the last product of the batch before; 0 at the beginning
 * @returns the last product looked at, 0 when there are no more, and how many changed
 */
export async function applyRules(
  { db, now }: Ctx,
  labels: readonly LabelRow[],
  after: number,
  batch: number,
): Promise<{ last: number; changed: number }> {
  const rules = JSON.stringify(labels.map(({ id, rule }, place) => ({ id, place, ...rule })))
  const { rows } = await db.execute<{ last: number; changed: number }>(sql`
    with rules as materialized (
      select * from jsonb_to_recordset(${rules}::jsonb) as rule(id bigint, place int, kind text, value int)
    ), batch as materialized (
      select id, label_ids, created_at, stock, price_fen, ot_price_fen from product
      where id > ${after} and not is_del order by id limit ${batch}
    ), wanted as materialized (
      select batch.id, label_ids, array(
        select label from (
          select label, 0 as part, place from unnest(label_ids) with ordinality as given(label, place)
          where label not in (select id from rules)
          union all
          select rules.id, 1, place from rules where case kind
            when 'new' then created_at >= ${now()}::timestamptz - value * interval '1 day'
            when 'lowStock' then stock < value
            else price_fen * 100 < ot_price_fen * (100 - value) end
        ) as due(label, part, place) order by part, place limit ${MOST_LABELS}
      ) as labels from batch
    ), changed as (
      update product set label_ids = labels from wanted
      where product.id = wanted.id and product.label_ids = wanted.label_ids and wanted.label_ids <> labels
      returning product.id
    )
    select coalesce((select max(id) from batch), 0) as last, (select count(*) from changed) as changed`)
  return rows[0] ?? { last: 0, changed: 0 }
}
