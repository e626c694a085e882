import type { FrontStore, FrontStoreQuery } from '@zhanggui/contract/store/front-store.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { findPlaces } from '../../setting/region/region.service.ts'
import * as stores from './front-store.repository.ts'

/**
 * A page of the stores where orders can be picked up now, the nearest first where the caller says where they are.
 * @throws {BadInput} for one coordinate without the other
 */
export async function listOpenStores(ctx: Ctx, { latitude, longitude, ...left }: FrontStoreQuery) {
  const paging = readPage(left)
  if ((latitude === undefined) !== (longitude === undefined))
    throw new BadInput('请同时提供纬度和经度', latitude === undefined ? 'latitude' : 'longitude')
  const point = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
  const { rows, ...counted } = await stores.list(ctx, toWireDay(ctx.now()), point, paging)
  const describe = await describer(ctx, rows)
  const list = rows.map((row): FrontStore => ({ ...describe(row), distance: row.distance }))
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** A store as the buyer of an order there sees it, also one that is closed by now; undefined for none. */
export async function findPickupStore(ctx: Ctx, id: number) {
  const row = await stores.find(ctx, id)
  return row && (await describer(ctx, [row]))(row)
}

type Row = NonNullable<Awaited<ReturnType<typeof stores.find>>>

/** Reads once what all stores are described by. */
async function describer(ctx: Ctx, rows: readonly Row[]) {
  const media = await readMedia(ctx)
  const places = await findPlaces(
    ctx,
    rows.flatMap(({ cityIds }) => cityIds.at(-1) ?? []),
  )
  return (row: Row): Omit<FrontStore, 'distance'> => {
    const { id, name, introduction, phone, image, latitude, longitude } = row
    const { cityIds, detailedAddress, validFrom, validTo, opensAt, closesAt } = row
    const area = places.get(cityIds.at(-1) ?? 0)?.name ?? ''
    return {
      id,
      name,
      introduction,
      phone,
      latitude,
      longitude,
      image: media.toWire(image),
      address: `${area.replaceAll(' ', '')}${detailedAddress}`,
      validTime: validFrom && validTo ? [validFrom, validTo] : null,
      dayTime: opensAt && closesAt ? [opensAt, closesAt] : null,
    }
  }
}
