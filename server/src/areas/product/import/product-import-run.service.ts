import { isDeepStrictEqual } from 'node:util'
import type { ProductChange, ProductDraft, ProductInfo, Sku, SkuDraft } from '@zhanggui/contract/product/product.ts'
import { type ImportOptions, productImport } from '@zhanggui/contract/product/product-import.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { type Complete, namesOf, pick } from '@zhanggui/domain/fields.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'
import type { ImportedProduct } from '@zhanggui/domain/product/product-import.ts'
import { splitPath } from '@zhanggui/domain/product/product-sheet.ts'
import { SINGLE_ATTR } from '@zhanggui/domain/product/product-sku.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, holds, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { brandService } from '../brand/brand.service.ts'
import { listPickable, saveCategory } from '../category/category.service.ts'
import { listEnsures } from '../export/product-export.repository.ts'
import { labelService } from '../label/product-label.service.ts'
import { insertProduct, noted, updateProduct } from '../product/product.service.ts'
import { getProduct } from '../product/product-describe.service.ts'
import { readForm } from '../product/product-form.ts'
import { restoreProduct, shelve } from '../product/product-state.service.ts'
import { continueUndo, countRecorded, recordAdded, recorded } from '../undo/product-undo.service.ts'
import * as imports from './product-import.repository.ts'
import { IMPORT_TASK, requireImport } from './product-import.service.ts'
import { fetchImportPictures, PICTURE_TASK } from './product-import-picture.service.ts'
import { defined, denialOf, draftOf, notShelved, pathKey, pathsOf } from './product-import-plan.service.ts'

const BATCH = 50
const NO_NAMES = '商品分类或品牌无法创建，请检查后重试'
/** The colour of labels that an import adds. */
const LABEL_COLOR = '#1677ff'

/** The ids that names in the file stand for. */
type Names = {
  categories: ReadonlyMap<string, number>
  brands: ReadonlyMap<string, number>
  labels: ReadonlyMap<string, { id: number; isRuled: boolean }>
  /** By their names. */
  ensures: ReadonlyMap<string, number>
  templates: ReadonlyMap<string, number>
  firstTemplate: number | undefined
}
/** What all products of a run share. */
type Run = Names & { undoId: number }

/** Registers the tasks of imports. */
export function registerImports({ tasks }: Platform): void {
  const rules = { needs: productImport.confirm.permission, restartable: true } as const
  tasks.handle<{ importId: number }>(IMPORT_TASK, { ...rules, heavy: true }, runImport)
  tasks.handle<{ importId: number }>(PICTURE_TASK, rules, fetchImportPictures)
}

/**
 * Imports the remaining products, each in a transaction that also marks it as imported: a process that continues after a
 * crash imports none of them twice.
 */
export async function runImport(
  ctx: Ctx,
  { importId }: { importId: number },
  work: Pick<TaskWork, 'progress'>,
): Promise<TaskResult> {
  const row = await requireImport(ctx, importId)
  let changed = 0
  try {
    const names = await settleNames(ctx, row)
    const undoId = await continueUndo(ctx, {
      kind: 'import',
      refId: importId,
      title: `导入商品：${row.fileName}`,
      actionTaskId: row.taskId,
    })
    let after = -1
    // A run that continues an interrupted one counts what that one has done.
    const before = await countOf(ctx, importId)
    let failed = before.failed
    let processed = before.done + before.failed
    for (;;) {
      const items = await imports.listItems(ctx, importId, { after, limit: BATCH, status: ['pending'] })
      if (!items.length) break
      for (const item of items) {
        if (!(await importOne(ctx, row, item, { ...names, undoId }))) failed++
        processed++
        await work.progress({ processed, total: row.valid, failed })
        after = item.position
      }
    }
    changed = await countRecorded(ctx, undoId)
  } catch (error) {
    await imports.update(ctx, importId, { status: 'failed', finishTime: ctx.now(), ...(await countOf(ctx, importId)) })
    throw error
  }
  const counts = await countOf(ctx, importId)
  await inTransaction(ctx, async (tx) => {
    const { total } = await imports.countPictures(tx, importId)
    const wanted = total > 0 && row.options.fetchPictures !== false
    const title = `获取商品图片：${row.fileName}`
    const pictures = wanted && (await startTask(tx, { type: PICTURE_TASK, title, params: { importId } }))
    const pictureTaskId = pictures ? pictures.taskId : ''
    await imports.update(tx, importId, { status: 'done', finishTime: tx.now(), pictureTaskId, ...counts })
    const objectName = `导入「${row.fileName}」${changed} 个`
    if (changed) await audit(tx, { action: 'batch', objectType: 'product', objectId: '', objectName })
  })
  const left = counts.failed ? `，${counts.failed} 个未能导入，原因见导入记录` : ''
  return { rows: counts.done, message: `导入 ${counts.done} 个商品${left}` }
}

async function countOf(ctx: Ctx, importId: number): Promise<{ done: number; failed: number }> {
  const counts = await imports.countItems(ctx, importId)
  return { done: counts.get('done') ?? 0, failed: counts.get('left') ?? 0 }
}

/** Adds missing categories, brands and labels, and returns the ids of all of them. */
async function settleNames(ctx: Ctx, row: imports.ImportRecord): Promise<Names> {
  const categories = pathsOf(await listPickable(ctx, { type: 1 }))
  for (const path of row.newCategories) {
    const names = splitPath(path)
    if (categories.has(pathKey(names))) continue
    const pid = names.length > 1 ? categories.get(pathKey(names.slice(0, -1))) : 0
    if (pid === undefined) throw new Refusal(NO_NAMES)
    const { id } = await saveCategory(ctx, { type: 1, pid, name: names.at(-1) ?? '' })
    categories.set(pathKey(names), id)
  }
  const brands = new Map(await imports.findBrands(ctx, row.newBrands))
  for (const name of row.newBrands)
    if (!brands.has(name.toLowerCase())) brands.set(name.toLowerCase(), (await brandService.save(ctx, { name })).id)
  const labels = await imports.listLabels(ctx)
  for (const name of row.newLabels)
    if (!labels.has(name.toLowerCase())) {
      const { id } = await labelService.save(ctx, { name, color: LABEL_COLOR })
      labels.set(name.toLowerCase(), { id, name, isRuled: false })
    }
  const ensures = new Map([...(await listEnsures(ctx))].map(([id, label]) => [label, id]))
  return {
    categories,
    brands,
    labels,
    ensures,
    templates: new Map(),
    firstTemplate: await imports.findFirstTemplate(ctx),
  }
}

/** @returns whether the product was imported; otherwise the reason is stored with it */
async function importOne(ctx: Ctx, row: imports.ImportRecord, item: imports.ItemRecord, run: Run): Promise<boolean> {
  try {
    const denial = denialOf(ctx, item.action)
    if (denial) throw new Refusal(denial)
    const productId = await inTransaction(ctx, async (tx) => {
      const pending = await imports.lockPending(tx, row.id, item.position)
      if (!pending) return undefined
      const id = await storeItem(tx, row, pending, run)
      await imports.updateItem(tx, pending, { status: 'done', productId: id })
      return id
    })
    if (productId && row.options.publish && item.product.isShow) await publish(ctx, item, productId, run)
    return true
  } catch (error) {
    const message = refusalOf(error)
    if (message === undefined)
      ctx.log.error({ err: error, importId: row.id, position: item.position }, 'an import failed')
    const problem = { row: item.product.firstRow, column: '', message: message ?? '系统繁忙，请稍后重新导入' }
    await imports.updateItem(ctx, item, { status: 'left', errors: [problem] })
    return false
  }
}

/** The message of a refusal; undefined for an internal error. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof BadInput || error instanceof Refusal || error instanceof HttpError ? error.message : undefined
}

async function publish(ctx: Ctx, item: imports.ItemRecord, productId: number, { undoId }: Run): Promise<void> {
  try {
    if (!holds(ctx.actor, 'admin:product:up')) return
    await inTransaction(ctx, (tx) => recorded(tx, undoId, productId, () => shelve(tx, productId)))
  } catch (error) {
    const message = refusalOf(error)
    if (message === undefined) throw error
    if (item.warnings.some((warning) => warning.message === notShelved(message))) return
    const warning = { row: item.product.firstRow, column: '', message: notShelved(message) }
    await imports.updateItem(ctx, item, { warnings: [...item.warnings, warning] })
  }
}

async function storeItem(tx: Ctx, row: imports.ImportRecord, item: imports.ItemRecord, names: Run): Promise<number> {
  const { product } = item
  const media = await readMedia(tx)
  let id = item.productId
  let hasNews = true
  const marks = await resolve(tx, product, id === null ? row.options : {}, names)
  if (id === null) {
    const draft = toDraft(product, marks, names)
    id = await insertProduct(tx, readForm(draft, media), undefined, 'import')
    const after = await getProduct(tx, id)
    await audit(tx, { ...noted, action: 'import', objectId: id, objectName: after.storeName, after })
    await recordAdded(tx, names.undoId, id)
  } else {
    const fetched = await imports.findFetched(tx, id)
    const known = withFetched(product, fetched)
    const info = await getProduct(tx, id)
    const change = toChange(info, known, newMarks(info, marks, names), row.options.updateStock !== false)
    // In the recycle bin it may be only because an import was undone.
    const isBack = info.isRecycle && (await imports.findByIds(tx, [id])).get(info.id)?.isUndone
    hasNews = info.isRecycle || changes(info, change, media)
    if (hasNews)
      await recorded(tx, names.undoId, id, async () => {
        const { version } = isBack ? await restoreProduct(tx, info.id) : change
        await updateProduct(tx, { ...change, version }, 'import')
      })
  }
  if (product.hasKey) await imports.storeKey(tx, row.format, product.key, id)
  // A product that the file did not change keeps its pictures too, wherever they are.
  if (hasNews) await imports.notePictures(tx, row.id, id, await foreignPictures(tx, id))
  return id
}

/** Addresses of a product's external pictures. */
async function foreignPictures(tx: Ctx, productId: number): Promise<string[]> {
  const { text } = await imports.listAddresses(tx, productId)
  const plain = text.split(/\s+/).filter((word) => /^https?:\/\/[^"'<>]+$/.test(word))
  const written = [...text.matchAll(/<img[^>]+src="(https?:\/\/[^"]+)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )
  return [...new Set([...plain, ...written])].filter(
    (url) => url.length <= 2000 && !/\.(mp4|webm|mov)(\?|$)/i.test(url),
  )
}

type Marks = { cateIds?: number[]; tempId?: number; brandId?: number; labelIds?: number[]; ensureIds?: number[] }

/**
 * Resolves the names in the file to ids.
 * @param options used when a new product has no category or template
 * @throws {Refusal} for names that no longer exist since the check
 */
async function resolve(
  tx: Ctx,
  product: ImportedProduct,
  options: Pick<ImportOptions, 'tempId' | 'cateId'>,
  names: Names,
): Promise<Marks> {
  const { categories, freight, brand, labels, ensures } = product
  const cateIds = categories?.map((path) => {
    const id = names.categories.get(pathKey(path))
    if (!id) throw new Refusal(`分类「${path.join('/')}」不存在`)
    return id
  })
  const templates = freight ? await imports.findTemplates(tx, [freight]) : undefined
  const tempId = freight ? templates?.get(freight) : options.tempId || undefined
  if (freight && !tempId) throw new Refusal(`运费模板「${freight}」不存在`)
  const known = brand
    ? (names.brands.get(brand.toLowerCase()) ?? (await imports.findBrands(tx, [brand])).get(brand.toLowerCase()))
    : undefined
  return defined({
    cateIds: cateIds?.length ? [...new Set(cateIds)] : options.cateId ? [options.cateId] : undefined,
    tempId,
    brandId: brand === '' ? 0 : known,
    // Labels with a rule are assigned by it alone.
    labelIds: labels && ids(labels, (name) => idOfLabel(names, name)),
    ensureIds:
      ensures &&
      ids(ensures, (name) => {
        const id = names.ensures.get(name)
        if (!id) throw new Refusal(`服务保障「${name}」不存在`)
        return id
      }),
  }) as Marks
}

function idOfLabel({ labels }: Names, name: string): number | undefined {
  const label = labels.get(name.toLowerCase())
  if (!label) throw new Refusal(`标签「${name}」不存在`)
  return label.isRuled ? undefined : label.id
}

const ids = (names: readonly string[], idOf: (name: string) => number | undefined) => [
  ...new Set(names.map(idOf).filter((id) => id !== undefined)),
]

/** Lists that name what the product shows already are left open: it keeps what a sheet cannot name as well. */
function newMarks(info: ProductInfo, marks: Marks, names: Names): Marks {
  const open = new Set([...names.labels.values()].filter(({ isRuled }) => !isRuled).map(({ id }) => id))
  const shown = {
    cateIds: new Set(names.categories.values()),
    labelIds: open,
    ensureIds: new Set(names.ensures.values()),
  }
  const lists = (['cateIds', 'labelIds', 'ensureIds'] as const).filter((name) => {
    const now = info[name].filter((id) => shown[name].has(id))
    return marks[name] && !isDeepStrictEqual(marks[name], now)
  })
  const { tempId, brandId } = marks
  return defined({ tempId, brandId, ...pick(marks, lists) }) as Marks
}

function toDraft(product: ImportedProduct, marks: Marks, { firstTemplate }: Names): ProductDraft {
  const draft = draftOf(product)
  if (!marks.cateIds) throw new Refusal('请填写商品分类')
  const tempId = marks.tempId ?? firstTemplate
  if (!tempId) throw new Refusal('还没有运费模板，请先添加')
  const attrValue = draft.attrValue.map((sku) => present(sku) as SkuDraft)
  return { image: '', sliderImage: [], ...draft, ...marks, attrValue, cateIds: marks.cateIds, tempId } as ProductDraft
}

/** Replaces the addresses of pictures that were fetched before by those in our library. */
function withFetched(product: ImportedProduct, fetched: ReadonlyMap<string, string>): ImportedProduct {
  const here = (url: string | undefined) => (url === undefined ? undefined : (fetched.get(url) ?? url))
  let { content } = product
  for (const [url, path] of fetched)
    content = content
      ?.replaceAll(`"${url.replaceAll('&', '&amp;')}"`, `"/file/${path}"`)
      .replaceAll(`"${url}"`, `"/file/${path}"`)
  return {
    ...product,
    content,
    image: here(product.image),
    flatPattern: here(product.flatPattern),
    shareImage: here(product.shareImage),
    sliderImage: product.sliderImage?.map((url) => here(url) ?? url),
    skus: product.skus.map((sku) => ({ ...sku, image: here(sku.image) })),
  }
}

/**
 * Merges a product with its content in the file. SKUs are matched by their values, else by their own code; SKUs that the
 * file does not contain stay, unless it has other dimensions.
 */
function toChange(info: ProductInfo, product: ImportedProduct, marks: Marks, withStock: boolean): ProductChange {
  const draft = draftOf(product)
  const bare = product.attrs.length === 1 && product.attrs[0]?.attrName === SINGLE_ATTR.attrName
  const byCodeOnly = bare && draft.attrValue.length > 1
  const sameNames =
    info.attr.length === draft.attr.length &&
    info.attr.every(({ attrName }) => draft.attr.some((given) => given.attrName === attrName))
  // A sheet with only codes and prices does not change specifications.
  const keeps = sameNames || (bare && info.specType)
  const valuesOf = (sku: { attrValue?: Record<string, string> }) =>
    info.attr.map(({ attrName }) => sku.attrValue?.[attrName] ?? '').join('\n')
  const byValues = new Map(info.attrValue.map((sku) => [valuesOf(sku), sku]))
  const byCode = new Map(info.attrValue.flatMap((sku) => (sku.skuNo ? [[sku.skuNo.toLowerCase(), sku] as const] : [])))
  const taken = new Map<number, Partial<SkuDraft>>()
  const added: Partial<SkuDraft>[] = []
  for (const [place, sku] of draft.attrValue.entries()) {
    const found =
      (sameNames && !byCodeOnly && byValues.get(valuesOf(sku))) || (sku.skuNo && byCode.get(sku.skuNo.toLowerCase()))
    if (found) taken.set(found.id, keeps && !sameNames ? { ...sku, attrValue: found.attrValue } : sku)
    else if (bare && !sameNames && keeps && isEmpty(sku)) continue
    else if (byCodeOnly || (keeps && !sameNames))
      throw new Refusal('商品有多个规格，请填写规格名称和规格值，或已有的商家编码')
    else if (product.skus[place]?.onlyUpdates)
      throw new Refusal(`第 ${product.skus[place]?.row} 行的规格不存在，而命令 UPDATE 只更新已有的规格，请改为 MERGE`)
    else added.push(sku)
  }
  for (const sku of added) if (sku.price === undefined) throw new Refusal('新增的规格缺少售价，请填写')
  const stays = keeps ? info.attrValue : info.attrValue.filter(({ id }) => taken.has(id))
  const rows = [...stays.map((sku) => merge(sku, taken.get(sku.id), withStock)), ...added]
  const { isSub, specType, attr, attrValue: _1, unitName, sliderImage, ...fields } = draft
  return {
    ...known(info),
    ...fields,
    ...(product.unitName !== undefined && { unitName }),
    ...(product.sliderImage?.length && { sliderImage }),
    ...marks,
    isSub: info.isSub || isSub,
    id: info.id,
    version: info.version,
    specType: keeps ? info.specType : specType,
    attr: keeps ? mergeAttrs(info.attr, sameNames ? attr : []) : attr,
    attrValue: rows.map((sku) => present(sku) as SkuDraft),
  } as ProductChange
}

/** Whether a row says nothing of a SKU, only of its product. */
const isEmpty = ({ attrValue: _, ...cells }: Partial<SkuDraft>) => Object.keys(cells).length === 0

/** Whether a change differs from the current product; a file with the same content leaves no trace. */
function changes(info: ProductInfo, change: ProductChange, media: Media): boolean {
  const same: ProductChange = {
    ...(known(info) as ProductChange),
    specType: info.specType,
    attr: info.attr,
    attrValue: info.attrValue.map((sku) => merge(sku, undefined, false)),
  }
  const [now, then] = [same, change].map((each) => {
    const { product, attrs, skus, content } = readForm(each, media)
    const rows = skus.map(({ stock = 0, stockBase = stock, ...sku }) => ({ ...sku, more: stock - stockBase }))
    return { product, attrs, rows, content }
  })
  return !isDeepStrictEqual(tidied(now), tidied(then))
}

/** The same with its texts as a sheet shows them: trimmed, in NFC, with one kind of line end. */
function tidied(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').replaceAll('\r\n', '\n').trim()
  if (Array.isArray(value)) return value.map(tidied)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, tidied(each)]))
}

/** The object without its null and undefined properties. */
function present<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Partial<Fields>
}

function mergeAttrs(
  stored: ProductInfo['attr'],
  given: readonly { attrName: string; attrValues: readonly string[] }[],
) {
  return stored.map(({ id, attrName, attrValues }) => {
    const more = given.find((attr) => attr.attrName === attrName)?.attrValues ?? []
    return { id, attrName, attrValues: [...new Set([...attrValues, ...more])] }
  })
}

/** The fields a change must repeat to keep a product as it is; a field left out here would be wiped. */
function known(info: ProductInfo): Complete<Omit<ProductChange, 'id' | 'version' | 'specType' | 'attr' | 'attrValue'>> {
  const { image, sliderImage, videoLink, flatPattern, cateIds, tempId, isSub, activity, content, couponIds } = info
  const { brandId, labelIds, params, ensureIds, limitType, limitNum, visibility, shareImage } = info
  return {
    ...pick(info, namesOf(productFields)),
    image,
    sliderImage,
    videoLink,
    flatPattern,
    cateIds,
    tempId,
    isSub,
    activity,
    content,
    couponIds,
    brandId,
    labelIds,
    params,
    ensureIds,
    limitType,
    limitNum,
    visibility,
    shareImage,
    alertStock: info.alertStock ?? undefined,
    autoOnTime: info.autoOnTime ?? undefined,
    autoOffTime: info.autoOffTime ?? undefined,
  }
}

function merge(sku: Sku, given: Partial<SkuDraft> | undefined, withStock: boolean): SkuDraft {
  const { id, attrValue, image, price, otPrice, cost, vipPrice, stock, barCode, skuNo, weight, volume } = sku
  const { brokerage, brokerageTwo, isShow, alertStock } = sku
  const { stock: wanted, ...fields } = given ?? {}
  return {
    id,
    attrValue,
    image,
    price,
    otPrice,
    barCode,
    skuNo,
    weight,
    volume,
    brokerage,
    brokerageTwo,
    isShow,
    ...(cost !== null && { cost }),
    ...(vipPrice !== null && { vipPrice }),
    ...(alertStock !== null && { alertStock }),
    ...fields,
    ...(withStock && wanted !== undefined && { stock: wanted, stockBase: stock }),
  }
}
