import type { ExampleRemoval } from '@zhanggui/contract/dashboard/example.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { type ProductDraft, product } from '@zhanggui/contract/product/product.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, calling, holds, inTransaction } from '../../../platform/http/context.ts'
import { conflict, forbidden, HttpError, notFound } from '../../../platform/http/errors.ts'
import { removeFiles } from '../../file/file/file.service.ts'
import { getCategory, removeCategory, saveCategory } from '../../product/category/category.service.ts'
import { FREE_TEMPLATE_ID } from '../../product/freight/freight-template.tables.ts'
import { saveProduct } from '../../product/product/product.service.ts'
import { deleteProduct, recycleProduct } from '../../product/product/product-state.service.ts'
import * as sets from './example.repository.ts'
import type { ExampleProduct, ExampleRow } from './example.tables.ts'
import { EXAMPLE_CATEGORY, examples } from './example-goods.ts'

const WHAT = '示例数据'
/** Needed to add the set, and to remove it again. */
export const EXAMPLE_PERMISSIONS = [
  ...([product.save.permission, product.remove.permission] as const),
  ...([category.save.permission, category.remove.permission] as const),
] as const

/** How much example data counts as the shop's own although staff made nothing of it. */
export const countExample = sets.countUntouched

/** Whether the shop has example data, and of how many products. */
export async function findExample(ctx: Ctx): Promise<{ there: boolean; products: number }> {
  const set = await sets.find(ctx)
  return { there: set !== undefined, products: set?.products.length ?? examples.length }
}

/**
 * Adds a category with three products, on the shelf for those who may put them there; all of it or nothing.
 * @throws 403 for those who could not remove it again, 409 while there is a set
 */
export async function addExample(ctx: Ctx): Promise<{ products: number }> {
  requireRights(ctx)
  if (await sets.find(ctx)) throw isThere()
  const pictures = await drawPictures(ctx)
  const fileIds = pictures.flat().map(({ id }) => id)
  const added = await inTransaction(ctx, async (tx) => {
    const { id } = await saveCategory(calling(tx, category.save), { name: EXAMPLE_CATEGORY, pid: 0, type: 1 })
    const { version } = await getCategory(tx, id)
    const made: ExampleRow[] = []
    for (const [at, { draft }] of examples.entries())
      made.push(await addProduct(tx, { ...draft, cateIds: [id] } as ProductDraft, pictures[at] ?? []))
    const states = await sets.lockProducts(tx, idsOf(made))
    const products = made.map((row) => ({ ...row, ledgerId: states.get(row.id)?.ledgerId ?? 0 }))
    const isFirst = await sets.insert(tx, { category: { id, version, name: EXAMPLE_CATEGORY }, products, fileIds })
    if (!isFirst) throw isThere()
    await audit(tx, { action: 'create', objectType: 'example', objectId: '', objectName: `${products.length} 件商品` })
    return products.length
  }).catch(async (error: unknown) => {
    await discardPictures(ctx, fileIds)
    throw error
  })
  return { products: added }
}

/**
 * Removes the example data. What was ordered or changed since is kept, and reported.
 * @throws 403, 404 without a set
 */
export async function removeExample(ctx: Ctx): Promise<ExampleRemoval> {
  requireRights(ctx)
  const { fileIds, ...removal } = await inTransaction(ctx, async (tx) => {
    const set = await sets.take(tx)
    if (!set) throw notFound(WHAT)
    const { removed, kept } = await removeProducts(tx, set.products)
    const stays = await removeGroup(tx, set.category)
    await audit(tx, {
      action: 'delete',
      objectType: 'example',
      objectId: '',
      objectName: `删除 ${removed} 件，保留 ${kept.length} 件`,
    })
    return { removed, kept: [...kept, ...stays], fileIds: set.fileIds }
  })
  // Those of what is kept are in use and stay.
  for (const id of fileIds) await attempt(ctx, (own) => removeFiles(own, [id]))
  return removal
}

const isThere = () => conflict('示例数据已经在店里了')

function requireRights({ actor }: Ctx): void {
  const missing = EXAMPLE_PERMISSIONS.find((permission) => !holds(actor, permission))
  if (missing) throw forbidden(missing)
}

/** The two pictures of each product, in the media library. */
async function drawPictures(ctx: Ctx): Promise<{ id: number; url: string }[][]> {
  // Loaded lazily: few shops need the code that draws and packs pictures.
  const { drawGoods } = await import('../../product/demo/product-pictures.demo.ts')
  const { uploadDrawnFiles } = await import('../../file/file/drawn-files.demo.ts')
  const drawn = examples.flatMap(({ drawing: { glyph, colours }, draft: { storeName } }) =>
    colours.map((colour) => ({ name: `${storeName}-${colour}.webp`, svg: drawGoods(glyph, colour) })),
  )
  const files = await uploadDrawnFiles(ctx, 0, drawn)
  return examples.map((_, at) => files.slice(at * 2, at * 2 + 2))
}

async function discardPictures(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await removeFiles(ctx, ids).catch((error: unknown) => ctx.log.warn({ err: error }, 'pictures of examples were left'))
}

async function addProduct(tx: Ctx, draft: ProductDraft, pictures: readonly { url: string }[]): Promise<ExampleRow> {
  const [cover = '', other = cover] = pictures.map(({ url }) => url)
  const whole = { ...draft, image: cover, sliderImage: [cover, other], tempId: FREE_TEMPLATE_ID, isShow: true }
  const { id, version } = await saveProduct(calling(tx, product.save), whole)
  return { id, version, name: draft.storeName }
}

const idsOf = (rows: readonly ExampleRow[]) => rows.map(({ id }) => id)

/** Removes products that are as they were made, or were only put into the recycle bin. Returns the others, each with the reason. */
async function removeProducts(tx: Ctx, products: readonly ExampleProduct[]): Promise<ExampleRemoval> {
  const states = await sets.lockProducts(tx, idsOf(products))
  const ordered = await sets.listOrdered(tx, idsOf(products))
  const kept: ExampleRemoval['kept'] = []
  let removed = 0
  for (const made of products) {
    const { id, name } = made
    const now = states.get(id)
    // Deleted by staff already.
    if (!now) continue
    const reason =
      whyKept(made, now, ordered.has(id)) ??
      (await attempt(tx, async (own) => {
        if (!now.isRecycle) await recycleProduct(calling(own, product.remove), id)
        await deleteProduct(calling(own, product.remove), id)
      }))
    if (reason === undefined) removed++
    else kept.push({ name, reason: now.isRecycle ? `${reason}，在回收站里` : reason })
  }
  return { removed, kept }
}

function whyKept(made: ExampleProduct, now: sets.ExampleState, isOrdered: boolean): string | undefined {
  if (isOrdered) return '有人下过单'
  if (now.version !== made.version + (now.isRecycle ? 1 : 0)) return '后来改过'
  return now.ledgerId !== (made.ledgerId ?? now.ledgerId) ? '后来调过库存' : undefined
}

async function removeGroup(tx: Ctx, { id, version, name }: ExampleRow): Promise<ExampleRemoval['kept']> {
  const found = await getCategory(tx, id).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  if (!found) return []
  const reason =
    found.version !== version
      ? '后来改过'
      : await attempt(tx, (own) => removeCategory(calling(own, category.remove), { id }))
  return reason ? [{ name: `分类「${name}」`, reason }] : []
}

/** Does the work in a savepoint. @returns why it was refused; undefined when it was done */
async function attempt(tx: Ctx, work: (own: Ctx) => Promise<unknown>): Promise<string | undefined> {
  try {
    await inTransaction(tx, work)
    return undefined
  } catch (error) {
    if (error instanceof HttpError || error instanceof Refusal) return error.message
    throw error
  }
}
