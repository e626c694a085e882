import { setImmediate } from 'node:timers/promises'
import type { CategoryNode } from '@zhanggui/contract/product/category.ts'
import { ProductDraft, product as routes, type SkuDraft } from '@zhanggui/contract/product/product.ts'
import type { ImportFormat, ImportOptions, ImportRemark } from '@zhanggui/contract/product/product-import.ts'
import type * as t from '@zhanggui/contract/schema.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { NO_PICTURE } from '@zhanggui/domain/product/product.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'
import type { ImportedProduct, ImportedSku } from '@zhanggui/domain/product/product-import.ts'
import { MAX_LABELS } from '@zhanggui/domain/product/product-label.ts'
import { joinPath, productSheetColumns, requiredSheetColumns } from '@zhanggui/domain/product/product-sheet.ts'
import { SINGLE_ATTR } from '@zhanggui/domain/product/product-sku.ts'
import type { ShopifyColumn } from '@zhanggui/domain/product/shopify-columns.ts'
import { plainTitle, type UnreadColumn } from '@zhanggui/domain/sheet-cells.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { losesEmbeds } from '../../../platform/content/rich-html.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { makeReader } from '../../../platform/http/input/validation.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { listPickable } from '../category/category.service.ts'
import { listEnsures } from '../export/product-export.repository.ts'
import { readForm } from '../product/product-form.ts'
import * as imports from './product-import.repository.ts'
import type { ImportAction } from './product-import.tables.ts'
import { sheetTitles } from './product-import-columns.ts'

/** What a file holds. */
export type ImportContent = {
  format: ImportFormat
  /** The columns that are read. */
  columns: ReadonlyMap<string, { title: string }>
  unread: UnreadColumn[]
  products: ImportedProduct[]
}

/** The changes an import would make. */
export type ImportPlan = {
  items: imports.ItemInsert[]
  /** Paths of the categories and names of the brands and labels that would be added. */
  newCategories: string[]
  newBrands: string[]
  newLabels: string[]
}

const MAX_CATEGORY_LEVELS = 3
const MAX_BRAND_NAME = 32
const MAX_LABEL_NAME = 12
const UP = 'admin:product:up'
const UNFILED = '未分类'
/** How long products are checked before other calls get their turn, in milliseconds. */
const AT_ONCE = 20
/** Stands for the purchase limit that a product has already. */
const MAX_LIMIT = 9999
const { unitName } = productFields
const readDraft = makeReader(ProductDraft)

/** The column that each field of the form is read from, with its usual heading. */
const shopifyTitles: Record<string, [column: ShopifyColumn, title: string]> = {
  storeName: ['title', 'Title'],
  variantCommand: ['variantCommand', 'Variant Command'],
  storeInfo: ['seoDescription', 'SEO Description'],
  keyword: ['tags', 'Tags'],
  content: ['body', 'Body (HTML)'],
  image: ['picture', 'Image Src'],
  sliderImage: ['picture', 'Image Src'],
  shareTitle: ['seoTitle', 'SEO Title'],
  cateIds: ['type', 'Type'],
  brandId: ['vendor', 'Vendor'],
  attr: ['name1', 'Option1 Name'],
  'sku.price': ['price', 'Variant Price'],
  'sku.otPrice': ['comparePrice', 'Variant Compare At Price'],
  'sku.cost': ['cost', 'Cost per item'],
  'sku.stock': ['quantity', 'Variant Inventory Qty'],
  'sku.barCode': ['barcode', 'Variant Barcode'],
  'sku.skuNo': ['sku', 'Variant SKU'],
  'sku.weight': ['grams', 'Variant Grams'],
  'sku.image': ['skuPicture', 'Variant Image'],
  'sku.attrValue': ['value1', 'Option1 Value'],
}

/**
 * Checks the content of a file against the current shop.
 * @throws 403 for options that the caller may not use
 */
export async function planImport(
  ctx: Ctx,
  { format, columns, unread, products }: ImportContent,
  options: ImportOptions,
): Promise<ImportPlan> {
  if (options.publish && !holds(ctx.actor, UP))
    throw new HttpError(403, 'FORBIDDEN', '没有上架商品的权限，请取消「按原状态上架」', { permission: UP })
  const media = await readMedia(ctx)
  const known = await lookUp(ctx, format, products, media)
  const names = new Names(known, options)
  const now = toWireTime(ctx.now())
  const codes = new Map<string, number>()
  const title = (field: string) => titleOf(format, columns, field)
  const missing = missingColumns(format, columns, unread, options)
  const items: imports.ItemInsert[] = []
  let since = performance.now()
  for (const [position, given] of products.entries()) {
    // Other calls are answered while thousands of products are checked.
    if (performance.now() - since > AT_ONCE) {
      await setImmediate()
      since = performance.now()
    }
    const warnings = [...given.warnings]
    const errors = [...given.problems]
    const found = findProduct(given, format, known)
    const filed = leaveOutPast(fileSomewhere(given, format, !found, options, { warnings, title }), now, {
      warnings,
      title,
    })
    const action = decide(given, found, options, known, { errors, warnings, title })
    const denial = denialOf(ctx, action)
    if (denial) errors.push(remark(given.firstRow, '', denial))
    const product = settleCodes(filed, format, found?.id, known, codes, { errors, warnings, title })
    const mayAdd = action === 'create' && options.mode !== 'update' && !given.onlyUpdates
    const lacking = mayAdd ? missing : []
    errors.push(...lacking.map(({ column, message }) => remark(product.firstRow, column, message)))
    const unknown: ImportRemark[] = []
    names.check(product, format, action === 'create', { errors: unknown, title })
    errors.push(...unknown.filter(({ column }) => lacking.every((each) => each.column !== column)))
    warnings.push(...missingPictures(product, media, known, title))
    if (!product.image && !product.sliderImage?.length && !found?.hasPicture) {
      const isMeant = options.publish && product.isShow
      if (isMeant) warnings.push(remark(product.firstRow, title('image'), notShelved(NO_PICTURE)))
      else if (!found) warnings.push(remark(product.firstRow, title('image'), '商品没有图片，上架前需要上传'))
    }
    if (product.content && losesEmbeds(product.content))
      warnings.push(remark(product.firstRow, title('content'), '详情中的视频或嵌入的网页（iframe）无法保留，已去掉'))
    if (!errors.length) errors.push(...checkForm(product, title, action, media))
    const status = errors.length ? 'invalid' : 'pending'
    items.push({
      position,
      action: errors.length ? 'skip' : action,
      status,
      productId: found?.id,
      product,
      errors,
      warnings,
    })
  }
  const valid = items.filter(({ status }) => status === 'pending').map(({ product }) => product)
  return { items, ...names.missing(valid) }
}

/** The columns that new products require and the file does not have, with the reason and a heading that may be meant. */
function missingColumns(
  format: ImportFormat,
  columns: ImportContent['columns'],
  unread: readonly UnreadColumn[],
  { cateId, tempId }: ImportOptions,
): { column: string; message: string }[] {
  const given = [...(cateId ? ['categories'] : []), ...(tempId ? ['freight'] : [])]
  const required: [string, string][] =
    format === 'shopify'
      ? ['storeName', 'sku.price'].map((field) => shopifyTitles[field] as [string, string])
      : requiredSheetColumns.map((name) => [name, productSheetColumns[name]])
  return required.flatMap(([name, column]) => {
    if (columns.has(name) || given.includes(name)) return []
    const near = unread.find(({ meant }) => plainTitle(meant) === plainTitle(column))
    const hint = near ? `；「${near.column}」如果就是「${column}」，请改名` : ''
    return [{ column, message: `文件中没有「${column}」这一列，新增商品需要它${hint}` }]
  })
}

/** Files new products of other shops that have no category under 未分类. */
function fileSomewhere(
  product: ImportedProduct,
  format: ImportFormat,
  isNew: boolean,
  { cateId }: ImportOptions,
  { warnings, title }: Pick<Remarks, 'warnings' | 'title'>,
): ImportedProduct {
  if (!isNew || format !== 'shopify' || product.categories?.length || cateId) return product
  warnings.push(remark(product.firstRow, title('cateIds'), `没有分类，放入「${UNFILED}」`))
  return { ...product, categories: [[UNFILED]] }
}

/** Leaves out scheduled times that have passed, as they would put the product on or off the shelf at once. */
function leaveOutPast(
  product: ImportedProduct,
  now: string,
  { warnings, title }: Pick<Remarks, 'warnings' | 'title'>,
): ImportedProduct {
  const past = (['autoOnTime', 'autoOffTime'] as const).filter((name) => product[name] && product[name] <= now)
  for (const name of past) warnings.push(remark(product.firstRow, title(name), `「${product[name]}」已过，未设置`))
  return { ...product, ...Object.fromEntries(past.map((name) => [name, undefined])) }
}

/** Addresses of our own kind that the media library does not have: the file comes from another shop. */
function missingPictures(
  { image = '', sliderImage = [], skus, firstRow }: ImportedProduct,
  media: Media,
  { files }: Known,
  title: (field: string) => string,
): ImportRemark[] {
  const isMissing = (address = '') => isOwnKey(media.toStored(address)) && !files.has(media.toStored(address))
  const places = [
    ...[image, ...sliderImage].filter(isMissing).map(() => [firstRow, 'image'] as const),
    ...skus.filter(({ image: own }) => isMissing(own)).map(({ row }) => [row, 'sku.image'] as const),
  ]
  const [place] = places
  if (!place) return []
  const message = `${places.length} 张图片不在本店素材库中，请在原店铺填写本地文件访问域名后重新导出，或重新上传图片`
  return [remark(place[0], title(place[1]), message)]
}

/** Why a product stays off the shelf, as the check foresees it or the import finds it. */
export const notShelved = (reason: string) => `不能上架：${reason}`

const isOwnKey = (stored: string) => stored.startsWith('public/')

type Known = Awaited<ReturnType<typeof lookUp>>
type Remarks = { errors: ImportRemark[]; warnings: ImportRemark[]; title: (field: string) => string }

const remark = (row: number, column: string, message: string): ImportRemark => ({ row, column, message })

/** The rows of the shop that the file refers to, in a few queries. */
async function lookUp(ctx: Ctx, format: ImportFormat, products: readonly ImportedProduct[], media: Media) {
  const unique = <Value>(values: (Value | undefined)[]) => [...new Set(values)].filter((value) => value !== undefined)
  const pictures = products.flatMap(({ image, sliderImage = [], skus }) =>
    [image, ...sliderImage, ...skus.map((sku) => sku.image)].map((address) => address && media.toStored(address)),
  )
  return {
    byKey: await imports.findByKeys(ctx, format, unique(products.map(({ hasKey, key }) => (hasKey ? key : undefined)))),
    byId: await imports.findByIds(ctx, unique(products.map(({ productId }) => productId))),
    byCode: await imports.findByCodes(ctx, unique(products.flatMap(({ skus }) => skus.map((sku) => sku.skuNo)))),
    templates: await imports.findTemplates(ctx, unique(products.map(({ freight }) => freight))),
    brands: await imports.findBrands(ctx, unique(products.map(({ brand }) => brand))),
    labels: await imports.listLabels(ctx),
    ensures: new Map([...(await listEnsures(ctx))].map(([id, label]) => [label, id])),
    categories: pathsOf(await listPickable(ctx, { type: 1 })),
    files: await imports.findFiles(ctx, unique(pictures.filter((each) => each && isOwnKey(each)))),
  }
}

/** Category ids by path of names, in lower case. */
export function pathsOf(nodes: readonly CategoryNode[], above = ''): Map<string, number> {
  return new Map(
    nodes.flatMap((node) => {
      const path = `${above}${pathKey([node.name])}`
      return [[path, node.id] as const, ...pathsOf(node.child ?? [], `${path}/`)]
    }),
  )
}

export const pathKey = (path: readonly string[]) => joinPath(path).toLowerCase()

/**
 * Finds the product of the shop: by id, by its key in files, or by an own code of one of its SKUs. In other shops' exports
 * only the handle counts, as own codes need not be unique there.
 */
function findProduct(
  product: ImportedProduct,
  format: ImportFormat,
  { byId, byKey, byCode }: Known,
): imports.KnownProduct | undefined {
  const meant = product.productId && byId.get(product.productId)
  if (meant) return meant
  const named = product.hasKey ? byKey.get(product.key) : undefined
  if (named || (product.hasKey && format === 'shopify')) return named
  return product.skus
    .map(({ skuNo }) => skuNo && byCode.get(skuNo.toLowerCase()))
    .find((found) => found !== undefined && found !== '')
}

/** Whether a key is a SKU code, as our exports use for products; other shops have no equal codes. */
const isPublicCode = (key: string) => /^[a-z0-9]{8}$/.test(key)

/** Why the caller may not import a product: a sheet takes what the form takes. Undefined if nothing stands against it. */
export function denialOf({ actor }: Ctx, action: ImportAction): string | undefined {
  if (action === 'update')
    return holds(actor, routes.update.permission) ? undefined : '没有编辑商品的权限，不能更新已有的商品'
  return holds(actor, routes.save.permission) ? undefined : '没有新增商品的权限，不能导入新商品'
}

function decide(
  { productId, hasKey, key, firstRow, onlyAdds, onlyUpdates, skus }: ImportedProduct,
  found: imports.KnownProduct | undefined,
  { mode = 'upsert' }: ImportOptions,
  { byKey }: Known,
  { errors, warnings, title }: Remarks,
): ImportAction {
  const refuse = (message: string) => errors.push(remark(firstRow, productId ? title('id') : '', message))
  if (found?.isRecycle && !found.isUndone) refuse('商品在回收站中，请先恢复')
  else if (productId && found?.id === productId && hasKey && isPublicCode(key) && byKey.get(key)?.id !== productId)
    refuse(`商品ID ${productId} 与商品编码「${key}」不是同一个商品，文件可能来自其他店铺，请清空商品ID列`)
  else if (productId && !found && !hasKey) refuse(`商品ID ${productId} 不存在，请核对或清空此列`)
  else if (productId && !found && mode !== 'update')
    warnings.push(remark(firstRow, title('id'), `商品ID ${productId} 不存在，按新商品导入`))
  else if (found && !found.isUndone && mode === 'create') refuse('商品已存在，请删除这些行，或改用「新增并更新」')
  else if (found && !found.isUndone && onlyAdds) refuse('商品已存在，而命令 NEW 只新增商品，请删除这些行，或改为 MERGE')
  else if (!found && onlyUpdates) refuse('店里没有这个商品，这样的行只更新已有的商品')
  else if (!found && mode === 'update') refuse('找不到要更新的商品，请填写商品ID或商家编码')
  const variant = !found && skus.find((sku) => sku.onlyUpdates)
  if (variant)
    errors.push(remark(variant.row, title('variantCommand'), '店里没有这个商品，UPDATE 只更新已有的规格，请改为 MERGE'))
  if (found?.isUndone && !errors.length)
    warnings.push(remark(firstRow, '', '商品在撤销上次导入时移入回收站，将恢复并更新'))
  return found ? 'update' : 'create'
}

/**
 * Checks that own codes are unique: in our own sheet a taken code is a problem; in other shops' exports it is left out,
 * as they need not have unique codes.
 */
function settleCodes(
  product: ImportedProduct,
  format: ImportFormat,
  productId: number | undefined,
  { byCode }: Known,
  codes: Map<string, number>,
  { errors, warnings, title }: Remarks,
): ImportedProduct {
  const skus = product.skus.map((sku): ImportedSku => {
    const code = sku.skuNo?.toLowerCase()
    if (!code) return sku
    const row = codes.get(code)
    const owner = byCode.get(code)
    const fault =
      row !== undefined
        ? `商家编码「${sku.skuNo}」与第 ${row} 行重复`
        : owner && owner.id !== productId
          ? `商家编码「${sku.skuNo}」已被商品 ${owner.id} 使用`
          : undefined
    if (row === undefined) codes.set(code, sku.row)
    if (!fault) return sku
    if (format === 'sheet') errors.push(remark(sku.row, title('sku.skuNo'), `${fault}，请修改`))
    else warnings.push(remark(sku.row, title('sku.skuNo'), `${fault}，已留空`))
    return { ...sku, skuNo: undefined }
  })
  return { ...product, skus }
}

/** Resolves the names in a file to existing or new categories and brands. */
class Names {
  readonly known: Known
  readonly options: ImportOptions

  constructor(known: Known, options: ImportOptions) {
    this.known = known
    this.options = options
  }

  check(
    product: ImportedProduct,
    format: ImportFormat,
    isNew: boolean,
    { errors, title }: Pick<Remarks, 'errors' | 'title'>,
  ): void {
    const { categories, freight, firstRow, brand, labels = [], ensures = [] } = product
    const { createCategories = true, createBrands = true, createLabels = true, cateId, tempId } = this.options
    for (const path of categories ?? []) {
      if (path.length > MAX_CATEGORY_LEVELS)
        errors.push(
          remark(firstRow, title('cateIds'), `分类「${path.join('/')}」超过${MAX_CATEGORY_LEVELS}级，请减少级别`),
        )
      else if (path.some((name) => [...name].length > 50))
        errors.push(remark(firstRow, title('cateIds'), '分类名称不能超过50个字符，请缩短'))
      else if (!createCategories && !this.known.categories.has(pathKey(path)))
        errors.push(remark(firstRow, title('cateIds'), `分类「${path.join('/')}」不存在，请先创建或勾选自动创建分类`))
    }
    if (!categories?.length && isNew && !cateId && format === 'sheet')
      errors.push(remark(firstRow, title('cateIds'), '请填写商品分类'))
    if (freight && !this.known.templates.has(freight))
      errors.push(remark(firstRow, title('tempId'), `运费模板「${freight}」不存在，请核对名称`))
    if (!freight && !tempId && isNew && format === 'sheet')
      errors.push(remark(firstRow, title('tempId'), '请填写运费模板的名称'))
    if (brand && !createBrands && !this.known.brands.has(brand.toLowerCase()))
      errors.push(remark(firstRow, title('brandId'), `品牌「${brand}」不存在，请先创建或勾选自动创建品牌`))
    if ([...(brand ?? '')].length > MAX_BRAND_NAME)
      errors.push(remark(firstRow, title('brandId'), `品牌名称不能超过${MAX_BRAND_NAME}个字符，请缩短`))
    if (labels.length > MAX_LABELS) errors.push(remark(firstRow, title('labelIds'), `标签最多${MAX_LABELS}个，请减少`))
    for (const label of labels)
      if ([...label].length > MAX_LABEL_NAME)
        errors.push(remark(firstRow, title('labelIds'), `标签名称不能超过${MAX_LABEL_NAME}个字符，请缩短`))
      else if (!createLabels && !this.known.labels.has(label.toLowerCase()))
        errors.push(remark(firstRow, title('labelIds'), `标签「${label}」不存在，请先创建或勾选自动创建标签`))
    for (const ensure of ensures)
      if (!this.known.ensures.has(ensure))
        errors.push(remark(firstRow, title('ensureIds'), `服务保障「${ensure}」不存在，请先在数据字典中添加`))
  }

  /** The categories, brands and labels to add for these products. */
  missing(products: readonly ImportedProduct[]): Omit<ImportPlan, 'items'> {
    const paths = products.flatMap(({ categories = [] }) => categories.map((path) => path))
    const newCategories = new Map<string, string>()
    for (const path of paths)
      for (let level = 1; level <= path.length; level++) {
        const part = path.slice(0, level)
        if (!this.known.categories.has(pathKey(part))) newCategories.set(pathKey(part), joinPath(part))
      }
    const unknown = (names: readonly string[], known: ReadonlyMap<string, unknown>) => [
      ...new Map(
        names.filter((name) => !known.has(name.toLowerCase())).map((name) => [name.toLowerCase(), name]),
      ).values(),
    ]
    return {
      newCategories: [...newCategories.values()],
      newBrands: unknown(
        products.flatMap(({ brand }) => brand || []),
        this.known.brands,
      ),
      newLabels: unknown(
        products.flatMap(({ labels = [] }) => labels),
        this.known.labels,
      ),
    }
  }
}

/** Validates a product by the rules of the form, with problems by row and column. An existing product fills in gaps. */
function checkForm(
  product: ImportedProduct,
  title: Remarks['title'],
  action: ImportAction,
  media: Media,
): ImportRemark[] {
  const partial = { ...draftOf(product), cateIds: [1], tempId: 1 }
  const isNew = action === 'create'
  const filled = isNew
    ? partial
    : {
        ...partial,
        storeName: product.storeName || '商品',
        unitName: product.unitName || unitName.initial,
        ...(product.limitType && { limitNum: product.limitNum ?? MAX_LIMIT }),
      }
  const draft = isNew ? filled : { ...filled, ...matrixOf(filled) }
  try {
    readForm(readDraft(draft) as ProductDraft, media)
    return []
  } catch (error) {
    if (error instanceof BadInput) return [locate(product, title, error.field ?? '', error.message)]
    if (!(error instanceof HttpError)) throw error
    const { errors = [] } = error.extra as { errors?: { field: string; message: string }[] }
    return errors.map(({ field, message }) => locate(product, title, field, message))
  }
}

/** The SKUs of an update for the rules of the form: without specifications they only name those of the product. */
function matrixOf({ attr, attrValue, specType }: ReturnType<typeof draftOf>) {
  const priced = attrValue.map((sku) => ({ ...sku, price: sku.price ?? 1 }))
  const isBare = specType && attr.length === 1 && attr[0]?.attrName === SINGLE_ATTR.attrName
  if (priced.length && !isBare) return { attrValue: priced }
  const named = (priced.length ? priced : [{ price: 1 }]).map((sku, place) => ({
    ...sku,
    attrValue: { [SINGLE_ATTR.attrName]: `${place}` },
  }))
  const attrValues = named.map((_, place) => `${place}`)
  return { specType: true, attr: [{ attrName: SINGLE_ATTR.attrName, attrValues }], attrValue: named }
}

function locate(product: ImportedProduct, title: Remarks['title'], field: string, message: string): ImportRemark {
  const sku = /^attrValue\[(\d+)\](?:\.(\w+))?/.exec(field)
  if (!sku) return remark(product.firstRow, title(field.replace(/[.[].*$/, '')), message)
  const row = product.skus[Number(sku[1])]?.row ?? product.firstRow
  return remark(row, title(`sku.${sku[2] ?? 'attrValue'}`), message)
}

/** The heading of the column that a field is read from, as the file has it. */
function titleOf(format: ImportFormat, columns: ImportContent['columns'], field: string): string {
  if (format === 'sheet') return sheetTitles[field] ?? sheetTitles[field.replace('sku.', '')] ?? ''
  const [name = '', title = ''] = shopifyTitles[field] ?? shopifyTitles[field.replace('sku.', '')] ?? []
  return columns.get(name)?.title ?? title
}

type SkuFields = Partial<t.Static<typeof SkuDraft>>

/** Converts a product of a file to fields of the form, without those it leaves open. */
export function draftOf(product: ImportedProduct) {
  const {
    attrs,
    skus,
    image: cover,
    sliderImage: pictures,
    productId: _1,
    categories: _2,
    brand: _3,
    ...rest
  } = product
  const {
    key: _4,
    hasKey: _5,
    firstRow: _6,
    lastRow: _7,
    freight: _8,
    problems: _9,
    warnings: _10,
    isShow: _11,
    labels: _12,
    ensures: _13,
    onlyAdds: _14,
    onlyUpdates: _15,
    ...fields
  } = rest
  const single = attrs.length === 1 && attrs[0]?.attrName === SINGLE_ATTR.attrName && skus.length === 1
  const isSingle = single && skus[0]?.values[0] === SINGLE_ATTR.attrValues[0]
  return {
    ...defined(fields),
    unitName: fields.unitName ?? unitName.initial,
    ...(cover !== undefined && { image: cover }),
    ...(pictures?.length || cover ? { sliderImage: pictures?.length ? [...pictures] : [cover ?? ''] } : {}),
    specType: !isSingle,
    isSub: skus.some(({ brokerage, brokerageTwo }) => brokerage !== undefined || brokerageTwo !== undefined),
    attr: attrs.map(({ attrName, attrValues }) => ({ attrName, attrValues: [...attrValues] })),
    attrValue: skus.map(({ row: _1, onlyUpdates: _2, values, ...sku }): SkuFields => {
      const attrValue = Object.fromEntries(attrs.map(({ attrName }, place) => [attrName, values[place] ?? '']))
      return { ...(defined(sku) as SkuFields), attrValue }
    }),
  }
}

/** The object without undefined properties. */
export function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
