import type { ComponentDraftQuery, ComponentProductQuery } from '@zhanggui/contract/product/component-product.ts'
import type { EditStatus, ShopCategory } from '@zhanggui/domain/product/component-product.ts'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { productSkus, products } from '../product/product.tables.ts'
import {
  componentCategories,
  componentDrafts,
  componentEvents,
  componentPictures,
  componentProducts,
  componentSkus,
} from './component-product.tables.ts'

export type ProductRow = typeof componentProducts.$inferSelect
export type ProductInsert = typeof componentProducts.$inferInsert
export type DraftRow = typeof componentDrafts.$inferSelect
export type DraftInsert = typeof componentDrafts.$inferInsert
export type SkuRow = typeof componentSkus.$inferSelect
export type SkuInsert = typeof componentSkus.$inferInsert
export type FoundProduct = { row: ProductRow; stock: number; draftId: number; editStatus: EditStatus }
export type FoundDraft = { row: DraftRow; online: ProductRow; stock: number }
/** A combination with its main SKU. */
export type FoundSku = { row: SkuRow; main: typeof productSkus.$inferSelect }

/** A page of products that are or were live, newest first; those that never passed an audit only on request. */
export async function list(
  { db }: Ctx,
  { proId, search, status, ...left }: FilterOf<ComponentProductQuery>,
  { limit, offset }: Page,
) {
  const where = and(
    allRead(left),
    eq(componentProducts.isDel, false),
    status === undefined ? ne(componentProducts.status, 0) : eq(componentProducts.status, status),
    proId ? eq(componentProducts.primaryProductId, proId) : undefined,
    search ? contains(componentProducts.title, search) : undefined,
  )
  const rows = await selectProducts({ db }).where(where).orderBy(desc(componentProducts.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, componentProducts, where)) }
}

/** A page of drafts, newest first. */
export async function listDrafts(
  { db }: Ctx,
  { proId, search, editStatus, ...left }: FilterOf<ComponentDraftQuery>,
  { limit, offset }: Page,
) {
  const where = and(
    allRead(left),
    eq(componentDrafts.isDel, false),
    editStatus === undefined ? undefined : eq(componentDrafts.editStatus, editStatus),
    search ? contains(componentDrafts.title, search) : undefined,
    proId
      ? inArray(
          componentDrafts.productId,
          db
            .select({ id: componentProducts.id })
            .from(componentProducts)
            .where(eq(componentProducts.primaryProductId, proId)),
        )
      : undefined,
  )
  const rows = await selectDrafts({ db }).where(where).orderBy(desc(componentDrafts.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, componentDrafts, where)) }
}

function selectProducts({ db }: Pick<Ctx, 'db'>) {
  return db
    .select({
      row: componentProducts,
      stock: products.stock,
      draftId: componentDrafts.id,
      editStatus: componentDrafts.editStatus,
    })
    .from(componentProducts)
    .innerJoin(products, eq(products.id, componentProducts.primaryProductId))
    .innerJoin(componentDrafts, eq(componentDrafts.productId, componentProducts.id))
}

function selectDrafts({ db }: Pick<Ctx, 'db'>) {
  return db
    .select({ row: componentDrafts, online: componentProducts, stock: products.stock })
    .from(componentDrafts)
    .innerJoin(componentProducts, eq(componentProducts.id, componentDrafts.productId))
    .innerJoin(products, eq(products.id, componentProducts.primaryProductId))
}

export async function find(ctx: Ctx, id: number): Promise<FoundProduct | undefined> {
  const [found] = await selectProducts(ctx).where(eq(componentProducts.id, id))
  return found
}

export async function findDraft(ctx: Ctx, id: number): Promise<FoundDraft | undefined> {
  const [found] = await selectDrafts(ctx).where(eq(componentDrafts.id, id))
  return found
}

export async function findDraftOf(ctx: Ctx, productId: number): Promise<FoundDraft | undefined> {
  const [found] = await selectDrafts(ctx).where(eq(componentDrafts.productId, productId))
  return found
}

/** Locks a product, then its draft; the order is the same everywhere. */
export async function lock({ db }: Ctx, id: number): Promise<{ online: ProductRow; draft: DraftRow } | undefined> {
  const [online] = await db.select().from(componentProducts).where(eq(componentProducts.id, id)).for('update')
  const [draft] = await db.select().from(componentDrafts).where(eq(componentDrafts.productId, id)).for('update')
  return online && draft && { online, draft }
}

/** Inserts a product. Returns undefined when its main product already has one that is not deleted. */
export async function insert({ db, caller, now }: Ctx, row: ProductInsert): Promise<ProductRow | undefined> {
  const [saved] = await db
    .insert(componentProducts)
    .values({ ...row, createdBy: caller?.userId, updatedBy: caller?.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning()
  return saved
}

export async function insertDraft({ db, caller, now }: Ctx, row: DraftInsert): Promise<DraftRow> {
  const [saved] = await db
    .insert(componentDrafts)
    .values({ ...row, createdBy: caller?.userId, updatedBy: caller?.userId, createdAt: now(), updatedAt: now() })
    .returning()
  if (!saved) throw new Error('the draft was not stored')
  return saved
}

/** Updates a product; callers hold its lock or do not depend on its version. */
export async function update({ db, caller, now }: Ctx, id: number, row: Partial<ProductInsert>) {
  const [saved] = await db
    .update(componentProducts)
    .set({
      ...row,
      version: sql`${componentProducts.version} + 1`,
      ...(caller && { updatedBy: caller.userId }),
      updatedAt: now(),
    })
    .where(eq(componentProducts.id, id))
    .returning({ id: componentProducts.id, version: componentProducts.version })
  if (!saved) throw new Error(`no component product ${id}`)
  return saved
}

/** Updates a draft; the version rises. */
export async function updateDraft({ db, caller, now }: Ctx, id: number, row: Partial<DraftInsert>): Promise<DraftRow> {
  const [saved] = await db
    .update(componentDrafts)
    .set({
      ...row,
      version: sql`${componentDrafts.version} + 1`,
      ...(caller && { updatedBy: caller.userId }),
      updatedAt: now(),
    })
    .where(eq(componentDrafts.id, id))
    .returning()
  if (!saved) throw new Error(`no component draft ${id}`)
  return saved
}

/** Stores the outcome of a submission if it is still the last one and still pending. Returns whether it was. */
export async function settleDraft(
  { db, now }: Ctx,
  { id, version }: Pick<DraftRow, 'id' | 'version'>,
  row: Partial<DraftInsert>,
): Promise<boolean> {
  const still = and(
    eq(componentDrafts.id, id),
    eq(componentDrafts.version, version),
    eq(componentDrafts.syncState, 'pending'),
  )
  const settled = await db
    .update(componentDrafts)
    .set({ ...row, updatedAt: now() })
    .where(still)
    .returning({ id: componentDrafts.id })
  return settled.length > 0
}

/** The product whose submission has been queued the longest. */
export async function findQueued({ db }: Ctx): Promise<number | undefined> {
  const [row] = await db
    .select({ productId: componentDrafts.productId })
    .from(componentDrafts)
    .where(and(eq(componentDrafts.isDel, false), eq(componentDrafts.syncState, 'queued')))
    .orderBy(asc(componentDrafts.submitTime), asc(componentDrafts.id))
    .limit(1)
  return row?.productId
}

/** Starts a queued submission. @returns undefined when it is no longer queued, as another process started it */
export async function takeQueued({ db, now }: Ctx, productId: number): Promise<DraftRow | undefined> {
  const waits = and(
    eq(componentDrafts.productId, productId),
    eq(componentDrafts.isDel, false),
    eq(componentDrafts.syncState, 'queued'),
  )
  const [row] = await db
    .update(componentDrafts)
    .set({ syncState: 'pending', syncError: '', submitTime: now(), updatedAt: now() })
    .where(waits)
    .returning()
  return row
}

/** Deletes the rows of a refused submission. */
export async function rollBack({ db }: Ctx, id: number): Promise<void> {
  await db.delete(componentSkus).where(eq(componentSkus.productId, id))
  await db.delete(componentDrafts).where(eq(componentDrafts.productId, id))
  await db.delete(componentProducts).where(eq(componentProducts.id, id))
}

/** The combinations of a product with their main SKUs, in the order of the matrix; only live ones by default. */
export function listSkus({ db }: Ctx, productId: number, all = false): Promise<FoundSku[]> {
  return db
    .select({ row: componentSkus, main: productSkus })
    .from(componentSkus)
    .innerJoin(productSkus, eq(productSkus.id, componentSkus.primarySkuId))
    .where(
      and(
        eq(componentSkus.productId, productId),
        all ? undefined : and(eq(componentSkus.isOnline, true), eq(componentSkus.isDel, false)),
      ),
    )
    .orderBy(asc(productSkus.position), asc(componentSkus.id))
}

/** Adds combinations or restores removed ones; their live values stay unchanged. */
export async function addSkus({ db, now }: Ctx, rows: SkuInsert[]): Promise<void> {
  await db
    .insert(componentSkus)
    .values(rows.map((row) => ({ ...row, createdAt: now(), updatedAt: now() })))
    .onConflictDoUpdate({
      target: [componentSkus.productId, componentSkus.primarySkuId],
      set: { isDel: false, updatedAt: now() },
    })
}

/** Replaces the live combinations of a product by those that passed the audit. */
export async function replaceSkus({ db, now }: Ctx, productId: number, rows: SkuInsert[]): Promise<void> {
  const kept = rows.map(({ primarySkuId }) => primarySkuId)
  await db
    .update(componentSkus)
    .set({ isOnline: false, isDel: true, updatedAt: now() })
    .where(and(eq(componentSkus.productId, productId), sql`${componentSkus.primarySkuId} <> all(${sql.param(kept)})`))
  for (const { primarySkuId, suk, thumbImg, salePriceFen, marketPriceFen, followsPrice } of rows)
    await db
      .update(componentSkus)
      .set({
        suk,
        thumbImg,
        salePriceFen,
        marketPriceFen,
        followsPrice,
        isOnline: true,
        isDel: false,
        updatedAt: now(),
      })
      .where(and(eq(componentSkus.productId, productId), eq(componentSkus.primarySkuId, primarySkuId)))
}

/** Stores the ids that WeChat gave to combinations. @param ids WeChat's by our id */
export async function storeSkuIds({ db }: Ctx, ids: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, skuId] of ids)
    if (/^\d{1,15}$/.test(id))
      await db
        .update(componentSkus)
        .set({ skuId })
        .where(eq(componentSkus.id, Number(id)))
}

export async function storeSkuPrice({ db, now }: Ctx, id: number, salePriceFen: number): Promise<void> {
  await db.update(componentSkus).set({ salePriceFen, updatedAt: now() }).where(eq(componentSkus.id, id))
}

/** Marks a product as deleted, in all lists; the rows stay for orders. */
export async function remove(ctx: Ctx, id: number, draftId: number): Promise<void> {
  await update(ctx, id, { isDel: true, pushAt: null })
  await updateDraft(ctx, draftId, { isDel: true })
  await ctx.db
    .update(componentSkus)
    .set({ isOnline: false, isDel: true, updatedAt: ctx.now() })
    .where(eq(componentSkus.productId, id))
}

/** The WeChat shop product of a main product. */
export async function findByPrimary({ db }: Ctx, primaryProductId: number): Promise<ProductRow | undefined> {
  const [row] = await db
    .select()
    .from(componentProducts)
    .where(and(eq(componentProducts.primaryProductId, primaryProductId), eq(componentProducts.isDel, false)))
  return row
}

/** Schedules a push for the live products of these main SKUs. Returns those that had none scheduled. */
export async function notePushes({ db }: Ctx, primarySkuIds: readonly number[], at: Date): Promise<number[]> {
  const concerned = db
    .select({ id: componentSkus.productId })
    .from(componentSkus)
    .where(and(inArray(componentSkus.primarySkuId, [...primarySkuIds]), eq(componentSkus.isDel, false)))
  const rows = await db
    .update(componentProducts)
    .set({ pushAt: at })
    .where(
      and(inArray(componentProducts.id, concerned), eq(componentProducts.status, 5), isNull(componentProducts.pushAt)),
    )
    .returning({ id: componentProducts.id })
  return rows.map(({ id }) => id)
}

/** Claims the push of a product: later changes schedule a new one. Returns whether there is anything to push. */
export async function takePush({ db }: Ctx, id: number): Promise<boolean> {
  const rows = await db
    .update(componentProducts)
    .set({ pushAt: null })
    .where(and(eq(componentProducts.id, id), isNotNull(componentProducts.pushAt), eq(componentProducts.isDel, false)))
    .returning({ status: componentProducts.status })
  return rows[0]?.status === 5
}

export async function storePush({ db }: Ctx, id: number, at: Date): Promise<void> {
  await db.update(componentProducts).set({ pushAt: at }).where(eq(componentProducts.id, id))
}

/** Products whose push was scheduled before the given moment, the oldest first. */
export async function listLatePushes({ db }: Ctx, before: Date, max: number): Promise<number[]> {
  const rows = await db
    .select({ id: componentProducts.id })
    .from(componentProducts)
    .where(and(isNotNull(componentProducts.pushAt), lt(componentProducts.pushAt, before)))
    .orderBy(asc(componentProducts.pushAt))
    .limit(max)
  return rows.map(({ id }) => id)
}

/** Drafts to ask WeChat about, the oldest first: their outcome is unknown, or their audit takes long. */
export function listOpenDrafts(
  { db }: Ctx,
  { unanswered, inAudit }: { unanswered: Date; inAudit: Date },
  max: number,
): Promise<{ id: number; productId: number; submitTime: Date | null }[]> {
  const open: (SQL | undefined)[] = [
    eq(componentDrafts.syncState, 'unknown'),
    and(eq(componentDrafts.syncState, 'pending'), lt(componentDrafts.submitTime, unanswered)),
    and(eq(componentDrafts.editStatus, 2), lt(componentDrafts.submitTime, inAudit)),
  ]
  return db
    .select({ id: componentDrafts.id, productId: componentDrafts.productId, submitTime: componentDrafts.submitTime })
    .from(componentDrafts)
    .where(and(eq(componentDrafts.isDel, false), or(...open)))
    .orderBy(asc(componentDrafts.submitTime), asc(componentDrafts.id))
    .limit(max)
}

/** Records an event from WeChat. Returns whether it is new. */
export async function noteEvent({ db, now }: Ctx, eventKey: string): Promise<boolean> {
  const rows = await db
    .insert(componentEvents)
    .values({ eventKey, createdAt: now() })
    .onConflictDoNothing()
    .returning({ key: componentEvents.eventKey })
  return rows.length > 0
}

/** Deletes events that WeChat no longer repeats. */
export async function purgeEvents({ db }: Ctx, before: Date): Promise<void> {
  await db.delete(componentEvents).where(lt(componentEvents.createdAt, before))
}

/** A shop's picture with this content. */
export async function findPicture({ db }: Ctx, shop: string, hash: string) {
  const [row] = await db
    .select()
    .from(componentPictures)
    .where(and(eq(componentPictures.shop, shop), eq(componentPictures.hash, hash)))
  return row
}

/** The addresses among these that are pictures of a shop. */
export async function findConverted({ db }: Ctx, shop: string, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ url: componentPictures.tempUrl })
    .from(componentPictures)
    .where(
      and(
        eq(componentPictures.shop, shop),
        inArray(componentPictures.tempUrl, [...addresses]),
        ne(componentPictures.tempUrl, ''),
      ),
    )
  return new Set(rows.map(({ url }) => url))
}

/** Stores a shop's answer to an upload; its answers for other response types stay. */
export async function storePicture(
  { db, now }: Ctx,
  row: Pick<typeof componentPictures.$inferInsert, 'shop' | 'hash'>,
  answer: { mediaId: string; tempUrl: string; payMediaId: string },
) {
  const given = Object.fromEntries(Object.entries(answer).filter(([, value]) => value))
  const [stored] = await db
    .insert(componentPictures)
    .values({ ...row, ...answer, createdAt: now(), updatedAt: now() })
    .onConflictDoUpdate({
      target: [componentPictures.shop, componentPictures.hash],
      set: { ...given, updatedAt: now() },
    })
    .returning()
  return stored
}

export async function findCategories({ db }: Ctx, shop: string) {
  const [row] = await db.select().from(componentCategories).where(eq(componentCategories.shop, shop))
  return row
}

export async function storeCategories({ db, now }: Ctx, shop: string, categories: ShopCategory[]): Promise<void> {
  const row = { shop, categories, fetchedAt: now() }
  await db.insert(componentCategories).values(row).onConflictDoUpdate({ target: componentCategories.shop, set: row })
}

/** Deletes all cached categories; they are fetched again when needed. */
export async function forgetCategories({ db }: Ctx): Promise<void> {
  await db.delete(componentCategories)
}
