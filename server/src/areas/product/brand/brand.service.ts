import type { Brand, BrandChange, BrandDraft, BrandQuery } from '@zhanggui/contract/product/brand.ts'
import { initialOf } from '@zhanggui/domain/pinyin-initial.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, inUse, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import * as brands from './brand.repository.ts'

const taken = () => conflict('品牌已存在', 'name')

/** A page of brands in display order. */
export async function listBrands(ctx: Ctx, query: BrandQuery) {
  const page = readPage(query)
  const { rows, total } = await brands.list(ctx, query, page)
  const media = await readMedia(ctx)
  const list = rows.map(({ row, productCount }) => ({ ...describe(row, media), productCount }))
  return { list, total, page: page.page, limit: page.limit }
}

/** @throws 404 */
export async function getBrand(ctx: Ctx, id: number): Promise<Brand> {
  const row = await brands.find(ctx, id)
  if (!row) throw notFound('品牌')
  return describe(row, await readMedia(ctx))
}

/**
 * Adds a brand.
 * @throws 409 when the name is taken
 */
export async function saveBrand(ctx: Ctx, draft: BrandDraft) {
  const row = await readDraft(ctx, draft)
  return inTransaction(ctx, async (tx) => {
    const saved = await brands.insert(tx, row)
    if (!saved) throw taken()
    await useLogo(tx, saved.id, row)
    await audit(tx, { objectId: saved.id, after: await getBrand(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a brand.
 * @throws 404, 409 for a taken name or another version
 */
export async function updateBrand(ctx: Ctx, { id, version, ...change }: BrandChange) {
  const row = await readDraft(ctx, change)
  return inTransaction(ctx, async (tx) => {
    const before = await getBrand(tx, id)
    const saved = await refuseTaken(brands.update(tx, id, version, row), taken)
    if (!saved) throw versionConflict(before)
    await useLogo(tx, id, row)
    await audit(tx, { objectId: id, before, after: await getBrand(tx, id) })
    return saved
  })
}

/**
 * Deletes a brand.
 * @throws 404, 422 IN_USE while a product that is not completely deleted has it
 */
export async function removeBrand(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await getBrand(tx, id)
    await brands.remove(tx, id)
    const uses = await brands.listUses(tx, id)
    if (uses.length) throw inUse(`品牌「${before.name}」有商品在使用，请先更换商品的品牌`, uses)
    await freeFiles(tx, 'brand', id)
    await audit(tx, { objectId: id, before })
  })
}

/** A brand as it is stored: under the letter of its name, the logo by its key. */
async function readDraft(ctx: Ctx, { logo, ...draft }: BrandDraft) {
  const media = await readMedia(ctx)
  return { ...draft, initial: initialOf(draft.name), ...(logo !== undefined && { logo: media.toStored(logo) }) }
}

async function useLogo(tx: Ctx, id: number, { name, logo }: BrandDraft): Promise<void> {
  if (logo !== undefined) await useFiles(tx, { type: 'brand', id, field: 'logo', title: `品牌「${name}」` }, logo)
}

function describe(
  { createdAt, updatedAt: _1, createdBy: _2, updatedBy: _3, ...row }: brands.BrandRow,
  media: Media,
): Brand {
  return { ...row, logo: media.toWire(row.logo), createTime: toWireTime(createdAt) }
}
