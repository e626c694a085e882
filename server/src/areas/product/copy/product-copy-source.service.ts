import { readFile } from 'node:fs/promises'
import { CopySource } from '@zhanggui/contract/product/product-copy.ts'
import { type CopiedProduct, findProducts, readProductNodes } from '@zhanggui/domain/product/product-copy.ts'
import { attrsOf, type ImportedProduct, MAX_PICTURES } from '@zhanggui/domain/product/product-import.ts'
import { SINGLE_ATTR } from '@zhanggui/domain/product/product-sku.ts'
import { parse } from 'secure-json-parse'
import type { Ctx } from '../../../platform/http/context.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields, makeReader } from '../../../platform/http/input/validation.ts'
import { readProducts } from '../import/product-import.service.ts'
import { draftOf } from '../import/product-import-plan.service.ts'
import { decodePage, readPage } from './product-copy-page.ts'

/** The maximum number of products in one file or text. */
const MAX_DRAFTS = 50
const NOTHING = '没有找到商品信息，请确认内容是商品页面、商品 JSON 或导入模板'

/** A product read from a source, with warnings. */
export type Copied = { source: CopySource; warnings: string[] }

const readSource = makeReader(CopySource)
const known = new Set(Object.keys(CopySource.properties))

/**
 * Reads the products of a text: our own JSON, schema.org JSON, or the source of a page.
 * @throws 400 when it holds none, or for invalid fields
 */
export function readText(text: string): Copied[] {
  const trimmed = text.trim()
  if (trimmed.startsWith('<')) return [requireProduct(readHtml(trimmed, ''))]
  let data: unknown
  try {
    data = parse(trimmed)
  } catch {
    throw refused('内容不是正确的 JSON，请检查括号、引号和逗号')
  }
  return readJson(data)
}

/** The products of JSON. @throws 400 */
export function readJson(data: unknown): Copied[] {
  const nodes = findProducts(data)
  if (nodes.length) return nodes.slice(0, MAX_DRAFTS).map((node) => requireProduct(readProductNodes([node], '')))
  const items = (Array.isArray(data) ? data : [data]).filter(
    (item): item is Record<string, unknown> => typeof item === 'object' && item !== null,
  )
  if (!items.length) throw refused(NOTHING)
  return items.slice(0, MAX_DRAFTS).map(readItem)
}

/** The product of a page; undefined without a name or a price. */
export function readHtml(html: string, url: string): CopiedProduct | undefined {
  return readProductNodes(readPage(html), url)
}

/** The products of a file; of a sheet only the first. @throws 400 */
export async function readCopyFile(ctx: Ctx, { path, extension }: ReceivedFile): Promise<Copied[]> {
  if (extension !== 'xlsx' && extension !== 'csv') return readText(decodePage(await readFile(path)))
  const product = await readProducts(ctx, { path, extension }, {}, ({ products }) => products[0])
  if (!product) throw refused(NOTHING)
  return [readImported(product)]
}

/** The product found on a page. @throws 400 when there is none */
export function requireProduct(product: CopiedProduct | undefined): Copied {
  if (!product) throw refused(NOTHING)
  const { warnings, ...fields } = product
  return { source: read(fields), warnings }
}

function readItem(item: Record<string, unknown>): Copied {
  const { warnings: given, ...fields } = item
  // Further fields of our own answers are derived again for the new product.
  const own = ['isSub', 'tempId', 'isHot', 'isBenefit', 'isBest', 'isNew', 'isGood']
  const unknown = Object.keys(fields).filter((name) => !known.has(name) && !own.includes(name))
  const warnings = Array.isArray(given) ? given.filter((each) => typeof each === 'string') : []
  return {
    source: read(fields),
    warnings: [...warnings, ...(unknown.length ? [`未知的字段已忽略：${unknown.slice(0, 20).join('、')}`] : [])],
  }
}

function readImported(product: ImportedProduct): Copied {
  const [problem] = product.problems
  if (problem) throw refused(`第 ${problem.row} 行${problem.column && `「${problem.column}」`}：${problem.message}`)
  const warnings = product.warnings.map(({ row, message }) => `第 ${row} 行：${message}`)
  return { source: read(draftOf(product)), warnings }
}

/** Validates a product and keeps only its known fields. @throws 400 naming invalid fields */
function read(fields: object): CopySource {
  const own = Object.entries(fields).filter(([name, value]) => known.has(name) && value !== null)
  const source = readSource(withPictures(Object.fromEntries(own))) as CopySource
  const attr = source.attr?.length ? source.attr : attrsIn(source)
  const single = attr.length === 1 && attr[0]?.attrName === SINGLE_ATTR.attrName && source.attrValue.length === 1
  return { ...source, attr, specType: !single }
}

/** The cover is the first picture, and the carousel begins with the cover. */
function withPictures(fields: Record<string, unknown>): Record<string, unknown> {
  const pictures = Array.isArray(fields.sliderImage) ? fields.sliderImage.filter(Boolean).slice(0, MAX_PICTURES) : []
  const image = fields.image || pictures[0]
  const { image: _1, sliderImage: _2, ...rest } = fields
  return image ? { ...rest, image, sliderImage: pictures.length ? pictures : [image] } : rest
}

/** The dimensions derived from the SKUs. */
function attrsIn({ attrValue }: CopySource) {
  const names = Object.keys(attrValue[0]?.attrValue ?? {})
  if (!names.length) return [{ ...SINGLE_ATTR, attrValues: [...SINGLE_ATTR.attrValues] }]
  const rows = attrValue.map((sku) => names.map((name) => sku.attrValue?.[name] ?? ''))
  return attrsOf(names, rows).map(({ attrName, attrValues }) => ({ attrName, attrValues: [...attrValues] }))
}

const refused = (message: string) => badFields([{ field: 'text', message }])
