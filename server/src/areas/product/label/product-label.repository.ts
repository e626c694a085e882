import type { productLabel } from '@zhanggui/contract/product/product-label.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { MAX_LABELS } from '@zhanggui/domain/product/product-label.ts'
import { asc, desc, isNotNull, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { productLabels } from './product-label.tables.ts'

export type LabelRow = typeof productLabels.$inferSelect

/** Products are counted up to this number. */
const MAX_COUNTED = 10_000

const store = rows(productLabels)
export const { find, lock, insert, update } = store

const displayOrder = [desc(productLabels.sort), asc(productLabels.id)]

/** A page of labels in display order, with their numbers of products. */
export const list = pages(productLabels, {
  where: ({ keywords, isShow, ...left }: FilterOf<RouteInput<typeof productLabel.list>['query']>) => [
    allRead(left),
    has(productLabels.name, keywords),
    is(productLabels.isShow, isShow),
  ],
  order: displayOrder,
  more: {
    productCount: sql<number>`(select count(*) from (select from product
      where label_ids @> array[product_label.id] and label_ids <> '{}' and not is_del limit ${MAX_COUNTED}) as counted)`,
  },
})

/** The labels with a rule, in display order, locked against deletion until the transaction ends. */
export function lockRuled({ db }: Ctx): Promise<LabelRow[]> {
  return db
    .select()
    .from(productLabels)
    .where(isNotNull(productLabels.rule))
    .orderBy(...displayOrder)
    .for('share')
}

/** Deletes labels and takes them off the products. Returns those that existed. */
export async function remove(ctx: Ctx, ids: readonly number[]): Promise<LabelRow[]> {
  const gone: LabelRow[] = []
  for (const id of ids) {
    const having = sql`select id from product where label_ids @> array[${id}::bigint] and label_ids <> '{}' and not is_del`
    // Product edits lock the product before its labels. Products that got the label in between are not being edited.
    await ctx.db.execute(sql`${having} order by id for no key update`)
    gone.push(...(await store.remove(ctx, [id])))
    await ctx.db.execute(sql`
      update product set label_ids = array_remove(label_ids, ${id}::bigint) where id in (${having} for no key update)`)
  }
  return gone
}

/**
 * Adds the labels with rules to matching products and removes them from the others, for the next products by id.
 * Labels assigned by staff stay, and come first.
 * @param after the last product of the previous batch; 0 for the first batch
 * @returns the last product examined, 0 when there are no more, and how many changed
 */
export async function applyRules(
  { db, now }: Ctx,
  labels: readonly LabelRow[],
  after: number,
  batch: number,
): Promise<{ last: number; changed: number }> {
  const rules = JSON.stringify(labels.map(({ id, rule }, place) => ({ id, place, ...rule })))
  const { rows: steps } = await db.execute<{ last: number; changed: number }>(sql`
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
        ) as due(label, part, place) order by part, place limit ${MAX_LABELS}
      ) as labels from batch
    ), changed as (
      update product set label_ids = labels from wanted
      where product.id = wanted.id and product.label_ids = wanted.label_ids and wanted.label_ids <> labels
      returning product.id
    )
    select coalesce((select max(id) from batch), 0) as last, (select count(*) from changed) as changed`)
  return steps[0] ?? { last: 0, changed: 0 }
}
