import type { WindowFreight, WindowFreightQuery } from '@zhanggui/contract/product/window.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { freightWords } from '@zhanggui/domain/product/freight-text.ts'
import { writtenNames } from '@zhanggui/domain/setting/area-name.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { findPlaces } from '../../setting/region/region.service.ts'
import { readDelivery } from '../freight/freight-template.service.ts'
import { priceFor, readMember, requireSeen } from './window.service.ts'
import * as freights from './window-freight.repository.ts'

/**
 * What it costs the caller to have one unit of a product sent: to the place that is named, or to their own address.
 * @throws 404 for a product that the caller does not see, and for another buyer's address; {BadInput} for an unknown place
 */
export async function getFreight(ctx: Ctx, id: number, query: WindowFreightQuery): Promise<WindowFreight> {
  const [member, row] = [await readMember(ctx), await freights.findSent(ctx, id)]
  requireSeen(row, member)
  const { cityId, place } = await readPlace(ctx, query)
  const nowhere = { cityId: cityId ?? 0, place, fee: null, text: '', refusal: '' }
  const { name, tempId, sku } = row
  if (!sku) return nowhere
  const { templates, address, shopFreeFen } = await readDelivery(ctx, [tempId], cityId)
  const [template] = templates
  // Staff may have deleted the place since the address was written.
  if (!template || address?.length === 0) return { ...nowhere, refusal: template ? '收货地区不存在，请重新选择' : '' }
  const { weight, volume, priceFen, vipPriceFen } = sku
  const line = { tempId, name, num: 1, weight, volume, priceFen: priceFor(member, priceFen, vipPriceFen) }
  const { feeFen, text, refusal } = freightWords(line, template, address, shopFreeFen)
  return { ...nowhere, fee: feeFen === null ? null : toYuan(feeFen), text, refusal }
}

async function readPlace(ctx: Ctx, { cityId, addressId }: WindowFreightQuery) {
  if (cityId !== undefined) {
    const found = (await findPlaces(ctx, [cityId])).get(cityId)
    if (!found) throw new BadInput('收货地区不存在，请重新选择', 'cityId')
    return { cityId, place: found.name }
  }
  const own = ctx.shopper && (await freights.findPlaceOf(ctx, ctx.shopper.uid, addressId))
  if (!own && addressId !== undefined) throw notFound('收货地址')
  if (!own) return { cityId: undefined, place: '' }
  return { cityId: own.cityId, place: writtenNames([own.province, own.city, own.district]).join(' ') }
}
