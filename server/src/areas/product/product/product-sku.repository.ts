import { randomString } from '@zhanggui/domain/random-string.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import { inJson } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { productSkus } from './product.tables.ts'

export type SkuRow = typeof productSkus.$inferSelect
/** The fields of a SKU that the product form sets. */
export type SkuFields = Pick<
  SkuRow,
  | 'position'
  | 'attrValue'
  | 'attrKey'
  | 'suk'
  | 'image'
  | 'priceFen'
  | 'otPriceFen'
  | 'costFen'
  | 'vipPriceFen'
  | 'barCode'
  | 'skuNo'
  | 'weight'
  | 'volume'
  | 'brokerageFen'
  | 'brokerageTwoFen'
  | 'isShow'
  | 'alertStock'
>
/** The new content of a stored SKU. `change` is added to its stock. */
export type SkuChange = SkuFields & { id: number; change: number; raises: boolean }

const UNIQUE_LENGTH = 8

/** The form fields of a stored SKU. */
export function fieldsOf(row: SkuRow): SkuFields {
  const { position, attrValue, attrKey, suk, image, priceFen, otPriceFen, costFen, vipPriceFen, barCode, skuNo } = row
  const { weight, volume, brokerageFen, brokerageTwoFen, isShow, alertStock } = row
  return {
    position,
    attrValue,
    attrKey,
    suk,
    image,
    priceFen,
    otPriceFen,
    costFen,
    vipPriceFen,
    barCode,
    skuNo,
    weight,
    volume,
    brokerageFen,
    brokerageTwoFen,
    isShow,
    alertStock,
  }
}

/** The SKUs of products, in the order of the matrix; removed ones only on request. */
export function listOf({ db }: Ctx, productIds: readonly number[], withRemoved = false): Promise<SkuRow[]> {
  return db
    .select()
    .from(productSkus)
    .where(and(inArray(productSkus.productId, [...productIds]), withRemoved ? undefined : eq(productSkus.isDel, false)))
    .orderBy(asc(productSkus.productId), asc(productSkus.position), asc(productSkus.id))
}

/** All SKUs of a product, including removed ones, locked in the order of their ids. */
export function lockOf({ db }: Ctx, productId: number): Promise<SkuRow[]> {
  return db
    .select()
    .from(productSkus)
    .where(eq(productSkus.productId, productId))
    .orderBy(asc(productSkus.id))
    .for('update')
}

/** What answers have of a SKU. */
export type SkuShown = Pick<SkuRow, keyof typeof shownColumns>

const { id, productId, version, attrValue, suk, unique, image, stock, sales, barCode, skuNo } = productSkus
const { weight, volume, priceFen, otPriceFen, costFen, vipPriceFen } = productSkus
const { brokerageFen, brokerageTwoFen, isShow, alertStock } = productSkus
const shownColumns = {
  id,
  productId,
  version,
  attrValue,
  suk,
  unique,
  image,
  stock,
  sales,
  barCode,
  skuNo,
  weight,
  volume,
  priceFen,
  otPriceFen,
  costFen,
  vipPriceFen,
  brokerageFen,
  brokerageTwoFen,
  isShow,
  alertStock,
}

const lowest = sql`(select min(least(old_fen, new_fen)) from price_history
  where price_history.product_id = ${productId} and price_history.sku_id = ${id}
    and field = 'price' and created_at >= ${sql.placeholder('since')}::timestamptz)`

/**
 * For a statement on products: the SKUs of each in the order of the matrix, with the lowest price in their history since
 * the placeholder `since`, if any.
 */
export const skusWithLowest = sql<(SkuShown & { lowest: number | null })[]>`(
  select coalesce(json_agg(${inJson({ ...shownColumns, lowest })} order by ${productSkus.position}, ${id}), '[]')
  from ${productSkus} where ${productId} = product.id and not ${productSkus.isDel})`

/** For a statement on products: the first SKUs of each. */
export function firstSkus(max: number) {
  const columns = { id, suk, unique, stock, priceFen, image }
  return sql<Pick<SkuRow, keyof typeof columns>[]>`(
    select coalesce(json_agg(${inJson(columns)}), '[]') from (
      select * from product_sku where product_id = product.id and not is_del order by position, id limit ${sql.raw(String(max))}
    ) as product_sku)`
}

/** Inserts new SKUs of a product, each with a new unique code. Returns their ids in the order given. */
export async function insert(
  { db, caller, now }: Ctx,
  productId: number,
  skus: readonly (SkuFields & { stock: number })[],
): Promise<number[]> {
  if (!skus.length) return []
  const who = { createdBy: caller?.userId, updatedBy: caller?.userId, createdAt: now(), updatedAt: now() }
  const rows = await db
    .insert(productSkus)
    .values(skus.map((sku) => ({ ...sku, ...who, productId, unique: newCode() })))
    .returning({ id: productSkus.id })
  return rows.map(({ id }) => id)
}

/** With 36^8 codes a repetition is practically impossible, and the index would refuse it. */
function newCode(): string {
  let code = ''
  while (code.length < UNIQUE_LENGTH) code += randomString(UNIQUE_LENGTH * 2).replace(/[A-Z]/g, '')
  return code.slice(0, UNIQUE_LENGTH)
}

/** Frees combinations and own codes of SKUs, so that other SKUs may take them, or the same ones in another order. */
export async function freeKeys({ db }: Ctx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  await db
    .update(productSkus)
    .set({ attrKey: sql`${productSkus.attrKey} || '#' || ${productSkus.id}`, skuNo: '' })
    .where(inArray(productSkus.id, [...ids]))
}

/** Updates stored SKUs from the form, all at once; removed ones become live again. */
export async function update({ db, caller, now }: Ctx, changes: readonly SkuChange[]): Promise<void> {
  if (!changes.length) return
  await db.execute(sql`
    update product_sku as sku set
      position = given.position, attr_value = given.attr_value, attr_key = given.attr_key, suk = given.suk,
      image = given.image, price_fen = given.price_fen, ot_price_fen = given.ot_price_fen, cost_fen = given.cost_fen,
      vip_price_fen = given.vip_price_fen, bar_code = given.bar_code, sku_no = given.sku_no, weight = given.weight,
      volume = given.volume, brokerage_fen = given.brokerage_fen, brokerage_two_fen = given.brokerage_two_fen,
      is_show = given.is_show, alert_stock = given.alert_stock, is_del = false,
      stock = sku.stock + given.change, version = sku.version + given.raises::int,
      updated_by = ${caller?.userId ?? null}, updated_at = ${now()}
    from jsonb_to_recordset(${JSON.stringify(changes.map(toRecord))}::jsonb) as given(
      id bigint, position smallint, attr_value jsonb, attr_key text, suk text, image text, price_fen bigint,
      ot_price_fen bigint, cost_fen bigint, vip_price_fen bigint, bar_code text, sku_no text, weight numeric,
      volume numeric, brokerage_fen bigint, brokerage_two_fen bigint, is_show boolean, alert_stock int, change int,
      raises boolean)
    where sku.id = given.id`)
}

function toRecord({ attrValue, attrKey, priceFen, otPriceFen, costFen, vipPriceFen, barCode, ...rest }: SkuChange) {
  const { skuNo, brokerageFen, brokerageTwoFen, isShow, alertStock, ...same } = rest
  return {
    ...same,
    attr_value: attrValue,
    attr_key: attrKey,
    price_fen: priceFen,
    ot_price_fen: otPriceFen,
    cost_fen: costFen,
    vip_price_fen: vipPriceFen,
    bar_code: barCode,
    sku_no: skuNo,
    brokerage_fen: brokerageFen,
    brokerage_two_fen: brokerageTwoFen,
    is_show: isShow,
    alert_stock: alertStock,
  }
}

/** Marks SKUs as removed; their rows stay. Their stock must have been written out before. */
export async function remove({ db, caller, now }: Ctx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  await db
    .update(productSkus)
    .set({
      isDel: true,
      stock: 0,
      version: sql`${productSkus.version} + 1`,
      updatedBy: caller?.userId,
      updatedAt: now(),
    })
    .where(inArray(productSkus.id, [...ids]))
}

/** An arbitrary number, the same in every process: checks of bar codes hold this lock until they commit. */
const BAR_CODE_LOCK = 7_316_460_031

/** A bar code of the product that another live SKU has too; waits for concurrent checks. */
export async function findSharedBarCode({ db }: Ctx, productId: number): Promise<string | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(${BAR_CODE_LOCK})`)
  const { rows } = await db.execute<{ code: string }>(sql`
    select own.bar_code as code from product_sku as own
    join product_sku as other on other.bar_code = own.bar_code and other.id <> own.id and not other.is_del
    where own.product_id = ${productId} and not own.is_del and own.bar_code <> '' limit 1`)
  return rows[0]?.code
}

/** The ids of products with a SKU that has exactly this code. */
export async function findByCode({ db }: Ctx, code: string, max: number): Promise<number[]> {
  const rows = await byCode(db).execute({ code, max })
  return rows.map(({ id }) => id)
}

const code = sql`${sql.placeholder('code')}::text`

/** For a statement on products: the ids of at most `max` with a SKU that has exactly this `code`; both are placeholders. */
export const idsByCode = sql`
  select product_id from product_sku where bar_code = ${code} and bar_code <> '' and not is_del
  union select product_id from product_sku where lower(sku_no) = lower(${code}) and sku_no <> '' and not is_del
  limit ${sql.placeholder('max')}`

const byCode = prepared('product-by-code', (db) =>
  db.select({ id: sql<number>`product_id` }).from(sql`(${idsByCode}) as found`),
)
