import { fieldsWith, namesOf } from '@zhanggui/domain/fields.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'
import { and, asc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { prepared } from '../../../platform/data/prepared.ts'
import { inWireTime, inYuan, textOr } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { brands } from '../brand/brand.tables.ts'
import { freightTemplates } from '../freight/freight-template.tables.ts'
import { productLabels } from '../label/product-label.tables.ts'
import { productAttrs, productCategories, productContents, productSearch, products } from './product.tables.ts'
import { skusWithLowest } from './product-sku.repository.ts'

export type ProductRecord = typeof products.$inferSelect
export type ProductInsert = typeof products.$inferInsert
/** A product with related names from other tables. */
export type ProductFound = {
  product: ProductRecord
  tempName: string | null
  appoint: number | null
  brandName: string | null
  createName: string | null
  updateName: string | null
}

const creators = alias(adminUsers, 'creator')
const updaters = alias(adminUsers, 'updater')

/** Products with related names from other tables. */
function selectFound({ db }: Pick<Ctx, 'db'>) {
  return db
    .select({
      product: products,
      tempName: freightTemplates.name,
      appoint: freightTemplates.appoint,
      brandName: brands.name,
      createName: creators.nickName,
      updateName: updaters.nickName,
    })
    .from(products)
    .leftJoin(freightTemplates, eq(freightTemplates.id, products.tempId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .leftJoin(creators, eq(creators.id, products.createdBy))
    .leftJoin(updaters, eq(updaters.id, products.updatedBy))
}

const {
  createdAt,
  updatedAt,
  firstShowTime,
  autoOnTime,
  autoOffTime,
  priceFen,
  priceMaxFen,
  otPriceFen,
  costFen,
  vipPriceFen,
  createdBy: _createdBy,
  updatedBy: _updatedBy,
  recycleTime: _recycleTime,
  starAvg: _starAvg,
  goodCount: _goodCount,
  mediumCount: _mediumCount,
  poorCount: _poorCount,
  ...plainColumns
} = getTableColumns(products)

/** A product's columns as its answers have them. */
const rowColumns = {
  ...plainColumns,
  price: inYuan(priceFen),
  priceMax: inYuan(priceMaxFen),
  otPrice: inYuan(otPriceFen),
  cost: inYuan(costFen),
  vipPrice: inYuan(vipPriceFen),
  firstShowTime: inWireTime(firstShowTime),
  autoOnTime: inWireTime(autoOnTime),
  autoOffTime: inWireTime(autoOffTime),
  createTime: inWireTime(createdAt),
  updateTime: inWireTime(updatedAt),
  tempName: textOr(freightTemplates.name, ''),
  isPostage: sql<boolean>`coalesce(${freightTemplates.appoint} = 0, false)`,
  brandName: textOr(brands.name, ''),
  createBy: textOr(creators.nickName, '系统'),
  updateBy: textOr(updaters.nickName, '系统'),
}

/** Products in wire format, except addresses and data of other areas; callers add conditions and order. */
export function selectRows<More extends Record<string, SQL>>({ db }: Pick<Ctx, 'db'>, more: More) {
  return db
    .select({ ...more, ...rowColumns })
    .from(products)
    .leftJoin(freightTemplates, eq(freightTemplates.id, products.tempId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .leftJoin(creators, eq(creators.id, products.createdBy))
    .leftJoin(updaters, eq(updaters.id, products.updatedBy))
}

const rowsById = prepared('product-rows', (db) =>
  selectRows({ db }, {}).where(
    and(sql`product.id = any(${sql.placeholder('ids')}::bigint[])`, eq(products.isDel, false)),
  ),
)

/** A row of {@link selectRows}. */
export type FoundRow = Awaited<ReturnType<typeof findRows>>[number]

/** Products in wire format, in no order, without completely deleted ones. */
export function findRows({ db }: Ctx, ids: readonly number[]) {
  return rowsById(db).execute({ ids: [...ids] })
}

/** Products in no order, without completely deleted ones. */
export function findAll(ctx: Ctx, ids: readonly number[]): Promise<ProductFound[]> {
  return selectFound(ctx).where(and(inArray(products.id, [...ids]), eq(products.isDel, false)))
}

/**
 * A product that is not completely deleted, with dimensions, rich text and SKUs, each with its lowest price in the history
 * since the given moment.
 */
export async function findInfo({ db }: Ctx, id: number, since: Date) {
  const [row] = await infoById(db).execute({ id, since: since.toISOString() })
  return row
}

const infoById = prepared('product-info', (db) =>
  selectRows(
    { db },
    {
      html: sql<string | null>`(select html from product_content where product_id = product.id)`,
      attrs: sql<Pick<AttrRow, 'id' | 'attrName' | 'attrValues'>[]>`(
        select coalesce(json_agg(json_build_object('id', id, 'attrName', attr_name, 'attrValues', attr_values) order by position), '[]')
        from product_attr where product_id = product.id)`,
      skus: skusWithLowest,
      coupons: sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', coupon.id, 'name', coupon.name) order by gift.position), '[]')
        from product_coupon as gift join coupon on coupon.id = gift.coupon_id
        where gift.product_id = product.id and not coupon.is_del)`,
    },
  ).where(and(eq(products.id, sql.placeholder('id')), eq(products.isDel, false))),
)

/** Locks a product that is not completely deleted against edits. */
export async function lock({ db }: Ctx, id: number): Promise<ProductRecord | undefined> {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), eq(products.isDel, false)))
    // Keys stay unlocked, so that rows referring to the product, such as its categories, can be added meanwhile.
    .for('no key update')
  return row
}

export async function insert({ db, caller, now }: Ctx, product: ProductInsert): Promise<ProductRecord> {
  const who = { createdBy: caller?.userId, updatedBy: caller?.userId, createdAt: now(), updatedAt: now() }
  const [row] = await db
    .insert(products)
    .values({ ...product, ...who })
    .returning()
  if (!row) throw new Error('a product was not stored')
  return row
}

/** Updates a product that the transaction has locked; the version rises. */
export async function update({ db, caller, now }: Ctx, id: number, product: Partial<ProductInsert>) {
  const [saved] = await db
    .update(products)
    .set({ ...product, version: sql`${products.version} + 1`, updatedBy: caller?.userId, updatedAt: now() })
    .where(eq(products.id, id))
    .returning({ id: products.id, version: products.version })
  if (!saved) throw new Error(`product ${id} was not locked`)
  return saved
}

export type AttrRow = typeof productAttrs.$inferSelect

/** The dimensions of a product, in display order. */
export function listAttrs({ db }: Ctx, productId: number): Promise<AttrRow[]> {
  return db.select().from(productAttrs).where(eq(productAttrs.productId, productId)).orderBy(asc(productAttrs.position))
}

export async function replaceAttrs(
  { db }: Ctx,
  productId: number,
  attrs: readonly { attrName: string; attrValues: readonly string[] }[],
): Promise<void> {
  await db.delete(productAttrs).where(eq(productAttrs.productId, productId))
  await db.insert(productAttrs).values(
    attrs.map(({ attrName, attrValues }, position) => {
      return { productId, position, attrName, attrValues: [...attrValues] }
    }),
  )
}

export async function findContent({ db }: Ctx, productId: number): Promise<string> {
  const [row] = await db.select().from(productContents).where(eq(productContents.productId, productId))
  return row?.html ?? ''
}

export async function storeContent({ db }: Ctx, productId: number, html: string): Promise<void> {
  const { productId: target } = productContents
  await db.insert(productContents).values({ productId, html }).onConflictDoUpdate({ target, set: { html } })
}

/** Files a product under categories and their ancestors. */
export async function replaceCategories(
  { db }: Ctx,
  productId: number,
  closure: readonly { id: number; isDirect: boolean }[],
): Promise<void> {
  await db.delete(productCategories).where(eq(productCategories.productId, productId))
  if (!closure.length) return
  await db
    .insert(productCategories)
    .values(closure.map(({ id: categoryId, isDirect }) => ({ productId, categoryId, isDirect })))
}

/** The plain fields included in keyword search. */
export const searchedFields = namesOf(fieldsWith(productFields, 'searched'))

/** The searched content of products that are not completely deleted. */
export async function listSearched({ db }: Ctx, ids: readonly number[]) {
  if (!ids.length) return []
  const searchedText = sql`concat_ws(' ', ${sql.join(
    searchedFields.map((name) => products[name]),
    sql`, `,
  )}, (select string_agg(value, ' ' order by position) from product_attr, unnest(attr_values) as value
    where product_id = product.id and value <> '默认'))`
  const { rows } = await db.execute<{
    id: number
    text: string
    tab: number
    sort: number
    codes: string[]
    category_ids: number[]
  }>(sql`
    select id, ${searchedText} as text, sort, case when is_recycle then 5 when is_show then 1 else 2 end as tab,
      array(select category_id from product_category where product_id = product.id) as category_ids,
      array(select code from product_sku, unnest(array[bar_code, sku_no]) as code
        where product_id = product.id and not product_sku.is_del and code <> '' order by position, product_sku.id) as codes
    from product where id = any(${sql.param([...ids])}::bigint[]) and not is_del`)
  return rows.map(({ category_ids, ...row }) => {
    return { ...row, categoryIds: category_ids.map(Number) }
  })
}

export type SearchRow = typeof productSearch.$inferInsert

/** Stores the search rows of products. */
export async function storeSearch({ db }: Ctx, rows: SearchRow[]): Promise<void> {
  if (!rows.length) return
  await db
    .insert(productSearch)
    .values(rows)
    .onConflictDoUpdate({
      target: productSearch.productId,
      set: {
        tokens: sql`excluded.tokens`,
        textNorm: sql`excluded.text_norm`,
        tab: sql`excluded.tab`,
        sort: sql`excluded.sort`,
      },
    })
}

export async function removeSearch({ db }: Ctx, productId: number): Promise<void> {
  await db.delete(productSearch).where(eq(productSearch.productId, productId))
}

export async function hasTemplate({ db }: Ctx, tempId: number): Promise<boolean> {
  const { id } = freightTemplates
  const rows = await db.select({ id }).from(freightTemplates).where(eq(id, tempId)).for('key share')
  return rows.length > 0
}

export async function findBrand({ db }: Ctx, id: number): Promise<{ name: string } | undefined> {
  const [row] = await db.select({ name: brands.name }).from(brands).where(eq(brands.id, id)).for('key share')
  return row
}

/** The labels with these ids; those not assigned by staff have a rule. */
export function findLabels({ db }: Ctx, ids: readonly number[]) {
  const { id, name, rule } = productLabels
  return db
    .select({ id, name, rule })
    .from(productLabels)
    .where(inArray(id, [...ids]))
    .for('key share')
}

export function listLabelNames({ db }: Ctx) {
  return db.select({ id: productLabels.id, name: productLabels.name }).from(productLabels)
}

export function listTemplateNames({ db }: Ctx) {
  return db.select({ id: freightTemplates.id, name: freightTemplates.name }).from(freightTemplates)
}

/** Live products due to go on or off the shelf, those to be taken off last. */
export async function listDue({ db, now }: Ctx, max: number): Promise<{ id: number; on: boolean }[]> {
  const { rows } = await db.execute<{ id: number; on: boolean }>(sql`
    select id, true as on from product where auto_on_time <= ${now()} and not is_del and not is_recycle
    union all
    select id, false from product where auto_off_time <= ${now()} and not is_del and not is_recycle
    order by 2 desc, 1 limit ${max}`)
  return rows
}

/** Products recycled before a moment, by id. */
export async function listRecycled({ db }: Ctx, before: Date, afterId: number, max: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.isRecycle, true),
        eq(products.isDel, false),
        lt(products.recycleTime, before),
        gt(products.id, afterId),
      ),
    )
    .orderBy(asc(products.id))
    .limit(max)
  return rows.map(({ id }) => id)
}
