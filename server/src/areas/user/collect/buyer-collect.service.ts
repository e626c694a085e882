import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { countFavourites } from '../../product/window/window-count.service.ts'
import * as favourites from './buyer-collect.repository.ts'

/** A page of the calling buyer's favourites, the newest first. Products off the shelf stay, not `valid`. */
export async function listFavourites(ctx: Ctx, query: RouteInput<typeof buyerCollect.list>['query']) {
  const paging = readPage(query)
  const { rows, ...counted } = await favourites.list(ctx, ctx.buyer.uid, paging)
  const media = await readMedia(ctx)
  const list = rows.map((row) => ({ ...row, image: media.toWire(row.image) }))
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** Adds products to the calling buyer's favourites; those already there stay. @throws 404 for one not on the shelf */
export async function addFavourites(ctx: Ctx, productIds: readonly number[]): Promise<void> {
  const { uid } = ctx.buyer
  await retried(ctx, async (tx) => {
    const there = await favourites.keepOnShelf(tx, productIds)
    if (there.length < productIds.length) throw new HttpError(404, 'NOT_FOUND', '商品已下架')
    await countFavourites(tx, await favourites.insert(tx, uid, there), 1)
  })
}

/** Takes some of the calling buyer's favourites away, by their ids. @throws 404 when one of them is not theirs */
export async function removeFavourites(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { uid } = ctx.buyer
  await retried(ctx, async (tx) => {
    const gone = await favourites.remove(tx, uid, { ids })
    if (gone.length < ids.length) throw notFound('收藏')
    await countFavourites(tx, gone, -1)
  })
}

/** Takes a product away from the calling buyer's favourites, if it is one. */
export async function cancelFavourite(ctx: Ctx, productId: number): Promise<void> {
  const { uid } = ctx.buyer
  await retried(ctx, async (tx) => countFavourites(tx, await favourites.remove(tx, uid, { productId }), -1))
}
