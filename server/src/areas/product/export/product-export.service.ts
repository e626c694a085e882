import type { CategoryNode } from '@zhanggui/contract/product/category.ts'
import type { ProductExportQuery } from '@zhanggui/contract/product/product-export.ts'
import { productLabels } from '@zhanggui/domain/product/product-look.ts'
import { joinPath } from '@zhanggui/domain/product/product-sheet.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { listPickable } from '../category/category.service.ts'
import * as products from '../product/product.repository.ts'
import { readActivities } from '../product/product-describe.service.ts'
import { listMatching, readOrder } from '../product/product-list.service.ts'
import * as skus from '../product/product-sku.repository.ts'
import * as exports from './product-export.repository.ts'

/** A line of an export: a product, with one of its SKUs when each has a line. */
export type ProductLine = {
  product: products.ProductRecord
  tempName: string
  brandName: string
  /** Names of the labels that staff assigned. */
  labels: string[]
  /** What the list says below the name, of a product with a line of its own. */
  marks: string[]
  /** Names of the services promised with it. */
  ensures: string[]
  /** Paths of its categories, the primary one first. */
  categories: string[]
  /** Own codes of its SKUs. */
  skuNos: string[]
  /** Set on a line for a SKU. */
  sku?: skus.SkuRow
  /** Names of the dimensions; empty for a product without specifications. */
  names: string[]
  code: string
  /** Rich text, only on the first line of a product. */
  content: string
  media: Media
}

/** Products per batch. */
const BATCH = 200
/** One above the maximum, so that larger exports are refused before they are counted. */
const MAX_PRODUCTS = 500_001

/** The number of lines of an export. */
export async function countLines(ctx: Ctx, query: ProductExportQuery): Promise<number> {
  const ids = await findIds(ctx, query)
  return query.mode === 'sku' ? exports.countSkus(ctx, ids) : ids.length
}

/**
 * Yields the lines of an export: of products in the order of the list or of the given ids, of SKUs by product id. The ids are
 * determined first; each batch is then read by its ids, so that the last costs no more than the first.
 */
export async function* eachLine(ctx: Ctx, query: ProductExportQuery, max: number): AsyncGenerator<ProductLine> {
  const ids = await findIds(ctx, query)
  const paths = pathsById(await listPickable(ctx, { type: 1 }))
  const media = await readMedia(ctx)
  const words = { paths, labels: await exports.listLabels(ctx), ensures: await exports.listEnsures(ctx) }
  let lines = 0
  for (let from = 0; from < ids.length; from += BATCH)
    for (const line of await linesOf(ctx, ids.slice(from, from + BATCH), query.mode === 'sku', words, media)) {
      if (lines++ >= max) return
      yield line
    }
}

async function findIds(ctx: Ctx, { ids, type = 1, ...query }: ProductExportQuery): Promise<number[]> {
  const bySku = query.mode === 'sku'
  if (!ids?.length)
    return listMatching(ctx, { ...query, type }, MAX_PRODUCTS, bySku ? undefined : { order: readOrder(query) })
  const found = new Set((await products.findAll(ctx, ids)).map(({ product }) => product.id))
  const wanted = [...new Set(ids)].filter((id) => found.has(id))
  return bySku ? wanted.sort((one, other) => one - other) : wanted
}

/** The names of categories, with their paths, labels and services, by id. */
type Words = Record<'paths' | 'labels' | 'ensures', ReadonlyMap<number, string>>

async function linesOf(
  ctx: Ctx,
  ids: readonly number[],
  bySku: boolean,
  { paths, labels, ensures }: Words,
  media: Media,
): Promise<ProductLine[]> {
  const found = new Map((await products.findAll(ctx, ids)).map((row) => [row.product.id, row]))
  const rows = Map.groupBy(await skus.listOf(ctx, ids), ({ productId }) => productId)
  const attrs = Map.groupBy(bySku ? await exports.listAttrs(ctx, ids) : [], ({ productId }) => productId)
  const contents = bySku ? await exports.listContents(ctx, ids) : new Map<number, string>()
  const activitiesOf = bySku
    ? undefined
    : await readActivities(
        ctx,
        ids.map((id) => ({ id })),
      )
  const codes = bySku ? await exports.listCodes(ctx, ids) : new Map<number, string>()
  return ids.flatMap((id): ProductLine[] => {
    const row = found.get(id)
    if (!row) return []
    const { product, tempName, brandName } = row
    const own = rows.get(id) ?? []
    const line: ProductLine = {
      product,
      tempName: tempName ?? '',
      brandName: brandName ?? '',
      labels: product.labelIds.flatMap((labelId) => labels.get(labelId) ?? []),
      marks: activitiesOf ? productLabels({ ...product, ...activitiesOf(id) }) : [],
      ensures: product.ensureIds.flatMap((ensureId) => ensures.get(ensureId) ?? []),
      categories: product.cateIds.flatMap((cateId) => paths.get(cateId) ?? []),
      skuNos: own.flatMap(({ skuNo }) => skuNo || []),
      names: product.specType ? (attrs.get(id) ?? []).map(({ attrName }) => attrName) : [],
      code: codes.get(id) ?? '',
      content: '',
      media,
    }
    if (!bySku) return [line]
    return own.map((sku, index) => ({ ...line, sku, content: index ? '' : (contents.get(id) ?? '') }))
  })
}

function pathsById(nodes: readonly CategoryNode[], above: readonly string[] = []): Map<number, string> {
  return new Map(
    nodes.flatMap(({ id, name, child = [] }) => {
      const names = [...above, name]
      return [[id, joinPath(names)] as const, ...pathsById(child, names)]
    }),
  )
}
