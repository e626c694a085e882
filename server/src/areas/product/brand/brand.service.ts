import type { BrandDraft, brand } from '@zhanggui/contract/product/brand.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { initialOf } from '@zhanggui/domain/pinyin-initial.ts'
import { answerPage, keep, wireRow } from '../../../platform/data/keep.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { inUse } from '../../../platform/http/errors.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import * as brands from './brand.repository.ts'

/** Brands. One with products that are not completely deleted cannot be deleted: 422 IN_USE. */
export const brandService = keep(brands, {
  what: '品牌',
  taken: ['品牌已存在', 'name'],
  // Stored with the first letter of its name, and with the key of the logo.
  toRow: async ({ logo, ...draft }: BrandDraft, tx) => {
    const media = await readMedia(tx)
    return { ...draft, initial: initialOf(draft.name), ...(logo !== undefined && { logo: media.toStored(logo) }) }
  },
  show: async (row, ctx) => describe(row, await readMedia(ctx)),
  stored: async (tx, id, { name, logo }) => {
    if (logo !== undefined) await useFiles(tx, { type: 'brand', id, field: 'logo', title: `品牌「${name}」` }, logo)
  },
  removed: async (tx, { id, name }) => {
    const uses = await brands.listUses(tx, id)
    if (uses.length) throw inUse(`品牌「${name}」有商品在使用，请先更换商品的品牌`, uses)
    await freeFiles(tx, 'brand', id)
  },
})

/** A page of brands in display order, with their numbers of products. */
export async function listBrands(ctx: Ctx, { query }: RouteInput<typeof brand.list>) {
  const media = await readMedia(ctx)
  return answerPage(ctx, query, brands.list, (row) => describe(row, media))
}

function describe<Row extends brands.BrandRow>(row: Row, media: Media) {
  return { ...wireRow(row), logo: media.toWire(row.logo) }
}
