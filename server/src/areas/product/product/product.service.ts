import { isDeepStrictEqual } from 'node:util'
import type { ProductChange, ProductDraft, ProductInfo, QuickEdit } from '@zhanggui/contract/product/product.ts'
import { ProductDraft as DraftSchema, product as routes } from '@zhanggui/contract/product/product.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { categoryClosure } from '@zhanggui/domain/product/category.ts'
import { MAX_LABELS } from '@zhanggui/domain/product/product-label.ts'
import type { PriceSource } from '@zhanggui/domain/product/product-price.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { audit, labelsOf } from '../../../platform/data/audit.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import {
  conflict,
  HttpError,
  notFound,
  refuseTaken,
  stateConflict,
  versionConflict,
} from '../../../platform/http/errors.ts'
import { makeReader } from '../../../platform/http/input/validation.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { CategoryRow } from '../category/category.repository.ts'
import { requireProductCategories } from '../category/category.service.ts'
import { useFreightTemplate } from '../freight/freight-template.service.ts'
import * as products from './product.repository.ts'
import * as gifts from './product-coupon.repository.ts'
import { getProduct, maySeeCost, WHAT } from './product-describe.service.ts'
import { type Form, mediaFields, readForm } from './product-form.ts'
import { renewCopies, renewSearch } from './product-refresh.service.ts'
import * as skus from './product-sku.repository.ts'
import { addSkus, changeSkus, type SkuResult } from './product-sku.service.ts'
import { shelve } from './product-state.service.ts'

/**
 * Adds a product, off the shelf unless the form says otherwise and the caller may put products on it.
 * @throws {BadInput} for contradictions within the form; 422 for a category, template, brand, label or coupon that cannot be
 *   used, or when it is not ready for the shelf; 409 for an own code or a bar code that is taken
 */
export async function saveProduct(ctx: Ctx, draft: ProductDraft) {
  const form = readForm(draft, await readMedia(ctx))
  return inTransaction(ctx, async (tx) => {
    const id = await insertProduct(tx, form)
    const { isShow = false } = draft
    if (isShow && holds(tx.actor, 'admin:product:up')) await shelve(tx, id)
    const after = await getProduct(tx, id)
    await audit(tx, { ...noted, objectId: id, objectName: after.storeName, after })
    return { id, version: after.version }
  })
}

/**
 * Inserts a product from the form, off the shelf.
 * @param tx a transaction
 */
export async function insertProduct(
  tx: Ctx,
  form: Form,
  mayCost = maySeeCost(tx),
  source: PriceSource = 'edit',
): Promise<number> {
  requireShelfTimes(tx, undefined, form)
  const categories = await checkReferences(tx, form)
  await requireGifts(tx, form.couponIds)
  const { id } = await products.insert(tx, form.product)
  await products.storeContent(tx, id, form.content)
  await products.replaceAttrs(tx, id, form.attrs)
  await products.replaceCategories(tx, id, categoryClosure(categories ?? []))
  await gifts.replace(tx, id, form.couponIds)
  await refuseTakenCode(
    addSkus(
      tx,
      id,
      form.skus.map((sku) => (mayCost ? sku : { ...sku, costFen: 0 })),
      source,
    ),
  )
  await finish(tx, id, form, { barCodes: true, copies: true, search: true, media: true })
  await emit(tx, 'product.created', { id })
  return id
}

/**
 * Changes a product in the warehouse, or on the shelf if the settings allow it. SKUs keep their identity (docs/catalogue.md, SKUs), stock
 * changes by the difference to the stock the form was loaded with.
 * @throws as {@link saveProduct}; 404; 409 for another version, in the recycle bin, or when stock would fall below zero;
 *   IN_USE for the removal of a SKU that is still in use
 */
export async function updateProduct(ctx: Ctx, { id, version, ...draft }: ProductChange, source: PriceSource = 'edit') {
  const media = await readMedia(ctx)
  const form = readForm(draft, media)
  return inTransaction(ctx, async (tx) => {
    const row = await lockForEdit(tx, id, version)
    if (row.isShow && !form.product.image) throw new Refusal('商品已上架，请保留封面图，或先下架')
    const before = await getProduct(tx, id)
    const saved = await storeForm(tx, row, before, form, { media, source })
    const after = await getProduct(tx, id)
    await audit(tx, { ...noted, objectId: id, objectName: after.storeName, before, after })
    return saved
  })
}

/**
 * Puts a product back to the content it had, costs included; whoever asks for it has seen to the rights.
 * @param tx a transaction
 * @param row locked
 * @param edits whether more than stock changes, so that the rules of edits hold
 * @throws as {@link updateProduct}
 */
export async function restoreForm(tx: Ctx, row: products.ProductRecord, form: Form, edits: boolean): Promise<void> {
  const { id } = row
  if (edits) await lockForEdit(tx, id, row.version)
  const before = await getProduct(tx, id)
  form.product.labelIds = await keptLabels(tx, form.product.labelIds, row)
  form.couponIds = await keptGifts(tx, form.couponIds)
  await storeForm(tx, row, before, form, { media: await readMedia(tx), source: 'undo', mayCost: true })
  const after = await getProduct(tx, id)
  await audit(tx, { ...noted, action: 'undo', objectId: id, objectName: after.storeName, before, after })
}

/** Labels that still exist and that staff may assign, or that the product has. */
async function keptLabels(tx: Ctx, ids: readonly number[] = [], { labelIds: had }: products.ProductRecord) {
  const found = new Map((await products.findLabels(tx, ids)).map((label) => [label.id, label]))
  return ids.filter((id) => found.has(id) && (!found.get(id)?.rule || had.includes(id)))
}

/**
 * Gives a locked product the content of a form.
 * @param before the product as its form shows it now
 * @param mayCost whether costs change too
 */
async function storeForm(
  tx: Ctx,
  row: products.ProductRecord,
  before: ProductInfo,
  form: Form,
  options: { media: Media; source: PriceSource; mayCost?: boolean },
) {
  const { id } = row
  const { media, source, mayCost } = options
  requireShelfTimes(tx, row, form)
  const changed = changesOf(form, row, before, media)
  const categories = await checkReferences(tx, form, row)
  await storeGifts(tx, before, form.couponIds)
  if (changed.content) await products.storeContent(tx, id, form.content)
  if (changed.attrs) await products.replaceAttrs(tx, id, form.attrs)
  if (categories) await products.replaceCategories(tx, id, categoryClosure(categories))
  const result = await refuseTakenCode(changeSkus(tx, row, form.skus, source, mayCost))
  const saved = await products.update(tx, id, form.product)
  await finish(tx, id, form, {
    barCodes: result.codes,
    copies: result.any || changed.alertStock,
    search: result.codes || changed.search || changed.attrs || categories !== undefined,
    media: result.any || changed.media,
  })
  await emitChanges(tx, id, result)
  return saved
}

const shelfTimes = {
  autoOnTime: { permission: routes.putOnShelf.permission, message: '没有上架商品的权限，不能设置定时上架时间' },
  autoOffTime: { permission: routes.takeOffShelf.permission, message: '没有下架商品的权限，不能设置定时下架时间' },
} as const
/** A time at which the clock moves a product takes the right to move it: the clock asks nobody. @throws 403 */
function requireShelfTimes({ caller }: Ctx, had: products.ProductRecord | undefined, { product }: Form): void {
  for (const name of ['autoOnTime', 'autoOffTime'] as const) {
    const [at, { permission, message }] = [product[name], shelfTimes[name]]
    if (at && at.getTime() !== had?.[name]?.getTime() && caller && !holds(caller, permission))
      throw new HttpError(403, 'FORBIDDEN', message, { permission })
  }
}

/** Quick fields are validated like the fields of the form. */
const quickReaders = new Map(
  Object.entries(DraftSchema.properties).map(([field, schema]) => [field, makeReader(t.Object({ value: schema }))]),
)

/**
 * Changes one field of a product in place.
 * @throws 400 for a value the form would refuse too; 404, 409 and 422 as {@link updateProduct}
 */
export async function quickEdit(ctx: Ctx, { id, version, field, value }: QuickEdit) {
  const read = quickReaders.get(field)?.({ value }) as { value?: unknown } | undefined
  const usual = typeof value === 'string' ? '' : undefined
  const given = read?.value ?? usual
  if (given === undefined) throw new BadInput('请输入要修改的内容', 'value')
  return inTransaction(ctx, (tx) => editFields(tx, id, version, { [field]: given }))
}

/**
 * Changes plain fields of a product.
 * @param tx a transaction
 */
export async function editFields(
  tx: Ctx,
  id: number,
  version: number | undefined,
  { couponIds, ...fields }: Partial<products.ProductInsert> & { couponIds?: readonly number[] },
) {
  await lockForEdit(tx, id, version)
  const before = await getProduct(tx, id)
  if (couponIds) await storeGifts(tx, before, couponIds)
  if (fields.tempId !== undefined) await useFreightTemplate(tx, fields.tempId)
  const { labelIds } = fields
  const marks = labelIds && { labelIds: await checkMarks(tx, { labelIds }, before) }
  const saved = await products.update(tx, id, { ...fields, ...marks })
  if ([...products.searchedFields, 'sort' as const].some((name) => fields[name] !== undefined))
    await renewSearch(tx, [id])
  await emit(tx, 'product.updated', { id })
  const after = await getProduct(tx, id)
  await audit(tx, { ...noted, action: 'update', objectId: id, objectName: after.storeName, before, after })
  return saved
}

/** Common to all audit entries; labels are given, as tasks and quick calls have no body that names the fields. */
export const noted = { objectType: 'product', labels: labelsOf(DraftSchema) }

/** Files a product under other categories. @throws 422 for an unknown one */
export async function refileProduct(tx: Ctx, id: number, cateIds: readonly number[]) {
  await lockForEdit(tx, id, undefined)
  const before = await getProduct(tx, id)
  const categories = await requireProductCategories(tx, cateIds)
  const saved = await products.update(tx, id, { cateIds: [...cateIds] })
  await products.replaceCategories(tx, id, categoryClosure(categories))
  await renewSearch(tx, [id])
  await emit(tx, 'product.updated', { id })
  const after = await getProduct(tx, id)
  await audit(tx, { ...noted, action: 'update', objectId: id, objectName: after.storeName, before, after })
  return saved
}

/**
 * Changes a price in every SKU of a product.
 * @param tx a transaction
 * @param change returns the new price for the old one, in fen
 * @throws as {@link updateProduct}
 */
export async function reprices(
  tx: Ctx,
  id: number,
  target: 'price' | 'otPrice' | 'cost',
  change: (fen: number) => number,
) {
  const column = `${target}Fen` as const
  return changePrices(tx, id, (sku) => ({ [column]: change(sku[column]) }))
}

/**
 * Changes prices of a product's SKUs, and its place in the list.
 * @param tx a transaction
 * @param pricesOf the new prices of a SKU, in fen
 * @throws as {@link updateProduct}
 */
export async function changePrices(
  tx: Ctx,
  id: number,
  pricesOf: (sku: skus.SkuRow) => Partial<Pick<skus.SkuRow, 'priceFen' | 'otPriceFen' | 'costFen'>>,
  own: { sort?: number } = {},
) {
  const row = await lockForEdit(tx, id, undefined)
  const before = await getProduct(tx, id)
  const rows = (await skus.listOf(tx, [id])).map((sku) => {
    const fields = { ...skus.fieldsOf(sku), ...pricesOf(sku) }
    if (fields.brokerageFen + fields.brokerageTwoFen > fields.priceFen)
      throw new BadInput(`规格「${sku.suk}」的一级返佣与二级返佣之和不能大于售价`)
    return { ...fields, id: sku.id, stock: undefined, stockBase: undefined }
  })
  const result = await changeSkus(tx, row, rows, 'batch')
  const saved = await products.update(tx, id, own)
  if (result.any) await renewCopies(tx, [id])
  if (own.sort !== undefined) await renewSearch(tx, [id])
  await emitChanges(tx, id, result)
  const after = await getProduct(tx, id)
  await audit(tx, { ...noted, action: 'update', objectId: id, objectName: after.storeName, before, after })
  return saved
}

/**
 * Locks a product that may be edited now.
 * @throws 404, 409 for another version or in the recycle bin, 422 when it must be taken off the shelf first
 */
export async function lockForEdit(tx: Ctx, id: number, version: number | undefined): Promise<products.ProductRecord> {
  const row = await products.lock(tx, id)
  if (!row) throw notFound(WHAT)
  if (row.isRecycle) throw stateConflict('商品已删除')
  if (version !== undefined && version !== row.version) throw versionConflict(await getProduct(tx, id))
  const { product_edit_requires_off_shelf: offFirst } = await getSettings(tx)
  if (row.isShow && offFirst) throw new Refusal('请先下架商品，再进行修改')
  return row
}

/**
 * Checks that everything the form refers to exists and can be used; what the product already refers to may stay.
 * @param stored the locked product, undefined for a new one
 * @returns the form's categories if they differ from the stored ones
 */
async function checkReferences(
  tx: Ctx,
  { product }: Form,
  stored?: products.ProductRecord,
): Promise<CategoryRow[] | undefined> {
  const isSame = (name: 'cateIds' | 'tempId' | 'brandId' | 'labelIds') =>
    isDeepStrictEqual(stored?.[name], product[name])
  const categories = isSame('cateIds') ? undefined : await requireProductCategories(tx, product.cateIds)
  if (!isSame('tempId')) await useFreightTemplate(tx, product.tempId)
  if (!isSame('brandId') || !isSame('labelIds')) product.labelIds = await checkMarks(tx, product, stored)
  return categories
}

/** Gives a product other coupons to give away. @throws 422 for one that is not there, or not to be given with products */
async function storeGifts(tx: Ctx, before: ProductInfo, couponIds: readonly number[]): Promise<void> {
  if (isDeepStrictEqual(before.couponIds, [...couponIds])) return
  await requireGifts(tx, couponIds)
  await gifts.replace(tx, before.id, couponIds)
}

async function requireGifts(tx: Ctx, couponIds: readonly number[]): Promise<void> {
  const kept = await keptGifts(tx, couponIds)
  const wrong = couponIds.filter((id) => !kept.includes(id))
  if (wrong.length) throw new Refusal(`优惠券不可用：${wrong.join('、')}`)
}

/** Coupons that still exist and that are given with products. */
async function keptGifts(tx: Ctx, couponIds: readonly number[]): Promise<number[]> {
  const live = couponIds.length ? await gifts.lockLive(tx, couponIds) : []
  return couponIds.filter((id) => live.includes(id))
}

/** What a form changes of a stored product, besides its SKUs: a save writes nothing else. */
function changesOf({ product, attrs, content }: Form, row: products.ProductRecord, before: ProductInfo, media: Media) {
  const differs = (...names: (keyof Form['product'])[]) =>
    names.some((name) => !isDeepStrictEqual(row[name as keyof products.ProductRecord], product[name]))
  const isNew = { content: media.toWireHtml(content) !== before.content }
  return {
    ...isNew,
    attrs: !isDeepStrictEqual(
      before.attr.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
      attrs.map(({ attrName, attrValues }) => ({ attrName, attrValues: [...attrValues] })),
    ),
    alertStock: differs('alertStock'),
    search: differs(...products.searchedFields, 'sort'),
    // The library names the product by which a file is used.
    media: isNew.content || differs('storeName', ...mediaFields),
  }
}

/**
 * Checks brand and labels.
 * @returns the labels with those that rules gave the product, up to the maximum; only rules add and remove the latter
 * @throws 422 for an unknown brand or label, or a label that only its rule may assign
 */
async function checkMarks(
  tx: Ctx,
  { brandId = 0, labelIds = [] }: { brandId?: number; labelIds?: number[] },
  known?: Pick<products.ProductRecord, 'labelIds'>,
): Promise<number[]> {
  if (brandId && !(await products.findBrand(tx, brandId))) throw new Refusal('品牌不存在，请重新选择')
  const had = known?.labelIds ?? []
  if (!labelIds.length && !had.length) return []
  const labels = new Map((await products.findLabels(tx, [...labelIds, ...had])).map((label) => [label.id, label]))
  for (const id of labelIds) {
    const label = labels.get(id)
    if (!label) throw new Refusal('商品标签不存在，请重新选择')
    if (label.rule && !had.includes(id)) throw new Refusal(`标签「${label.name}」由规则自动设置，不能手动选择`)
  }
  return [...new Set([...labelIds, ...had.filter((id) => labels.get(id)?.rule)])].slice(0, MAX_LABELS)
}

/** The last steps of every save, as far as what they depend on has changed: copies of SKUs, search, files. */
async function finish(
  tx: Ctx,
  id: number,
  { product, media }: Form,
  changed: { barCodes: boolean; copies: boolean; search: boolean; media: boolean },
): Promise<void> {
  const { product_unique_barcode: unique } = await getSettings(tx)
  const taken = unique && changed.barCodes ? await skus.findSharedBarCode(tx, id) : undefined
  if (taken) throw conflict(`商品编号已存在：${taken}`)
  if (changed.copies) await renewCopies(tx, [id])
  if (changed.search) await renewSearch(tx, [id])
  if (!changed.media) return
  const title = `商品「${cutText(product.storeName, 90)}」`
  await useFiles(tx, { type: 'product', id, field: 'media', title }, media)
}

async function emitChanges(tx: Ctx, id: number, { stockIds, priceIds }: SkuResult): Promise<void> {
  await emit(tx, 'product.updated', { id })
  if (stockIds.length) await emit(tx, 'stock.changed', { productIds: [id], skuIds: stockIds })
  if (priceIds.length) await emit(tx, 'price.changed', { productIds: [id], skuIds: priceIds })
}

/** Converts the database's refusal of a taken own code to a message for staff. */
function refuseTakenCode<Result>(work: Promise<Result>): Promise<Result> {
  return refuseTaken(work, (index) =>
    index === 'product_sku_no' ? conflict('商家编码已存在', 'attrValue') : conflict('规格已存在，请刷新后重试'),
  )
}
