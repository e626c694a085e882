import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { dictDetails, dicts } from '../../setting/dict/dict.tables.ts'
import { productKeys } from '../import/product-import.tables.ts'
import { productLabels } from '../label/product-label.tables.ts'
import type { AttrRow } from '../product/product.repository.ts'
import { productAttrs, productContents, productSkus } from '../product/product.tables.ts'

/** The number of SKUs of products. */
export async function countSkus({ db }: Ctx, productIds: readonly number[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from product_sku
    where product_id = any(${sql.param([...productIds])}::bigint[]) and not is_del`)
  return rows[0]?.count ?? 0
}

/** The dimensions of products, in display order. */
export function listAttrs({ db }: Ctx, productIds: readonly number[]): Promise<AttrRow[]> {
  return db
    .select()
    .from(productAttrs)
    .where(inArray(productAttrs.productId, [...productIds]))
    .orderBy(asc(productAttrs.productId), asc(productAttrs.position))
}

/** Rich text of products, by product id. */
export async function listContents({ db }: Ctx, productIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select()
    .from(productContents)
    .where(inArray(productContents.productId, [...productIds]))
  return new Map(rows.map(({ productId, html }) => [productId, html]))
}

/** The names of the labels that staff assign, by id. */
export async function listLabels({ db }: Ctx): Promise<ReadonlyMap<number, string>> {
  const { id, name, rule } = productLabels
  const rows = await db.select({ id, name }).from(productLabels).where(isNull(rule))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The services that products can promise (服务保障), by id. */
export async function listEnsures({ db }: Ctx): Promise<ReadonlyMap<number, string>> {
  const { id, label, dictId } = dictDetails
  const rows = await db
    .select({ id, label })
    .from(dictDetails)
    .innerJoin(dicts, eq(dicts.id, dictId))
    .where(eq(dicts.name, 'product_ensure'))
    .orderBy(asc(id))
  return new Map(rows.map((row) => [row.id, row.label]))
}

/**
 * The keys of products in files, by product id: the key in the file they were imported from, else the code of their first
 * SKU. Neither ever changes.
 */
export async function listCodes({ db }: Ctx, productIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...productIds]
  const firsts = await db
    .selectDistinctOn([productSkus.productId], { productId: productSkus.productId, code: productSkus.unique })
    .from(productSkus)
    .where(inArray(productSkus.productId, ids))
    .orderBy(asc(productSkus.productId), asc(productSkus.id))
  const given = await db
    .selectDistinctOn([productKeys.productId], { productId: productKeys.productId, code: productKeys.key })
    .from(productKeys)
    .where(sql`${inArray(productKeys.productId, ids)} and ${productKeys.source} = 'sheet'`)
    .orderBy(asc(productKeys.productId), asc(productKeys.key))
  return new Map([...firsts, ...given].map(({ productId, code }) => [productId, code]))
}
