import type { ImportFormat, ImportRemark, ImportStatus } from '@zhanggui/contract/product/product-import.ts'
import { and, asc, count, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { files } from '../../file/file/file.tables.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { brands } from '../brand/brand.tables.ts'
import { freightTemplates } from '../freight/freight-template.tables.ts'
import { productLabels } from '../label/product-label.tables.ts'
import { productSkus, products } from '../product/product.tables.ts'
import { productUndos } from '../undo/product-undo.tables.ts'
import {
  type ImportItemStatus,
  productImportItems,
  productImportPictures,
  productImports,
  productKeys,
} from './product-import.tables.ts'

export type ImportRecord = typeof productImports.$inferSelect
export type ImportInsert = typeof productImports.$inferInsert
export type ItemRecord = typeof productImportItems.$inferSelect
export type ItemInsert = Omit<typeof productImportItems.$inferInsert, 'importId'>
export type PictureRecord = typeof productImportPictures.$inferSelect

/** Rows per INSERT: a statement takes at most 65,535 parameters. */
const CHUNK = 500

/** Inserts an import with its products. Returns its id. */
export async function insert({ db, caller, now }: Ctx, row: ImportInsert, items: readonly ItemInsert[]) {
  const [stored] = await db
    .insert(productImports)
    .values({ ...row, createdBy: caller?.userId, createdAt: now() })
    .returning({ id: productImports.id })
  const importId = stored?.id ?? 0
  for (let from = 0; from < items.length; from += CHUNK)
    await db.insert(productImportItems).values(items.slice(from, from + CHUNK).map((item) => ({ ...item, importId })))
  return importId
}

const selection = {
  row: productImports,
  createBy: adminUsers.nickName,
  undo: { id: productUndos.id, status: productUndos.status },
}
const itsUndo = and(eq(productUndos.kind, 'import'), eq(productUndos.refId, productImports.id), sql`ref_id <> 0`)

const inState = (status: ImportStatus | undefined) => status && eq(productImports.status, status)

/** A page of imports, newest first. */
export async function list({ db }: Ctx, status: ImportStatus | undefined, { limit, offset }: Page) {
  const rows = await db
    .select(selection)
    .from(productImports)
    .leftJoin(adminUsers, eq(adminUsers.id, productImports.createdBy))
    .leftJoin(productUndos, itsUndo)
    .where(inState(status))
    .orderBy(desc(productImports.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, productImports, inState(status))) }
}

export async function countIn({ db }: Ctx, status: ImportStatus) {
  return countBounded(db, productImports, inState(status))
}

export async function find({ db }: Ctx, id: number) {
  const [found] = await db
    .select(selection)
    .from(productImports)
    .leftJoin(adminUsers, eq(adminUsers.id, productImports.createdBy))
    .leftJoin(productUndos, itsUndo)
    .where(eq(productImports.id, id))
  return found
}

export type FoundImport = NonNullable<Awaited<ReturnType<typeof find>>>

export async function lock({ db }: Ctx, id: number): Promise<ImportRecord | undefined> {
  const [row] = await db.select().from(productImports).where(eq(productImports.id, id)).for('update')
  return row
}

export async function update({ db, now }: Ctx, id: number, change: Partial<ImportInsert>): Promise<void> {
  await db
    .update(productImports)
    .set({ ...change, updatedAt: now() })
    .where(eq(productImports.id, id))
}

/** When the same file was imported before. */
export async function findEarlier({ db }: Ctx, { id, fileHash }: ImportRecord): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: productImports.createdAt })
    .from(productImports)
    .where(and(eq(productImports.fileHash, fileHash), ne(productImports.status, 'checked'), lt(productImports.id, id)))
    .orderBy(desc(productImports.id))
    .limit(1)
  return row?.at
}

/** The items after a position, in the order of the file. */
export function listItems(
  { db }: Ctx,
  importId: number,
  { after = -1, limit, status }: { after?: number; limit: number; status?: readonly ImportItemStatus[] },
): Promise<ItemRecord[]> {
  const { position } = productImportItems
  const isWanted = status && inArray(productImportItems.status, [...status])
  return db
    .select()
    .from(productImportItems)
    .where(and(eq(productImportItems.importId, importId), sql`${position} > ${after}`, isWanted))
    .orderBy(asc(position))
    .limit(limit)
}

/** The first problems and changes of an import's products, and their number. */
export async function listRemarks({ db }: Ctx, importId: number, kind: 'errors' | 'warnings', limit: number) {
  const remarks = productImportItems[kind]
  const { rows } = await db.execute<{ remark: ImportRemark }>(sql`
    select remark from ${productImportItems}, jsonb_array_elements(${remarks}) as remark
    where import_id = ${importId} and ${remarks} <> '[]' order by position limit ${limit}`)
  const [total] = await db
    .select({ count: sql<number>`coalesce(sum(jsonb_array_length(${remarks})), 0)::int` })
    .from(productImportItems)
    .where(eq(productImportItems.importId, importId))
  return { list: rows.map(({ remark }) => remark), total: total?.count ?? 0 }
}

/** A remaining product of an import, locked until the transaction ends. */
export async function lockPending({ db }: Ctx, importId: number, position: number): Promise<ItemRecord | undefined> {
  const at = and(eq(productImportItems.importId, importId), eq(productImportItems.position, position))
  const [row] = await db
    .select()
    .from(productImportItems)
    .where(and(at, eq(productImportItems.status, 'pending')))
    .for('update')
  return row
}

export async function updateItem(
  { db }: Ctx,
  { importId, position }: ItemRecord,
  change: Partial<ItemInsert>,
): Promise<void> {
  await db
    .update(productImportItems)
    .set(change)
    .where(and(eq(productImportItems.importId, importId), eq(productImportItems.position, position)))
}

export async function countItems({ db }: Ctx, importId: number): Promise<ReadonlyMap<ImportItemStatus, number>> {
  const { status } = productImportItems
  const rows = await db
    .select({ status, count: count() })
    .from(productImportItems)
    .where(eq(productImportItems.importId, importId))
    .groupBy(status)
  return new Map(rows.map((row) => [row.status, row.count]))
}

/** Imports from before a moment, whose files are no longer kept. */
export function listOld({ db }: Ctx, before: Date, limit: number) {
  const { id, fileId } = productImports
  return db.select({ id, fileId }).from(productImports).where(lt(productImports.createdAt, before)).limit(limit)
}

export async function remove({ db }: Ctx, id: number): Promise<void> {
  await db.delete(productImports).where(eq(productImports.id, id))
}

/** `isUndone`: in the recycle bin, as an import that added it was undone, and unchanged since. */
export type KnownProduct = { id: number; isRecycle: boolean; isUndone: boolean; hasPicture: boolean }
const known = {
  id: products.id,
  isRecycle: products.isRecycle,
  hasPicture: sql<boolean>`product.image <> ''`,
  isUndone: sql<boolean>`product.is_recycle and exists (select from product_undo_item as undone
    where undone.product_id = product.id and undone.outcome = 'recycled' and undone.version + 1 = product.version)`,
}

/**
 * Products by their keys in files of a format, without completely deleted ones. Our own sheets may also use the code of one
 * of their SKUs, as exports do.
 */
export async function findByKeys({ db }: Ctx, source: ImportFormat, keys: readonly string[]) {
  const isThere = and(eq(products.id, productKeys.productId), eq(products.isDel, false))
  const named = await db
    .select({ key: productKeys.key, ...known })
    .from(productKeys)
    .innerJoin(products, isThere)
    .where(and(eq(productKeys.source, source), inArray(productKeys.key, [...keys])))
  const coded =
    source === 'sheet'
      ? await db
          .select({ key: productSkus.unique, ...known })
          .from(productSkus)
          .innerJoin(products, and(eq(products.id, productSkus.productId), eq(products.isDel, false)))
          .where(inArray(productSkus.unique, [...keys]))
      : []
  return new Map([...coded, ...named].map(({ key, ...product }) => [key, product]))
}

/** Products by id, without completely deleted ones. */
export async function findByIds({ db }: Ctx, ids: readonly number[]) {
  const rows = await db
    .select(known)
    .from(products)
    .where(and(inArray(products.id, [...ids]), eq(products.isDel, false)))
  return new Map(rows.map((product) => [product.id, product]))
}

/** Products whose live SKUs have these own codes, by the code in lower case. */
export async function findByCodes({ db }: Ctx, codes: readonly string[]) {
  const code = sql<string>`lower(${productSkus.skuNo})`
  const rows = await db
    .select({ code, ...known })
    .from(productSkus)
    .innerJoin(products, and(eq(products.id, productSkus.productId), eq(products.isDel, false)))
    .where(
      and(
        sql`${code} = any(${sql.param(codes.map((each) => each.toLowerCase()))}::text[])`,
        ne(productSkus.skuNo, ''),
        eq(productSkus.isDel, false),
      ),
    )
  return new Map(rows.map(({ code: each, ...product }) => [each, product]))
}

/** Stores the key of a product in files. The public code of one of its SKUs, as our exports have it, needs no row. */
export async function storeKey({ db }: Ctx, source: ImportFormat, key: string, productId: number): Promise<void> {
  await db.execute(sql`
    insert into product_key (source, key, product_id) select ${source}, ${key}, ${productId}::bigint
    where ${source} <> 'sheet' or not exists (
      select from product_sku where product_sku."unique" = ${key} and product_sku.product_id = ${productId})
    on conflict (source, key) do update set product_id = excluded.product_id
    where product_key.product_id <> excluded.product_id`)
}

/** Freight templates by name. */
export async function findTemplates({ db }: Ctx, names: readonly string[]) {
  const { id, name } = freightTemplates
  const rows = await db
    .select({ id, name })
    .from(freightTemplates)
    .where(inArray(name, [...names]))
  return new Map(rows.map((row) => [row.name, row.id]))
}

/** Brands by name in lower case. */
export async function findBrands({ db }: Ctx, names: readonly string[]) {
  const lower = sql<string>`lower(${brands.name})`
  const rows = await db
    .select({ id: brands.id, lower })
    .from(brands)
    .where(sql`${lower} = any(${sql.param(names.map((name) => name.toLowerCase()))}::text[])`)
  return new Map(rows.map((row) => [row.lower, row.id]))
}

/** All labels by name in lower case; those with a rule are not assigned by staff. */
export async function listLabels({ db }: Ctx) {
  const { id, name, rule } = productLabels
  const rows = await db.select({ id, name, isRuled: sql<boolean>`${rule} is not null` }).from(productLabels)
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]))
}

/** Those of the storage keys that the media library has. */
export async function findFiles({ db }: Ctx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ path: files.path })
    .from(files)
    .where(sql`${files.path} = any(${sql.param([...keys])}::text[])`)
  return new Set(rows.map(({ path }) => path))
}

/** Stores external pictures to fetch; those already stored stay unchanged. */
export async function notePictures({ db }: Ctx, importId: number, productId: number, urls: readonly string[]) {
  if (!urls.length) return
  await db
    .insert(productImportPictures)
    .values(urls.map((url) => ({ importId, productId, url })))
    .onConflictDoNothing()
}

/** Pictures still to fetch, after an id. */
export function listOpenPictures(
  { db }: Ctx,
  importId: number,
  after: number,
  limit: number,
): Promise<PictureRecord[]> {
  const { id, stored } = productImportPictures
  return db
    .select()
    .from(productImportPictures)
    .where(and(eq(productImportPictures.importId, importId), eq(stored, false), sql`${id} > ${after}`))
    .orderBy(asc(id))
    .limit(limit)
}

export async function updatePicture(
  { db }: Ctx,
  id: number,
  change: { stored: boolean; reason: string; path?: string },
): Promise<void> {
  await db
    .update(productImportPictures)
    .set({ ...change, tries: sql`${productImportPictures.tries} + 1` })
    .where(eq(productImportPictures.id, id))
}

/** The storage keys of a product's fetched pictures, by their original address. */
export async function findFetched({ db }: Ctx, productId: number): Promise<ReadonlyMap<string, string>> {
  const { url, path, stored } = productImportPictures
  const rows = await db
    .select({ url, path })
    .from(productImportPictures)
    .where(and(eq(productImportPictures.productId, productId), eq(stored, true)))
    .orderBy(asc(productImportPictures.id))
  return new Map(rows.map((row) => [row.url, row.path]))
}

/** The default freight template of imported products: the first one. */
export async function findFirstTemplate({ db }: Ctx): Promise<number | undefined> {
  const [row] = await db
    .select({ id: freightTemplates.id })
    .from(freightTemplates)
    .orderBy(asc(freightTemplates.id))
    .limit(1)
  return row?.id
}

/**
 * Replaces picture addresses everywhere in a product. As nobody edited the product, its version stays.
 */
export async function replaceAddress({ db }: Ctx, productId: number, from: string, to: string): Promise<void> {
  await db.execute(sql`update product set image = case when image = ${from} then ${to} else image end,
    slider_image = array_replace(slider_image, ${from}::varchar, ${to}::varchar) where id = ${productId}`)
  await db.execute(sql`update product_sku set image = ${to} where product_id = ${productId} and image = ${from}`)
  const written = from.replaceAll('&', '&amp;')
  await db.execute(sql`update product_content set html = replace(replace(html, ${`"${written}"`}, ${`"/file/${to}"`}),
    ${`"${from}"`}, ${`"/file/${to}"`}) where product_id = ${productId} and strpos(html, ${written}) + strpos(html, ${from}) > 0`)
}

/** All file addresses of a product, as one text. */
export async function listAddresses({ db }: Ctx, productId: number): Promise<{ title: string; text: string }> {
  const { rows } = await db.execute<{ title: string; text: string }>(sql`
    select store_name as title, concat_ws(' ', image, array_to_string(slider_image, ' '), video_link, flat_pattern, share_image,
      (select string_agg(sku.image, ' ') from product_sku as sku where sku.product_id = product.id and not sku.is_del),
      (select html from product_content where product_content.product_id = product.id)) as text
    from product where id = ${productId}`)
  return rows[0] ?? { title: '', text: '' }
}

export async function countPictures({ db }: Ctx, importId: number) {
  const { stored, tries } = productImportPictures
  const [row] = await db
    .select({
      total: sql<number>`count(*)::int`,
      stored: sql<number>`(count(*) filter (where ${stored}))::int`,
      missing: sql<number>`(count(*) filter (where not ${stored} and ${tries} > 0))::int`,
    })
    .from(productImportPictures)
    .where(eq(productImportPictures.importId, importId))
  return row ?? { total: 0, stored: 0, missing: 0 }
}

/** Pictures that could not be fetched, with their products. */
export async function listMissing({ db }: Ctx, importId: number, { limit, offset }: Page) {
  const { id, productId, url, reason, stored, tries } = productImportPictures
  const where = and(eq(productImportPictures.importId, importId), eq(stored, false), sql`${tries} > 0`)
  const rows = await db
    .select({ id, productId, url, reason, storeName: products.storeName })
    .from(productImportPictures)
    .innerJoin(products, eq(products.id, productId))
    .where(where)
    .orderBy(asc(id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, productImportPictures, where)) }
}
