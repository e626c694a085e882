import type {
  ComponentDraft,
  ComponentDraftInfo,
  ComponentDraftQuery,
  ComponentProduct,
  ComponentProductInfo,
  ComponentProductQuery,
} from '@zhanggui/contract/product/component-product.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { componentPath, type ShopCategory } from '@zhanggui/domain/product/component-product.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import * as skus from '../product/product-sku.repository.ts'
import * as components from './component-product.repository.ts'
import { knownCategories } from './component-shop.service.ts'
import { WHAT } from './component-submit.service.ts'

/** Data shared by all rows of an answer. */
type Known = { media: Media; categories: ReadonlyMap<number, ShopCategory> }

/** A page of live products of the WeChat shop, newest first. */
export async function listComponentProducts(ctx: Ctx, { page: number, limit, ...filter }: ComponentProductQuery) {
  const page = readPage({ page: number, limit })
  const { rows, ...counted } = await components.list(ctx, filter, page)
  const known = await readKnown(ctx)
  return { list: rows.map((found) => describe(found, known)), ...counted, page: page.page, limit: page.limit }
}

/** A page of drafts, newest first. */
export async function listComponentDrafts(ctx: Ctx, { page: number, limit, ...filter }: ComponentDraftQuery) {
  const page = readPage({ page: number, limit })
  const { rows, ...counted } = await components.listDrafts(ctx, filter, page)
  const known = await readKnown(ctx)
  return { list: rows.map((found) => describeDraft(found, known)), ...counted, page: page.page, limit: page.limit }
}

/** The live content of a product, with its SKUs. @throws 404 */
export async function getComponentProduct(ctx: Ctx, id: number): Promise<ComponentProductInfo> {
  const found = await components.find(ctx, id)
  if (!found) throw notFound(WHAT)
  const known = await readKnown(ctx)
  const { media } = known
  const rows = await components.listSkus(ctx, id)
  return {
    ...describe(found, known),
    descInfo: media.toWireHtml(found.row.descInfo),
    descImgs: found.row.descImgs.map(media.toWire),
    skuList: rows.map(({ row, main }) => ({
      id: row.id,
      productId: id,
      primarySkuId: row.primarySkuId,
      skuId: row.skuId,
      suk: row.suk,
      thumbImg: media.toWire(row.thumbImg),
      salePrice: toYuan(row.salePriceFen),
      marketPrice: toYuan(row.marketPriceFen),
      stock: main.stock,
      isDel: row.isDel,
    })),
  }
}

/** The last submission of a product, as its form shows it. @throws 404 */
export async function getComponentDraft(ctx: Ctx, id: number): Promise<ComponentDraftInfo> {
  const found = await components.findDraft(ctx, id)
  if (!found) throw notFound('小店草稿')
  const { row, online } = found
  const known = await readKnown(ctx)
  const { media, categories } = known
  const main = new Map((await skus.listOf(ctx, [online.primaryProductId])).map((sku) => [sku.id, sku]))
  return {
    ...describeDraft(found, known),
    descInfo: media.toWireHtml(row.descInfo),
    descImgs: row.descImgs.map(media.toWire),
    attr: row.attr.map(({ attrName, attrValues }) => ({ attrName, attrValues: [...attrValues] })),
    attrValue: row.attrValue.map(({ primarySkuId, attrValue, suk, thumbImg, salePriceFen, marketPriceFen }) => ({
      id: primarySkuId,
      attrValue: { ...attrValue },
      suk,
      image: media.toWire(thumbImg),
      price: toYuan(salePriceFen),
      otPrice: toYuan(marketPriceFen),
      stock: main.get(primarySkuId)?.stock ?? 0,
    })),
    catInfo: categories.get(row.thirdCatId) ?? null,
  }
}

async function readKnown(ctx: Ctx): Promise<Known> {
  return { media: await readMedia(ctx), categories: await knownCategories(ctx) }
}

type Content = Pick<components.ProductRow, keyof components.ProductRow & keyof components.DraftRow>

function describeContent(row: Content, { media, categories }: Known) {
  const { id, version, title, thirdCatId, brandId, tempId, unitName, giveIntegral, ficti, specType, isDel } = row
  return {
    id,
    version,
    title,
    thirdCatId,
    brandId,
    tempId,
    unitName,
    giveIntegral,
    ficti,
    specType,
    isDel,
    headImg: row.headImg.map(media.toWire),
    qualificationPics: row.qualificationPics.map(media.toWire),
    thirdCatName: categories.get(thirdCatId)?.thirdCatName ?? '',
    createTime: toWireTime(row.createdAt),
    updateTime: toWireTime(row.updatedAt),
  }
}

function describe({ row, stock, draftId, editStatus }: components.FoundProduct, known: Known): ComponentProduct {
  const { primaryProductId, componentProductId, sales, status, statusReason } = row
  return {
    ...describeContent(row, known),
    primaryProductId,
    componentProductId,
    draftId,
    sales,
    status,
    statusReason,
    stock,
    editStatus,
    path: componentPath(row.id),
  }
}

function describeDraft({ row, online, stock }: components.FoundDraft, known: Known): ComponentDraft {
  const { primaryProductId, componentProductId, sales } = online
  const { editStatus, auditReason, submitTime, auditTime, syncState, syncError } = row
  return {
    ...describeContent(row, known),
    primaryProductId,
    componentProductId,
    sales,
    stock,
    productId: online.id,
    editStatus,
    auditReason,
    syncState,
    syncError,
    path: componentPath(online.id),
    submitTime: submitTime && toWireTime(submitTime),
    auditTime: auditTime && toWireTime(auditTime),
  }
}
